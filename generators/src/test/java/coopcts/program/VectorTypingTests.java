// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.model.VectorProperties;
import coopcts.program.Array.Access;
import coopcts.program.VectorOperation.AddSum;
import coopcts.program.VectorOperation.Apply;
import coopcts.program.VectorOperation.Bits;
import coopcts.program.VectorOperation.Component;
import coopcts.program.VectorOperation.Compose;
import coopcts.program.VectorOperation.Move;
import coopcts.program.VectorOperation.Multiply;
import coopcts.program.VectorOperation.Part;
import coopcts.program.VectorOperation.Through;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Programs of cooperative vectors that cannot be written. */
public final class VectorTypingTests {

  private static final ComponentType HALF = ComponentType.FLOAT16;

  private static final Array WORDS =
      Array.buffer("words", Pointee.scalar(ComponentType.UINT32), Access.READ_WRITE);

  private static final Array WEIGHTS =
      Array.buffer("weights", Pointee.scalar(ComponentType.UINT32), Access.READ);

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

  private static final Matrix BYTES = vector(ComponentType.SINT8, 3);

  private static Matrix vector(ComponentType type, int length) {
    return new Matrix(type + "x" + length, MatrixType.vector(type, length));
  }

  private static Operation multiply(
      VectorProperties row, int m, int k, int input, Layout layout, boolean transposed) {
    return multiply(WEIGHTS, row, m, k, input, layout, transposed);
  }

  private static Operation multiply(
      Array weights,
      VectorProperties row,
      int m,
      int k,
      int input,
      Layout layout,
      boolean transposed) {
    return new Multiply(
        vector(row.result(), m),
        vector(row.input(), input),
        row,
        VectorMatrix.rowMajor(row.matrixInterpretation(), transposed ? k : m, transposed ? m : k)
            .in(layout),
        transposed,
        weights,
        Index.of(0),
        Optional.empty());
  }

  private static Part part(Matrix of, int columns, int... places) {
    return new Part(
        Arrays.stream(places).mapToObj(at -> new Component(of, Index.of(at))).toList(), columns);
  }

  private static Operation list(Matrix result, Part... parts) {
    return new Compose(result, List.of(parts));
  }

  private static Program program(Operation... body) {
    return new Program(Scope.INVOCATION, 4, 1, List.of(WORDS, WEIGHTS), List.of(body));
  }

  @Test
  void whatFitsIsTaken() {
    program(
        multiply(HALVES, 3, 5, 5, Layout.ROW_MAJOR, false),
        multiply(HALVES, 3, 5, 5, Layout.TRAINING_OPTIMAL, true),
        multiply(PACKED, 3, 5, 2, Layout.COLUMN_MAJOR, false),
        multiply(PACKED, 3, 5, 3, Layout.COLUMN_MAJOR, false),
        list(
            vector(HALF, 7),
            part(vector(HALF, 3), 2, 0, 1, 2, 0),
            part(vector(HALF, 3), 1, 2, 1),
            part(vector(HALF, 3), 1, 0)),
        new Move(vector(HALF, 5), vector(HALF, 5), Through.LONG_VECTOR),
        new AddSum(vector(HALF, 3), WORDS, Index.of(0)));
  }

  /** Matrices keep vectors company as long as no invocations have parted. */
  @Test
  void matricesStandBesideVectors() {
    MatrixType type = new MatrixType(ComponentType.UINT32, Scope.SUBGROUP, 8, 8, Use.ACCUMULATOR);
    Matrix m = new Matrix("m", type);
    Operation load = new Operation.Load(m, place(Index.of(0)));
    Operation store = new Operation.Store(m, place(new Index.Workgroup()));
    Condition own = new Condition(new Index.Instance(), Condition.Comparison.EQUAL, Index.of(1));
    Operation parting =
        new Operation.If(own, List.of(new Operation.Negate(BYTES, BYTES)), List.of());
    assertTrue(program(load, store, parting).isMixed());
    program(new Operation.Repeat("i", Index.of(2), List.of(load)), store);
    List<List<Operation>> wrong =
        List.of(
            List.of(load, parting, store),
            List.of(new Operation.If(own, List.of(load), List.of())),
            List.of(new Operation.Repeat("i", Index.of(2), List.of(load, parting))),
            List.of(load, new Operation.Store(m, place(new Index.Instance()))),
            List.of(load, new Operation.WriteLength(m, WORDS, Index.of(0))));
    for (List<Operation> body : wrong) {
      assertThrows(IllegalArgumentException.class, () -> program(body.toArray(Operation[]::new)));
    }
  }

  private static Place place(Index element) {
    return new Place(WORDS, element, Index.of(8), MemoryLayout.ROW_MAJOR);
  }

  @DataProvider
  Object[][] wrong() {
    Matrix halves = vector(HALF, 3);
    Matrix bytes = vector(ComponentType.SINT8, 3);
    Array shared = Array.shared("shared", Pointee.scalar(HALF), 8);
    return new Object[][] {
      {"rows are not transposed", multiply(HALVES, 3, 5, 5, Layout.ROW_MAJOR, true)},
      {"a matrix that is written", multiply(WORDS, HALVES, 3, 5, 5, Layout.ROW_MAJOR, false)},
      {"K numbers", multiply(HALVES, 3, 5, 4, Layout.ROW_MAJOR, false)},
      {"too few words", multiply(PACKED, 3, 5, 1, Layout.ROW_MAJOR, false)},
      {"bits of floats", new Bits(halves, BitOperator.AND, halves, halves)},
      {"exp of integers", new Apply(bytes, VectorFunction.EXP, List.of(bytes))},
      {"one operand", new Apply(halves, VectorFunction.MIN, List.of(halves))},
      {"sums of integers", new AddSum(bytes, WORDS, Index.of(0))},
      {"sums in shared memory", new AddSum(halves, shared, Index.of(0))},
      {"a list of too few", list(halves, part(halves, 1, 0), part(halves, 1, 1))},
      {"a vector by itself", list(halves, part(halves, 1, 0, 1, 2))},
      {"a list of other types", list(halves, part(halves, 1, 0, 1), part(bytes, 1, 2))},
      {"half a column", list(halves, part(halves, 2, 0, 1, 2))},
      {
        "matrices of bytes",
        list(vector(ComponentType.SINT8, 5), part(bytes, 2, 0, 1, 2, 0), part(bytes, 1, 1))
      },
      {"a long vector of three", new Move(halves, halves, Through.LONG_VECTOR)},
      {"another type", new Move(vector(HALF, 4), halves, Through.GLOBAL)},
      {"what only matrices have", new Operation.WriteLength(halves, WORDS, Index.of(0))}
    };
  }

  @Test(dataProvider = "wrong")
  void whatDoesNotFitIsRefused(String why, Operation operation) {
    assertThrows(IllegalArgumentException.class, () -> program(operation));
  }
}
