// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.cases.Profile;
import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.model.VectorProperties;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.Rule;
import coopcts.plan.Case;
import coopcts.plan.Plan;
import coopcts.plan.ShaderPlan;
import coopcts.plan.Subcase;
import coopcts.plan.Trial;
import coopcts.plan.TrialWriter;
import coopcts.program.Array;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.VectorOperation.LoadVector;
import coopcts.program.VectorOperation.Multiply;
import coopcts.program.VectorOperation.StoreVector;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Inputs that are taken for 8-bit floats and that none of these holds: a device may convert them,
 * to either neighbour, or keep their precision (CV-IN-010). A matrix that is one on its diagonal
 * and zero elsewhere shows which.
 */
public final class VectorReadingsFamily extends VectorFamily {

  private static final String ASSERTION = "CV-IN-010";

  /** No text bounds products of floats, exact ones neither, and the inputs have many bits. */
  private static final Rule RULE = Rule.quality(ASSERTION);

  /** Rows and columns. */
  private static final int SIDE = 8;

  /** Powers of two that inputs lie between: no format has subnormals or overflows there. */
  private static final int LEAST = -5;

  private static final int MOST = 8;

  /** Makes the family; one object serves all devices and runs. */
  public VectorReadingsFamily() {}

  @Override
  public String name() {
    return "vector.readings";
  }

  @Override
  public Optional<String> unframed() {
    return Optional.of("it is about single conversions; vector.product stands in frames");
  }

  @Override
  public List<String> assertions() {
    return List.of(ASSERTION);
  }

  @Override
  protected Stream<Case> supported(DeviceReport report, Profile profile) {
    return report.vectorProperties().stream()
        .filter(row -> row.inputInterpretation().isFloat8())
        .filter(row -> row.input() == ComponentType.FLOAT16 && row.result().isFloat())
        .map(
            row ->
                Case.of("%s.%s".formatted(name(), row.label()), assertions(), () -> plan(row))
                    .formed(row.label()));
  }

  private static VectorMatrix matrix(VectorProperties row) {
    return VectorMatrix.rowMajor(row.matrixInterpretation(), SIDE, SIDE);
  }

  private static Plan plan(VectorProperties row) {
    VectorMatrix matrix = matrix(row).in(Layout.INFERENCING_OPTIMAL);
    Matrix x = vector("x", row.input(), SIDE);
    Matrix y = vector("y", row.result(), SIDE);
    Array inputs = array("inputs", row.input(), Array.Access.READ);
    Array matrices = array("matrices", ComponentType.UINT32, Array.Access.READ);
    Array result = array("result", row.result(), Array.Access.READ_WRITE);
    return ShaderPlan.judgedApart(
        program(
            List.of(inputs, matrices, result),
            List.of(
                new LoadVector(x, inputs, own(row.input(), SIDE)),
                new Multiply(y, x, row, matrix, false, matrices, Index.of(0), Optional.empty()),
                new StoreVector(y, result, own(row.result(), SIDE)))),
        List.of(
            new Subcase("between", seed -> trial(row, InputPatterns.random(seed, row.label())))));
  }

  private static Trial trial(VectorProperties row, SplittableRandom random) {
    VectorMatrix rows = matrix(row);
    VectorMatrix matrix = rows.in(Layout.INFERENCING_OPTIMAL);
    byte[] ones = new byte[rows.bytes()];
    for (int i = 0; i < SIDE; i++) {
      long one = InputPatterns.encode(rows.component(), 1);
      LittleEndian.put(ones, (int) rows.offset(i, i), rows.component().bytes(), one);
    }
    int capacity = Math.ceilDiv(4 * (SIDE + 64) * (SIDE + 64), 64) * 64;
    FloatFormat source = (FloatFormat) row.input().format();
    FloatFormat narrow = (FloatFormat) row.inputInterpretation().format();
    FloatFormat target = (FloatFormat) row.result().format();
    int stride = stride(row.input(), SIDE);
    byte[] inputs = new byte[ALL * stride];
    ExpectedContents result = ExpectedContents.marked(ALL * stride(row.result(), SIDE));
    for (int lane = 0; lane < ALL; lane++) {
      for (int i = 0; i < SIDE; i++) {
        double value = between(narrow, random);
        LittleEndian.put(
            inputs,
            lane * stride + i * row.input().bytes(),
            row.input().bytes(),
            source.encode(value, Rounding.NEAREST_EVEN));
        long[] outcomes =
            LongStream.of(
                    target.encode(value, Rounding.NEAREST_EVEN),
                    target.encode(
                        narrow.toDouble(narrow.encode(value, Rounding.DOWNWARD)),
                        Rounding.NEAREST_EVEN),
                    target.encode(
                        narrow.toDouble(narrow.encode(value, Rounding.UPWARD)),
                        Rounding.NEAREST_EVEN))
                .toArray();
        result.put(
            lane * stride(row.result(), SIDE) + i * row.result().bytes(),
            row.result(),
            new Acceptance.OneOf(outcomes),
            RULE);
      }
    }
    return TrialWriter.on(WORKGROUPS)
        .input(inputs)
        .input(new byte[capacity])
        .result(result, Rule.must(NEIGHBOURS))
        .into(new Trial.Into(1, 0, ones, matrix, capacity))
        .trial();
  }

  /** A number with four significant bits more than an 8-bit float has. */
  private static double between(FloatFormat narrow, SplittableRandom random) {
    int bits = narrow.mantissaBits() + 4;
    int significand = (1 << bits) + (random.nextInt(1 << bits - 1) << 1) + 1;
    double value = Math.scalb((double) significand, random.nextInt(LEAST, MOST) - bits);
    return random.nextBoolean() ? value : -value;
  }
}
