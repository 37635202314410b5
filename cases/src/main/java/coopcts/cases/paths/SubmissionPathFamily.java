// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.paths;

import coopcts.cases.Family;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.cases.context.Placement;
import coopcts.combinations.Draw;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.plan.Case;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Other families' cases by each {@link SubmissionPath} that a device has: the same shader, the same
 * inputs, the same expectation, but other commands that bring them to the driver.
 *
 * <p>Each path draws its own: a smoke run takes a case of one other family, a default run one of
 * each, a full run one of each form. A path that could lose specialization or push constants takes
 * a case that has them first.
 */
public final class SubmissionPathFamily implements Family {

  private final String system;
  private final List<Family> others;

  /**
   * Makes the family of other families' cases on all paths.
   *
   * @param system the short name of the system that the others belong to, such as {@code khr}
   * @param others families whose shaders are taken unchanged
   */
  public SubmissionPathFamily(String system, Family... others) {
    this.system = system;
    this.others = List.of(others);
  }

  @Override
  public String name() {
    return system + ".way";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("the path into the driver is what it is about");
  }

  @Override
  public List<String> assertions() {
    return Family.assertions(others);
  }

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    Map<Family, List<Case>> cases = new HashMap<>();
    Shaders shaders = new Shaders();
    for (Family other : others) {
      try {
        cases.put(other, list(other, report, profile).toList());
      } catch (RuntimeException | StackOverflowError e) {
        cases.put(other, List.of());
        shaders.unlisted.put(
            other.name(), Case.unlisted(name(), other.name(), other.assertions(), e));
      }
    }
    List<Case> all =
        SubmissionPath.ofAny()
            .parallel()
            .flatMap(
                way ->
                    report
                        .missing(way.features())
                        .map(
                            missing ->
                                Stream.of(
                                    Case.unsupported(
                                        name() + "." + way,
                                        assertions(),
                                        GatedFamily.lacks(missing))))
                        .orElseGet(() -> by(way, cases, shaders, report, profile)))
            .toList();
    return Stream.concat(all.stream(), shaders.unlisted.values().stream());
  }

  /** A case's name tells its way and what goes that way: nothing needs to be tried. */
  @Override
  public Optional<Finder> finder(DeviceReport report, Profile profile) {
    Map<Family, Map<String, Case>> known = new HashMap<>();
    return Optional.of(
        wanted ->
            SubmissionPath.ofAny()
                .filter(way -> wanted.startsWith("%s.%s.".formatted(name(), way)))
                .filter(way -> report.missing(way.features()).isEmpty())
                .findFirst()
                .flatMap(
                    way -> {
                      String base =
                          system + wanted.substring("%s.%s".formatted(name(), way).length());
                      return others.stream()
                          .filter(other -> other.mayHave(base))
                          .map(
                              other ->
                                  known.computeIfAbsent(
                                      other, _ -> byName(list(other, report, profile))))
                          .filter(cases -> cases.containsKey(base))
                          .findFirst()
                          .map(cases -> cases.get(base))
                          .filter(one -> fits(way, report, one))
                          .map(one -> by(way, one, report));
                    }));
  }

  private boolean fits(SubmissionPath way, DeviceReport report, Case one) {
    return new Shaders()
        .of(one)
        .filter(plan -> Placement.by(way).unfit(plan, Placement.NO_INPUTS, report).isEmpty())
        .isPresent();
  }

  private static Map<String, Case> byName(Stream<Case> cases) {
    return cases.collect(Collectors.toMap(Case::name, Function.identity()));
  }

  /** All but those that shaders are made for: with legal defaults, with places that far apart. */
  private static Stream<Case> list(Family other, DeviceReport report, Profile profile) {
    return other
        .cases(report, profile == Profile.FULL ? Profile.DEFAULT : Profile.SMOKE)
        .filter(one -> one.unsupported().isEmpty());
  }

  private Stream<Case> by(
      SubmissionPath way,
      Map<Family, List<Case>> cases,
      Shaders shaders,
      DeviceReport report,
      Profile profile) {
    Placement there = Placement.by(way);
    List<Case> taken = new ArrayList<>();
    for (Family other : others) {
      List<Case> ordered =
          Draw.ordered(cases.get(other), one -> Draw.hash(name(), way, one.name())).toList();
      Predicate<Case> fitting =
          one ->
              shaders
                  .of(one)
                  .filter(plan -> there.unfit(plan, Placement.NO_INPUTS, report).isEmpty())
                  .isPresent();
      if (profile == Profile.FULL) {
        Set<String> forms = new LinkedHashSet<>();
        ordered.stream().filter(fitting).filter(one -> forms.add(one.form())).forEach(taken::add);
      } else {
        ordered.stream()
            .filter(fitting)
            .filter(one -> isTelling(way, shaders.of(one).orElseThrow()))
            .findFirst()
            .or(() -> ordered.stream().filter(fitting).findFirst())
            .ifPresent(taken::add);
      }
    }
    boolean isTold = taken.stream().anyMatch(one -> isTelling(way, shaders.of(one).get()));
    Stream<Case> drawn =
        profile == Profile.SMOKE
            ? taken.stream()
                .filter(one -> !isTold || isTelling(way, shaders.of(one).orElseThrow()))
                .min(Comparator.comparingLong(one -> Draw.hash(way, one.name())))
                .stream()
            : taken.stream();
    return drawn.map(other -> by(way, other, report));
  }

  /** The others' shaders that can go ways, each made once. Several threads may ask. */
  private final class Shaders {
    private final Map<String, Optional<ShaderPlan>> known = new ConcurrentHashMap<>();

    /** What cannot be listed goes no way, and says so. */
    private final Map<String, Case> unlisted = new ConcurrentSkipListMap<>();

    Optional<ShaderPlan> of(Case one) {
      return known.computeIfAbsent(one.name(), _ -> planned(one));
    }

    private Optional<ShaderPlan> planned(Case one) {
      try {
        return one.plan().get() instanceof ShaderPlan plan
                && plan.shader().target().stage() == ShaderStage.COMPUTE
                && plan.shader().target().way() == SubmissionPath.PLAIN
            ? Optional.of(plan)
            : Optional.empty();
      } catch (RuntimeException | StackOverflowError e) {
        unlisted.put(one.name(), Case.unlisted(name(), one.local(), one.assertions(), e));
        return Optional.empty();
      }
    }
  }

  /** Whether a shader has what could get lost on the way. */
  private static boolean isTelling(SubmissionPath way, ShaderPlan plan) {
    Shader shader = plan.shader();
    return switch (way) {
      case FROM_CACHE, DERIVATIVE, PIPELINE_BINARY, SHADER_OBJECT, SHADER_BINARY ->
          !shader.constants().isEmpty();
      case SECONDARY -> shader.pushBytes() > 0;
      default -> true;
    };
  }

  private Case by(SubmissionPath way, Case other, DeviceReport report) {
    return Case.of(
            "%s.%s.%s".formatted(name(), way, other.local()),
            other.assertions(),
            () ->
                Placement.by(way).of((ShaderPlan) other.plan().get(), Placement.NO_INPUTS, report))
        .formed(other.form())
        .with(other.traits());
  }
}
