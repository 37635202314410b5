// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.paths;

import coopcts.cases.Family;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.combinations.Draw;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.SubmissionPath;
import coopcts.model.TestedSystem;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Other families' cases by VK_NV_cooperative_matrix, the predecessor of VK_KHR_cooperative_matrix,
 * for the rows that a device reports for it. What is checked are the later extension's sentences,
 * as far as the predecessor says the same.
 *
 * <p>Left out is what it cannot say or leaves undefined: products of components, integers of the
 * other sign, replicated composites, operands of another signedness than their types, components of
 * bfloat16 and of 8-bit floats, and integer sums that overflow. It has no saturating rows. A choice
 * of matrices is left out as SPIRV-Tools rejects it.
 */
public final class NvMatrixFamily extends GatedFamily {

  /** What it cannot say, by names. */
  private static final Pattern UNSAID =
      Pattern.compile(
          """
          khr\\.(arithmetic\\..*\\.multiply(\\.compound)?\
          |convert\\.(sint\\d+_uint|uint\\d+_sint).*\
          |muladd\\..*\\.retyped\
          |moves\\..*\\.(select|replicated_\\w+))\
          """);

  /** Subcases whose integer sums overflow, and what they alone check. */
  private static final Set<String> OVERFLOWING = Set.of("wrap", "edges");

  private static final Set<String> LATER =
      Set.of("KHR-MULADD-005", "KHR-MULADD-006", "KHR-SAT-008");

  private final List<Family> others;

  /**
   * Makes the family of other families' cases, translated to VK_NV_cooperative_matrix.
   *
   * @param others families of {@code khr} cases; what the predecessor cannot say is left out of
   *     them
   */
  public NvMatrixFamily(Family... others) {
    this.others = List.of(others);
  }

  @Override
  public String name() {
    return TestedSystem.base().label() + ".way." + SubmissionPath.NV_COOPERATIVE_MATRIX;
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("the path into the driver is what it is about");
  }

  @Override
  protected List<String> features() {
    return SubmissionPath.NV_COOPERATIVE_MATRIX.features();
  }

  @Override
  public List<String> assertions() {
    return said(Family.assertions(others));
  }

  private static List<String> said(List<String> assertions) {
    return assertions.stream().filter(assertion -> !LATER.contains(assertion)).toList();
  }

  /** A smoke run takes a case of each other family, a default run all of their smoke runs. */
  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    DeviceReport own =
        report
            .withMatrices(
                report.matrixPropertiesNV().stream().filter(NvMatrixFamily::isSaid).toList())
            .withFlexible(List.of())
            .withMatrices2(List.of());
    Profile theirs = profile == Profile.FULL ? Profile.DEFAULT : Profile.SMOKE;
    return others.stream()
        .flatMap(
            other -> {
              Stream<Case> all =
                  other
                      .cases(own, theirs)
                      .filter(one -> one.unsupported().isEmpty())
                      .filter(one -> !UNSAID.matcher(one.name()).matches())
                      .map(this::former);
              return profile == Profile.SMOKE ? first(all).stream() : all;
            });
  }

  /** Whether there are no types whose capability is the later extension's. */
  private static boolean isSaid(MatrixProperties row) {
    return Stream.of(row.a(), row.b(), row.c(), row.result())
        .allMatch(ComponentType::hasArithmetic);
  }

  private static Optional<Case> first(Stream<Case> all) {
    return Draw.ordered(all.toList(), one -> Draw.hash(one.name())).findFirst();
  }

  private Case former(Case other) {
    return Case.of(
            "%s.%s".formatted(name(), other.local()),
            said(other.assertions()),
            () -> former((ShaderPlan) other.plan().get()))
        .formed(other.form())
        .with(other.traits());
  }

  private static ShaderPlan former(ShaderPlan plan) {
    return new ShaderPlan(
        plan.shader().by(SubmissionPath.NV_COOPERATIVE_MATRIX),
        plan.subcases().stream().filter(subcase -> !OVERFLOWING.contains(subcase.name())).toList());
  }
}
