// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.MatrixConversion;
import coopcts.oracle.Rule;
import coopcts.oracle.Tier;
import coopcts.plan.Case;
import coopcts.plan.ConversionPlan;
import coopcts.plan.ConversionPlan.Chain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * {@code vkConvertCooperativeVectorMatrixNV} and its command: every layout both ways, every pair of
 * types, larger strides than needed, odd sizes, several matrices in one command (CV §4.5).
 */
public final class LayoutConversionFamily extends VectorFamily {

  private static final int[][] SIZES = {
    {1, 1}, {1, 37}, {29, 1}, {3, 5}, {16, 16}, {17, 33}, {64, 48}
  };

  private static final List<ComponentType> TYPES =
      List.of(
          ComponentType.FLOAT16, ComponentType.FLOAT32, ComponentType.SINT8, ComponentType.UINT8);

  /** That matrices are not square and of odd sizes. */
  private static final String SIZES_RULE = "CV-CNV-021";

  /** What becomes of what an 8-bit float does not hold. */
  private static final String BEYOND = "CV-CNV-007";

  /** The rule of a matrix of a size. */
  private static Rule sized(Rule rule, int[] size) {
    return size[0] == size[1] && size[0] > 1 ? rule : rule.and(List.of(SIZES_RULE));
  }

  /** The chains of a case, given what says what their elements are. */
  private interface Chains {
    List<Chain> of(Rule rule, long seed);
  }

  /** What a matrix goes through between two row-major stops. */
  private enum ConversionForm {
    COLUMN("CV-CNV-003", Layout.COLUMN_MAJOR),
    INFERENCING("CV-CNV-004", Layout.INFERENCING_OPTIMAL),
    TRAINING("CV-CNV-004", Layout.TRAINING_OPTIMAL),
    ALL(
        "CV-CNV-004",
        Layout.COLUMN_MAJOR,
        Layout.INFERENCING_OPTIMAL,
        Layout.COLUMN_MAJOR,
        Layout.TRAINING_OPTIMAL,
        Layout.INFERENCING_OPTIMAL),
    STRIDES("CV-CNV-010", new int[] {48, 64, 16}, Layout.COLUMN_MAJOR),
    /** Optimal layouts with a stride, which says nothing there. */
    IGNORED(
        "CV-CNV-022", new int[] {0, 48, 0}, Layout.INFERENCING_OPTIMAL, Layout.TRAINING_OPTIMAL) {
      @Override
      boolean givesStrides() {
        return true;
      }
    };

    private final String assertion;

    /** Bytes by which lines are farther apart than they need: first, in between, last. */
    private final int[] wider;

    private final List<Layout> layouts;

    ConversionForm(String assertion, Layout... layouts) {
      this(assertion, new int[3], layouts);
    }

    ConversionForm(String assertion, int[] wider, Layout... layouts) {
      this.assertion = assertion;
      this.wider = wider;
      this.layouts = List.of(layouts);
    }

    /** Whether optimal layouts have a stride too. */
    boolean givesStrides() {
      return false;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public LayoutConversionFamily() {}

  @Override
  public String name() {
    return "vector.conversion";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("the host and commands convert, and no shader");
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "CV-CNV-003",
        "CV-CNV-004",
        "CV-CNV-005",
        "CV-CNV-006",
        BEYOND,
        "CV-CNV-010",
        "CV-CNV-011",
        "CV-CNV-012",
        "CV-CNV-020",
        "CV-CNV-021",
        "CV-CNV-022");
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<Case> cases = new ArrayList<>();
    for (boolean command : new boolean[] {false, true}) {
      for (ComponentType type : convertible(report)) {
        for (ConversionForm form : ConversionForm.values()) {
          cases.add(
              of(
                  command,
                  form,
                  type,
                  form.assertion,
                  (rule, seed) -> chains(type, form, rule, seed)));
        }
        cases.add(of(command, "zero", type, "CV-CNV-020", (rule, _) -> zeros(type, rule)));
      }
      for (ComponentType[] pair : pairs(report)) {
        String types = pair[0] + "_" + pair[1];
        String rule = pair[0].isFloat8() || pair[1].isFloat8() ? "CV-CNV-006" : "CV-CNV-005";
        cases.add(of(command, "type", types, rule, (own, seed) -> typed(pair, own, seed)));
        cases.add(of(command, "every", types, rule, (own, _) -> List.of(every(pair, own))));
        if (pair[1].isFloat8()) {
          cases.add(of(command, "beyond", types, BEYOND, (own, _) -> List.of(beyond(pair, own))));
        }
      }
    }
    return cases.stream();
  }

