// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Family;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.combinations.Draw;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The shaders of the other families in every stage that a device reports: the same code in the
 * stage's frame, the same inputs, the same expectation.
 *
 * <p>Each stage draws its own: a default run takes one case of each form of each other family, more
 * where there are dozens; a smoke run each form in some stage; a full run all of the other
 * families' default cases.
 */
public final class StageFamily extends VectorFamily {

  private static final int A_DOZEN = 12;

  /** Of so many cases one stands in the stage's main itself, the others are called by it. */
  private static final int IN_MAIN = 2;

  /** Beside the stage that a form draws, a smoke run takes it in one of so many. */
  private static final int STAGES_APART = 19;

  /**
   * A family whose shaders are put into the stages.
   *
   * @param profile which of its cases are looked at outside of full runs
   */
  record Other(Family family, Profile profile) {}

  private final List<Other> others;

  /**
   * Makes the family of the vector families whose shaders have no operations of workgroups, in
   * every stage.
   */
  public StageFamily() {
    this(
        List.of(
            new Other(new ElementFamily(), Profile.DEFAULT),
            new Other(new VectorConvertFamily(), Profile.SMOKE),
            new Other(new ProductFamily(), Profile.SMOKE),
            new Other(new TrainingFamily(), Profile.SMOKE),
            new Other(new NetworkFamily(), Profile.SMOKE),
            new Other(new PrecisionFamily(), Profile.SMOKE),
            new Other(new VectorMemoryFamily(), Profile.SMOKE)));
  }

  StageFamily(List<Other> others) {
    this.others = others;
  }

  @Override
  public String name() {
    return "vector.stage";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("the stage is what it is about");
  }

  @Override
  public List<String> assertions() {
    Set<String> all = new LinkedHashSet<>(ShaderPlan.IN_STAGES);
    others.forEach(other -> all.addAll(other.family.assertions()));
    return List.copyOf(all);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return Arrays.stream(ShaderStage.values())
        .filter(stage -> stage != ShaderStage.COMPUTE)
        .flatMap(
            stage ->
                missing(stage, report)
                    .map(
                        why ->
                            Stream.of(
                                Case.unsupported(name() + "." + stage, ShaderPlan.IN_STAGES, why)))
                    .orElseGet(() -> cases(stage, report, profile)));
  }

  /** Why a device cannot run shaders of a stage. */
  private static Optional<String> missing(ShaderStage stage, DeviceReport report) {
    if ((report.limit("cooperativeVectorSupportedStages") & stage.bit()) == 0) {
      return Optional.of("cooperativeVectorSupportedStages lacks the stage");
    }
    return report.missing(stage.features()).map(GatedFamily::lacks);
  }

  private Stream<Case> cases(ShaderStage stage, DeviceReport report, Profile profile) {
    return forms(stage, report, profile).entrySet().stream()
        .flatMap(
            form -> {
              List<Case> cases = form.getValue();
              return switch (profile) {
                case FULL -> cases.stream();
                case DEFAULT -> drawn(1 + cases.size() / A_DOZEN, cases, stage);
                case SMOKE ->
                    takes(stage, form.getKey(), cases.getFirst())
                        ? drawn(1, cases, stage)
                        : Stream.of();
              };
            })
        .map(other -> in(stage, other));
  }

  private static Stream<Case> drawn(int count, List<Case> cases, ShaderStage stage) {
    List<String> names = Draw.some(count, cases.stream().map(Case::name).toList(), stage);
    return cases.stream().filter(one -> names.contains(one.name()));
  }

  /** Whether a smoke run takes a form in a stage: in the one that it draws, and some others. */
  private static boolean takes(ShaderStage stage, String form, Case one) {
    List<ShaderStage> stages =
        Arrays.stream(ShaderStage.values())
            .filter(other -> other != ShaderStage.COMPUTE && fits(other, one))
            .toList();
    return stages.get(Draw.index(stages, form)) == stage || Draw.oneIn(STAGES_APART, form, stage);
  }

  private static boolean fits(ShaderStage stage, Case other) {
    return stage.hasWorkgroups() || !other.has(Case.Trait.SHARES_MEMORY);
  }

  /** The cases of the other families that can stand in a stage, by their form. */
  private Map<String, List<Case>> forms(ShaderStage stage, DeviceReport report, Profile profile) {
    Map<String, List<Case>> forms = new LinkedHashMap<>();
    for (Other other : others) {
      other
          .family
          .cases(report, profile == Profile.FULL ? Profile.DEFAULT : other.profile)
          .filter(one -> one.unsupported().isEmpty())
          .filter(one -> fits(stage, one))
          .forEach(
              one ->
                  forms
                      .computeIfAbsent(
                          other.family.name() + "." + one.form(), _ -> new ArrayList<>())
                      .add(one));
    }
    return forms;
  }

  private Case in(ShaderStage stage, Case other) {
    List<String> checks = new ArrayList<>(ShaderPlan.IN_STAGES);
    checks.addAll(other.assertions());
    String named = "%s.%s.%s".formatted(name(), stage, other.local());
    return Case.of(
            named,
            checks,
            () ->
                ((ShaderPlan) other.plan().get())
                    .in(stage, ALL, Draw.oneIn(IN_MAIN, "main", named)))
        .formed(other.form())
        .with(other.traits());
  }
}
