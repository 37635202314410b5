// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
import coopcts.oracle.MismatchEvidence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Guesses at what went wrong, such as a wrong stride. Each guess is tried against the actual bytes,
 * and one is told only if all wrong elements are what it predicts.
 */
public final class Patterns {

  /** Units in the last place that are called a few. */
  private static final double FEW = 4;

  /** Shifts that are tried at most. */
  private static final int SHIFTS = 64;

  /** Patterns that are told of one run. */
  private static final int LINES = 2;

  private final MismatchGrid look;
  private final MismatchEvidence.Grid grid;
  private final List<String> names;
  private final List<byte[]> before;
  private final List<MismatchEvidence.Grid> all;

  private Patterns(
      MismatchGrid look, List<String> names, List<byte[]> before, List<MismatchEvidence.Grid> all) {
    this.look = look;
    this.grid = look.grid();
    this.names = names;
    this.before = before;
    this.all = all;
  }

  /**
   * {@return what the wrong elements of a run have in common; {@link PatternKind#NONE} if no guess
   * fits, and {@link PatternKind#BYTES} if only bytes outside of stores are changed}
   *
   * @param evidence what was compared
   * @param before the buffers' bytes before the run, in order of binding; buffers at the end may be
   *     missing, and guesses about them are left out
   */
  public static Pattern of(MismatchEvidence evidence, List<byte[]> before) {
    List<MismatchGrid> looks = MismatchGrid.all(evidence, before);
    if (looks.isEmpty()) {
      PatternKind kind = evidence.hasStrayBytes() ? PatternKind.BYTES : PatternKind.NONE;
      return evidence.violation().map(PatternKind.PROPERTY::of).orElseGet(kind::of);
    }
    List<MismatchEvidence.Grid> all = evidence.grids();
    Map<String, List<MismatchGrid>> found = new LinkedHashMap<>();
    Map<String, Pattern> patterns = new LinkedHashMap<>();
    for (MismatchGrid look : looks) {
      Pattern what = of(look, evidence.names(), before, all);
      String key = look.grid().name() + look.rows() + "x" + look.columns() + what.kind();
      found.computeIfAbsent(key, _ -> new ArrayList<>()).add(look);
      patterns.putIfAbsent(key, what);
    }
    Set<PatternKind> kinds = new LinkedHashSet<>();
    patterns.values().forEach(pattern -> kinds.add(pattern.kind()));
    if (kinds.size() > 1) {
      kinds.remove(PatternKind.NONE);
    }
    List<String> lines = new ArrayList<>();
    found.forEach(
        (key, which) -> {
          String words = words(Region.of(which), patterns.get(key));
          boolean isTold = kinds.contains(patterns.get(key).kind());
          if (isTold && !words.isEmpty() && lines.size() < LINES) {
            lines.add(words + instances(which, all));
          }
        });
    return new Pattern(
        kinds.size() == 1 ? kinds.iterator().next() : PatternKind.SEVERAL,
        String.join("; ", lines));
  }

  /**
   * What the wrong elements of one grid have in common.
   *
   * @param names of the buffers
   * @param all grids of the run
   */
  static Pattern of(
      MismatchGrid look, List<String> names, List<byte[]> before, List<MismatchEvidence.Grid> all) {
    return new Patterns(look, names, before, all).what();
  }

  /** Where the wrong elements of one grid are, and what they have in common. */
  static String words(MismatchGrid look, MismatchEvidence evidence, List<byte[]> before) {
    return words(Region.of(look), of(look, evidence.names(), before, evidence.grids()));
  }

  private static String words(String where, Pattern what) {
    if (where.isEmpty()) {
      return what.kind() == PatternKind.NONE ? "" : what.words();
    }
    return where + ": " + what.words();
  }

