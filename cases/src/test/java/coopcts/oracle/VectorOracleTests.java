// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorProperties;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.BitOperator;
import coopcts.program.Condition;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.VectorFunction;
import coopcts.program.VectorOperation;
import coopcts.program.VectorOperation.AddSum;
import coopcts.program.VectorOperation.Apply;
import coopcts.program.VectorOperation.Bias;
import coopcts.program.VectorOperation.Bits;
import coopcts.program.VectorOperation.LoadVector;
import coopcts.program.VectorOperation.Multiply;
import coopcts.program.VectorOperation.Pick;
import coopcts.program.VectorOperation.StoreVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

/** What programs of cooperative vectors mean, one operation at a time. */
public final class VectorOracleTests {

  private static final int INVOCATIONS = 3;

  /** Bytes from one invocation's vector to the next. */
  private static final int STRIDE = 16;

  private static final ComponentType INT = ComponentType.SINT32;
  private static final ComponentType FLOAT = ComponentType.FLOAT32;

  private static Array array(String name, ComponentType type, Access access) {
    return Array.buffer(name, Pointee.scalar(type), access);
  }

  private static final Index PLACE = new Index.Instance().times(Index.of(STRIDE));

  private static byte[] ints(int... numbers) {
    byte[] bytes = new byte[4 * numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      LittleEndian.put(bytes, 4 * i, 4, numbers[i] & 0xFFFFFFFFL);
    }
    return bytes;
  }

  private static byte[] floats(float... numbers) {
    byte[] bytes = new byte[4 * numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      LittleEndian.put(bytes, 4 * i, 4, Float.floatToIntBits(numbers[i]) & 0xFFFFFFFFL);
    }
    return bytes;
  }

  /** What three invocations store of y, each of which has loaded three components to x. */
  private static long[] stored(
      ComponentType type, byte[] source, List<Array> more, List<byte[]> bytes, Operation... body) {
    Array in = array("source", type, Access.READ);
    Array out = array("result", type, Access.WRITE);
    Matrix x = new Matrix("x", MatrixType.vector(type, 3));
    Matrix y = new Matrix("y", MatrixType.vector(type, 3));
    List<Operation> all = new ArrayList<>(List.of(new LoadVector(x, in, PLACE)));
    all.add(new Operation.Copy(y, x));
    all.addAll(List.of(body));
    all.add(new StoreVector(y, out, PLACE));
    List<Array> arrays = new ArrayList<>(List.of(in, out));
    arrays.addAll(more);
    List<byte[]> contents = new ArrayList<>(List.of(source, new byte[INVOCATIONS * STRIDE]));
    contents.addAll(bytes);
    Expectation.Buffer after =
        Oracle.expectUseful(
                new Program(Scope.INVOCATION, INVOCATIONS, 1, arrays, all),
                new Inputs(Map.of(), contents, 1))
            .buffers()
            .get(1);
    return VectorProduct.components(after.bytes(), 0, type, 4 * INVOCATIONS);
  }

  private static Matrix vector(String name, ComponentType type) {
    return new Matrix(name, MatrixType.vector(type, 3));
  }

  private static final byte[] NUMBERS = ints(1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0);

  @Test
  void bitsAndComponentsAreEachInvocationsOwn() {
    Matrix x = vector("x", INT);
    Matrix y = vector("y", INT);
    assertEquals(
        stored(
            INT,
            NUMBERS,
            List.of(),
            List.of(),
            new Bits(y, BitOperator.LEFT, x, x),
            new Pick(y, new Index.LocalInstance(), x, Index.of(0))),
        new long[] {1, 8, 24, 0, 64, 4, 384, 0, 896, 2048, 7, 0});
  }

  @Test
  void listsTakeComponentsInTheirOrder() {
    Matrix x = vector("x", INT);
    Matrix y = vector("y", INT);
    Index last = new Index.LocalInstance();
    assertEquals(
        stored(
            INT,
            NUMBERS,
            List.of(),
            List.of(),
            new VectorOperation.Compose(
                y,
                List.of(
                    new VectorOperation.Part(
                        List.of(component(x, Index.of(2)), component(x, Index.of(0))), 1),
                    new VectorOperation.Part(List.of(component(x, last)), 1)))),
        new long[] {3, 1, 1, 0, 6, 4, 5, 0, 9, 7, 9, 0});
  }

  private static VectorOperation.Component component(Matrix of, Index at) {
    return new VectorOperation.Component(of, at);
  }

  @Test
  void whatGoesThroughSomethingElseStaysTheSame() {
    Matrix x = vector("x", INT);
    Matrix y = vector("y", INT);
    assertEquals(
        stored(
            INT,
            NUMBERS,
            List.of(),
            List.of(),
            new Operation.Negate(y, x),
            new VectorOperation.Move(y, x, VectorOperation.Through.GLOBAL)),
        new long[] {1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0});
  }

  @Test
  void branchesPartInvocations() {
    Matrix x = vector("x", INT);
    Matrix y = vector("y", INT);
    Condition second = new Condition(new Index.Instance(), Condition.Comparison.EQUAL, Index.of(1));
    assertEquals(
        stored(
            INT,
            NUMBERS,
            List.of(),
            List.of(),
            new Operation.If(second, List.of(new Operation.Negate(y, x)), List.of())),
        new long[] {
          1, 2, 3, 0, -4 & 0xFFFFFFFFL, -5 & 0xFFFFFFFFL, -6 & 0xFFFFFFFFL, 0, 7, 8, 9, 0
        });
  }