  private Case of(boolean command, Object form, Object types, String assertion, Chains chains) {
    Rule one = Rule.most(assertion);
    Rule rule = command ? one.and(List.of("CV-CNV-011", "CV-CNV-012")) : one;
    List<String> checks = new ArrayList<>(rule.assertions());
    if (!form.equals("every") && !form.equals("beyond")) {
      checks.add(SIZES_RULE);
    }
    return Case.of(
            "%s.%s.%s.%s".formatted(name(), command ? "device" : "host", form, types),
            checks,
            () -> new ConversionPlan(seed -> chains.of(rule, seed), command))
        .formed(form);
  }

  /**
   * Whether a device converts a type at all: float32, or a matrix interpretation of one of its rows
   * (VUID 10079).
   */
  private static boolean converts(DeviceReport report, ComponentType type) {
    return type == ComponentType.FLOAT32
        || report.vectorProperties().stream().anyMatch(row -> row.matrixInterpretation() == type);
  }

  /** The types whose matrices change their layouts. */
  private static List<ComponentType> convertible(DeviceReport report) {
    return TYPES.stream().filter(type -> converts(report, type)).toList();
  }

  /** From a wider float to a narrower one and between the others. */
  private static List<ComponentType[]> pairs(DeviceReport report) {
    List<ComponentType[]> pairs = new ArrayList<>();
    pairs.add(new ComponentType[] {ComponentType.FLOAT32, ComponentType.FLOAT16});
    pairs.add(new ComponentType[] {ComponentType.FLOAT16, ComponentType.FLOAT32});
    for (ComponentType narrow : List.of(ComponentType.FLOAT8_E4M3, ComponentType.FLOAT8_E5M2)) {
      pairs.add(new ComponentType[] {ComponentType.FLOAT32, narrow});
      pairs.add(new ComponentType[] {ComponentType.FLOAT16, narrow});
    }
    pairs.removeIf(pair -> !converts(report, pair[0]) || !converts(report, pair[1]));
    return pairs;
  }

  private static List<Chain> chains(ComponentType type, ConversionForm form, Rule rule, long seed) {
    List<Chain> chains = new ArrayList<>();
    for (int[] size : SIZES) {
      SplittableRandom random =
          InputPatterns.random(seed, form + type.label() + size[0] + "x" + size[1]);
      VectorMatrix rows = rows(type, size, form.wider[0]);
      List<VectorMatrix> stops = new ArrayList<>(List.of(rows));
      form.layouts.forEach(
          layout -> stops.add(wider(rows.in(layout), form.wider[1], form.givesStrides())));
      stops.add(rows(type, size, form.wider[2]));
      byte[] source = new byte[rows.bytes()];
      random.nextBytes(source);
      fill(source, rows, InputPatterns.distinct(type, random));
      chains.add(
          new Chain(
              size[0] + "x" + size[1],
              source,
              stops,
              MatrixConversion.converted(stops, source, sized(rule, size)).buffer()));
    }
    return chains;
  }

  /** Puts an element at each place of a row-major matrix, by its number. */
  private static void fill(byte[] source, VectorMatrix rows, IntToLongFunction element) {
    for (int row = 0; row < rows.rows(); row++) {
      for (int column = 0; column < rows.columns(); column++) {
        long bits = element.applyAsLong(row * rows.columns() + column);
        LittleEndian.put(source, (int) rows.offset(row, column), rows.component().bytes(), bits);
      }
    }
  }

  private static VectorMatrix rows(ComponentType type, int[] size, int more) {
    return wider(VectorMatrix.rowMajor(type, size[0], size[1]), more, false);
  }