  private static String instances(List<MismatchGrid> wrong, List<MismatchEvidence.Grid> all) {
    MismatchEvidence.Grid first = wrong.getFirst().grid();
    List<MismatchEvidence.Grid> same =
        all.stream().filter(grid -> grid.isMatrix() && grid.buffer() == first.buffer()).toList();
    if (!first.isMatrix() || same.size() < 2) {
      return "";
    }
    Set<Integer> which =
        wrong.stream()
            .map(look -> look.grid().instance())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<Integer> there =
        same.stream()
            .map(MismatchEvidence.Grid::instance)
            .collect(Collectors.toCollection(TreeSet::new));
    return which.size() == there.size()
        ? ", in every instance"
        : ", in " + Region.named("instance", List.copyOf(which), there.size()) + " only";
  }

  private Pattern what() {
    List<Optional<Pattern>> guesses =
        List.of(
            only(ElementState.UNTOUCHED, PatternKind.UNTOUCHED),
            only(ElementState.NAN, PatternKind.NAN),
            copied(),
            only(ElementState.ZERO, PatternKind.ZERO),
            otherInstance(),
            shifted(),
            lines(),
            swapped(),
            signs(),
            rounded(),
            bits(),
            units(),
            addend(),
            factor(),
            only(ElementState.MOVED, PatternKind.MOVED));
    return guesses.stream().flatMap(Optional::stream).findFirst().orElseGet(PatternKind.NONE::of);
  }

  private boolean allWrong(IntPredicate guess) {
    return look.wrong() > 0
        && IntStream.range(0, look.size()).filter(i -> look.at(i).isWrong()).allMatch(guess);
  }

  private static Optional<Pattern> when(boolean holds, PatternKind kind, Object... values) {
    return holds ? Optional.of(kind.of(values)) : Optional.empty();
  }

  private Optional<Pattern> only(ElementState state, PatternKind kind) {
    return when(allWrong(i -> look.at(i) == state), kind);
  }

  private long got(int i) {
    return grid.actual()[i];
  }

  private long wanted(int i) {
    return grid.expected()[i];
  }

  /** The grid is in memory, but from another place, or by other strides, than it should be. */
  private Optional<Pattern> copied() {
    int bytes = grid.format().bits() / 8;
    if (!isWhole()) {
      return Optional.empty();
    }
    Optional<CopyDetector.Source> actual = copies(bytes, this::got);
    if (actual.isEmpty()) {
      return Optional.empty();
    }
    CopyDetector.Source is = actual.get();
    String name = names.get(is.buffer());
    Optional<CopyDetector.Source> expected = copies(bytes, this::wanted);
    if (expected.isEmpty()) {
      return Optional.of(PatternKind.CONTENTS.of(name));
    }
    CopyDetector.Source should = expected.get();
    if (is.buffer() != should.buffer()) {
      return Optional.of(PatternKind.BUFFER.of(name, names.get(should.buffer())));
    }
    if (is.row() == should.column() && is.column() == should.row()) {
      return Optional.of(PatternKind.TRANSPOSED.of());
    }
    boolean isColumnMajor =
        Math.abs(should.column()) != bytes
            && (Math.abs(should.row()) == bytes
                || Math.abs(should.row()) < Math.abs(should.column()));
    long stride = isColumnMajor ? is.column() : is.row();
    long meant = isColumnMajor ? should.column() : should.row();
    long step = isColumnMajor ? is.row() : is.column();
    long proper = isColumnMajor ? should.row() : should.column();
    if (step != proper && stride != meant) {
      return Optional.of(PatternKind.ORDER.of(stride, step, meant, proper));
    }
    if (stride != meant) {
      return Optional.of(PatternKind.STRIDE.of(stride / bytes, meant / bytes));
    }
    long away = is.start() - should.start();
    return Optional.of(
        (away < 0 ? PatternKind.EARLIER : PatternKind.LATER).of(name, Math.abs(away) / bytes));
  }

  private boolean isWhole() {
    return IntStream.range(0, look.size()).allMatch(grid::has);
  }