  /** Rows 1 0 0, 0 2 0, 1 1 1 of bytes times the vector, and 10, 20, 30. */
  @Test
  void productsAddABias() {
    Matrix x = vector("x", INT);
    Matrix y = vector("y", INT);
    Array matrix = array("matrix", ComponentType.UINT32, Access.READ);
    Array bias = array("bias", INT, Access.READ);
    VectorMatrix rows = VectorMatrix.rowMajor(ComponentType.SINT8, 3, 3);
    byte[] elements = new byte[rows.bytes()];
    int[][] numbers = {{1, 0, 0}, {0, 2, 0}, {1, 1, 1}};
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        elements[(int) rows.offset(i, j)] = (byte) numbers[i][j];
      }
    }
    VectorProperties row =
        new VectorProperties(INT, ComponentType.SINT8, ComponentType.SINT8, INT, INT, false);
    assertEquals(
        stored(
            INT,
            ints(1, 2, 3, 0, 4, 5, 1000, 0, 7, 8, 9, 0),
            List.of(matrix, bias),
            List.of(elements, ints(10, 20, 30)),
            new Multiply(
                y,
                x,
                row,
                rows,
                false,
                matrix,
                Index.of(0),
                Optional.of(new Bias(bias, Index.of(0))))),
        // 1000 is saturated on its way in.
        new long[] {11, 24, 36, 0, 14, 30, 30 + 4 + 5 + 127, 0, 17, 36, 54, 0});
  }

  @Test
  void sumsAreOfAllInvocations() {
    Array source = array("source", FLOAT, Access.READ);
    Array sums = array("sums", FLOAT, Access.READ_WRITE);
    Matrix x = vector("x", FLOAT);
    Program program =
        new Program(
            Scope.INVOCATION,
            INVOCATIONS,
            1,
            List.of(source, sums),
            List.of(new LoadVector(x, source, PLACE), new AddSum(x, sums, Index.of(0))));
    byte[] numbers = floats(1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0);
    Expectation.Buffer after =
        Oracle.expectUseful(
                program, new Inputs(Map.of(), List.of(numbers, floats(100, 0, -15, 5)), 1))
            .buffers()
            .get(1);
    float[] wanted = {100 + 12, 15, 18 - 15};
    for (int i = 0; i < 3; i++) {
      assertEquals(
          after.open().get(4 * i).acceptance().show(FloatFormat.FLOAT32),
          Float.toString(wanted[i]));
    }
  }

  /**
   * A device may sum a product's terms in float16: 2049 is a wish, and so is what is made of it.
   */
  @Test
  void sumsOfAWishAreAWish() {
    Array source = array("source", FLOAT, Access.READ);
    Array matrix = array("matrix", ComponentType.FLOAT32, Access.READ);
    Array sums = array("sums", FLOAT, Access.READ_WRITE);
    Matrix x = vector("x", FLOAT);
    Matrix y = vector("y", FLOAT);
    VectorMatrix rows = VectorMatrix.rowMajor(FLOAT, 3, 3);
    byte[] elements = new byte[rows.bytes()];
    for (int i = 0; i < 3; i++) {
      LittleEndian.put(elements, (int) rows.offset(i, i), 4, Float.floatToIntBits(2049));
    }
    VectorProperties row = new VectorProperties(FLOAT, FLOAT, FLOAT, FLOAT, FLOAT, false);
    List<Operation> body =
        List.of(
            new LoadVector(x, source, PLACE),
            new Multiply(y, x, row, rows, false, matrix, Index.of(0), Optional.empty()),
            new AddSum(y, sums, Index.of(0)));
    List<byte[]> contents =
        List.of(floats(1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0), elements, floats(0, 0, 0, 0));
    Program program =
        new Program(Scope.INVOCATION, INVOCATIONS, 1, List.of(source, matrix, sums), body);
    Expectation.Open sum =
        Oracle.expectUseful(program, new Inputs(Map.of(), contents, 1))
            .buffers()
            .get(2)
            .open()
            .get(0);
    assertEquals(sum.acceptance().show(FloatFormat.FLOAT32), Float.toString(12 * 2049));
    assertEquals(sum.rule().tier(), Tier.QUALITY);
  }

  @Test
  void whatSaysTooLittleIsUseless() {
    Matrix x = vector("x", FLOAT);
    Matrix y = vector("y", FLOAT);
    byte[] numbers = floats(1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0);
    VectorOperation exp = new Apply(y, VectorFunction.EXP, List.of(x));
    stored(FLOAT, numbers, List.of(), List.of(), exp);
    assertUseless(numbers, exp, new Apply(y, VectorFunction.EXP, List.of(y)));
    Matrix less = vector("less", FLOAT);
    assertUseless(
        numbers,
        new Operation.Negate(less, x),
        new Apply(y, VectorFunction.CLAMP, List.of(x, x, less)));
  }

  private static void assertUseless(byte[] numbers, Operation... body) {
    assertThrows(
        IndistinctValuesException.class, () -> stored(FLOAT, numbers, List.of(), List.of(), body));
  }
}
