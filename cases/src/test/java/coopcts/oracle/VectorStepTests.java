// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static coopcts.model.ComponentType.FLOAT16;
import static coopcts.model.ComponentType.FLOAT32;
import static coopcts.model.ComponentType.SINT8;
import static coopcts.model.ComponentType.SINT8_PACKED;
import static coopcts.model.ComponentType.UINT32;
import static coopcts.model.ComponentType.UINT8;
import static coopcts.model.ComponentType.UINT8_PACKED;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.BinaryOperator;
import coopcts.program.BitOperator;
import coopcts.program.ComponentValue;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.Scalar;
import coopcts.program.VectorOperation.AddOuter;
import coopcts.program.VectorOperation.Bits;
import coopcts.program.VectorOperation.LoadVector;
import coopcts.program.VectorOperation.StoreVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Single steps of cooperative vectors by hand, with the sentences that say them. */
public final class VectorStepTests {

  private static Array array(String name, ComponentType type, Access access) {
    return Array.buffer(name, Pointee.scalar(type), access);
  }

  private static Matrix vector(String name, ComponentType type, int components) {
    return new Matrix(name, MatrixType.vector(type, components));
  }

  private static byte[] bytes(ComponentType type, long... patterns) {
    return InputPatterns.fill(type, patterns.length * type.bytes(), i -> patterns[i]);
  }

  /** What one invocation stores of y, which has loaded x. */
  private static Expectation.Buffer stored(
      ComponentType type, ComponentType result, long[] components, Operation... body) {
    Array in = array("in", type, Access.READ);
    Array out = array("out", result, Access.WRITE);
    List<Operation> all = new ArrayList<>();
    all.add(new LoadVector(vector("x", type, components.length), in, Index.of(0)));
    all.addAll(List.of(body));
    all.add(new StoreVector(vector("y", result, components.length), out, Index.of(0)));
    return Oracle.expectUseful(
            new Program(Scope.INVOCATION, 1, 1, List.of(in, out), all),
            new Inputs(Map.of(), List.of(bytes(type, components), new byte[32]), 1))
        .buffers()
        .getLast();
  }

  private static final Matrix X = vector("x", FLOAT16, 2);
  private static final Matrix Y = vector("y", FLOAT16, 2);
  private static final Matrix WHOLE = vector("x", UINT8, 2);
  private static final Matrix RESULT = vector("y", UINT8, 2);
  private static final Matrix WIDE = vector("y", FLOAT32, 2);
  private static final Scalar THREE = new Scalar.Literal(FLOAT16, 0x4200);

  /** x is 1 and 2 as float16, or 5 and 12 as bytes. */
  @DataProvider
  Object[][] steps() {
    return new Object[][] {
      {FLOAT16, new Operation.Fill(Y, THREE), new long[] {0x4200, 0x4200}, "CV-CTOR-001"},
      {
        FLOAT32,
        new Operation.Convert(WIDE, X),
        new long[] {0x3F800000L, 0x40000000L},
        "CV-CTOR-004"
      },
      {
        FLOAT16,
        new Operation.Binary(Y, BinaryOperator.ADD, X, X, false),
        new long[] {0x4000, 0x4400},
        "CV-OP-001"
      },
      {
        UINT8,
        new Operation.Binary(RESULT, BinaryOperator.MULTIPLY, WHOLE, WHOLE, false),
        new long[] {25, 144},
        "CV-OP-002"
      },
      {
        FLOAT16,
        new Operation.Scale(Y, X, THREE, Operation.Scale.ScaleForm.MATRIX_SCALAR),
        new long[] {0x4200, 0x4600},
        "CV-OP-003"
      },
      {FLOAT16, new Operation.Negate(Y, X), new long[] {0xBC00, 0xC000}, "CV-OP-004"},
      {
        FLOAT16,
        new Operation.EachComponent(Y, new ComponentValue.Of(X)),
        new long[] {0x3C00, 0x4000},
        "CV-COMP-002"
      },
      {UINT8, new Bits(RESULT, BitOperator.AND, WHOLE, WHOLE), new long[] {5, 12}, "CV-OP-005"},
      {UINT8, new Bits(RESULT, BitOperator.OR, WHOLE, WHOLE), new long[] {5, 12}, "CV-OP-005"},
      {UINT8, new Bits(RESULT, BitOperator.XOR, WHOLE, WHOLE), new long[] {0, 0}, "CV-OP-005"},
      {UINT8, new Bits(RESULT, BitOperator.NOT, WHOLE, WHOLE), new long[] {250, 243}, "CV-OP-005"},
      // By 5, and by 12 - 8.
      {UINT8, new Bits(RESULT, BitOperator.LEFT, WHOLE, WHOLE), new long[] {160, 192}, "CV-OP-005"},
      {UINT8, new Bits(RESULT, BitOperator.RIGHT, WHOLE, WHOLE), new long[] {0, 0}, "CV-OP-005"}
    };
  }