  private Optional<CopyDetector.Source> copies(int bytes, IntToLongFunction values) {
    List<byte[]> others = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      others.add(i == grid.buffer() ? new byte[0] : before.get(i));
    }
    return new CopyDetector(grid.rows(), grid.columns(), bytes, values).in(others);
  }

  private Optional<Pattern> otherInstance() {
    for (MismatchEvidence.Grid other : all) {
      if (other.isMatrix()
          && other.buffer() == grid.buffer()
          && other.instance() != grid.instance()
          && other.rows() == grid.rows()
          && other.columns() == grid.columns()
          && allWrong(i -> other.expected()[i] == got(i))) {
        return Optional.of(PatternKind.INSTANCE.of(other.instance()));
      }
    }
    return Optional.empty();
  }

  private Optional<Pattern> shifted() {
    if (look.count(ElementState.MOVED) == 0) {
      return Optional.empty();
    }
    int columns = grid.columns();
    int moved = 0;
    while (look.at(moved) != ElementState.MOVED) {
      moved++;
    }
    int tried = 0;
    for (int from = 0; from < look.size() && tried < SHIFTS; from++) {
      if (grid.has(from) && wanted(from) == got(moved)) {
        tried++;
        int down = from / columns - moved / columns;
        int right = from % columns - moved % columns;
        if (isShift(down, right)) {
          return Optional.of(
              right == 0
                  ? PatternKind.ROWS_SHIFTED.of(-down)
                  : down == 0
                      ? PatternKind.COLUMNS_SHIFTED.of(-right)
                      : PatternKind.BOTH_SHIFTED.of(-down, -right));
        }
      }
    }
    return Optional.empty();
  }

  /** Whether every wrong element holds what stands so far away, where that is in the grid. */
  private boolean isShift(int down, int right) {
    int columns = grid.columns();
    int inside = 0;
    for (int i = 0; i < look.size(); i++) {
      if (!look.at(i).isWrong()) {
        continue;
      }
      int row = i / columns + down;
      int column = i % columns + right;
      if (row >= 0 && row < grid.rows() && column >= 0 && column < columns) {
        if (wanted(row * columns + column) != got(i)) {
          return false;
        }
        inside++;
      }
    }
    return inside * 2 > look.wrong();
  }

  /** Whole rows or columns that hold others. */
  private Optional<Pattern> lines() {
    int columns = grid.columns();
    return lines(true, grid.rows(), columns, (line, at) -> line * columns + at)
        .or(() -> lines(false, columns, grid.rows(), (line, at) -> at * columns + line));
  }

  private interface ValuePlace {
    int of(int line, int at);
  }

  private Optional<Pattern> lines(boolean areRows, int count, int length, ValuePlace place) {
    if (look.count(ElementState.MOVED) == 0 || count < 2 || length < 2) {
      return Optional.empty();
    }
    Map<Integer, Integer> from = new LinkedHashMap<>();
    for (int line = 0; line < count; line++) {
      int own = line;
      boolean isWrong =
          IntStream.range(0, length).anyMatch(at -> look.at(place.of(own, at)).isWrong());
      if (isWrong) {
        int source =
            IntStream.range(0, count)
                .filter(
                    other ->
                        IntStream.range(0, length)
                            .allMatch(at -> wanted(place.of(other, at)) == got(place.of(own, at))))
                .findFirst()
                .orElse(-1);
        if (source < 0) {
          return Optional.empty();
        }
        from.put(line, source);
      }
    }
    Set<Integer> sources = new TreeSet<>(from.values());
    if (sources.size() == 1) {
      return Optional.of(
          (areRows ? PatternKind.ROW_REPEATED : PatternKind.COLUMN_REPEATED)
              .of(sources.iterator().next()));
    }
    boolean areSwapped =
        from.entrySet().stream().allMatch(e -> e.getKey().equals(from.get(e.getValue())));
    String what = areRows ? "row" : "column";
    String text =
        from.entrySet().stream()
            .filter(e -> !areSwapped || e.getKey() < e.getValue())
            .limit(4)
            .map(
                e ->
                    areSwapped
                        ? "%d with %d".formatted(e.getKey(), e.getValue())
                        : "%s %d holds %s %d".formatted(what, e.getKey(), what, e.getValue()))
            .collect(Collectors.joining(", "));
    return Optional.of(
        (areRows
                ? areSwapped ? PatternKind.ROWS_SWAPPED : PatternKind.ROWS_MIXED
                : areSwapped ? PatternKind.COLUMNS_SWAPPED : PatternKind.COLUMNS_MIXED)
            .of(text));
  }

  private Optional<Pattern> swapped() {
    int columns = grid.columns();
    if (grid.rows() == columns
        && look.count(ElementState.MOVED) > 0
        && allWrong(i -> wanted(i % columns * columns + i / columns) == got(i))) {
      return Optional.of(PatternKind.TRANSPOSED.of());
    }
    return when(
        allWrong(i -> look.source(i) >= 0 && got(look.source(i)) == wanted(i)),
        PatternKind.PAIRS_SWAPPED);
  }

  private Optional<Pattern> signs() {
    if (grid.format() instanceof FloatFormat real) {
      boolean flipped = allWrong(i -> got(i) == (wanted(i) ^ real.signBit()));
      boolean lost = flipped && allWrong(i -> real.isNegative(wanted(i)));
      return when(flipped, lost ? PatternKind.SIGN_LOST : PatternKind.SIGN_CHANGED);
    }
    IntegerFormat whole = (IntegerFormat) grid.format();
    return when(
        whole.isSigned() && allWrong(i -> whole.wrap(-wanted(i)) == got(i)),
        allWrong(i -> whole.value(wanted(i)) < 0)
            ? PatternKind.SIGN_LOST
            : PatternKind.SIGN_CHANGED);
  }

  /** Floats that went through a narrower format, or toward zero. */
  private Optional<Pattern> rounded() {
    if (!(grid.format() instanceof FloatFormat real)) {
      return Optional.empty();
    }
    for (FloatFormat narrow :
        List.of(
            FloatFormat.FLOAT32,
            FloatFormat.FLOAT16,
            FloatFormat.BFLOAT16,
            FloatFormat.FLOAT8_E4M3,
            FloatFormat.FLOAT8_E5M2)) {
      for (Rounding rounding : List.of(Rounding.NEAREST_EVEN, Rounding.TOWARD_ZERO)) {
        if (narrow.mantissaBits() < real.mantissaBits()
            && allWrong(i -> got(i) == through(real, narrow, rounding, wanted(i)))) {
          return Optional.of(
              (rounding == Rounding.TOWARD_ZERO
                      ? PatternKind.ROUNDED_TOWARD_ZERO
                      : PatternKind.ROUNDED)
                  .of(narrow.name()));
        }
      }
    }
    return Optional.empty();
  }

  private static long through(
      FloatFormat wide, FloatFormat narrow, Rounding rounding, long pattern) {
    double value = wide.toDouble(pattern);
    return wide.encode(narrow.toDouble(narrow.encode(value, rounding)), Rounding.NEAREST_EVEN);
  }

  /** Bits that are lost, or that are all that is left. */
  private Optional<Pattern> bits() {
    int bits = grid.format().bits();
    if (grid.format() instanceof IntegerFormat whole) {
      for (int kept = 4; kept < bits; kept++) {
        long mask = (1L << kept) - 1;
        int shift = 64 - kept;
        if (allWrong(i -> got(i) == (wanted(i) & mask))) {
          return Optional.of(PatternKind.LOW_BITS.of(kept));
        }
        if (allWrong(i -> got(i) == whole.wrap(wanted(i) << shift >> shift))) {
          return Optional.of(PatternKind.LOW_BITS_SIGNED.of(kept));
        }
      }
      long least =
          IntStream.range(0, look.size())
              .filter(i -> look.at(i).isWrong())
              .mapToLong(i -> whole.value(got(i)))
              .min()
              .orElse(0);
      long most =
          IntStream.range(0, look.size())
              .filter(i -> look.at(i).isWrong())
              .mapToLong(i -> whole.value(got(i)))
              .max()
              .orElse(0);
      if (least == most
          || allWrong(i -> whole.value(got(i)) == least || whole.value(got(i)) == most)) {
        boolean isClamp =
            allWrong(
                i ->
                    whole.value(wanted(i)) > most && whole.value(got(i)) == most
                        || whole.value(wanted(i)) < least && whole.value(got(i)) == least);
        return least == most
            ? when(isClamp, PatternKind.CLAMPED_TO, least)
            : when(isClamp, PatternKind.CLAMPED, least, most);
      }
    }
    for (int lost = 1; lost < bits / 2; lost++) {
      long mask = -1L << lost;
      if (allWrong(i -> got(i) == (wanted(i) & mask))) {
        return Optional.of(lost == 1 ? PatternKind.LOST_BIT.of() : PatternKind.LOST_BITS.of(lost));
      }
    }
    return Optional.empty();
  }

  private Optional<Pattern> units() {
    double most =
        IntStream.range(0, look.size())
            .filter(i -> look.at(i).isWrong())
            .mapToDouble(look::units)
            .max()
            .orElse(Double.POSITIVE_INFINITY);
    boolean isFloat = grid.format() instanceof FloatFormat;
    if (most > FEW) {
      return Optional.empty();
    }
    return Optional.of(
        most == 1
            ? (isFloat ? PatternKind.ONE_ULP : PatternKind.ONE).of()
            : (isFloat ? PatternKind.FEW_ULP : PatternKind.FEW).of((long) most));
  }

  /** What is missing is what another buffer holds. */
  private Optional<Pattern> addend() {
    if (!isWhole()) {
      return Optional.empty();
    }
    for (LongUnaryOperator sign : List.<LongUnaryOperator>of(p -> p, this::negated)) {
      Optional<CopyDetector.Source> source =
          copies(grid.format().bits() / 8, i -> sign.applyAsLong(difference(i)));
      if (source.isPresent()) {
        return Optional.of(
            (sign.applyAsLong(1) == 1 ? PatternKind.ADDEND_MISSING : PatternKind.ADDEND_TWICE)
                .of(names.get(source.get().buffer())));
      }
    }
    return Optional.empty();
  }

  private long negated(long pattern) {
    return grid.format() instanceof FloatFormat real
        ? real.isZero(pattern) ? pattern : pattern ^ real.signBit()
        : ((IntegerFormat) grid.format()).wrap(-pattern);
  }

  private long difference(int i) {
    return grid.format() instanceof FloatFormat real
        ? real.encode(real.toDouble(wanted(i)) - real.toDouble(got(i)), Rounding.NEAREST_EVEN)
        : ((IntegerFormat) grid.format()).wrap(wanted(i) - got(i));
  }

  private Optional<Pattern> factor() {
    double factor = Double.NaN;
    for (int i = 0; i < look.size(); i++) {
      if (look.at(i).isWrong() && !(grid.accepted()[i] instanceof Acceptance.NotANumber)) {
        double one = grid.format().toDouble(got(i)) / grid.format().toDouble(wanted(i));
        if (!Double.isNaN(factor) && one != factor || Double.isNaN(one) || one == 0) {
          return Optional.empty();
        }
        factor = one;
      }
    }
    if (look.wrong() <= 2 || Double.isNaN(factor) || Double.isInfinite(factor)) {
      return Optional.empty();
    }
    return Optional.of(
        factor == 2
            ? PatternKind.TWICE.of()
            : factor == 0.5 ? PatternKind.HALF.of() : PatternKind.FACTOR.of(factor));
  }
}
