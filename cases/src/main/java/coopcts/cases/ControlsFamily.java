// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.TestedSystem;
import coopcts.numbers.Exact;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Conversion;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.Array;
import coopcts.program.BinaryOperator;
import coopcts.program.FloatControl;
import coopcts.program.FloatMode;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.Scalar;
import coopcts.program.VectorOperation;
import coopcts.spirv.writer.SpirvOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Matrices and vectors under the execution modes of float controls: rounding, subnormals, and for
 * matrices Inf, NaN and −0 (NUM §5), of which no sentence says that loads of vectors keep them.
 */
public final class ControlsFamily extends GatedFamily {

  private static final int WORKGROUPS = 2;

  /** Components of vectors: those of each type fill whole lines of 16 bytes. */
  private static final int LENGTH = 8;

  /** Invocations of a workgroup, each with vectors of its own. */
  private static final int INVOCATIONS = 32;

  private enum Step {
    COPY,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    NEGATE,
    SCALE,
    CONVERT;

    /** Makes r of x and y, or of x and the first element of what y is loaded from. */
    Operation of(Matrix r, Matrix x, Matrix y, Array right) {
      return switch (this) {
        case COPY -> new Operation.Copy(r, x);
        case ADD -> new Operation.Binary(r, BinaryOperator.ADD, x, y, false);
        case SUBTRACT -> new Operation.Binary(r, BinaryOperator.SUBTRACT, x, y, false);
        case MULTIPLY -> new Operation.Binary(r, BinaryOperator.MULTIPLY, x, y, false);
        case DIVIDE -> new Operation.Binary(r, BinaryOperator.DIVIDE, x, y, false);
        case NEGATE -> new Operation.Negate(r, x);
        case SCALE ->
            new Operation.Scale(
                r,
                x,
                new Scalar.Element(right, Index.of(0)),
                Operation.Scale.ScaleForm.MATRIX_SCALAR);
        case CONVERT -> new Operation.Convert(r, x);
      };
    }

    boolean in(FloatControl mode) {
      return switch (this) {
        case COPY, DIVIDE -> mode == FloatControl.SPECIALS;
        // A negation that is a flag of the next instruction flushes nothing.
        case NEGATE -> !mode.isOfRounding() && mode != FloatControl.FLUSH;
        default -> true;
      };
    }
  }

  /** One case: an operation under a mode. */
  private record Variant(FloatControl mode, Step operation, MatrixType from, ComponentType to) {
    FloatFormat source() {
      return (FloatFormat) from.component().format();
    }

    FloatFormat result() {
      return (FloatFormat) to.format();
    }

    /** The widths that the mode is set for: those of operand and result, where both count. */
    List<Integer> widths() {
      Stream<FloatFormat> formats =
          mode.isOfRounding() && to != ComponentType.BFLOAT16
              ? Stream.of(result())
              : Stream.of(source(), result());
      return formats
          .filter(format -> format == FloatFormat.FLOAT16 || format == FloatFormat.FLOAT32)
          .map(FloatFormat::bits)
          .distinct()
          .toList();
    }

    List<String> features() {
      List<String> features = new ArrayList<>();
      widths().forEach(width -> features.add(mode.feature(width)));
      features.addAll(mode.independence());
      return features;
    }

    String assertion() {
      return switch (mode) {
        case RTE, RTZ ->
            to == ComponentType.BFLOAT16
                ? "NUM-CVT-004"
                : operation == Step.CONVERT ? conversions() : "NUM-CVT-003";
        case PRESERVE -> "NUM-DEN-002";
        case FLUSH -> "NUM-DEN-003";
        case SPECIALS -> operation == Step.COPY ? "KHR-LOAD-019" : "NUM-NAN-001";
      };
    }

    private String conversions() {
      return from.isVector() ? "CV-CTOR-004" : "KHR-CONV-003";
    }

    List<String> checks() {
      return switch (assertion()) {
        case "KHR-CONV-003", "CV-CTOR-004" -> List.of(assertion(), "NUM-CVT-003");
        case "NUM-NAN-001", "KHR-LOAD-019" -> List.of(assertion(), "NUM-NAN-003");
        default -> List.of(assertion());
      };
    }

