// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import coopcts.cases.CasePool;
import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.combinations.Draw;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.plan.UnfitPlan;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Other families' cases in frames. A frame is the context in which a shader is put, its computation
 * unchanged: launch shape, control flow, neighbouring operations, bindings, how module and pipeline
 * are made. Each case draws frames by its name from lists that hold every pair of values of two
 * axes.
 */
public final class FramedFamily implements Family {

  /** A smoke run takes one in so many of a family's cases into each list of frames. */
  private static final int SMOKE_PART = 15;

  /** How often a frame stands around cases of one family in a full run, at least. */
  private static final int TIMES = 2;

  private final String system;
  private final int part;

  /** Which take longer to draw than many families to list: only where they are needed. */
  private final Supplier<ExecutionContexts> frames;

  private final List<Family> others;
  private final ChosenPrograms chosen;

  private FramedFamily(
      String system,
      int part,
      Supplier<ExecutionContexts> frames,
      ChosenPrograms chosen,
      List<Family> others) {
    this.system = system;
    this.part = part;
    this.frames = frames;
    this.chosen = chosen;
    this.others = others;
  }

  /**
   * {@return a family for shaders whose subgroups work together, in the frames that fit these}
   *
   * @param system the short name of the system that the others belong to, such as {@code khr}
   * @param part a default run takes one in this many of the others' cases into each list of frames;
   *     at least 1, and a full run takes all
   * @param others families whose cases are taken; each case keeps its name, behind the frame's
   */
  public static FramedFamily ofSubgroups(String system, int part, Family... others) {
    return new FramedFamily(
        system, part, () -> ExecutionContexts.OF_SUBGROUPS, ChosenPrograms.NONE, List.of(others));
  }

  /**
   * {@return a family for shaders whose invocations work for themselves, in the frames that fit
   * these}
   *
   * @param system the short name of the system that the others belong to, such as {@code vector}
   * @param part a default run takes one in this many of the others' cases into each list of frames;
   *     at least 1, and a full run takes all
   * @param others families whose cases are taken
   */
  public static FramedFamily ofInvocations(String system, int part, Family... others) {
    return new FramedFamily(
        system, part, () -> ExecutionContexts.OF_INVOCATIONS, ChosenPrograms.NONE, List.of(others));
  }

  /**
   * {@return a copy of this family that has some cases in addition to those that it draws}
   *
   * @param some names of cases, which replace those of an earlier call; names of other families are
   *     ignored
   */
  public FramedFamily with(ChosenPrograms some) {
    return new FramedFamily(system, part, frames, some, others);
  }

  /** {@return the families whose cases are taken; unmodifiable} */
  public List<Family> others() {
    return others;
  }

  /** Seeds behind which a full run's more random programs begin: those before have other places. */
  private static final int BEHIND = 6000;

  /** How many, of the usual size, and a quarter as many large ones. */
  private static final int MORE = 1500;

  /** In so many frames of each list stands each case among which some are chosen. */
  private static final int CHOICES = 2;

  /**
   * {@return a pool of cases in frames of each list: of the other families that draw from seeds the
   * programs beyond those that a full run has, and with the first of these the others' cases}
   *
   * @param report of the device
   */
  public CasePool pool(DeviceReport report) {
    Cases cases = new Cases(report, Profile.DEFAULT);
    return (from, programs, mine) ->
        others.stream().flatMap(other -> cases.pool(other, from, programs, mine));
  }

  @Override
  public String name() {
    return system + ".framed";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("its cases are those in frames");
  }