  private static VectorMatrix wider(VectorMatrix matrix, int more, boolean givesStrides) {
    return matrix.layout().isOptimal() && !givesStrides
        ? matrix
        : new VectorMatrix(
            matrix.component(),
            matrix.rows(),
            matrix.columns(),
            matrix.layout(),
            matrix.stride() + more);
  }

  /** Zero bytes in an optimal layout are a zero matrix. */
  private static List<Chain> zeros(ComponentType type, Rule rule) {
    List<Chain> chains = new ArrayList<>();
    for (int[] size : SIZES) {
      VectorMatrix rows = rows(type, size, 0);
      byte[] zero = new byte[rows.bytes()];
      for (Layout layout : List.of(Layout.INFERENCING_OPTIMAL, Layout.TRAINING_OPTIMAL)) {
        chains.add(
            new Chain(
                layout + " " + size[0] + "x" + size[1],
                new byte[4 * (size[0] + 64) * (size[1] + 64) * type.bytes()],
                List.of(rows.in(layout), rows),
                MatrixConversion.converted(List.of(rows), zero, sized(rule, size)).buffer()));
      }
    }
    return chains;
  }

  /** By way of another type and back, in an optimal layout where the other one needs that. */
  private static List<VectorMatrix> thereAndBack(VectorMatrix rows, ComponentType to) {
    VectorMatrix there = VectorMatrix.rowMajor(to, rows.rows(), rows.columns());
    Layout layout = to.isFloat8() ? Layout.INFERENCING_OPTIMAL : Layout.COLUMN_MAJOR;
    return List.of(rows, there.in(layout), rows);
  }

  private static List<Chain> typed(ComponentType[] pair, Rule rule, long seed) {
    ComponentType from = pair[0];
    ComponentType to = pair[1];
    FloatFormat wide = (FloatFormat) from.format();
    FloatFormat narrow = (FloatFormat) to.format();
    List<Chain> chains = new ArrayList<>();
    for (int[] size : SIZES) {
      SplittableRandom random =
          InputPatterns.random(seed, from + "_" + to + size[0] + "x" + size[1]);
      VectorMatrix rows = rows(from, size, 0);
      List<VectorMatrix> stops = thereAndBack(rows, to);
      byte[] source = new byte[rows.bytes()];
      IntToLongFunction numbers = InputPatterns.wide(from, 5, random);
      fill(source, rows, i -> middled(wide, narrow, numbers.applyAsLong(i), random));
      chains.add(
          new Chain(
              size[0] + "x" + size[1],
              source,
              stops,
              MatrixConversion.converted(stops, source, sized(rule, size)).buffer()));
    }
    return chains;
  }

  /** Columns of the matrix of all numbers. */
  private static final int COLUMNS = 256;

  /**
   * Every finite number of the narrower type as it is, and on the way to it the middle between it
   * and the next, and the two numbers beside the middle.
   */
  private static Chain every(ComponentType[] pair, Rule rule) {
    ComponentType from = pair[0];
    ComponentType to = pair[1];
    FloatFormat wide = (FloatFormat) from.format();
    FloatFormat narrow = (FloatFormat) to.format();
    boolean narrows = wide.mantissaBits() > narrow.mantissaBits();
    long[] numbers = narrows ? around(wide, narrow) : finite(wide);
    VectorMatrix rows = VectorMatrix.rowMajor(from, Math.ceilDiv(numbers.length, COLUMNS), COLUMNS);
    List<VectorMatrix> stops = thereAndBack(rows, to);
    byte[] source = new byte[rows.bytes()];
    fill(source, rows, i -> i < numbers.length ? numbers[i] : 0);
    return new Chain(
        "every number",
        source,
        stops,
        MatrixConversion.converted(
                stops,
                source,
                bits ->
                    MatrixConversion.isSubnormal(stops, bits)
                        ? new Rule(Tier.QUALITY, rule.assertions())
                        : rule)
            .buffer());
  }