    String label() {
      return "%s.%s.%s%s"
          .formatted(
              mode.name().toLowerCase(Locale.ROOT),
              operation.name().toLowerCase(Locale.ROOT),
              from.isVector() ? from.component() + "." + LENGTH : from.label(),
              to == from.component() ? "" : "." + to);
    }
  }

  private final TestedSystem system;

  /**
   * Makes the family of a system.
   *
   * @param system that of matrices, or of vectors
   */
  public ControlsFamily(TestedSystem system) {
    this.system = system;
  }

  private boolean isOfVectors() {
    return system == TestedSystem.of(Scope.INVOCATION);
  }

  @Override
  public String name() {
    return system.label() + ".controls";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("the execution modes of its module are what it is about");
  }

  @Override
  protected List<String> features() {
    return List.of(system.feature().orElseThrow());
  }

  @Override
  public List<String> assertions() {
    List<String> ofNumbers = List.of("NUM-CVT-003", "NUM-CVT-004", "NUM-DEN-002", "NUM-DEN-003");
    List<String> own =
        isOfVectors()
            ? List.of("CV-CTOR-004")
            : List.of("KHR-CONV-003", "KHR-LOAD-019", "NUM-NAN-001", "NUM-NAN-003");
    return Stream.concat(own.stream(), ofNumbers.stream()).toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return variants(report).stream()
        .map(
            one ->
                Case.unless(
                    report.missing(one.features()).map(GatedFamily::lacks),
                    name() + "." + one.label(),
                    one.checks(),
                    () -> plan(report, one)));
  }

  /** The types of matrices that a device takes, or of vectors. */
  private List<MatrixType> types(DeviceReport report) {
    Stream<MatrixType> all =
        isOfVectors()
            ? report.vectorProperties().stream()
                .flatMap(row -> Stream.of(row.input(), row.result()))
                .distinct()
                .map(component -> MatrixType.vector(component, LENGTH))
            : report.matrixTypes().stream().filter(type -> type.scope() == Scope.SUBGROUP);
    return all.filter(type -> ComponentSupport.missing(report, type.component()).isEmpty())
        .toList();
  }

  private List<Variant> variants(DeviceReport report) {
    List<Variant> variants = new ArrayList<>();
    List<MatrixType> all = types(report);
    for (ComponentType component : List.of(ComponentType.FLOAT16, ComponentType.FLOAT32)) {
      List<MatrixType> types = all.stream().filter(type -> type.component() == component).toList();
      Optional<MatrixType> first = types.stream().findFirst();
      for (FloatControl mode : FloatControl.values()) {
        if (isOfVectors() && mode == FloatControl.SPECIALS) {
          continue;
        }
        for (Step operation : Step.values()) {
          if (operation.in(mode) && operation != Step.CONVERT && first.isPresent()) {
            variants.add(new Variant(mode, operation, first.get(), component));
          }
        }
        if (component == ComponentType.FLOAT32) {
          for (ComponentType to : List.of(ComponentType.FLOAT16, ComponentType.BFLOAT16)) {
            if (to == ComponentType.FLOAT16 || mode.isOfRounding()) {
              types.stream()
                  .filter(type -> all.contains(type.with(to)))
                  .findFirst()
                  .ifPresent(type -> variants.add(new Variant(mode, Step.CONVERT, type, to)));
            }
          }
        }
      }
    }
    return variants;
  }