  @Override
  public List<String> assertions() {
    Set<String> all = new LinkedHashSet<>(Family.assertions(others));
    all.addAll(NeighbourProducts.SENTENCES);
    return List.copyOf(all);
  }

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    Cases cases = new Cases(report, profile);
    List<Case> first = others.parallelStream().flatMap(cases::all).toList();
    if (profile == Profile.SMOKE || chosen.isEmpty()) {
      return first.stream();
    }
    Set<String> known = first.stream().map(Case::name).collect(Collectors.toSet());
    return Stream.concat(
        first.stream(),
        chosen.of(name(), report).stream()
            .filter(name -> !known.contains(name))
            .map(cases::named)
            .flatMap(Optional::stream));
  }

  /** A case's name tells its frame and what stands in it: nothing needs to be tried. */
  @Override
  public Optional<Finder> finder(DeviceReport report, Profile profile) {
    return Optional.of(new Cases(report, profile)::named);
  }

  /** Whether some cases are drawn from seeds. */
  private boolean hasPrograms() {
    return others.stream().anyMatch(other -> other.behind(0, 0).isPresent());
  }

  private int part(Profile profile) {
    return switch (profile) {
      case SMOKE -> SMOKE_PART;
      case DEFAULT -> part;
      case FULL -> 1;
    };
  }

  /** The cases for a device. Several threads may take different families'. */
  private final class Cases {

    private final DeviceReport report;
    private final Profile profile;
    private final List<NeighbourProducts> neighbours;
    private final Map<String, Optional<NeighbourProducts>> company = new ConcurrentHashMap<>();
    private final Map<Integer, DeviceReport> sized = new ConcurrentHashMap<>();
    private final Map<Family, Map<ExecutionContext.Size, Map<String, Case>>> known =
        new ConcurrentHashMap<>();
    private final Map<Family, Map<ExecutionContext.Size, Optional<Finder>>> finders =
        new ConcurrentHashMap<>();

    Cases(DeviceReport report, Profile profile) {
      this.report = report;
      this.profile = profile;
      this.neighbours = NeighbourProducts.all(report);
    }

    /** A family's cases by name, made for subgroups of a size; none where there is no such size. */
    private Map<String, Case> of(Family other, ExecutionContext.Size size) {
      return known
          .computeIfAbsent(other, _ -> new EnumMap<>(ExecutionContext.Size.class))
          .computeIfAbsent(size, _ -> list(other, size));
    }

    /** A family's case with a name, made for subgroups of a size. */
    private Optional<Case> of(Family other, ExecutionContext.Size size, String name) {
      if (!hasSize(size)) {
        return Optional.empty();
      }
      return finders
          .computeIfAbsent(other, _ -> new EnumMap<>(ExecutionContext.Size.class))
          .computeIfAbsent(size, _ -> other.finder(sized(size), listed()))
          .map(finder -> finder.find(name))
          .orElseGet(() -> Optional.ofNullable(of(other, size).get(name)));
    }

    private Map<String, Case> list(Family other, ExecutionContext.Size size) {
      Map<String, Case> cases = new LinkedHashMap<>();
      if (hasSize(size)) {
        other
            .cases(sized(size), listed())
            .filter(one -> one.unsupported().isEmpty())
            .forEach(one -> cases.put(one.name(), one));
      }
      return cases;
    }

    private Profile listed() {
      return profile == Profile.SMOKE ? Profile.SMOKE : Profile.DEFAULT;
    }

    private boolean hasSize(ExecutionContext.Size size) {
      DeviceReport.Subgroup own = report.subgroup();
      return size == ExecutionContext.Size.OWN
          || own.canRequireInCompute() && sized(size).subgroup().size() != own.size();
    }

    /** What the device would report if its subgroups had another size. */
    private DeviceReport sized(ExecutionContext.Size size) {
      DeviceReport.Subgroup own = report.subgroup();
      return switch (size) {
        case OWN -> report;
        case SMALLER -> sized(own.minimum());
        case LARGER -> sized(own.maximum());
      };
    }

    private DeviceReport sized(int wanted) {
      DeviceReport.Subgroup own = report.subgroup();
      return sized.computeIfAbsent(
          wanted,
          size ->
              report.with(
                  new DeviceReport.Subgroup(
                      size, own.minimum(), own.maximum(), own.canRequireInCompute())));
    }

    Stream<Case> pool(Family other, int from, int programs, Predicate<String> mine) {
      Optional<Family> drawn = other.behind(from, programs);
      if (drawn.isPresent()) {
        return pool(drawn.get(), drawn.get().cases(report, Profile.FULL), mine);
      }
      return from == 0
          ? pool(other, of(other, ExecutionContext.Size.OWN).values().stream(), mine)
          : Stream.empty();
    }

    private Stream<Case> pool(Family other, Stream<Case> all, Predicate<String> mine) {
      return all.filter(one -> one.unsupported().isEmpty() && mine.test(one.name()))
          .flatMap(
              one -> {
                // A program takes longer to draw than to frame.
                Map<ExecutionContext.Size, Optional<Case>> drawn =
                    new EnumMap<>(ExecutionContext.Size.class);
                return frames.get().all().stream()
                    .flatMap(
                        list ->
                            in(
                                one,
                                size ->
                                    drawn.computeIfAbsent(
                                        size, own -> of(other, own, one.name()).map(Case::kept)),
                                list,
                                CHOICES));
              });
    }

    /**
     * More random programs, in a frame of each list. What does not fit is found when it is planned,
     * and has no plan but the reason: to draw all of them takes minutes.
     */
    Stream<Case> drawn(Family other) {
      return other.behind(BEHIND, MORE).stream()
          .flatMap(
              more ->
                  more.cases(report, Profile.FULL)
                      .filter(one -> one.unsupported().isEmpty())
                      .flatMap(one -> drawn(more, one.name())));
    }

    private Stream<Case> drawn(Family other, String program) {
      return frames.get().all().stream()
          .map(list -> list.get(Draw.index(list, program)))
          .distinct()
          .filter(frame -> hasSize(frame.size()))
          .map(frame -> framed(size -> of(other, size, program), frame, Optional.empty()));
    }

    /** What cannot be listed of a family is said, and keeps no other from its frames. */
    Stream<Case> all(Family other) {
      try {
        return (profile == Profile.FULL
                ? Stream.concat(framed(other), drawn(other))
                : framed(other))
            .toList().stream();
      } catch (RuntimeException | StackOverflowError e) {
        return Stream.of(Case.unlisted(name(), other.name(), other.assertions(), e));
      }
    }

    Stream<Case> framed(Family other) {
      List<Case> cases = List.copyOf(of(other, ExecutionContext.Size.OWN).values());
      return frames.get().lists().stream()
          .flatMap(
              list -> {
                int each =
                    profile == Profile.FULL && !cases.isEmpty()
                        ? Math.ceilDiv(TIMES * list.size(), cases.size())
                        : 1;
                // The first frames' cases hang on the family's name alone.
                String key = list == frames.get().around() ? name() : name() + ".made";
                return cases.stream()
                    .filter(
                        one ->
                            one.equals(cases.getFirst())
                                || Draw.oneIn(part(profile), key, one.name()))
                    .flatMap(one -> in(one, size -> of(other, size, one.name()), list, each));
              });
    }

    /**
     * A case in so many of the frames that it fits into: the first ones that its name draws.
     *
     * @param sized the case as it is for subgroups of a size
     */
    private Stream<Case> in(
        Case one,
        Function<ExecutionContext.Size, Optional<Case>> sized,
        List<ExecutionContext> list,
        int count) {
      Map<ExecutionContext.Size, Optional<GlslWrapper.Body>> bodies =
          new EnumMap<>(ExecutionContext.Size.class);
      try {
        return Draw.ordered(list, frame -> Draw.hash(name(), frame, one.name()))
            .filter(
                frame ->
                    bodies
                        .computeIfAbsent(
                            frame.size(), size -> sized.apply(size).flatMap(Cases::body))
                        .flatMap(body -> framing(body, one, frame))
                        .isPresent())
            .limit(count)
            .map(
                frame ->
                    framed(
                        sized,
                        frame,
                        bodies.get(frame.size()).flatMap(body -> framing(body, one, frame))))
            .toList()
            .stream();
      } catch (RuntimeException | StackOverflowError e) {
        String which = list == frames.get().around() ? "" : ".made";
        return Stream.of(Case.unlisted(name() + which, one.local(), one.assertions(), e));
      }
    }

    private static Optional<GlslWrapper.Body> body(Case of) {
      return of.plan().get() instanceof ShaderPlan plan
          ? GlslWrapper.Body.of(alone(plan).shader())
          : Optional.empty();
    }

    /** A frame is the placement of what stands in it: programs have no other one there. */
    private static ShaderPlan alone(ShaderPlan plan) {
      return plan.placed().map(ShaderPlan.Placed::alone).orElse(plan);
    }

    /**
     * A case in a frame.
     *
     * @param sized the case as it is for subgroups of a size
     * @param known its shader there, if that has been made
     */
    private Case framed(
        Function<ExecutionContext.Size, Optional<Case>> sized,
        ExecutionContext frame,
        Optional<GlslWrapper> known) {
      Case one = sized.apply(frame.size()).orElseThrow();
      return Case.of(
              "%s.%s.%s".formatted(name(), frame, one.local()),
              claims(
                  one, neighbour(one, frame), known.filter(_ -> claimsByShader(one, frame)), frame),
              () -> {
                ShaderPlan plan = alone((ShaderPlan) one.plan().get());
                Placement place = Placement.in(frame, neighbour(one, frame));
                DeviceReport there = sized(frame.size());
                // What is drawn, or was chosen for another device, may not fit.
                try {
                  return place.of(plan, Placement.NO_INPUTS, there);
                } catch (Placement.OutOfPlacement e) {
                  return new UnfitPlan("it does not stand in the frame: " + e.getMessage());
                }
              })
          .formed(one.form())
          .with(one.traits());
    }

    Optional<Case> named(String wanted) {
      if (!wanted.startsWith(name() + ".")) {
        return Optional.empty();
      }
      String rest = wanted.substring(name().length() + 1);
      int dot = rest.indexOf('.');
      if (dot < 0) {
        return Optional.empty();
      }
      String base = system + rest.substring(dot);
      return frames
          .get()
          .named(rest.substring(0, dot))
          .flatMap(
              frame ->
                  others.stream()
                      .filter(other -> other.mayHave(base))
                      .filter(other -> of(other, frame.size(), base).isPresent())
                      .findFirst()
                      .map(other -> named(other, base, frame)));
    }

    private Case named(Family other, String base, ExecutionContext frame) {
      Case one = of(other, frame.size(), base).orElseThrow().kept();
      Optional<GlslWrapper> known =
          claimsByShader(one, frame)
              ? body(one).flatMap(body -> framing(body, one, frame))
              : Optional.empty();
      return framed(
          size -> size == frame.size() ? Optional.of(one) : of(other, size, base), frame, known);
    }

    /** To draw a random program for what it claims takes too long. */
    private boolean claimsByShader(Case one, ExecutionContext frame) {
      return !hasPrograms() && neighbour(one, frame).isPresent();
    }

    private Optional<NeighbourProducts> neighbour(Case other, ExecutionContext frame) {
      return frame.company() == ExecutionContext.Company.ALONE
          ? Optional.empty()
          : company.computeIfAbsent(other.name(), name -> NeighbourProducts.of(name, neighbours));
    }

    private Optional<GlslWrapper> framing(
        GlslWrapper.Body body, Case other, ExecutionContext frame) {
      DeviceReport there = sized(frame.size());
      return Optional.of(GlslWrapper.of(body, frame, neighbour(other, frame), there))
          .filter(one -> one.unfit(there).isEmpty());
    }
  }

  /** What the case claims, and what its company does. */
  private static List<String> claims(
      Case other,
      Optional<NeighbourProducts> neighbour,
      Optional<GlslWrapper> known,
      ExecutionContext frame) {
    Set<String> all = new LinkedHashSet<>(other.assertions());
    neighbour.ifPresent(one -> all.addAll(one.rule().assertions()));
    if (known.filter(GlslWrapper::keepsWords).isPresent()) {
      all.addAll(NeighbourProducts.WORDS.assertions());
    }
    if (neighbour.filter(one -> one.gathers(frame.company())).isPresent()) {
      all.addAll(NeighbourProducts.GATHERED.assertions());
    }
    return List.copyOf(all);
  }
}
