// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.jobs.PushMembers;
import coopcts.jobs.Repro;
import coopcts.model.DeviceReport;
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
import coopcts.plan.UnfitPlan;
import coopcts.run.select.CaseLists;
import coopcts.spirv.ModuleWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  /** What keeps a framed shader company: a word's role in names, and the buffer of a product. */
  private static final String COMPANY = "company";

  private static final String EVERY_PROGRAM =
      "a random program names all assertions that programs of its systems can break, whatever"
          + " operations it has itself:";

  @Parameters(paramLabel = "CASE", description = "the case's name")
  private String wanted;

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
            Catalogue.containing(device.spec(), wanted),
            report,
            wanted,
            CaseLists.in(Environment.kept(), device.spec()));
    System.out.println(shown.name());
    NameWords.of(shown.name())
        .forEach(
            word ->
                System.out.printf("  %-24s %-14s %s%n", word.text(), word.role(), word.meaning()));
    System.out.println();
    if (Stream.of("random.", "found.").anyMatch(shown.name()::startsWith)) {
      System.out.println(EVERY_PROGRAM);
    }
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
      case ShaderPlan plan -> show(shown.name(), plan);
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
      case UnfitPlan plan -> System.out.println("not supported here: " + plan.why());
    }
    return 0;
  }

  private void show(String name, ShaderPlan plan) {
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
                    constant.type().format().show(constant.bits())));
    rewriting(shader)
        .ifPresent(
            how ->
                System.out.printf("the module is %s; its SPIR-V is in what repro writes%n", how));
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (Subcase subcase : plan.subcases()) {
      names
          .computeIfAbsent(parameters(shader, subcase.trial().apply(seed)), _ -> new ArrayList<>())
          .add(subcase.name());
    }
    System.out.println();
    for (Subcase subcase : plan.subcases()) {
      System.out.printf(
          "subcase %-16s %s%n", subcase.name(), NameWords.subcase(name, subcase.name()));
    }
    names.forEach(
        (parameters, same) -> System.out.printf("%n%s: %s", String.join(", ", same), parameters));
    System.out.println();
    System.out.println(shader.glsl());
  }

  /** What happens to a module that GLSL alone does not tell of. */
  private static Optional<String> rewriting(Shader shader) {
    if (shader.made().writer() == ModuleWriter.SPIRV) {
      String options =
          shader.origin().options().isEmpty()
              ? ""
              : shader.origin().options().stream()
                  .map(Object::toString)
                  .collect(Collectors.joining(", ", ", in another way: ", ""));
      return Optional.of(
          "written as SPIR-V, without a front end%s; the GLSL means the same".formatted(options));
    }
    return switch (shader.target().way()) {
      case NV_COOPERATIVE_MATRIX ->
          Optional.of(
              "rewritten after compilation: types and instructions become those of"
                  + " SPV_NV_cooperative_matrix");
      case MAINTENANCE1 ->
          Optional.of(
              "rewritten after compilation: calls of instruction_N become instruction N of"
                  + " SPV_EXT_cooperative_matrix_maintenance1");
      default -> Optional.empty();
    };
  }

  /** Size of the dispatch, push constants and buffers: a line each. */
  private static String parameters(Shader shader, Trial trial) {
    StringBuilder lines =
        new StringBuilder(
            "groups %s%n"
                .formatted(
                    trial.groups().stream()
                        .map(Object::toString)
                        .collect(Collectors.joining(" x "))));
    if (trial.push().length > 0) {
      lines.append("  push: %s%n".formatted(PushMembers.show(shader.glsl(), trial.push())));
    }
    for (int i = 0; i < shader.buffers().size(); i++) {
      lines.append(buffer(shader.buffers().get(i), trial.buffers().get(i), trial, i));
    }
    for (int i = 0; i < shader.addressed().size(); i++) {
      lines.append(
          buffer(
              shader.addressed().get(i),
              trial.addressed().get(i),
              trial,
              shader.buffers().size() + i));
    }
    return lines.toString();
  }

  private static String buffer(String label, byte[] bytes, Trial trial, int judged) {
    Expectation.Buffer expected = trial.expectation().buffers().get(judged);
    long matrices = expected.written().size();
    return "  %s: %d bytes%s%s%s%n"
        .formatted(
            label,
            bytes.length,
            matrices > 0 ? ", " + matrices + " matrices stored" : "",
            expected.open().isEmpty()
                ? ""
                : ", " + expected.open().size() + " elements judged one by one",
            label.equals(COMPANY) ? ", the neighbouring product's: " + judgedBy(expected) : "");
  }

  private static String judgedBy(Expectation.Buffer buffer) {
    return Stream.concat(
            buffer.open().values().stream().map(Expectation.Open::rule),
            buffer.written().stream().map(Expectation.Written::rule))
        .flatMap(rule -> rule.assertions().stream())
        .distinct()
        .collect(Collectors.joining(", "));
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