  /**
   * Numbers beyond the range of an 8-bit float, infinities and NaN, which no sentence is about: a
   * conversion either saturates, so that each becomes the largest number, or it does not, and they
   * are infinite where the format has that, NaN where it has not.
   */
  private static Chain beyond(ComponentType[] pair, Rule rule) {
    FloatFormat wide = (FloatFormat) pair[0].format();
    FloatFormat narrow = (FloatFormat) pair[1].format();
    double most = narrow.toDouble(narrow.maxFinite());
    double step = most - narrow.toDouble(narrow.maxFinite() - 1);
    long[] numbers =
        DoubleStream.of(most + step, most + 1.5 * step, 2 * most, 1e30)
            .flatMap(value -> DoubleStream.of(value, -value))
            .mapToLong(value -> wide.encode(value, Rounding.NEAREST_EVEN))
            .toArray();
    long[] all =
        LongStream.concat(
                Arrays.stream(numbers),
                LongStream.of(
                    wide.encode(Double.POSITIVE_INFINITY, Rounding.NEAREST_EVEN),
                    wide.encode(Double.NEGATIVE_INFINITY, Rounding.NEAREST_EVEN),
                    wide.encode(Double.NaN, Rounding.NEAREST_EVEN)))
            .toArray();
    VectorMatrix rows = VectorMatrix.rowMajor(pair[0], 1, all.length);
    byte[] source = new byte[rows.bytes()];
    fill(source, rows, i -> all[i]);
    ExpectedContents contents = MatrixConversion.lines(rows);
    Rule wish = new Rule(Tier.QUALITY, rule.assertions());
    for (int i = 0; i < all.length; i++) {
      contents.put((int) rows.offset(0, i), pair[0], new Acceptance.Anything(), wish);
    }
    boolean hasInfinity = ((FloatFormat) pair[1].format()).specials() == FloatFormat.Specials.IEEE;
    return new Chain(
        "beyond",
        source,
        thereAndBack(rows, pair[1]),
        contents.buffer(),
        List.of(
            new Expectation.Property(
                wish,
                actual ->
                    IntStream.range(0, all.length)
                        .mapToObj(
                            i -> {
                              int at = (int) rows.offset(0, i);
                              long bits = LittleEndian.get(actual.getFirst(), at, pair[0].bytes());
                              double before = wide.toDouble(all[i]);
                              double after = wide.toDouble(bits);
                              return isOutcome(before, after, most, hasInfinity)
                                  ? ""
                                  : "%s became %s".formatted(before, after);
                            })
                        .filter(line -> !line.isEmpty())
                        .toList())));
  }

  private static boolean isOutcome(double before, double after, double most, boolean hasInfinity) {
    if (Double.isNaN(before)) {
      return Double.isNaN(after) || Math.abs(after) == most;
    }
    double other = hasInfinity ? Math.copySign(Double.POSITIVE_INFINITY, before) : Double.NaN;
    return after == Math.copySign(most, before) || Double.compare(after, other) == 0;
  }

  private static long[] finite(FloatFormat format) {
    return LongStream.rangeClosed(0, format.mask())
        .filter(format::isFinite)
        .filter(bits -> bits != format.signBit())
        .toArray();
  }

  private static long[] around(FloatFormat wide, FloatFormat narrow) {
    return Arrays.stream(finite(narrow))
        .flatMap(
            bits -> {
              double value = narrow.toDouble(bits);
              LongStream own = LongStream.of(wide.encode(value, Rounding.NEAREST_EVEN));
              if ((bits & ~narrow.signBit()) == narrow.maxFinite()) {
                return own;
              }
              double middle = (value + narrow.toDouble(bits + 1)) / 2;
              long between = wide.encode(middle, Rounding.NEAREST_EVEN);
              return LongStream.concat(own, LongStream.of(between - 1, between, between + 1));
            })
        .filter(bits -> wide.isFinite(bits) && bits != wide.signBit())
        .toArray();
  }

  /** Every third number in the middle of two of the narrower type. */
  private static long middled(
      FloatFormat wide, FloatFormat narrow, long bits, SplittableRandom random) {
    int dropped = wide.mantissaBits() - narrow.mantissaBits();
    return dropped > 0 && random.nextInt(3) == 0
        ? bits >>> dropped << dropped | 1L << dropped - 1
        : bits;
  }
}
