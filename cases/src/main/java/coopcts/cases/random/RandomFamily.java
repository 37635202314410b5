package coopcts.cases.random;

import coopcts.cases.Family;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Random programs, a case for each seed: {@code random.SYSTEMS.SEED}, {@code
 * random.SYSTEMS.sizeN.SEED} for programs of another size, and with {@code .rSTEP-STEP...} behind it
 * what steps of reduction made of one. A program hangs on nothing but its name and what the device
 * reports.
 *
 * @param systems whose operations programs have
 * @param first the first seed
 * @param count how many programs
 * @param size statements in the main part of each, about
 * @param path steps of reduction
 */
public record RandomFamily(Systems systems, long first, long count, int size, List<Integer> path)
    implements Family {

  /** The first part of its cases' names. */
  public static final String SYSTEM = "random.";

  /** Statements of a program by default. */
  public static final int SIZE = 10;

  private static final Pattern NAME =
      Pattern.compile("random\\.([a-z0-9_]+)\\.(?:size(\\d{1,4})\\.)?(\\d{1,18})(?:\\.r([\\d-]+))?");

  private static final Pattern TEXT = Pattern.compile("(.*)\\+(\\d{1,18})");

  public RandomFamily {
    path = List.copyOf(path);
  }

  public RandomFamily(Systems systems, long first, long count, int size) {
    this(systems, first, count, size, List.of());
  }

  /** The family that has one case, that with a name; empty where no program has it. */
  public static Optional<RandomFamily> named(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    List<Integer> path =
        matcher.group(4) == null
            ? List.of()
            : Arrays.stream(matcher.group(4).split("-")).map(Integer::valueOf).toList();
    int size = matcher.group(2) == null ? SIZE : Integer.parseInt(matcher.group(2));
    return Systems.parse(matcher.group(1))
        .map(
            systems ->
                new RandomFamily(systems, Long.parseLong(matcher.group(3)), 1, size, path));
  }

  /**
   * What {@link #toString} has written.
   *
   * @throws IllegalArgumentException if it is nothing of that kind
   */
  public static RandomFamily parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    return Optional.of(matcher)
        .filter(Matcher::matches)
        .flatMap(found -> named(found.group(1)))
        .map(
            one ->
                new RandomFamily(
                    one.systems, one.first, Long.parseLong(matcher.group(2)), one.size, one.path))
        .orElseThrow(() -> new IllegalArgumentException("no random programs: " + text));
  }

  /** The first case's name and how many there are. */
  @Override
  public String toString() {
    return name(first) + "+" + count;
  }

  @Override
  public String name() {
    return SYSTEM + systems;
  }

  @Override
  public List<String> assertions() {
    return systems.assertions();
  }

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    if (!report.has(systems.feature())) {
      return Stream.of(
          Case.unsupported(
              name(), assertions(), GatedFamily.lacks(systems.feature())));
    }
    Offer offer = Offer.of(report);
    if (!systems.hasProducts(offer)) {
      return Stream.of(
          Case.unsupported(name(), assertions(), "no product is offered that GLSL can write"));
    }
    return LongStream.range(first, first + count)
        .mapToObj(seed -> Case.of(name(seed), assertions(), () -> plan(offer, seed)));
  }

  private String drawn(long seed) {
    return size == SIZE
        ? "%s.%d".formatted(name(), seed)
        : "%s.size%d.%d".formatted(name(), size, seed);
  }

  private String name(long seed) {
    return new Reduction(drawn(seed), path, null).name();
  }

  private ShaderPlan plan(Offer offer, long seed) {
    return Reduction.plan(drawn(seed), path, program(offer, seed));
  }

  /** The first program as text that outlasts changes of what seeds draw. */
  public String kept(DeviceReport report) {
    return Kept.write(program(Offer.of(report), first));
  }

  private RandomProgram program(Offer offer, long seed) {
    RandomProgram program = Generator.program(offer, systems, seed, size);
    for (int i = 0; i < path.size(); i++) {
      Reduction reduction = new Reduction(drawn(seed), path.subList(0, i), program);
      program =
          reduction
              .after(path.get(i))
              .orElseThrow(() -> new IllegalStateException("no such step of reduction"));
    }
    return program;
  }
}
