package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Contents;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.ConversionPlan;
import coopcts.plan.ConversionPlan.Chain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * {@code vkConvertCooperativeVectorMatrixNV} and its command: every layout both ways, every pair of
 * types, larger strides than needed, odd sizes, several matrices in one command (CV §4.5).
 */
public final class ConversionFamily extends VectorFamily {

  private static final int[][] SIZES = {
    {1, 1}, {1, 37}, {29, 1}, {3, 5}, {16, 16}, {17, 33}, {64, 48}
  };

  private static final List<ComponentType> TYPES =
      List.of(
          ComponentType.FLOAT16, ComponentType.FLOAT32, ComponentType.SINT8, ComponentType.UINT8);

  /** What a matrix goes through between two row-major stops. */
  private enum Form {
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
    STRIDES("CV-CNV-010", Layout.COLUMN_MAJOR);

    private final String assertion;
    private final List<Layout> layouts;

    Form(String assertion, Layout... layouts) {
      this.assertion = assertion;
      this.layouts = List.of(layouts);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String name() {
    return "vector.conversion";
  }

  @Override
  public List<String> assertions() {
    return List.of(
        "CV-CNV-003",
        "CV-CNV-004",
        "CV-CNV-005",
        "CV-CNV-006",
        "CV-CNV-010",
        "CV-CNV-011",
        "CV-CNV-012",
        "CV-CNV-020",
        "CV-CNV-021");
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    List<Case> cases = new ArrayList<>();
    for (boolean command : new boolean[] {false, true}) {
      String by = command ? "device" : "host";
      for (ComponentType type : TYPES) {
        for (Form form : Form.values()) {
          cases.add(
              Case.of(
                  "%s.%s.%s.%s".formatted(name(), by, form, type),
                  checks(command, form.assertion),
                  () -> new ConversionPlan(seed -> chains(type, form, seed), command)));
        }
        cases.add(
            Case.of(
                "%s.%s.zero.%s".formatted(name(), by, type),
                checks(command, "CV-CNV-020"),
                () -> new ConversionPlan(_ -> zeros(type), command)));
      }
      for (ComponentType[] pair : pairs(report)) {
        String rule = pair[0].isFloat8() || pair[1].isFloat8() ? "CV-CNV-006" : "CV-CNV-005";
        cases.add(
            Case.of(
                "%s.%s.type.%s_%s".formatted(name(), by, pair[0], pair[1]),
                checks(command, rule),
                () -> new ConversionPlan(seed -> typed(pair[0], pair[1], rule, seed), command)));
        cases.add(
            Case.of(
                "%s.%s.every.%s_%s".formatted(name(), by, pair[0], pair[1]),
                checks(command, rule),
                () -> new ConversionPlan(_ -> List.of(every(pair[0], pair[1], rule)), command)));
      }
    }
    return cases.stream();
  }

  private static List<String> checks(boolean command, String rule) {
    return command
        ? List.of(rule, "CV-CNV-011", "CV-CNV-012", "CV-CNV-021")
        : List.of(rule, "CV-CNV-021");
  }

  /** From a wider float to a narrower one; 8-bit ones where a row of the device has them. */
  private static List<ComponentType[]> pairs(DeviceReport report) {
    List<ComponentType[]> pairs = new ArrayList<>();
    pairs.add(new ComponentType[] {ComponentType.FLOAT32, ComponentType.FLOAT16});
    pairs.add(new ComponentType[] {ComponentType.FLOAT16, ComponentType.FLOAT32});
    for (ComponentType narrow : List.of(ComponentType.FLOAT8_E4M3, ComponentType.FLOAT8_E5M2)) {
      if (report.vectorProperties().stream()
          .anyMatch(row -> row.matrixInterpretation() == narrow)) {
        pairs.add(new ComponentType[] {ComponentType.FLOAT32, narrow});
        pairs.add(new ComponentType[] {ComponentType.FLOAT16, narrow});
      }
    }
    return pairs;
  }

  private static List<Chain> chains(ComponentType type, Form form, long seed) {
    List<Chain> chains = new ArrayList<>();
    for (int[] size : SIZES) {
      SplittableRandom random = Data.random(seed, form + type.label() + size[0] + "x" + size[1]);
      VectorMatrix rows = rows(type, size, form == Form.STRIDES ? 48 : 0);
      List<VectorMatrix> stops = new ArrayList<>(List.of(rows));
      form.layouts.forEach(
          layout -> stops.add(wider(rows.in(layout), form == Form.STRIDES ? 64 : 0)));
      VectorMatrix last = rows(type, size, form == Form.STRIDES ? 16 : 0);
      stops.add(last);
      byte[] source = new byte[rows.bytes()];
      random.nextBytes(source);
      Contents contents = new Contents(new byte[last.bytes()]);
      open(contents, last);
      var numbers = Data.distinct(type, random);
      for (int row = 0; row < size[0]; row++) {
        for (int column = 0; column < size[1]; column++) {
          long bits = numbers.applyAsLong(row * size[1] + column);
          LittleEndian.put(source, (int) rows.offset(row, column), type.bytes(), bits);
          contents.put((int) last.offset(row, column), type, bits, Rule.must(form.assertion));
        }
      }
      chains.add(new Chain(size[0] + "x" + size[1], source, stops, contents.buffer()));
    }
    return chains;
  }

  /** What is between the rows of the last stop may be anything (CV-CNV-010). */
  private static void open(Contents contents, VectorMatrix rows) {
    for (int row = 0; row < rows.rows(); row++) {
      int end = (int) ((row + 1) * rows.stride());
      for (int at = (int) rows.offset(row, rows.columns()); at < end; at++) {
        contents.put(at, ComponentType.UINT8, new Acceptance.Anything(), Rule.must("CV-CNV-010"));
      }
    }
  }

  private static VectorMatrix rows(ComponentType type, int[] size, int more) {
    return wider(VectorMatrix.rowMajor(type, size[0], size[1]), more);
  }

  private static VectorMatrix wider(VectorMatrix matrix, int more) {
    return matrix.layout().isOptimal()
        ? matrix
        : new VectorMatrix(
            matrix.component(),
            matrix.rows(),
            matrix.columns(),
            matrix.layout(),
            matrix.stride() + more);
  }

  /** Zero bytes in an optimal layout are a zero matrix. */
  private static List<Chain> zeros(ComponentType type) {
    List<Chain> chains = new ArrayList<>();
    for (int[] size : SIZES) {
      VectorMatrix rows = rows(type, size, 0);
      for (Layout layout : List.of(Layout.INFERENCING_OPTIMAL, Layout.TRAINING_OPTIMAL)) {
        byte[] source = new byte[4 * (size[0] + 64) * (size[1] + 64) * type.bytes()];
        Contents contents = new Contents(new byte[rows.bytes()]);
        open(contents, rows);
        for (int row = 0; row < size[0]; row++) {
          for (int column = 0; column < size[1]; column++) {
            contents.put((int) rows.offset(row, column), type, 0, Rule.must("CV-CNV-020"));
          }
        }
        chains.add(
            new Chain(
                layout + " " + size[0] + "x" + size[1],
                source,
                List.of(rows.in(layout), rows),
                contents.buffer()));
      }
    }
    return chains;
  }

  /** By way of an optimal layout of the other type and back, rounded to nearest even. */
  private static List<Chain> typed(ComponentType from, ComponentType to, String rule, long seed) {
    FloatFormat wide = (FloatFormat) NumberFormat.of(from);
    FloatFormat narrow = (FloatFormat) NumberFormat.of(to);
    List<Chain> chains = new ArrayList<>();
    for (int[] size : SIZES) {
      SplittableRandom random = Data.random(seed, from + "_" + to + size[0] + "x" + size[1]);
      VectorMatrix rows = rows(from, size, 0);
      VectorMatrix other =
          rows(to, size, 0).in(to.isFloat8() ? Layout.INFERENCING_OPTIMAL : Layout.COLUMN_MAJOR);
      byte[] source = new byte[rows.bytes()];
      Contents contents = new Contents(new byte[rows.bytes()]);
      open(contents, rows);
      var numbers = Data.wide(from, 5, random);
      for (int row = 0; row < size[0]; row++) {
        for (int column = 0; column < size[1]; column++) {
          long bits = middled(wide, narrow, numbers.applyAsLong(0), random);
          double rounded =
              narrow.toDouble(narrow.encode(wide.toDouble(bits), Rounding.NEAREST_EVEN));
          LittleEndian.put(source, (int) rows.offset(row, column), from.bytes(), bits);
          contents.put(
              (int) rows.offset(row, column),
              from,
              wide.encode(rounded, Rounding.NEAREST_EVEN),
              Rule.must(rule));
        }
      }
      chains.add(
          new Chain(
              size[0] + "x" + size[1], source, List.of(rows, other, rows), contents.buffer()));
    }
    return chains;
  }

  /** Columns of the matrix of all numbers. */
  private static final int COLUMNS = 256;

  /**
   * Every finite number of the narrower type as it is, and on the way to it the middle between it
   * and the next, and the two numbers beside the middle.
   */
  private static Chain every(ComponentType from, ComponentType to, String rule) {
    FloatFormat wide = (FloatFormat) NumberFormat.of(from);
    FloatFormat narrow = (FloatFormat) NumberFormat.of(to);
    boolean narrows = wide.mantissaBits() > narrow.mantissaBits();
    long[] numbers = narrows ? around(wide, narrow) : finite(wide);
    VectorMatrix rows = VectorMatrix.rowMajor(from, Math.ceilDiv(numbers.length, COLUMNS), COLUMNS);
    VectorMatrix other =
        VectorMatrix.rowMajor(to, rows.rows(), COLUMNS)
            .in(to.isFloat8() ? Layout.INFERENCING_OPTIMAL : Layout.COLUMN_MAJOR);
    byte[] source = new byte[rows.bytes()];
    Contents contents = new Contents(new byte[rows.bytes()]);
    open(contents, rows);
    for (int i = 0; i < rows.rows() * COLUMNS; i++) {
      long bits = i < numbers.length ? numbers[i] : 0;
      int at = (int) rows.offset(i / COLUMNS, i % COLUMNS);
      LittleEndian.put(source, at, from.bytes(), bits);
      double rounded = narrow.toDouble(narrow.encode(wide.toDouble(bits), Rounding.NEAREST_EVEN));
      boolean subnormal = isSubnormal(narrow, rounded) || isSubnormal(wide, wide.toDouble(bits));
      contents.put(
          at,
          from,
          wide.encode(rounded, Rounding.NEAREST_EVEN),
          subnormal ? Rule.quality(rule) : Rule.must(rule));
    }
    return new Chain("every number", source, List.of(rows, other, rows), contents.buffer());
  }

  /** Whether a number is smaller than all normal ones: no text says whether it may be flushed. */
  private static boolean isSubnormal(FloatFormat format, double value) {
    return value != 0 && Math.abs(value) < format.toDouble(format.minNormal());
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
