package coopcts.cases.vector;

import coopcts.cases.Family;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
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
 * <p>A default run takes one case of each form of each other family, more where there are dozens,
 * and another one in the next stage; a smoke run some of these forms, others in the next stage; a
 * full run all of the other families' default cases.
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

  private static final int A_DOZEN = 12;

  /** Of so many forms a smoke run takes one. */
  private static final int FORMS_APART = 8;

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
    return report.missing(stage.features()).map(GatedFamily::lacks);
  }

  private Stream<Case> cases(ShaderStage stage, DeviceReport report, Profile profile) {
    List<Case> chosen = new ArrayList<>();
    int form = 0;
    for (List<Case> cases : forms(stage, report, profile)) {
      switch (profile) {
        case FULL -> chosen.addAll(cases);
        case DEFAULT -> {
          int count = 1 + cases.size() / A_DOZEN;
          for (int n = 0; n < count; n++) {
            int index = stage.ordinal() + form + n * cases.size() / count;
            chosen.add(cases.get(index % cases.size()));
          }
        }
        case SMOKE -> {
          if (form % FORMS_APART == stage.ordinal() % FORMS_APART) {
            chosen.add(cases.getFirst());
          }
        }
      }
      form++;
    }
    return chosen.stream().map(other -> in(stage, other));
  }

  /** The cases of the other families that can stand in a stage, by their form. */
  private static Collection<List<Case>> forms(
      ShaderStage stage, DeviceReport report, Profile profile) {
    Map<String, List<Case>> forms = new LinkedHashMap<>();
    for (Family family : OTHERS) {
      boolean all = profile == Profile.FULL || family instanceof ElementFamily;
      family
          .cases(report, all ? Profile.DEFAULT : Profile.SMOKE)
          .filter(other -> other.unsupported().isEmpty())
          .filter(other -> stage.hasWorkgroups() || !MemoryFamily.needsWorkgroups(other))
          .forEach(other -> forms.computeIfAbsent(form(other), _ -> new ArrayList<>()).add(other));
    }
    return forms.values();
  }

  /**
   * The first parts of a case's name; where components are moved, their width too, which decides on
   * the registers that they lie in.
   */
  private static String form(Case other) {
    String[] parts = other.name().split("\\.");
    String form = parts[1] + "." + parts[2];
    return ElementFamily.moves(other) ? form + "." + parts[3].replaceAll("\\D", "") : form;
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
