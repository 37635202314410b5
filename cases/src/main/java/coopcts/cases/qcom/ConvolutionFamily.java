// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.qcom;

import coopcts.cases.ArrayLines;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Practice;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Program;
import coopcts.program.QcomOperation.ArrayForm;
import coopcts.program.QcomOperation.FromLines;
import coopcts.program.QcomOperation.ToLines;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A convolution of 3×3 whose operand is gathered by the invocations: an array each of the pixel's
 * neighbours, nine products onto one accumulator, and its rows back to the invocations. Small
 * integers, exact in every type.
 */
public final class ConvolutionFamily extends QcomFamily {

  private static final List<String> CHECKS =
      List.of("QC-V2M-011", "QC-V2M-001", "QC-V2M-004", "QC-M2V-003");

  /** The largest number of a bias. */
  private static final int BIAS = 4;

  private static final int SPAN = 3;

  private static final int TAPS = SPAN * SPAN;

  /** Makes the family; one object serves all devices and runs. */
  public ConvolutionFamily() {}

  @Override
  public String name() {
    return "qcom.convolution";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("what it is made of stands in frames: arrays, lines and chains");
  }

  @Override
  public List<String> assertions() {
    return Stream.concat(CHECKS.stream(), Stream.of(Practice.EXACT)).toList();
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return report.matrixProperties().stream()
        .filter(row -> row.scope() == Scope.SUBGROUP && row.c() == row.result())
        .filter(row -> !row.saturating())
        .filter(row -> ArrayLines.of(report, row.typeA(), false).isPresent())
        .filter(row -> ArrayLines.of(report, row.typeC(), false).isPresent())
        .map(
            row ->
                Case.of(
                    name() + "." + row.label(), rule(row).assertions(), () -> plan(report, row)));
  }

  /** Pixels of an image line: as many as invocations look at, those without a row too. */
  private static int pitch(DeviceReport report) {
    return report.subgroup().size() + SPAN - 1;
  }

  private static ShaderPlan plan(DeviceReport report, MatrixProperties row) {
    return ShaderPlan.judgedApart(
        program(report, row),
        List.of(new Subcase("integers", seed -> trial(row, pitch(report), seed))));
  }

  /**
   * A convolution of 3 × 3 over an image of K channels, one line of M pixels for each subgroup: an
   * invocation gathers the channels of its pixel's neighbour, which become a row of A; those of
   * invocations beyond M must have no effect. Sums begin with the bias, and go back to the
   * invocations, where what is below zero is cut.
   */
  private static Program program(DeviceReport report, MatrixProperties row) {
    Matrix a = new Matrix("a", row.typeA());
    Matrix b = new Matrix("b", row.typeB());
    Matrix sum = new Matrix("sum", row.typeC());
    Array image = array("image", row.a(), Array.Access.READ);
    Array weights = array("weights", row.b(), Array.Access.READ);
    Array bias = array("bias", row.c(), Array.Access.READ);
    Array result = array("result", row.c(), Array.Access.WRITE);
    Index tap = new Index.Counter("tap");
    Index more =
        new Index.Instance()
            .times(Index.of(SPAN - 1))
            .plus(tap.over(Index.of(SPAN)).times(Index.of(pitch(report))))
            .plus(tap.modulo(SPAN));
    return program(
        report,
        List.of(image, weights, bias, result),
        List.of(
            new Operation.Load(sum, rows(bias, Index.of(0), sum)),
            new Operation.Repeat(
                "tap",
                Index.of(TAPS),
                List.of(
                    new FromLines(a, image, more.times(Index.of(row.k())), ArrayForm.PLAIN),
                    new Operation.Load(b, rows(weights, tap.times(Index.of(row.k() * row.n())), b)),
                    new Operation.MulAdd(sum, a, b, sum, false))),
            new ToLines(sum, result, Index.of(0), ArrayForm.PLAIN, true)));
  }

  private static Place rows(Array array, Index element, Matrix matrix) {
    return place(array, element, matrix.type(), MemoryLayout.ROW_MAJOR);
  }

  private static Rule rule(MatrixProperties row) {
    return Practice.rule(row, 1, TAPS * row.k() + BIAS, CHECKS);
  }

  private static Trial trial(MatrixProperties row, int pitch, long seed) {
    SplittableRandom random = InputPatterns.random(seed, row.label());
    int low = row.a().isSigned() && row.b().isSigned() ? -1 : 0;
    int[] image =
        random.ints((long) (ArrayLines.ALL + SPAN - 1) * pitch * row.k(), low, 2).toArray();
    int[] weights = random.ints((long) TAPS * row.k() * row.n(), low, 2).toArray();
    int[] bias = random.ints(row.n(), 0, BIAS + 1).toArray();
    Rule rule = rule(row);
    int size = pitch - (SPAN - 1);
    int[] biases = new int[row.m() * row.n()];
    Arrays.setAll(biases, e -> bias[e % row.n()]);
    ExpectedContents result =
        new ExpectedContents(new byte[ArrayLines.ALL * size * row.n() * row.c().bytes()]);
    for (int line = 0; line < ArrayLines.ALL; line++) {
      for (int x = 0; x < row.m(); x++) {
        for (int n = 0; n < row.n(); n++) {
          int sum = bias[n];
          for (int tap = 0; tap < TAPS; tap++) {
            int pixel = (line + tap / SPAN) * pitch + x + tap % SPAN;
            for (int k = 0; k < row.k(); k++) {
              sum += image[pixel * row.k() + k] * weights[(tap * row.k() + k) * row.n() + n];
            }
          }
          result.put(
              ((line * size + x) * row.n() + n) * row.c().bytes(),
              row.c(),
              InputPatterns.encode(row.c(), Math.max(0, sum)),
              rule);
        }
      }
    }
    return TrialWriter.on(ArrayLines.WORKGROUPS)
        .input(InputPatterns.bytes(row.a(), image))
        .input(InputPatterns.bytes(row.b(), weights))
        .input(InputPatterns.bytes(row.c(), biases))
        .result(result)
        .trial();
  }
}
