// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.qcom;

import coopcts.cases.ArrayLines;
import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixProperties;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Practice;
import coopcts.oracle.Readings;
import coopcts.oracle.Rule;
import coopcts.oracle.WholeProduct;
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
import coopcts.program.QcomOperation.ThroughLines;
import coopcts.program.Scalar;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Layers that hand over through arrays: accumulator to arrays, a function of each channel, slices
 * of them to the next layer's A operand, taken apart anew for each slice. Small integers, exact in
 * float16.
 */
public final class ChainFamily extends QcomFamily {

  private static final List<String> CHECKS =
      List.of("QC-M2V-008", "QC-V2M-011", "QC-SUB-001", Practice.EXACT);

  private static final ComponentType HALF = ComponentType.FLOAT16;

  /** Makes the family; one object serves all devices and runs. */
  public ChainFamily() {}

  @Override
  public String name() {
    return "qcom.chain";
  }

  @Override
  public List<String> assertions() {
    return CHECKS;
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return report.matrixProperties().stream()
        .filter(row -> row.scope() == Scope.SUBGROUP && row.n() % row.k() == 0)
        .filter(row -> row.a() == HALF && row.b() == HALF && row.c() == HALF)
        .filter(row -> row.result() == HALF && !row.saturating())
        .filter(row -> ArrayLines.of(report, row.typeA(), false).isPresent())
        .filter(row -> ArrayLines.of(report, row.typeC(), false).isPresent())
        .flatMap(row -> Stream.of(of(report, row, false), of(report, row, true)));
  }

  private Case of(DeviceReport report, MatrixProperties row, boolean packed) {
    return Case.of(
        name() + "." + row.label() + (packed ? ".packed" : ".plain"),
        assertions(),
        () ->
            ShaderPlan.judgedApart(
                program(report, row, packed ? ArrayForm.CAST : ArrayForm.PLAIN),
                List.of(new Subcase("integers", seed -> trial(row, packed, seed)))));
  }

  /**
   * Two convolution layers of 1 × 1, Y = max(X · W1, 0) · W2, that never leave the invocations: the
   * accumulator becomes an array of each invocation, is changed there, and goes back K channels at
   * a time as the next layer's A operand.
   */
  private static Program program(DeviceReport report, MatrixProperties row, ArrayForm form) {
    Matrix a = new Matrix("a", row.typeA());
    Matrix b = new Matrix("b", row.typeB());
    Matrix zero = new Matrix("zero", row.typeC());
    Matrix hidden = new Matrix("hidden", row.typeC());
    Matrix sum = new Matrix("sum", row.typeC());
    Array x = array("x", HALF, Array.Access.READ);
    Array w1 = array("w1", HALF, Array.Access.READ);
    Array w2 = array("w2", HALF, Array.Access.READ);
    Array y = array("y", HALF, Array.Access.WRITE);
    Index channel = new Index.Counter("slice").times(Index.of(row.k()));
    return program(
        report,
        List.of(x, w1, w2, y),
        List.of(
            new Operation.Load(a, rows(x, own(a.type()), a)),
            new Operation.Load(b, rows(w1, Index.of(0), b)),
            new Operation.Fill(zero, new Scalar.Literal(HALF, 0)),
            new Operation.MulAdd(hidden, a, b, zero, false),
            new Operation.Copy(sum, zero),
            new Operation.Repeat(
                "slice",
                Index.of(row.n() / row.k()),
                List.of(
                    new ThroughLines(a, hidden, channel, form, List.of(), true),
                    new Operation.Load(b, rows(w2, channel.times(Index.of(row.n())), b)),
                    new Operation.MulAdd(sum, a, b, sum, false))),
            new Operation.Store(sum, rows(y, own(sum.type()), sum))));
  }

  private static Place rows(Array array, Index element, Matrix matrix) {
    return place(array, element, matrix.type(), MemoryLayout.ROW_MAJOR);
  }

  private static Trial trial(MatrixProperties row, boolean packed, long seed) {
    SplittableRandom random = InputPatterns.random(seed, row.label());
    int m = ArrayLines.ALL * row.m();
    int n = row.n();
    int k = row.k();
    int[] x = random.ints(m * k, -1, 2).toArray();
    int[] w1 = random.ints(k * n, -1, 2).toArray();
    int[] w2 = random.ints(n * n, -1, 2).toArray();
    int[] hidden = WholeProduct.of(x, w1, m, k, n);
    for (int e = 0; e < hidden.length; e++) {
      hidden[e] = Math.max(0, hidden[e]);
    }
    ExpectedContents result = result(row, WholeProduct.of(hidden, w2, m, n, n));
    TrialWriter trials =
        TrialWriter.on(ArrayLines.WORKGROUPS)
            .input(InputPatterns.bytes(HALF, x))
            .input(InputPatterns.bytes(HALF, w1))
            .input(InputPatterns.bytes(HALF, w2));
    if (!packed) {
      return trials.result(result).trial();
    }
    // The cast and the matrix may take the halves of a word in two orders: no text has one.
    int[] turned = new int[hidden.length];
    Arrays.setAll(turned, e -> hidden[e ^ 1]);
    ExpectedContents other = result(row, WholeProduct.of(turned, w2, m, n, n));
    Readings readings = new Readings(result.buffer(), other.buffer());
    return trials
        .buffer(result.before(), readings.either())
        .property(rule(row), actual -> readings.mixed(actual.get(3)))
        .trial();
  }

  private static Rule rule(MatrixProperties row) {
    return Practice.rule(row, row.k(), row.n() * row.k(), CHECKS);
  }

  private static ExpectedContents result(MatrixProperties row, int[] y) {
    int m = ArrayLines.ALL * row.m();
    int n = row.n();
    long[] bits = new long[y.length];
    for (int e = 0; e < y.length; e++) {
      bits[e] = InputPatterns.encode(HALF, y[e]);
    }
    ExpectedContents result = new ExpectedContents(new byte[2 * y.length]);
    result.matrix(
        new MatrixType(HALF, Scope.SUBGROUP, m, n, Use.ACCUMULATOR),
        MemoryLayout.ROW_MAJOR,
        0,
        2L * n,
        0,
        bits,
        rule(row));
    return result;
  }
}
