// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.jobs.PushMembers;
import coopcts.jobs.Repro;
import coopcts.model.DeviceReport;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Expectation;
import coopcts.plan.Assertions;
import coopcts.plan.Case;
import coopcts.plan.ConversionPlan;
import coopcts.plan.NameWords;
import coopcts.plan.ProbePlan;
import coopcts.plan.ReportPlan;
import coopcts.plan.RulePlan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.run.select.CaseLists;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code show}: what a case is, without running it. */
@Command(
    name = "show",
    description =
        "show a case: what each word of its name means, its shader, parameters, subcases and what"
            + " it asserts")
final class ShowCommand implements Callable<Integer> {

  @Parameters(paramLabel = "CASE", description = "the case's name")
  private String name;

  @Mixin private DeviceOptions device;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of the data sets (default: ${DEFAULT-VALUE})")
  private long seed;

  @Override
  public Integer call() throws Exception {
    DeviceReport report;
    try (Device opened = Devices.open(device.spec())) {
      report = opened.report();
    }
    Case shown =
        Repro.find(
            Catalogue.containing(device.spec(), name),
            report,
            name,
            CaseLists.in(Environment.kept(), device.spec()));
    System.out.println(shown.name());
    NameWords.of(shown.name())
        .forEach(
            word ->
                System.out.printf("  %-24s %-14s %s%n", word.text(), word.role(), word.meaning()));
    System.out.println();
    for (String id : shown.assertions()) {
      System.out.println(
          Assertions.find(id)
              .map(found -> "%s  %s  (%s)".formatted(id, found.statement(), found.source()))
              .orElse(id));
    }
    System.out.println();
    if (shown.unsupported().isPresent()) {
      System.out.println("not supported here: " + shown.unsupported().get());
      return 0;
    }
    switch (shown.plan().get()) {
      case ShaderPlan plan -> show(plan);
      case RulePlan plan -> plan.variants().forEach(ShowCommand::show);
      case ConversionPlan plan ->
          plan.chains()
              .apply(seed)
              .forEach(
                  chain ->
                      System.out.printf(
                          "%s, %s: %s%n",
                          chain.name(),
                          plan.byCommand() ? "by command" : "by the host",
                          chain.stops().stream()
                              .map(Object::toString)
                              .collect(Collectors.joining(" -> "))));
      case ReportPlan plan -> System.out.println("a rule on the device's report");
      case ProbePlan plan -> System.out.println("the device's interface: " + plan.probe());
    }
    return 0;
  }

  private void show(ShaderPlan plan) {
    Shader shader = plan.shader();
    System.out.printf("stage %s, SPIR-V 1.%d", shader.target().stage(), shader.target().minor());
    shader.subgroupSize().ifPresent(size -> System.out.print(", subgroups of " + size));
    System.out.println();
    shader
        .constants()
        .forEach(
            (id, constant) ->
                System.out.printf(
                    "specialization %d: %s %s = %s%n",
                    id,
                    constant.type(),
                    constant.name(),
                    NumberFormat.of(constant.type()).show(constant.bits())));
    shader
        .patches()
        .forEach(
            patch ->
                System.out.printf(
                    "its module has '%s' for '%s'%n", patch.replacement(), patch.pattern()));
    for (Subcase subcase : plan.subcases()) {
      Trial trial = subcase.trial().apply(seed);
      System.out.printf(
          "%nsubcase %s: groups %s%n",
          subcase.name(),
          trial.groups().stream().map(Object::toString).collect(Collectors.joining(" x ")));
      if (trial.push().length > 0) {
        System.out.println("  push: " + PushMembers.show(shader.glsl(), trial.push()));
      }
      for (int i = 0; i < shader.buffers().size(); i++) {
        buffer(shader.buffers().get(i), trial.buffers().get(i), trial, i);
      }
      for (int i = 0; i < shader.addressed().size(); i++) {
        buffer(
            shader.addressed().get(i),
            trial.addressed().get(i),
            trial,
            shader.buffers().size() + i);
      }
    }
    System.out.println();
    System.out.println(shader.glsl());
  }

  private static void buffer(String label, byte[] bytes, Trial trial, int judged) {
    Expectation.Buffer expected = trial.expectation().buffers().get(judged);
    long matrices = expected.written().size();
    System.out.printf(
        "  %s: %d bytes%s%s%n",
        label,
        bytes.length,
        matrices > 0 ? ", " + matrices + " matrices stored" : "",
        expected.open().isEmpty()
            ? ""
            : ", " + expected.open().size() + " elements judged one by one");
  }

  private static void show(RulePlan.Variant variant) {
    System.out.printf(
        "%s (%s) must be %s%n%n%s%n",
        variant.name(),
        variant.stage(),
        variant.accepted() ? "accepted" : "rejected",
        variant.text());
  }
}
