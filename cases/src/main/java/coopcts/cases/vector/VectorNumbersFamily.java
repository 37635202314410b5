// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.VectorMatrix;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Arithmetic;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.BinaryOperator;
import coopcts.program.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Numbers at the ends of their formats, that sums and products of many terms leave out: subnormal
 * ones, products that are too small, the largest. Each result has one term, or one beside what
 * stood in memory, so that no order matters; a subnormal number may count as zero everywhere.
 */
public final class VectorNumbersFamily extends VectorFamily {

  private static final int LENGTH = 32;

  /** Subnormal results are exact or zero, and so is what comes of subnormal operands. */
  private static final String FLUSHED = "NUM-DEN-001";

  private enum VectorNumbersForm {
    /** Each row of the matrix has one element: a power of two, or the smallest normal number. */
    PRODUCT {
      @Override
      boolean takes(DeviceReport report, ComponentType type) {
        return report.vectorProperties().stream()
            .anyMatch(
                row ->
                    row.input() == type
                        && row.inputInterpretation() == type
                        && row.matrixInterpretation() == type
                        && row.result() == type);
      }

      @Override
      List<String> checks(ComponentType type) {
        return List.of("CV-MUL-017", "CV-MUL-018", FLUSHED, NEIGHBOURS);
      }

      @Override
      List<Operation> body(LoadedVector of) {
        return of.product(matrix(of.type()));
      }

      @Override
      Trial trial(ComponentType type, SplittableRandom random) {
        return product(type, random);
      }
    },
    /** A sum for each invocation alone. */
    SUM {
      @Override
      boolean takes(DeviceReport report, ComponentType type) {
        return trains(report, type);
      }

      @Override
      List<String> checks(ComponentType type) {
        return List.of(added(type), "CV-RED-004", FLUSHED);
      }

      @Override
      List<Operation> body(LoadedVector of) {
        return List.of(of.load(), of.sum(own(of.type(), LENGTH)));
      }

      @Override
      Trial trial(ComponentType type, SplittableRandom random) {
        return sum(type, random);
      }
    };

    abstract boolean takes(DeviceReport report, ComponentType type);

    /** What a case of a type can fail by. */
    abstract List<String> checks(ComponentType type);

    abstract List<Operation> body(LoadedVector of);

    abstract Trial trial(ComponentType type, SplittableRandom random);

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the family; one object serves all devices and runs. */
  public VectorNumbersFamily() {}

  @Override
  public String name() {
    return "vector.numbers";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("it is about numbers; vector.product and vector.training stand in frames");
  }

  @Override
  public List<String> assertions() {
    return Stream.of(ComponentType.FLOAT16, ComponentType.FLOAT32)
        .flatMap(
            type ->
                Arrays.stream(VectorNumbersForm.values())
                    .flatMap(form -> form.checks(type).stream()))
        .distinct()
        .toList();
  }

  /** A smoke run has none of them: what they do beside these numbers, other families do. */
  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return Stream.of(ComponentType.FLOAT16, ComponentType.FLOAT32)
        .filter(_ -> profile != Profile.SMOKE)
        .flatMap(
            type ->
                Arrays.stream(VectorNumbersForm.values())
                    .filter(form -> form.takes(report, type))
                    .map(form -> of(form, type)));
  }

  private Case of(VectorNumbersForm form, ComponentType type) {
    return Case.of(
            "%s.%s.%s".formatted(name(), form, type), form.checks(type), () -> plan(form, type))
        .formed(form);
  }

  private static Plan plan(VectorNumbersForm form, ComponentType type) {
    LoadedVector of = LoadedVector.of(type, LENGTH);
    return ShaderPlan.judgedApart(
        of.program(form.body(of)),
        List.of(
            new Subcase(
                "ends",
                seed -> form.trial(type, InputPatterns.random(seed, form + type.label())))));
  }

  private static VectorMatrix matrix(ComponentType type) {
    return VectorMatrix.rowMajor(type, LENGTH, LENGTH).apart(type.bytes());
  }

  /** What says that a sum grows by a component. */
  private static String added(ComponentType type) {
    return type == ComponentType.FLOAT16 ? "CV-RED-002" : "CV-RED-001";
  }

  private static FloatFormat format(ComponentType type) {
    return (FloatFormat) type.format();
  }

  /** A number with a full mantissa from a power of two on, of either sign. */
  private static long from(int power, FloatFormat format, SplittableRandom random) {
    long mantissa = random.nextLong() & (1L << format.mantissaBits()) - 1;
    return signed(
        (long) (power + format.bias()) << format.mantissaBits() | mantissa, format, random);
  }

