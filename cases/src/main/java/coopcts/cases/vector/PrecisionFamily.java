// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.VectorMatrix;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Accumulation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.MatrixNumbers;
import coopcts.oracle.Rule;
import coopcts.oracle.VectorProduct;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.Index;
import coopcts.program.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Sums and products of numbers with full mantissas: what no text bounds, and every user relies on.
 * Each of n additions may be rounded in either direction, in any order. Beside them stand sums that
 * are exact whatever the order, and a device fails by: of whole numbers, and of one term.
 */
public final class PrecisionFamily extends VectorFamily {

  private static final int LENGTH = 32;

  private enum PrecisionForm {
    /** All invocations' vectors in one sum. */
    SUM("CV-RED-007", Rule.must("CV-RED-003"), "false") {
      @Override
      boolean takes(DeviceReport report, ComponentType type) {
        return trains(report, type);
      }

      @Override
      void simplify(byte[] source, int lane, ComponentType type, SplittableRandom random) {
        for (int i = LENGTH - 4; i < LENGTH; i++) {
          put(source, lane, i, type, random.nextInt(-9, 10));
        }
      }

      @Override
      List<Operation> body(LoadedVector of, VectorMatrix matrix) {
        return List.of(of.load(), of.sum(Index.of(0)));
      }

      @Override
      List<Acceptance[]> rows(ComponentType type, MatrixNumbers matrix, double[][] vectors) {
        Accumulation sums = Accumulation.zero(1, LENGTH);
        for (double[] vector : vectors) {
          sums.add(vector);
        }
        Acceptance[] row =
            IntStream.range(0, LENGTH)
                .mapToObj(i -> sums.at(0, i, type))
                .toArray(Acceptance[]::new);
        return List.<Acceptance[]>of(row);
      }
    },
    /** A product for each invocation. */
    PRODUCT("CV-MUL-018", Rule.quality("CV-MUL-017"), "true") {
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

      // In every fourth vector all but one component are zero.
      @Override
      void simplify(byte[] source, int lane, ComponentType type, SplittableRandom random) {
        for (int i = 0; i < LENGTH && lane % 4 == 3; i++) {
          put(source, lane, i, type, i == lane % LENGTH ? 2 : 0);
        }
      }

      @Override
      List<Operation> body(LoadedVector of, VectorMatrix matrix) {
        return of.product(matrix);
      }

      @Override
      List<Acceptance[]> rows(ComponentType type, MatrixNumbers matrix, double[][] vectors) {
        return Arrays.stream(vectors)
            .map(
                x ->
                    Arrays.stream(VectorProduct.of(matrix, x))
                        .map(sum -> sum.in(type))
                        .toArray(Acceptance[]::new))
            .toList();
      }
    };

    private final String assertion;

    /** What says what exact sums are. */
    private final Rule exact;

    private final String seed;

    PrecisionForm(String assertion, Rule exact, String seed) {
      this.assertion = assertion;
      this.exact = exact;
      this.seed = seed;
    }

    List<String> all() {
      return List.of(assertion, exact.assertion());
    }

    Rule rule(Acceptance judged) {
      return judged instanceof Acceptance.OneOf ? exact : Rule.quality(assertion);
    }

    abstract boolean takes(DeviceReport report, ComponentType type);

    /** Makes some sums exact that an invocation's vector has a part in. */
    abstract void simplify(byte[] source, int lane, ComponentType type, SplittableRandom random);

    abstract List<Operation> body(LoadedVector of, VectorMatrix matrix);

    /** The components of each vector that comes of the invocations' vectors. */
    abstract List<Acceptance[]> rows(ComponentType type, MatrixNumbers matrix, double[][] vectors);

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static void put(byte[] source, int lane, int i, ComponentType type, int number) {
    int at = lane * stride(type, LENGTH) + i * type.bytes();
    LittleEndian.put(source, at, type.bytes(), InputPatterns.encode(type, number));
  }

  /** Makes the family; one object serves all devices and runs. */
  public PrecisionFamily() {}

  @Override
  public String name() {
    return "vector.precision";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("it is about rounding; vector.product and vector.training stand in frames");
  }

  @Override
  public List<String> assertions() {
    return Arrays.stream(PrecisionForm.values()).flatMap(form -> form.all().stream()).toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return Stream.of(ComponentType.FLOAT16, ComponentType.FLOAT32)
        .flatMap(
            type ->
                Arrays.stream(PrecisionForm.values())
                    .filter(form -> form.takes(report, type))
                    .map(form -> of(form, type)));
  }

  private Case of(PrecisionForm form, ComponentType type) {
    return Case.of("%s.%s.%s".formatted(name(), form, type), form.all(), () -> plan(type, form))
        .formed(form);
  }

  private static Plan plan(ComponentType type, PrecisionForm form) {
    VectorMatrix matrix = VectorMatrix.rowMajor(type, LENGTH, LENGTH).apart(1 + type.bytes());
    LoadedVector of = LoadedVector.of(type, LENGTH);
    return ShaderPlan.judgedApart(
        of.program(form.body(of, matrix)),
        List.of(
            new Subcase(
                "mantissas",
                seed ->
                    trial(
                        type,
                        matrix,
                        form,
                        InputPatterns.random(seed, type.label() + form.seed)))));
  }

  private static Trial trial(
      ComponentType type, VectorMatrix matrix, PrecisionForm form, SplittableRandom random) {
    int stride = stride(type, LENGTH);
    byte[] source = InputPatterns.fill(type, ALL * stride, InputPatterns.wide(type, 1, random));
    for (int lane = 0; lane < ALL; lane++) {
      form.simplify(source, lane, type, random);
    }
    byte[] weights = InputPatterns.fill(type, matrix.bytes(), InputPatterns.wide(type, 1, random));
    double[][] vectors = new double[ALL][];
    for (int lane = 0; lane < ALL; lane++) {
      vectors[lane] = VectorProduct.numbers(source, lane * stride, type, LENGTH);
    }
    List<Acceptance[]> rows = form.rows(type, MatrixNumbers.read(weights, 0, matrix), vectors);
    ExpectedContents result = new ExpectedContents(new byte[rows.size() * stride]);
    for (int row = 0; row < rows.size(); row++) {
      for (int i = 0; i < LENGTH; i++) {
        int at = row * stride + i * type.bytes();
        Acceptance judged = rows.get(row)[i];
        result.put(at, type, judged, form.rule(judged));
      }
    }
    return TrialWriter.on(WORKGROUPS).input(source).input(weights).result(result).trial();
  }
}
