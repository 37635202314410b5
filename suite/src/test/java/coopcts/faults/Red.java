// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import coopcts.device.Device;
import coopcts.device.DeviceException;
import coopcts.oracle.Judgement;
import coopcts.plan.Case;
import coopcts.plan.ConversionPlan;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.run.one.DeviceConversions;
import coopcts.run.one.Kernels;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Why a case fails on a device.
 *
 * @param misses all that the judge found, in all subcases
 * @param stopped whether something kept the shader from completing, which no judge is asked about
 */
record Red(List<Miss> misses, boolean stopped) {

  /** Whether a judge that forgives some things would let the case pass. */
  boolean isGreen(Predicate<Miss> forgives) {
    return !stopped && !misses.isEmpty() && misses.stream().allMatch(forgives);
  }

  /** Whether it can be looked at in this way: its elements are judged. */
  static boolean isJudged(Plan plan) {
    return plan instanceof ShaderPlan || plan instanceof ConversionPlan;
  }

  static Red of(Case tested, Device device, Translator translator, long seed)
      throws CompileException {
    List<Miss> misses = new ArrayList<>();
    try {
      switch (tested.plan().get()) {
        case ShaderPlan plan -> {
          try (Device.Pipeline pipeline =
              device.prepare(
                  Kernels.of(
                      tested.name(),
                      plan.shader(),
                      translator.modules(plan.shader()),
                      device.report()))) {
            for (int i = 0; i < plan.subcases().size(); i++) {
              Subcase subcase = plan.subcases().get(i);
              Kernels.Ran ran =
                  Kernels.run(device, pipeline, plan.shader(), subcase.trial().apply(seed));
              if (ran.judgement() == null) {
                return new Red(misses, true);
              }
              misses.addAll(Miss.of(i, ran.judgement().evidence()));
            }
          }
        }
        case ConversionPlan plan -> {
          List<ConversionPlan.Chain> chains = plan.chains().apply(seed);
          int number = 0;
          List<byte[]> matrices = DeviceConversions.run(device, chains, plan.byCommand());
          for (Judgement judgement : DeviceConversions.judge(chains, matrices).values()) {
            misses.addAll(Miss.of(number++, judgement.evidence()));
          }
        }
        case Plan other -> throw new IllegalArgumentException(other + " has no elements");
      }
    } catch (DeviceException e) {
      return new Red(misses, true);
    }
    return new Red(misses, false);
  }
}