  private static Plan plan(DeviceReport report, Variant one) {
    MatrixType type = one.from;
    Matrix x = new Matrix("x", type);
    Matrix y = new Matrix("y", type);
    Matrix r = new Matrix("r", type.with(one.to));
    Array left = Array.buffer("left", Pointee.scalar(type.component()), Array.Access.READ);
    Array right = Array.buffer("right", Pointee.scalar(type.component()), Array.Access.READ);
    Array result = Array.buffer("result", Pointee.scalar(one.to), Array.Access.WRITE);
    Program program =
        new Program(
            type.scope(),
            type.isVector() ? INVOCATIONS : 1,
            type.isVector() ? 1 : report.subgroup().size(),
            List.of(left, right, result),
            List.of(
                load(x, left), load(y, right), one.operation.of(r, x, y, right), store(r, result)),
            Optional.of(new FloatMode(one.mode, one.widths().getFirst())));
    ShaderPlan plan =
        ShaderPlan.judgedApart(
            program,
            List.of(
                new Subcase(
                    "values", seed -> trial(one, InputPatterns.random(seed, one.label())))));
    // Of the widths that a shader declares a mode for, glslang keeps one.
    return one.widths().size() == 1
        ? plan
        : plan.with(plan.shader().written(SpirvOption.BOTH_WIDTHS));
  }

  private static Operation load(Matrix into, Array array) {
    return into.type().isVector()
        ? new VectorOperation.LoadVector(into, array, byteOf(into.type()))
        : new Operation.Load(into, place(into.type(), array));
  }

  private static Operation store(Matrix from, Array array) {
    return from.type().isVector()
        ? new VectorOperation.StoreVector(from, array, byteOf(from.type()))
        : new Operation.Store(from, place(from.type(), array));
  }

  /** Where an invocation's vector begins. */
  private static Index byteOf(MatrixType type) {
    return new Index.Instance().times(Index.of(LENGTH * type.component().bytes()));
  }

  private static Place place(MatrixType type, Array array) {
    return new Place(
        array,
        new Index.Instance().times(Index.of(type.size())),
        Index.of(type.columns()),
        MemoryLayout.ROW_MAJOR);
  }

  private static Trial trial(Variant one, SplittableRandom random) {
    ComponentType type = one.from.component();
    int count = WORKGROUPS * (one.from.isVector() ? INVOCATIONS * LENGTH : one.from.size());
    long[][] pairs =
        IntStream.range(0, count).mapToObj(i -> pair(one, i, random)).toArray(long[][]::new);
    if (one.operation == Step.SCALE) {
      for (long[] pair : pairs) {
        pair[1] = pairs[0][1];
      }
    }
    byte[] left = InputPatterns.fill(type, count * type.bytes(), i -> pairs[i][0]);
    byte[] right = InputPatterns.fill(type, count * type.bytes(), i -> pairs[i][1]);
    byte[] before = new byte[count * one.to.bytes()];
    LittleEndian.put(before, 0, 1, 0xCD);
    ExpectedContents result = new ExpectedContents(before);
    for (int i = 0; i < count; i++) {
      result.put(
          i * one.to.bytes(),
          one.to,
          expected(one, pairs[i][0], pairs[i][1]),
          Rule.must(one.checks().toArray(String[]::new)));
    }
    return TrialWriter.on(WORKGROUPS).input(left).input(right).result(result).trial();
  }

  private static long[] pair(Variant one, int i, SplittableRandom random) {
    FloatFormat format = one.source();
    return switch (one.mode) {
      case RTE, RTZ -> new long[] {wide(one, i, random), wide(one, i + 1, random)};
      case PRESERVE, FLUSH -> subnormals(one, random);
      case SPECIALS -> {
        double[] values = SPECIAL_VALUES;
        long left = format.encode(values[i % values.length], Rounding.NEAREST_EVEN);
        long right =
            format.encode(values[i / values.length % values.length], Rounding.NEAREST_EVEN);
        yield new long[] {quieted(format, left, i), quieted(format, right, i)};
      }
    };
  }

  private static final double[] SPECIAL_VALUES = {
    Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, -0.0, 0.0, 1, -2
  };

  /** Every second NaN is a signalling one with all of its payload in the lowest bit. */
  private static long quieted(FloatFormat format, long bits, int i) {
    boolean signals = format.isNan(bits) && i % 2 == 0;
    return signals ? format.encode(Double.POSITIVE_INFINITY, Rounding.NEAREST_EVEN) | 1 : bits;
  }

