// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.frame.PlanFrame;
import coopcts.cases.way.WayFamily;
import coopcts.model.DeviceReport;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.Way;
import coopcts.plan.ShaderPlan;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What a program stands in beside its own text: the way that brings it to the driver, or a frame of
 * launch shape, control flow, bindings and module. It means the same in all of them.
 *
 * @param name of a {@link Way}, a {@link Build} or a frame; empty for none
 */
record Setting(String name) {

  static final Setting PLAIN = new Setting("");

  /**
   * Draws one that a program can stand in; every second program of matrices and every fourth of
   * vectors is plain.
   */
  static Setting draw(
      RandomProgram plain, DeviceReport report, Turns turns, SplittableRandom random) {
    int drawn = random.nextInt(4);
    boolean isVector = plain.program().scope() == Scope.INVOCATION;
    if (isVector && (drawn == 2 || drawn < 2 && plain.stage() != ShaderStage.COMPUTE)) {
      Build build = turns.of("build", List.of(Build.values()));
      return build.fits(plain, report) ? new Setting(build.toString()) : PLAIN;
    }
    if (plain.stage() != ShaderStage.COMPUTE || drawn > 1) {
      return PLAIN;
    }
    ShaderPlan plan = Programs.plan(plain, report);
    if (drawn == 0) {
      String frame = turns.of("frame", PlanFrame.names());
      return PlanFrame.fits(frame, plan, report) ? new Setting(frame) : PLAIN;
    }
    List<Way> ways =
        Way.ofAny()
            // The optimizer has a place of its own in programs: Writing.
            .filter(way -> !way.isOfModule() && report.missing(way.features()).isEmpty())
            .toList();
    Way way = turns.of("way", ways);
    String system = isVector ? "vector" : "khr";
    return WayFamily.fits(way, system, plan.shader(), report) ? new Setting(way.toString()) : PLAIN;
  }

  /** What a device lacks for a program's setting, or empty. */
  static Optional<String> missing(RandomProgram program, DeviceReport report) {
    String name = program.setting().name;
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Optional<Build> build = Build.named(name);
    if (build.isPresent()) {
      return build.get().fits(program, report)
          ? Optional.empty()
          : Optional.of("it is not made in " + name);
    }
    Optional<Way> way = Way.of(name);
    if (way.isPresent()) {
      return report.missing(way.get().features()).map(one -> "the device does not report " + one);
    }
    return PlanFrame.fits(name, Programs.plan(program.in(PLAIN), report), report)
        ? Optional.empty()
        : Optional.of("it does not fit into " + name);
  }

  /**
   * A program's plan in this setting.
   *
   * @throws IllegalStateException if it does not fit
   */
  ShaderPlan of(ShaderPlan plan, DeviceReport report) {
    if (name.isEmpty()) {
      return plan;
    }
    Optional<Build> build = Build.named(name);
    if (build.isPresent()) {
      return build.get().of(plan, report);
    }
    Optional<Way> way = Way.of(name);
    return way.isPresent()
        ? WayFamily.by(way.get(), plan)
        : PlanFrame.of(name, plan, report)
            .orElseThrow(() -> new IllegalStateException("it does not fit into " + name));
  }
}