  @Test(dataProvider = "steps")
  public void oneStep(ComponentType result, Operation step, long[] wanted, String assertion) {
    Expectation.Buffer after =
        result == UINT8
            ? stored(UINT8, UINT8, new long[] {5, 12}, step)
            : stored(FLOAT16, result, new long[] {0x3C00, 0x4000}, step);
    assertEquals(VectorProduct.components(after.bytes(), 0, result, 2), wanted);
    assertEquals(after.written().getLast().rule().assertion(), assertion);
  }

  @Test
  public void bitsOfTwoOperands() {
    MatrixType type = MatrixType.vector(UINT8, 1);
    Values three = Values.exact(type, new long[] {0b0011}, Rule.must("CV-LD-001"));
    Values five = Values.exact(type, new long[] {0b0101}, Rule.must("CV-LD-001"));
    Map<BitOperator, Long> wanted =
        Map.of(
            BitOperator.AND, 0b0001L,
            BitOperator.OR, 0b0111L,
            BitOperator.XOR, 0b0110L,
            BitOperator.NOT, 0b1111_1100L,
            BitOperator.LEFT, 0b0110_0000L,
            BitOperator.RIGHT, 0L);
    Matrix m = vector("m", UINT8, 1);
    wanted.forEach(
        (operator, bits) ->
            assertEquals(
                Vectors.bits(new Bits(m, operator, m, m), three, five).candidates(0),
                new long[] {bits},
                operator.toString()));
    // 8 bits up are none.
    Values eight = Values.exact(type, new long[] {8 + 1}, Rule.must("CV-LD-001"));
    assertEquals(
        Vectors.bits(new Bits(m, BitOperator.RIGHT, m, m), five, eight).candidates(0),
        new long[] {0b0010});
  }

  /** NUM §5: loads and stores of vectors are none of the instructions that keep bits. */
  @Test
  public void subnormalNumbersSayNothing() {
    Operation copy = new Operation.Copy(Y, X);
    assertThrows(
        IndistinctValuesException.class,
        () -> stored(FLOAT16, FLOAT16, new long[] {0x3C00, 0x0001}, copy));
    assertThrows(
        IndistinctValuesException.class,
        () ->
            stored(
                FLOAT16,
                FLOAT16,
                new long[] {0x3C00, 0x4000},
                new Operation.Fill(Y, new Scalar.Literal(FLOAT16, 0x0001))));
    Expectation.Buffer zero = stored(FLOAT16, FLOAT16, new long[] {0x3C00, 0x8000}, copy);
    assertTrue(zero.open().get(2).acceptance().accepts(FLOAT16.format(), 0));
  }

