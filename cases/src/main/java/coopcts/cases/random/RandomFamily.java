// SPDX-License-Identifier: Apache-2.0
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
 * random.SYSTEMS.sizeN.SEED} for programs of another size, and with {@code .rSTEP-STEP...} behind
 * it what steps of reduction made of one. A program hangs on nothing but its name and what the
 * device reports.
 *
 * @param systems whose operations programs have
 * @param writings how each is written and compiled
 * @param first the first seed
 * @param count how many programs
 * @param size statements in the main part of each, about
 * @param path steps of reduction
 */
public record RandomFamily(
    Systems systems,
    List<SourceVariant> writings,
    long first,
    long count,
    int size,
    List<Integer> path)
    implements Family {

  /** The first part of its cases' names. */
  public static final String SYSTEM = "random.";

  /** Statements of a program by default. */
  public static final int SIZE = 10;

  private static final Pattern NAME =
      Pattern.compile(
          "random\\.([a-z0-9_]+)\\.(?:([a-z]+)\\.)?(?:size(\\d{1,4})\\.)?(\\d{1,18})(?:\\.r([\\d-]+))?");

  private static final Pattern TEXT = Pattern.compile("(.*)\\+(\\d{1,18})");

  /** Stands in names for all that the front end and its optimizer make of a program. */
  private static final String COMPILERS = "compilers";

  /** Stands in names for a program by the front end and without it. */
  private static final String WRITERS = "writers";

  /**
   * Copies the lists.
   *
   * @param systems whose operations programs have
   * @param writings how each is written and compiled
   * @param first the first seed
   * @param count how many programs
   * @param size statements in the main part of each, about
   * @param path steps of reduction
   */
  public RandomFamily {
    writings = List.copyOf(writings);
    path = List.copyOf(path);
  }

  /**
   * Makes a family of programs as they are drawn, each written and compiled in one way.
   *
   * @param systems whose operations the programs have
   * @param first seed of the first program, 0 or more; each further one has the next seed
   * @param count number of programs
   * @param size number of statements in the main part of each program, about
   */
  public RandomFamily(Systems systems, long first, long count, int size) {
    this(systems, List.of(SourceVariant.DRAWN), first, count, size, List.of());
  }

  /** {@return a family of this one's programs, each compiled in every way that the suite knows} */
  public RandomFamily everyWay() {
    return by(SourceVariant.COMPILED);
  }

  /**
   * {@return a family of this one's programs, each twice: compiled of GLSL and written as SPIR-V,
   * both alone in a compute shader}
   */
  public RandomFamily byBothWriters() {
    return by(SourceVariant.WRITTEN);
  }

  /** {@return a family of this one's programs, written as SPIR-V without a front end} */
  public RandomFamily asSpirv() {
    return by(List.of(SourceVariant.SPIRV));
  }

  private RandomFamily by(List<SourceVariant> other) {
    return new RandomFamily(systems, other, first, count, size, path);
  }

  /**
   * {@return the family of the single case that has a name, or empty if the name is not of the form
   * of a random program's, or names systems that no program has together}
   *
   * @param name whole name of a case, such as {@code random.khr.17}
   * @throws NumberFormatException if a step of reduction in the name is no 32-bit number
   */
  public static Optional<RandomFamily> named(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    List<Integer> path =
        matcher.group(5) == null
            ? List.of()
            : Arrays.stream(matcher.group(5).split("-")).map(Integer::valueOf).toList();
    int size = matcher.group(3) == null ? SIZE : Integer.parseInt(matcher.group(3));
    return Systems.parse(matcher.group(1))
        .flatMap(
            systems ->
                writings(matcher.group(2))
                    .map(
                        writings ->
                            new RandomFamily(
                                systems,
                                writings,
                                Long.parseLong(matcher.group(4)),
                                1,
                                size,
                                path)));
  }

  private static Optional<List<SourceVariant>> writings(String name) {
    return name == null
        ? Optional.of(List.of(SourceVariant.DRAWN))
        : name.equals(COMPILERS)
            ? Optional.of(SourceVariant.COMPILED)
            : name.equals(WRITERS)
                ? Optional.of(SourceVariant.WRITTEN)
                : SourceVariant.named(name).filter(one -> one != SourceVariant.DRAWN).map(List::of);
  }

  /**
   * {@return the name of a program written as SPIR-V, by that of the same program compiled of GLSL
   * alone in a compute shader; empty for other names}
   *
   * @param name whole name of a case
   */
  public static Optional<String> otherWriter(String name) {
    String part = "." + SourceVariant.GLSL + ".";
    return named(name)
        .filter(one -> one.writings.equals(List.of(SourceVariant.GLSL)))
        .map(_ -> name.replace(part, "." + SourceVariant.SPIRV + "."));
  }

  /**
   * {@return the family that {@link #toString} has written, so that a family can be handed over as
   * text}
   *
   * @param text a case's name, a plus sign and the number of programs, such as {@code
   *     random.khr.17+5}
   * @throws IllegalArgumentException if the text has another form
   */
  public static RandomFamily parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    return Optional.of(matcher)
        .filter(Matcher::matches)
        .flatMap(found -> named(found.group(1)))
        .map(
            one ->
                new RandomFamily(
                    one.systems,
                    one.writings,
                    one.first,
                    Long.parseLong(matcher.group(2)),
                    one.size,
                    one.path))
        .orElseThrow(() -> new IllegalArgumentException("no random programs: " + text));
  }

  /** The first case's name and how many there are. */
  @Override
  public String toString() {
    return name(writing(), first) + "+" + count;
  }

  private String writing() {
    return writings.size() == 1
        ? writings.getFirst().toString()
        : writings.equals(SourceVariant.WRITTEN) ? WRITERS : COMPILERS;
  }

  @Override
  public String name() {
    return SYSTEM + systems;
  }

  @Override
  public List<String> assertions() {
    return systems.assertions();
  }

  /** A name tells all of a program, whatever its seed. */
  @Override
  public Optional<Finder> finder(DeviceReport report, Profile profile) {
    DeviceCapabilities offer = report.has(systems.feature()) ? DeviceCapabilities.of(report) : null;
    if (offer == null || !systems.hasProducts(offer)) {
      return Optional.empty();
    }
    return Optional.of(
        name ->
            named(name)
                .filter(one -> one.systems.equals(systems) && writings.containsAll(one.writings))
                .filter(one -> one.size == size && one.path.equals(path))
                .map(one -> one.one(offer, one.writings.getFirst(), one.first)));
  }

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    if (!report.has(systems.feature())) {
      return Stream.of(
          Case.unsupported(name(), assertions(), GatedFamily.lacks(systems.feature())));
    }
    DeviceCapabilities offer = DeviceCapabilities.of(report);
    if (!systems.hasProducts(offer)) {
      return Stream.of(
          Case.unsupported(name(), assertions(), "no product is offered that GLSL can write"));
    }
    return LongStream.range(first, first + count)
        .boxed()
        .flatMap(seed -> writings.stream().map(writing -> one(offer, writing, seed)));
  }

  private Case one(DeviceCapabilities offer, SourceVariant writing, long seed) {
    return Case.of(name(writing.toString(), seed), assertions(), () -> plan(offer, writing, seed));
  }

  private String drawn(String writing, long seed) {
    return "%s%s%s.%d"
        .formatted(
            name(),
            writing.equals(SourceVariant.DRAWN.toString()) ? "" : "." + writing,
            size == SIZE ? "" : ".size" + size,
            seed);
  }

  private String name(String writing, long seed) {
    return ProgramReduction.name(drawn(writing, seed), path);
  }

  private ShaderPlan plan(DeviceCapabilities offer, SourceVariant writing, long seed) {
    return ProgramReduction.plan(
        drawn(writing.toString(), seed),
        path,
        program(offer, writing, seed),
        writing,
        offer.report());
  }

  /**
   * {@return the family's first program as text for {@code coopcts/shaders/found}, which keeps its
   * meaning when seeds draw other programs in a later version}
   *
   * @param report of the device that the program is drawn for
   */
  public String kept(DeviceReport report) {
    return SavedPrograms.write(program(DeviceCapabilities.of(report), writings.getFirst(), first));
  }

  private RandomProgram program(DeviceCapabilities offer, SourceVariant writing, long seed) {
    return ProgramReduction.after(
        drawn(writing.toString(), seed),
        path,
        writing.of(Generator.program(offer, systems, seed, size)),
        writing,
        offer.report());
  }
}
