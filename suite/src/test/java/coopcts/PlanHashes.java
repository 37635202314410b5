// SPDX-License-Identifier: Apache-2.0
package coopcts;

import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import coopcts.plan.ConversionPlan;
import coopcts.plan.Plan;
import coopcts.plan.ProbePlan;
import coopcts.plan.ReportPlan;
import coopcts.plan.RulePlan;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.UnfitPlan;
import coopcts.spirv.SpirvCache;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Prints name and hash of what each case does on a device: its GLSL, its SPIR-V, its inputs and
 * what it expects. Two states of the suite that print the same do the same, whatever moved between
 * them.
 *
 * <p>Arguments: device, profile, folder of the SPIR-V cache; a seed.
 */
public final class PlanHashes {

  private final MessageDigest digest = MessageDigest.getInstance("SHA-256");

  private PlanHashes() throws Exception {}

  public static void main(String[] arguments) throws Exception {
    Profile profile = Profile.valueOf(arguments[1].toUpperCase(Locale.ROOT));
    long seed = Long.parseLong(arguments[3]);
    try (Device opened = Devices.open(arguments[0]);
        SpirvCache cache = new SpirvCache(Path.of(arguments[2]));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8)) {
      DeviceReport report = opened.report();
      Catalogue.families().stream()
          .flatMap(family -> family.cases(report, profile))
          .forEach(
              tested ->
                  out.println(
                      tested.name()
                          + "\t"
                          + tested
                              .unsupported()
                              .map(reason -> "unsupported: " + reason)
                              .orElseGet(() -> of(tested.plan().get(), cache, seed))));
    }
  }

  private static String of(Plan plan, SpirvCache cache, long seed) {
    try {
      PlanHashes hashes = new PlanHashes();
      hashes.plan(plan, cache, seed);
      return HexFormat.of().formatHex(hashes.digest.digest(), 0, 12);
    } catch (Exception e) {
      return "throws " + e;
    }
  }

  private void plan(Plan plan, SpirvCache cache, long seed) throws Exception {
    switch (plan) {
      case ShaderPlan shaders -> {
        Shader shader = shaders.shader();
        any(shader);
        digest.update(
            cache.compile(shader.glsl(), shader.target().stage(), shader.target().minor()));
        for (Subcase subcase : shaders.subcases()) {
          any(subcase.name());
          any(subcase.trial().apply(seed));
        }
      }
      case RulePlan rules -> any(rules.variants());
      case ReportPlan report -> any(report.violations());
      case ProbePlan probe -> any(probe.probe());
      case UnfitPlan unfit -> any(unfit.why());
      case ConversionPlan conversions -> any(conversions.chains().apply(seed));
    }
  }

  private void any(Object value) throws Exception {
    switch (value) {
      case null -> text("null");
      case Trial trial -> {
        any(trial.push());
        any(trial.buffers());
        any(trial.addressed());
        any(trial.addresses());
        any(trial.groups());
        any(trial.conversions());
        any(trial.steps());
        any(trial.expectation());
      }
      case Expectation expectation -> {
        any(expectation.buffers());
        any(expectation.totals());
        text(Integer.toString(expectation.properties().size()));
      }
      case Expectation.Open open -> {
        acceptance(open.format(), open.acceptance());
        any(open.rule());
      }
      case Rule rule -> {
        text(rule.tier().name());
        rule.assertions().forEach(this::text);
      }
      case NumberFormat format -> text(Integer.toString(format.bits()));
      case Record record -> record(record);
      case Enum<?> one -> text(one.name());
      case Optional<?> optional -> any(optional.orElse(null));
      case OptionalInt optional -> text(optional.toString());
      case Map<?, ?> map -> {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          any(entry.getKey());
          any(entry.getValue());
        }
      }
      case Collection<?> collection -> {
        for (Object element : collection) {
          any(element);
        }
        text("end");
      }
      case byte[] bytes -> digest.update(bytes);
      case Object array when array.getClass().isArray() -> {
        for (int i = 0; i < Array.getLength(array); i++) {
          any(Array.get(array, i));
        }
      }
      default -> text(value.toString());
    }
  }

  private void acceptance(NumberFormat format, Acceptance acceptance) {
    text(acceptance.show(format));
  }

  private void record(Record record) throws Exception {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      component.getAccessor().setAccessible(true);
      any(component.getAccessor().invoke(record));
    }
  }

  private void text(String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }
}