  private static long subnormal(FloatFormat format, SplittableRandom random) {
    return signed(random.nextLong(1, format.minNormal()), format, random);
  }

  private static long signed(long magnitude, FloatFormat format, SplittableRandom random) {
    return random.nextBoolean() ? magnitude | format.signBit() : magnitude;
  }

  /** The column of the one element of a row. */
  private static int column(int row) {
    return (7 * row + 3) % LENGTH;
  }

  private static Trial product(ComponentType type, SplittableRandom random) {
    FloatFormat format = format(type);
    int stride = stride(type, LENGTH);
    int width = type.bytes();
    VectorMatrix matrix = matrix(type);
    byte[] elements = new byte[matrix.bytes()];
    long[] weights = new long[LENGTH];
    long large = (long) (format.mantissaBits() + format.bias()) << format.mantissaBits();
    for (int row = 0; row < LENGTH; row++) {
      weights[row] = signed(row % 2 == 0 ? large : format.minNormal(), format, random);
      LittleEndian.put(elements, (int) matrix.offset(row, column(row)), width, weights[row]);
    }
    byte[] source =
        InputPatterns.fill(
            type,
            ALL * stride,
            _ ->
                switch (random.nextInt(4)) {
                  case 0 -> subnormal(format, random);
                  case 1 -> signed(format.minNormal(), format, random);
                  default -> from(random.nextInt(3), format, random);
                });
    ExpectedContents result = new ExpectedContents(new byte[ALL * stride]);
    for (int lane = 0; lane < ALL; lane++) {
      for (int row = 0; row < LENGTH; row++) {
        long x = LittleEndian.get(source, lane * stride + column(row) * width, width);
        Acceptance product = Arithmetic.binary(type, BinaryOperator.MULTIPLY, x, weights[row]);
        result.put(lane * stride + row * width, type, product, ofProduct(product));
      }
    }
    return TrialWriter.on(WORKGROUPS)
        .input(source)
        .input(elements)
        .result(result, Rule.must(NEIGHBOURS))
        .trial();
  }

  /** No text bounds products of floats; what may be flushed or rounded is a wish besides. */
  private static Rule ofProduct(Acceptance product) {
    return product instanceof Acceptance.OneOf(long[] patterns) && patterns.length == 1
        ? Rule.quality("CV-MUL-017")
        : Rule.quality("CV-MUL-018", FLUSHED);
  }

  private static Trial sum(ComponentType type, SplittableRandom random) {
    FloatFormat format = format(type);
    int stride = stride(type, LENGTH);
    int width = type.bytes();
    byte[] source = new byte[ALL * stride];
    byte[] before = new byte[ALL * stride];
    ExpectedContents result = new ExpectedContents(before);
    for (int lane = 0; lane < ALL; lane++) {
      for (int i = 0; i < LENGTH; i++) {
        int at = lane * stride + i * width;
        long number = number(i % 4, type, random);
        long held = random.nextBoolean() ? 0 : beside(number, format);
        LittleEndian.put(source, at, width, number);
        LittleEndian.put(before, at, width, held);
        Acceptance sum = Arithmetic.binary(type, BinaryOperator.ADD, held, number);
        Rule rule = Rule.must(added(type));
        result.put(at, type, sum, format.isSubnormal(number) ? rule.and(List.of(FLUSHED)) : rule);
      }
    }
    return TrialWriter.on(WORKGROUPS)
        .input(source)
        .input(new byte[16])
        .result(result, Rule.must("CV-RED-004"))
        .trial();
  }

  private static long number(int kind, ComponentType type, SplittableRandom random) {
    FloatFormat format = format(type);
    return switch (kind) {
      case 0 -> subnormal(format, random);
      case 1 -> signed(format.maxFinite(), format, random);
      default -> InputPatterns.far(type, kind == 2, random).applyAsLong(0);
    };
  }

  /**
   * What a sum holds that a number is added to: the smallest normal number where it is subnormal,
   * else minus half of it, or the number itself where half of it might not be normal. All that
   * comes of it is exact.
   */
  private static long beside(long number, FloatFormat format) {
    if (format.isSubnormal(number)) {
      return format.minNormal() | number & format.signBit();
    }
    long half = number - (1L << format.mantissaBits());
    boolean isNormal = (half & ~format.signBit()) >= format.minNormal() << 1;
    return isNormal ? half ^ format.signBit() : number;
  }
}