  /** CV-IN-001 to -003: four in each word, the first in its lowest byte. */
  @Test
  public void packedInputs() {
    long[] words = {0xFF020380L, 0x00000007L};
    assertEquals(
        VectorProduct.interpreted(words, UINT32, SINT8_PACKED, 5),
        new double[] {-128, 3, 2, -1, 7});
    assertEquals(
        VectorProduct.interpreted(words, UINT32, UINT8_PACKED, 5),
        new double[] {128, 3, 2, 255, 7});
    assertEquals(
        VectorProduct.numbers(bytes(SINT8, 1, 0xFF, 3), 1, SINT8, 2), new double[] {-1, 3});
    // CV-IN-004, -005: rounded to even and saturated.
    assertEquals(
        VectorProduct.interpreted(
            new long[] {0x40200000L, 0x43960000L, 0xC3960000L}, FLOAT32, SINT8, 3),
        new double[] {2, 127, -128});
  }

  @Test
  public void sentencesOfLayouts() {
    assertEquals(
        VectorProduct.sentences(Layout.ROW_MAJOR, false), List.of("CV-MUL-001", "CV-MUL-004"));
    assertEquals(
        VectorProduct.sentences(Layout.COLUMN_MAJOR, false), List.of("CV-MUL-002", "CV-MUL-004"));
    assertEquals(
        VectorProduct.sentences(Layout.INFERENCING_OPTIMAL, true),
        List.of("CV-MUL-005", "CV-MUL-007", "CV-MUL-008"));
    assertEquals(
        VectorProduct.sentences(Layout.TRAINING_OPTIMAL, false),
        List.of("CV-MUL-006", "CV-MUL-007"));
  }

