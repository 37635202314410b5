// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.cases.ArrayLines;
import coopcts.cases.CasePool;
import coopcts.cases.Family;
import coopcts.cases.GatedFamily;
import coopcts.cases.Profile;
import coopcts.cases.context.ChosenPrograms;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The random programs that belong to every run: those with the first seeds, large ones among them.
 * Operations meet in them that no family thought of.
 *
 * @param systems whose operations they have
 * @param first the first seed
 * @param many programs of a full run; three times as many of vectors, which take less time
 * @param chosen programs that a default run has besides, and a full one
 */
public record ProgramsFamily(Systems systems, long first, int many, ChosenPrograms chosen)
    implements Family {

  /**
   * {@return the random programs of a mix of systems that belong to every run: those from seed 0
   * on}
   *
   * @param systems short names in lower case, such as {@code khr}
   * @throws java.util.NoSuchElementException if a name is unknown, or no program can have these
   *     systems together
   */
  public static ProgramsFamily of(String... systems) {
    return new ProgramsFamily(
        Systems.of(List.of(systems)).orElseThrow(), 0, MANY, ChosenPrograms.NONE);
  }

  /** Statements of a large program; many matrices are alive in it. */
  private static final int LARGE = 40;

  /** Invocations of a subgroup at least, where large programs of matrices are tried. */
  private static final int LEAST_WIDE = 16;

  /** One large program to so many others; in a default run there are as many. */
  private static final int LARGE_PART = 4;

  /** Programs for each row that the device reports, in a default run. */
  private static final int EACH_ROW = 2;

  /** Rows of vectors are fewer, and each has more forms: stages, layouts, functions. */
  private static final int EACH_VECTOR_ROW = 24;

  private static final int MOST = 150;

  private static final int SMOKE = 24;

  /** A full run has so many times as many programs of vectors. */
  private static final int OF_VECTORS = 3;

  /** Programs of a full run. */
  public static final int MANY = 6000;

  @Override
  public Optional<Family> behind(int programs, int count) {
    int from = isOfVectors() ? OF_VECTORS * programs : programs;
    return Optional.of(new ProgramsFamily(systems, from, count, ChosenPrograms.NONE));
  }

  /**
   * {@return a copy of this family that has some programs in addition to those of its seeds}
   *
   * @param some names of cases, which replace those of an earlier call; names of other families are
   *     ignored
   */
  public ProgramsFamily with(ChosenPrograms some) {
    return new ProgramsFamily(systems, first, many, some);
  }

  /**
   * {@return a pool of random programs without frames, beyond those that a full run has} Programs
   * of vectors come in every stage.
   *
   * @param report of the device
   */
  public CasePool pool(DeviceReport report) {
    return (from, programs, mine) ->
        behind(from, programs).stream()
            .flatMap(other -> other.cases(report, Profile.FULL))
            .filter(one -> one.unsupported().isEmpty() && mine.test(one.name()));
  }

  private boolean isOfVectors() {
    return systems.isVector();
  }

  private int wanted(DeviceReport report) {
    return isOfVectors()
        ? EACH_VECTOR_ROW * report.vectorProperties().size()
        : EACH_ROW * (report.matrixProperties().size() + report.flexibleProperties().size());
  }

  @Override
  public String name() {
    return family(0, 0, RandomFamily.SIZE).name();
  }

  @Override
  public List<String> assertions() {
    return family(0, 0, RandomFamily.SIZE).assertions();
  }

  @Override
  public Stream<Case> cases(DeviceReport report, Profile profile) {
    if (!isOffered(report)) {
      return Stream.of(
          Case.unsupported(name(), assertions(), GatedFamily.lacks(ArrayLines.FEATURE)));
    }
    int count =
        switch (profile) {
          case SMOKE -> Math.min(SMOKE, wanted(report));
          case DEFAULT -> Math.min(MOST, wanted(report));
          case FULL -> isOfVectors() ? OF_VECTORS * many : many;
        };
    List<Case> usual = family(first, count, RandomFamily.SIZE).cases(report, profile).toList();
    if (usual.stream().anyMatch(one -> one.unsupported().isPresent())) {
      return usual.stream();
    }
    int most = profile == Profile.DEFAULT ? count : count / LARGE_PART;
    int large = isCompiledInTime(report) ? most : 0;
    List<Case> all =
        Stream.concat(usual.stream(), family(first, large, LARGE).cases(report, profile)).toList();
    return profile == Profile.SMOKE || chosen.isEmpty()
        ? all.stream()
        : Stream.concat(all.stream(), chosen(all, report, profile));
  }

  /** Where few invocations share many matrices a compiler may take half a minute to unroll them. */
  private boolean isCompiledInTime(DeviceReport report) {
    return isOfVectors() || report.subgroup().maximum() >= LEAST_WIDE;
  }

  private Stream<Case> chosen(List<Case> others, DeviceReport report, Profile profile) {
    Set<String> known = others.stream().map(Case::name).collect(Collectors.toSet());
    Finder finder = finder(report, profile).orElseThrow();
    return chosen.of(name(), report).stream()
        .filter(name -> !known.contains(name))
        .map(finder::find)
        .flatMap(Optional::stream);
  }

  /** As {@link RandomFamily#finder}, of both sizes. */
  @Override
  public Optional<Finder> finder(DeviceReport report, Profile profile) {
    if (!isOffered(report)) {
      return Optional.empty();
    }
    Optional<Finder> usual = family(0, 0, RandomFamily.SIZE).finder(report, profile);
    Optional<Finder> large = family(0, 0, LARGE).finder(report, profile);
    return usual.map(one -> name -> one.find(name).or(() -> large.get().find(name)));
  }

  /** Without lines, programs of qcom would be those of the other systems again. */
  private boolean isOffered(DeviceReport report) {
    return !systems.hasLines() || report.has(ArrayLines.FEATURE);
  }

  private RandomFamily family(long from, int count, int size) {
    return new RandomFamily(systems, from, count, size);
  }
}
