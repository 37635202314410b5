// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.context.PlanWrapper;
import coopcts.cases.paths.SubmissionPathFamily;
import coopcts.model.DeviceReport;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.model.TestedSystem;
import coopcts.plan.ShaderPlan;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * What a program stands in beside its own text: the way that brings it to the driver, another form
 * of its module, or a frame of launch shape, control flow, bindings and module. It means the same
 * in all of them.
 *
 * @param name of a {@link SubmissionPath}, a {@link ModuleForm}, a {@link ModuleBuild} or a frame;
 *     empty for none
 */
record ProgramContext(String name) {

  static final ProgramContext PLAIN = new ProgramContext("");

  /** Of so many programs of matrices four are in frames, three go other ways, five are forms. */
  private static final int MATRICES = 20;

  /**
   * Of so many programs of vectors one is in a frame, one goes another way, the others are built.
   */
  private static final int VECTORS = 5;

  private static final int BUILT = 2;

  /** Ways that change the module alone, and are drawn as its other forms are. */
  private static final List<SubmissionPath> OF_MODULE =
      List.of(SubmissionPath.UNTYPED, SubmissionPath.VARIABLE_POINTERS);

  /**
   * Draws one that a program can stand in; two of five programs of matrices are plain, and of
   * vectors those that do not fit.
   */
  static ProgramContext draw(
      RandomProgram plain, DeviceReport report, RoundRobin turns, SplittableRandom random) {
    boolean isVector = plain.program().scope() == Scope.INVOCATION;
    int drawn = isVector ? random.nextInt(VECTORS) : of(random.nextInt(MATRICES));
    if (isVector && (drawn >= BUILT || plain.stage() != ShaderStage.COMPUTE)) {
      ModuleBuild build = turns.of("build", List.of(ModuleBuild.values()));
      return build.fits(plain, report) ? new ProgramContext(build.toString()) : PLAIN;
    }
    if (plain.stage() != ShaderStage.COMPUTE || drawn > 2) {
      return PLAIN;
    }
    if (drawn == 2) {
      List<String> forms = forms(plain, report);
      String form = forms.isEmpty() ? "" : forms.get(random.nextInt(forms.size()));
      return ModuleForm.mayBeRefused(form) ? PLAIN : new ProgramContext(form);
    }
    ShaderPlan plan = Programs.plan(plain, report);
    if (drawn == 0) {
      String frame = turns.of("frame", PlanWrapper.names());
      return PlanWrapper.fits(frame, plan, report) ? new ProgramContext(frame) : PLAIN;
    }
    List<SubmissionPath> ways =
        SubmissionPath.ofAny()
            // The optimizer has a place of its own in programs: Writing.
            .filter(way -> !way.isOfModule() && report.missing(way.features()).isEmpty())
            .toList();
    SubmissionPath way = turns.of("way", ways);
    String system = TestedSystem.of(plain.program().scope()).label();
    return SubmissionPathFamily.fits(way, system, plan.shader(), report)
        ? new ProgramContext(way.toString())
        : PLAIN;
  }

  private static int of(int drawn) {
    return drawn < 4 ? 0 : drawn < 7 ? 1 : drawn < 12 ? 2 : 3;
  }

  /** The other forms of its module that a program can have. */
  private static List<String> forms(RandomProgram plain, DeviceReport report) {
    return Stream.concat(
            Arrays.stream(ModuleForm.values())
                .filter(form -> form.fits(plain, report))
                .flatMap(form -> Collections.nCopies(form.weight(), form.toString()).stream()),
            OF_MODULE.stream()
                .filter(way -> report.missing(way.features()).isEmpty())
                .map(SubmissionPath::toString))
        .toList();
  }

  /** What a device lacks for a program's setting, or empty. */
  static Optional<String> missing(RandomProgram program, DeviceReport report) {
    String name = program.setting().name;
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Optional<ModuleBuild> build = ModuleBuild.named(name);
    if (build.isPresent()) {
      return build.get().fits(program, report)
          ? Optional.empty()
          : Optional.of("it is not made in " + name);
    }
    Optional<SubmissionPath> way = SubmissionPath.of(name);
    if (way.isPresent()) {
      return report.missing(way.get().features()).map(one -> "the device does not report " + one);
    }
    RandomProgram plain = program.in(PLAIN);
    return ModuleForm.of(name)
            .map(form -> form.fits(plain, report))
            .orElseGet(() -> PlanWrapper.fits(name, Programs.plan(plain, report), report))
        ? Optional.empty()
        : Optional.of("it does not fit into " + name);
  }

  /**
   * A program's plan in this setting.
   *
   * @param plan of the program
   * @throws IllegalStateException if it does not fit
   */
  ShaderPlan of(RandomProgram random, ShaderPlan plan, DeviceReport report) {
    if (name.isEmpty()) {
      return plan;
    }
    Optional<ModuleBuild> build = ModuleBuild.named(name);
    if (build.isPresent()) {
      return build.get().of(plan, report);
    }
    Optional<ModuleForm> form = ModuleForm.of(name);
    if (form.isPresent()) {
      if (!form.get().fits(random, report)) {
        throw new IllegalStateException("it has nothing to be " + name);
      }
      return plan.with(form.get().of(plan.shader()));
    }
    Optional<SubmissionPath> way = SubmissionPath.of(name);
    return way.isPresent()
        ? SubmissionPathFamily.by(way.get(), plan)
        : PlanWrapper.of(name, plan, report)
            .orElseThrow(() -> new IllegalStateException("it does not fit into " + name));
  }
}
