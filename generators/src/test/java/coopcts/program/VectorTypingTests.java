// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import static org.testng.Assert.assertThrows;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.model.VectorProperties;
import coopcts.program.Array.Access;
import coopcts.program.VectorOperation.AddSum;
import coopcts.program.VectorOperation.Apply;
import coopcts.program.VectorOperation.Bits;
import coopcts.program.VectorOperation.Multiply;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Programs of cooperative vectors that cannot be written. */
public final class VectorTypingTests {

  private static final ComponentType HALF = ComponentType.FLOAT16;

  private static final Array WORDS =
      Array.buffer("words", Pointee.scalar(ComponentType.UINT32), Access.READ_WRITE);

  private static final VectorProperties HALVES =
      new VectorProperties(HALF, HALF, HALF, HALF, HALF, true);

  private static final VectorProperties PACKED =
      new VectorProperties(
          ComponentType.UINT32,
          ComponentType.SINT8_PACKED,
          ComponentType.SINT8,
          ComponentType.SINT32,
          ComponentType.SINT32,
          false);

  private static Matrix vector(ComponentType type, int length) {
    return new Matrix(type + "x" + length, MatrixType.vector(type, length));
  }

  private static Operation multiply(
      VectorProperties row, int m, int k, int input, Layout layout, boolean transposed) {
    return new Multiply(
        vector(row.result(), m),
        vector(row.input(), input),
        row,
        VectorMatrix.rowMajor(row.matrixInterpretation(), transposed ? k : m, transposed ? m : k)
            .in(layout),
        transposed,
        WORDS,
        Index.of(0),
        Optional.empty());
  }

  private static Program program(Operation... body) {
    return new Program(Scope.INVOCATION, 4, 1, List.of(WORDS), List.of(body));
  }

  @Test
  void whatFitsIsTaken() {
    program(
        multiply(HALVES, 3, 5, 5, Layout.ROW_MAJOR, false),
        multiply(HALVES, 3, 5, 5, Layout.TRAINING_OPTIMAL, true),
        multiply(PACKED, 3, 5, 2, Layout.COLUMN_MAJOR, false),
        multiply(PACKED, 3, 5, 3, Layout.COLUMN_MAJOR, false),
        new AddSum(vector(HALF, 3), WORDS, Index.of(0)));
  }

  @DataProvider
  Object[][] wrong() {
    Matrix halves = vector(HALF, 3);
    Matrix bytes = vector(ComponentType.SINT8, 3);
    Array shared = Array.shared("shared", Pointee.scalar(HALF), 8);
    return new Object[][] {
      {"rows are not transposed", multiply(HALVES, 3, 5, 5, Layout.ROW_MAJOR, true)},
      {"K numbers", multiply(HALVES, 3, 5, 4, Layout.ROW_MAJOR, false)},
      {"too few words", multiply(PACKED, 3, 5, 1, Layout.ROW_MAJOR, false)},
      {"bits of floats", new Bits(halves, BitOperator.AND, halves, halves)},
      {"exp of integers", new Apply(bytes, VectorFunction.EXP, List.of(bytes))},
      {"one operand", new Apply(halves, VectorFunction.MIN, List.of(halves))},
      {"sums of integers", new AddSum(bytes, WORDS, Index.of(0))},
      {"sums in shared memory", new AddSum(halves, shared, Index.of(0))},
      {"what only matrices have", new Operation.WriteLength(halves, WORDS, Index.of(0))}
    };
  }

  @Test(dataProvider = "wrong")
  void whatDoesNotFitIsRefused(String why, Operation operation) {
    assertThrows(IllegalArgumentException.class, () -> program(operation));
  }
}