  private static Expectation trained(boolean isTrained, long... left) {
    Array in = array("in", FLOAT16, Access.READ);
    Array sums = array("sums", FLOAT16, Access.READ_WRITE);
    Matrix a = vector("a", FLOAT16, 2);
    Matrix b = vector("b", FLOAT16, 3);
    VectorMatrix matrix = new VectorMatrix(FLOAT16, 2, 3, Layout.TRAINING_OPTIMAL, 0);
    VectorMatrix rows = VectorMatrix.rowMajor(FLOAT16, 2, 3);
    byte[] before = new byte[rows.bytes()];
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 3; j++) {
        // Ones.
        before[(int) rows.offset(i, j) + 1] = 0x3C;
      }
    }
    List<Operation> body =
        List.of(
            new LoadVector(a, in, Index.of(0)),
            new LoadVector(b, in, Index.of(8)),
            new AddOuter(a, b, FLOAT16, sums, Index.of(64), Index.of(0)));
    long[] numbers = {left[0], left[1], 0, 0, 0x3C00, 0x4000, 0x4200};
    return Oracle.expectUseful(
        new Program(Scope.INVOCATION, 2, 1, List.of(in, sums), body),
        new Inputs(
            Map.of(),
            List.of(bytes(FLOAT16, numbers), new byte[256]),
            1,
            List.of(
                new Inputs.OwnMatrix("sums", 128, before, matrix, 64, true, null),
                new Inputs.OwnMatrix("sums", 64, before, matrix, 64, isTrained, null))));
  }

  /** CV-OUT-001: two invocations add (2, 4) by (1, 2, 3) to ones; what another place has stays. */
  @Test
  public void matricesAreTrained() {
    Expectation after = trained(true, 0x4000, 0x4400);
    assertEquals(after.buffers().size(), 4);
    VectorMatrix rows = VectorMatrix.rowMajor(FLOAT16, 2, 3);
    // 1 + 2 · 2 · 1 and so on, and 1 + 2 · 4 · 1.
    long[][] wanted = {{0x4500, 0x4880, 0x4A80}, {0x4880, 0x4C40, 0x4E40}};
    Expectation.Buffer sums = after.buffers().get(3);
    Expectation.Buffer other = after.buffers().get(2);
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 3; j++) {
        Expectation.Open open = sums.open().get((int) rows.offset(i, j));
        assertTrue(open.acceptance().accepts(FLOAT16.format(), wanted[i][j]), i + ", " + j);
        assertFalse(open.acceptance().accepts(FLOAT16.format(), 0x3C00), i + ", " + j);
        assertEquals(open.rule().assertion(), "CV-OUT-001");
        Expectation.Open one = other.open().get((int) rows.offset(i, j));
        assertTrue(one.acceptance().accepts(FLOAT16.format(), 0x3C00), i + ", " + j);
        assertFalse(one.acceptance().accepts(FLOAT16.format(), wanted[i][j]), i + ", " + j);
      }
    }
    assertEquals(sums.bytes().length, rows.bytes());
    for (int at = 6; at < rows.stride(); at += 2) {
      assertTrue(sums.open().get(at).acceptance() instanceof Acceptance.Anything);
    }
    assertTrue(after.buffers().get(1).open().isEmpty());
    assertEquals(trained(false, 0x4000, 0x4400).buffers().size(), 3);
    // 1 + 2 · 3,000 · 3 is rounded; a subnormal factor says nothing.
    assertThrows(IndistinctValuesException.class, () -> trained(true, 0x4000, 0x69DC));
    assertThrows(IndistinctValuesException.class, () -> trained(true, 0x4000, 0x0001));
  }

  @Test
  public void ownMatricesMayBeLeftOut() {
    assertEquals(new Inputs(Map.of(), List.of(), 1, null).matrices(), List.of());
    VectorMatrix matrix = new VectorMatrix(FLOAT16, 1, 1, Layout.TRAINING_OPTIMAL, 0);
    for (Boolean cleared : new Boolean[] {null, false, true}) {
      Inputs.OwnMatrix own =
          new Inputs.OwnMatrix("sums", 0, new byte[16], matrix, 64, true, cleared);
      assertEquals(own.cleared(), Boolean.valueOf(cleared != null && cleared));
    }
  }

  private static Values values(long... patterns) {
    return Values.exact(
        MatrixType.vector(UINT32, patterns.length), patterns, Rule.must("CV-COMP-001"));
  }

  @Test
  public void noComponentIsBeyondTheLast() {
    Values left = values(1, 2, 3);
    Values right = values(7, 8);
    assertEquals(Vectors.single(left, 2), 3);
    assertThrows(IllegalStateException.class, () -> Vectors.single(left, 3));
    assertEquals(Vectors.picked(left, 2, right, 1).bits(), new long[] {1, 2, 8});
    assertThrows(IllegalStateException.class, () -> Vectors.picked(left, 3, right, 1));
    assertThrows(IllegalStateException.class, () -> Vectors.picked(left, 2, right, 2));
    MatrixType two = MatrixType.vector(UINT32, 2);
    List<Values> sources = List.of(right, left);
    assertEquals(Vectors.composed(two, sources, new int[] {1, 2}).bits(), new long[] {8, 3});
    assertThrows(
        IllegalStateException.class, () -> Vectors.composed(two, sources, new int[] {2, 2}));
  }

  @Test
  public void aScalarOfSeveralNumbersIsNone() {
    Values open =
        Values.each(
            MatrixType.vector(UINT32, 2),
            Rule.must("CV-COMP-001"),
            i -> i == 0 ? new Acceptance.OneOf(4) : new Acceptance.OneOf(4, 5));
    assertEquals(Vectors.single(open, 0), 4);
    assertThrows(IndistinctValuesException.class, () -> Vectors.single(open, 1));
  }

  /** CV-COMP-001: the number of components stands where it is put. */
  @Test
  public void lengthsAreMeasured() {
    Values measured = Vectors.measured(values(1, 2, 3), 2, 17);
    assertEquals(measured.bits(), new long[] {1, 2, 17});
    assertEquals(measured.rule().assertion(), "CV-COMP-001");
    assertThrows(IllegalStateException.class, () -> Vectors.measured(values(1, 2, 3), 3, 17));
  }
}
