package coopcts.cases.vector;

import coopcts.cases.Case;
import coopcts.cases.Family;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.cases.ShaderPlan;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The shaders of the other families in every stage that a device reports: the same code in the
 * stage's frame, the same inputs, the same expectation.
 *
 * <p>A smoke run gives each stage a part of the other families' smoke cases, a default run all of
 * them, a full run all of their default cases.
 */
public final class StageFamily extends VectorFamily {

  private static final List<String> RULES = List.of("CV-MUL-031");

  private static final List<VectorFamily> OTHERS =
      List.of(
          new ElementFamily(),
          new ConvertFamily(),
          new ProductFamily(),
          new TrainingFamily(),
          new NetworkFamily(),
          new PrecisionFamily(),
          new MemoryFamily());

  /** Of so many cases a smoke run takes one. */
  private static final int SMOKE_STEP = 29;

  @Override
  public String name() {
    return "vector.stage";
  }

  @Override
  public List<String> assertions() {
    Set<String> all = new LinkedHashSet<>(RULES);
    OTHERS.forEach(family -> all.addAll(family.assertions()));
    return List.copyOf(all);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return Arrays.stream(ShaderStage.values())
        .filter(stage -> stage != ShaderStage.COMPUTE)
        .flatMap(
            stage ->
                missing(stage, report)
                    .map(why -> Stream.of(Case.unsupported(name() + "." + stage, RULES, why)))
                    .orElseGet(() -> cases(stage, report, profile)));
  }

  /** Why a device cannot run shaders of a stage. */
  private static Optional<String> missing(ShaderStage stage, DeviceReport report) {
    if ((report.limit("cooperativeVectorSupportedStages") & stage.bit()) == 0) {
      return Optional.of("cooperativeVectorSupportedStages lacks the stage");
    }
    return stage.features().stream()
        .filter(feature -> !report.has(feature))
        .findFirst()
        .map(GatedFamily::lacks);
  }

  private Stream<Case> cases(ShaderStage stage, DeviceReport report, Profile profile) {
    List<Case> cases = new ArrayList<>();
    int number = 0;
    for (Family family : OTHERS) {
      for (Case other :
          (Iterable<Case>)
              family.cases(report, profile == Profile.FULL ? Profile.DEFAULT : Profile.SMOKE)
                  ::iterator) {
        if (other.unsupported().isEmpty()
            && (stage.hasWorkgroups() || !MemoryFamily.needsWorkgroups(other))
            && (profile != Profile.SMOKE || number++ % SMOKE_STEP == stage.ordinal())) {
          cases.add(in(stage, other));
        }
      }
    }
    return cases.stream();
  }

  private Case in(ShaderStage stage, Case other) {
    List<String> checks = new ArrayList<>(RULES);
    checks.addAll(other.assertions());
    return Case.of(
        "%s.%s.%s".formatted(name(), stage, other.name().substring("vector.".length())),
        checks,
        () -> ((ShaderPlan) other.plan().get()).in(stage, ALL));
  }
}
