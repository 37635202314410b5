// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.paths;

import coopcts.cases.Family;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.combinations.Draw;
import coopcts.model.DeviceReport;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.model.TestedSystem;
import coopcts.plan.Case;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.spirv.ModuleWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
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
import java.util.regex.Pattern;
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

  /** The most descriptors that may be pushed everywhere, and that may have dynamic offsets. */
  private static final int MOST_PUSHED = 32;

  private static final int MOST_DYNAMIC = 4;

  /** Matrices of cooperative vectors lie at multiples of this. */
  private static final int VECTOR_ALIGNMENT = 64;

  /** A choice of matrices, which SPIRV-Tools rejects where it is shown the module. */
  private static final Pattern CHOICE = Pattern.compile("\\? m\\d+ : m\\d+;");

  /** Ways on which SPIRV-Tools changes the module. */
  private static final Set<SubmissionPath> SHOWN =
      EnumSet.of(SubmissionPath.OPTIMIZED, SubmissionPath.SMALLER);

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
                          .map(one -> by(way, one));
                    }));
  }

  private boolean fits(SubmissionPath way, DeviceReport report, Case one) {
    return new Shaders().of(one).filter(shader -> fits(way, system, shader, report)).isPresent();
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
    List<Case> taken = new ArrayList<>();
    for (Family other : others) {
      List<Case> ordered =
          Draw.ordered(cases.get(other), one -> Draw.hash(name(), way, one.name())).toList();
      Predicate<Case> fitting =
          one -> shaders.of(one).filter(s -> fits(way, system, s, report)).isPresent();
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
    return drawn.map(other -> by(way, other));
  }

  /** The others' shaders that can go ways, each made once. Several threads may ask. */
  private final class Shaders {
    private final Map<String, Optional<Shader>> known = new ConcurrentHashMap<>();

    /** What cannot be listed goes no way, and says so. */
    private final Map<String, Case> unlisted = new ConcurrentSkipListMap<>();

    Optional<Shader> of(Case one) {
      return known.computeIfAbsent(one.name(), _ -> planned(one));
    }

    private Optional<Shader> planned(Case one) {
      try {
        return one.plan().get() instanceof ShaderPlan plan
                && plan.shader().target().stage() == ShaderStage.COMPUTE
                && plan.shader().target().way() == SubmissionPath.PLAIN
            ? Optional.of(plan.shader())
            : Optional.empty();
      } catch (RuntimeException | StackOverflowError e) {
        unlisted.put(one.name(), Case.unlisted(name(), one.local(), one.assertions(), e));
        return Optional.empty();
      }
    }
  }

  /**
   * Whether a shader can take a path: some paths change the module or limit buffers. That the
   * device has the features which the path needs ({@link SubmissionPath#features}) is not asked
   * here.
   *
   * @param way the path
   * @param system the short name of the system that the shader belongs to, such as {@code vector}
   * @param shader a compute shader that is to take the path
   * @param report of the device, whose alignment of buffers counts
   * @return false if the shader cannot take the path
   */
  public static boolean fits(
      SubmissionPath way, String system, Shader shader, DeviceReport report) {
    if (SHOWN.contains(way) && CHOICE.matcher(shader.glsl()).find()) {
      return false;
    }
    return switch (way) {
      case ENTRY_POINTS, UNTYPED, VARIABLE_POINTERS ->
          shader.unwritten(ModuleWriter.SPIRV).isEmpty();
      case OPTIMIZED, SMALLER -> shader.patches().isEmpty() && shader.writer() == ModuleWriter.GLSL;
      case BASE, TWO_QUEUES -> !shader.glsl().contains("gl_NumWorkGroups");
      case PUSH_DESCRIPTORS -> shader.buffers().size() <= MOST_PUSHED;
      case DYNAMIC_OFFSETS -> shader.buffers().size() <= MOST_DYNAMIC;
      case ODD_OFFSETS ->
          TestedSystem.of(system).filter(TestedSystem.of(Scope.INVOCATION)::equals).isEmpty()
              || report.limit("minStorageBufferOffsetAlignment") % VECTOR_ALIGNMENT == 0;
      default -> true;
    };
  }

  /** Whether a shader has what could get lost on the way. */
  private static boolean isTelling(SubmissionPath way, Shader shader) {
    return switch (way) {
      case FROM_CACHE, DERIVATIVE, PIPELINE_BINARY, SHADER_OBJECT, SHADER_BINARY ->
          !shader.constants().isEmpty();
      case SECONDARY -> shader.pushBytes() > 0;
      default -> true;
    };
  }

  private Case by(SubmissionPath way, Case other) {
    return Case.of(
            "%s.%s.%s".formatted(name(), way, other.local()),
            other.assertions(),
            () -> by(way, (ShaderPlan) other.plan().get()))
        .formed(other.form())
        .with(other.traits());
  }

  /**
   * {@return a new plan whose shader takes a path; the subcases stay} The caller makes sure that it
   * {@link #fits}. The new plan has no picture.
   *
   * @param way the path
   * @param plan of a compute shader; not changed
   */
  public static ShaderPlan by(SubmissionPath way, ShaderPlan plan) {
    return new ShaderPlan(plan.shader().by(way), plan.subcases())
        .placing(plan, other -> by(way, other));
  }
}