  /** Numbers around 1; on the way to float16 every fourth lies in the middle of two. */
  private static long wide(Variant one, int i, SplittableRandom random) {
    FloatFormat format = one.source();
    long bits = InputPatterns.wide(one.from.component(), 2, random).applyAsLong(i);
    int dropped = format.mantissaBits() - one.result().mantissaBits();
    return dropped > 0 && i % 4 == 0 ? bits >>> dropped << dropped | 1L << dropped - 1 : bits;
  }

  /** Operands whose exact result is a subnormal number of the result's format. */
  private static long[] subnormals(Variant one, SplittableRandom random) {
    FloatFormat from = one.source();
    FloatFormat to = one.result();
    int least = to.minExponent() - to.mantissaBits();
    double tiny = Math.scalb(random.nextInt(1, 1 << to.mantissaBits()), least);
    double sign = random.nextBoolean() ? 1 : -1;
    double[] pair =
        switch (one.operation) {
          case ADD -> {
            double normal = Math.scalb(1.0, to.minExponent());
            yield new double[] {sign * (normal + tiny), -sign * normal};
          }
          case SUBTRACT -> {
            double normal = Math.scalb(1.0, to.minExponent());
            yield new double[] {sign * (normal + tiny), sign * normal};
          }
          case MULTIPLY, SCALE -> new double[] {sign * Math.scalb(tiny, 12), 0x1p-12};
          default -> new double[] {sign * tiny, 1};
        };
    return new long[] {
      from.encode(pair[0], Rounding.NEAREST_EVEN), from.encode(pair[1], Rounding.NEAREST_EVEN)
    };
  }

  private static Acceptance expected(Variant one, long left, long right) {
    FloatFormat from = one.source();
    FloatFormat to = one.result();
    double x = from.toDouble(left);
    double y = from.toDouble(right);
    if (one.mode == FloatControl.SPECIALS) {
      return special(one.operation, to, x, y);
    }
    if (one.to == ComponentType.BFLOAT16) {
      return Conversion.of(one.from.component(), one.to, left);
    }
    Exact exact =
        switch (one.operation) {
          case ADD -> Exact.sum(x, y);
          case SUBTRACT -> Exact.sum(x, -y);
          case MULTIPLY, SCALE -> Exact.product(x, y);
          case NEGATE -> new Exact(-x, 0);
          case COPY, CONVERT, DIVIDE -> new Exact(x, 0);
        };
    Rounding rounding = one.mode == FloatControl.RTZ ? Rounding.TOWARD_ZERO : Rounding.NEAREST_EVEN;
    long bits = to.encode(exact.high(), exact.low(), rounding);
    if (to.isZero(bits) || one.mode == FloatControl.FLUSH) {
      return new Acceptance.OneOf(0, to.signBit());
    }
    return new Acceptance.OneOf(bits);
  }

  private static Acceptance special(Step operation, FloatFormat format, double x, double y) {
    double value =
        switch (operation) {
          case COPY, CONVERT -> x;
          case ADD -> x + y;
          case SUBTRACT -> x - y;
          case MULTIPLY, SCALE -> x * y;
          case DIVIDE -> x / y;
          case NEGATE -> -x;
        };
    if (operation == Step.DIVIDE && !isBounded(x, y)) {
      return new Acceptance.Anything();
    }
    return Double.isNaN(value)
        ? new Acceptance.NotANumber()
        : new Acceptance.OneOf(format.encode(value, Rounding.NEAREST_EVEN));
  }

  /**
   * Whether a quotient is one number, or NaN: OpFDiv has 2.5 ULP for divisors of zero and from
   * 2^-126 to 2^126, so that nothing bounds one by infinity, and 0 / 0 and Inf / Inf are no numbers
   * that mathematics defines (NUM-PREC-004).
   */
  private static boolean isBounded(double x, double y) {
    boolean isOfNan = Double.isNaN(x) || Double.isNaN(y);
    boolean isDefined = !Double.isNaN(x / y) && Double.isFinite(y);
    boolean isRounded = Double.isFinite(x / y) && x != 0;
    return isOfNan || isDefined && !isRounded;
  }
}
