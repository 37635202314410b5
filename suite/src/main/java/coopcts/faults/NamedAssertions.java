// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.device.reference.ReferenceDevice;
import coopcts.model.DeviceReport;
import coopcts.oracle.Judgement;
import coopcts.oracle.Mismatch;
import coopcts.plan.Case;
import coopcts.plan.ConversionPlan;
import coopcts.plan.ProbePlan;
import coopcts.plan.ReportPlan;
import coopcts.plan.RulePlan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.UnfitPlan;
import coopcts.run.one.DeviceConversions;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Which assertions a case names when it fails on a device. */
final class NamedAssertions {

  private final Translator translator;
  private final long seed;

  NamedAssertions(Translator translator, long seed) {
    this.translator = translator;
    this.seed = seed;
  }

  /** The assertions that a case's mismatches name; none if it passes, or fails without a word. */
  Set<String> by(Case tested, Device device) throws CompileException {
    return by(tested, device, _ -> false);
  }

  /** Whether a case's mismatches name an assertion. */
  boolean by(Case tested, Device device, String assertion) throws CompileException {
    return tested.assertions().contains(assertion)
        && by(tested, device, named -> named.contains(assertion)).contains(assertion);
  }

  private Set<String> by(Case tested, Device device, Predicate<Set<String>> enough)
      throws CompileException {
    Set<String> named = new TreeSet<>();
    try {
      switch (tested.plan().get()) {
        case ShaderPlan plan -> run(tested.name(), plan, device, named, enough);
        case ConversionPlan plan -> {
          List<ConversionPlan.Chain> chains = plan.chains().apply(seed);
          DeviceConversions.judge(chains, DeviceConversions.run(device, chains, plan.byCommand()))
              .values()
              .forEach(judgement -> note(judgement, named));
        }
        case ReportPlan plan -> {
          if (!plan.violations().isEmpty()) {
            named.addAll(tested.assertions());
          }
        }
        case ProbePlan plan -> {
          if (device.probe(plan.probe()).stream().anyMatch(broken -> !broken.isEmpty())) {
            named.addAll(tested.assertions());
          }
        }
        case RulePlan _, UnfitPlan _ -> {}
      }
    } catch (DeviceException e) {
      return named;
    }
    return named;
  }

  private void run(
      String name, ShaderPlan plan, Device device, Set<String> named, Predicate<Set<String>> enough)
      throws CompileException, DeviceException {
    DeviceReport report = device.report();
    try (Device.Pipeline pipeline =
        device.prepare(
            Kernels.of(name, plan.shader(), translator.modules(plan.shader()), report))) {
      if (device instanceof ReferenceDevice planted && !planted.faultMayShow()) {
        return;
      }
      for (Subcase subcase : plan.subcases()) {
        if (enough.test(named)) {
          return;
        }
        Kernels.Ran ran = Kernels.run(device, pipeline, plan.shader(), subcase.trial().apply(seed));
        if (ran.judgement() != null) {
          note(ran.judgement(), named);
        }
      }
    }
  }

  private static void note(Judgement judgement, Set<String> named) {
    judgement.first().stream().map(Mismatch::rule).forEach(rule -> named.addAll(rule.assertions()));
  }
}
