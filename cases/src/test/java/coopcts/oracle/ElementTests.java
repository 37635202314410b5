// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static coopcts.model.ComponentType.FLOAT16;
import static coopcts.model.ComponentType.FLOAT32;
import static coopcts.model.ComponentType.SINT8;
import static coopcts.model.ComponentType.UINT8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorMatrix.Layout;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Arithmetic.Function;
import coopcts.program.BinaryOperator;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Single elements by hand: patterns of float16 are sign, 5 bits with bias 15, 10 bits. */
public final class ElementTests {

  private static final long ONE = 0x3C00;
  private static final long MINUS_ONE = 0xBC00;
  private static final long TWO = 0x4000;
  private static final long THREE = 0x4200;
  private static final long HALF = 0x3800;
  private static final long NAN = 0x7E00;
  private static final long MINUS_ZERO = 0x8000;

  /** The smallest number of float16 that is not subnormal. */
  private static final double SMALLEST = 0x1p-14;

  /** CV-FN-006, -007, -011: numbers are compared, not patterns. */
  @Test
  public void theSmallerAndTheLarger() {
    assertEquals(ElementFunctions.min(FLOAT16, MINUS_ONE, ONE), MINUS_ONE);
    assertEquals(ElementFunctions.min(FLOAT16, TWO, ONE), ONE);
    assertEquals(ElementFunctions.max(FLOAT16, MINUS_ONE, ONE), ONE);
    assertEquals(ElementFunctions.max(FLOAT16, TWO, ONE), TWO);
    // 0x80 is -128 in a signed type, 128 in an unsigned one.
    assertEquals(ElementFunctions.min(SINT8, 0x80, 0x7F), 0x80);
    assertEquals(ElementFunctions.min(UINT8, 0x80, 0x7F), 0x7F);
    assertEquals(ElementFunctions.max(SINT8, 0x80, 0x7F), 0x7F);
    assertEquals(ElementFunctions.max(UINT8, 0x80, 0x7F), 0x80);
    assertEquals(ElementFunctions.clamp(SINT8, 0x80, 0xFF, 3), 0xFF);
    assertEquals(ElementFunctions.clamp(SINT8, 5, 0xFF, 3), 3);
    assertEquals(ElementFunctions.clamp(SINT8, 2, 0xFF, 3), 2);
  }

  /** CV-FN-009. */
  @Test
  public void aNumberStandsBeforeNaN() {
    assertEquals(ElementFunctions.numberMin(FLOAT16, NAN, ONE), ONE);
    assertEquals(ElementFunctions.numberMin(FLOAT16, TWO, ONE), ONE);
    assertEquals(ElementFunctions.numberMin(FLOAT16, HALF, ONE), HALF);
    assertEquals(ElementFunctions.numberMax(FLOAT16, NAN, ONE), ONE);
    assertEquals(ElementFunctions.numberMax(FLOAT16, TWO, ONE), TWO);
    assertEquals(ElementFunctions.numberMax(FLOAT16, HALF, ONE), ONE);
    assertEquals(ElementFunctions.numberClamp(FLOAT16, NAN, HALF, ONE), HALF);
    assertEquals(ElementFunctions.numberClamp(FLOAT16, TWO, HALF, ONE), ONE);
  }

  /** CV-FN-008: at the edge it is 1. */
  @Test
  public void aStep() {
    assertEquals(ElementFunctions.step(FLOAT16, ONE, HALF), 0);
    assertEquals(ElementFunctions.step(FLOAT16, ONE, ONE), ONE);
    assertEquals(ElementFunctions.step(FLOAT16, ONE, TWO), ONE);
  }

  /** CV-OP-005, -006. */
  @Test
  public void bits() {
    assertEquals(ElementFunctions.not(UINT8, 0x0F), 0xF0);
    assertEquals(ElementFunctions.left(UINT8, 0x81, 1), 0x02);
    assertEquals(ElementFunctions.right(UINT8, 0x81, 1), 0x40);
    assertEquals(ElementFunctions.right(SINT8, 0x81, 1), 0xC0);
  }

  @Test
  public void aProductOfMatrices() {
    int[] a = {1, 2, 3, 4, 5, 6};
    int[] b = {7, 8, 9, 10, 11, 12};
    assertEquals(WholeProduct.of(a, b, 2, 3, 2), new int[] {58, 64, 139, 154});
    assertEquals(WholeProduct.of(a, b, 3, 2, 3)[8], 5 * 9 + 6 * 12);
  }

  @DataProvider
  Object[][] sums() {
    return new Object[][] {
      {FLOAT16, BinaryOperator.ADD, ONE, TWO, THREE},
      {FLOAT16, BinaryOperator.SUBTRACT, THREE, ONE, TWO},
      {FLOAT16, BinaryOperator.MULTIPLY, TWO, HALF, ONE},
      {FLOAT16, BinaryOperator.DIVIDE, ONE, TWO, HALF},
      {UINT8, BinaryOperator.ADD, 200L, 100L, 44L},
      {UINT8, BinaryOperator.SUBTRACT, 1L, 2L, 255L},
      {SINT8, BinaryOperator.MULTIPLY, 0xFEL, 3L, 0xFAL},
      {SINT8, BinaryOperator.DIVIDE, 0xFAL, 3L, 0xFEL}
    };
  }

  /** Whole numbers wrap, and floats that need no rounding are what they are. */
  @Test(dataProvider = "sums")
  public void operators(ComponentType type, BinaryOperator operator, long a, long b, long result) {
    Acceptance accepted = Arithmetic.binary(type, operator, a, b);
    assertTrue(accepted.accepts(type.format(), result), accepted.toString());
    assertFalse(accepted.accepts(type.format(), result ^ 0x40), accepted.toString());
  }

  @Test
  public void signsConversionsAndZeros() {
    NumberFormat half = FLOAT16.format();
    assertTrue(Arithmetic.negate(FLOAT16, TWO).accepts(half, TWO | MINUS_ZERO));
    assertFalse(Arithmetic.negate(FLOAT16, TWO).accepts(half, TWO));
    assertTrue(Arithmetic.negate(SINT8, 5).accepts(SINT8.format(), 0xFB));
    assertTrue(Arithmetic.convert(SINT8, FLOAT16, 0xFF).accepts(half, MINUS_ONE));
    assertTrue(Arithmetic.convert(FLOAT16, FLOAT32, THREE).accepts(half, 0x40400000));
    assertFalse(Arithmetic.convert(FLOAT16, FLOAT32, THREE).accepts(half, 0x40400001));
    // NUM §5: a zero has either sign.
    assertTrue(Arithmetic.exact(FLOAT16, 0).accepts(half, MINUS_ZERO));
    assertFalse(Arithmetic.exact(FLOAT16, ONE).accepts(half, MINUS_ONE));
    assertFalse(Arithmetic.exact(UINT8, 0).accepts(UINT8.format(), 0x80));
    assertEquals(Arithmetic.whole(FLOAT16, 3), THREE);
    assertEquals(Arithmetic.whole(UINT8, -1), 255);
    // 2 * 0.5 + 2, with a rounding of each step.
    Acceptance fma = Arithmetic.fma(FLOAT16, TWO, HALF, TWO);
    assertTrue(fma.accepts(half, THREE));
    assertFalse(fma.accepts(half, ONE));
    assertFalse(fma.accepts(half, THREE + 8));
  }

  private static void isWithin(
      ComponentType type, Function function, long x, double exact, double error) {
    Acceptance.Within within = (Acceptance.Within) Arithmetic.function(type, function, x);
    double slack = error * 1e-6;
    assertEquals(within.low(), exact - error, slack);
    assertEquals(within.high(), exact + error, slack);
  }

  /** NUM §6: 1 + 2|x| ulp of exp in float16; the ulp of e is 2⁻⁹. */
  @Test
  public void theExponential() {
    isWithin(FLOAT16, Function.EXP, ONE, Math.E, 3 * 0x1p-9);
    isWithin(FLOAT16, Function.EXP, MINUS_ONE, 1 / Math.E, 3 * 0x1p-12);
    // 3 + 2|x| in float32, where the ulp of e is 2⁻²².
    isWithin(FLOAT32, Function.EXP, 0x3F800000, Math.E, 5 * 0x1p-22);
  }

  /** NUM §6: an absolute error between 0.5 and 2, 3 ulp outside. */
  @Test
  public void theLogarithm() {
    isWithin(FLOAT16, Function.LOG, TWO, Math.log(2), 0x1p-7);
    isWithin(FLOAT16, Function.LOG, HALF, -Math.log(2), 0x1p-7);
    isWithin(FLOAT16, Function.LOG, THREE, Math.log(3), 3 * 0x1p-10);
    isWithin(FLOAT32, Function.LOG, 0x40000000, Math.log(2), 0x1p-21);
  }

  /** NUM §6: 5 ulp in float16, 4,096 in float32; the ulp of π/4 is 2⁻¹¹ and 2⁻²⁴. */
  @Test
  public void theArcTangent() {
    isWithin(FLOAT16, Function.ATAN, ONE, Math.PI / 4, 5 * 0x1p-11);
    isWithin(FLOAT32, Function.ATAN, 0x3F800000, Math.PI / 4, 4096 * 0x1p-24);
    // What may be subnormal may be flushed.
    Acceptance.Within flushed =
        (Acceptance.Within) Arithmetic.function(FLOAT16, Function.ATAN, 0x0001);
    assertTrue(flushed.low() <= 0 && flushed.high() < SMALLEST, flushed.toString());
  }

  private static VectorMatrix matrix(ComponentType type, long stride) {
    return new VectorMatrix(type, 2, 2, Layout.ROW_MAJOR, stride);
  }

  /** CV-CNV-005, -006: each stop rounds to nearest, ties to even. */
  @Test
  public void conversionsOfMatrices() {
    VectorMatrix single = matrix(FLOAT32, 8);
    VectorMatrix half = matrix(FLOAT16, 4);
    // 1 + 2⁻¹¹ lies between two numbers of float16, and so does 1 + 3·2⁻¹¹.
    assertEquals(MatrixConversion.element(FLOAT32, FLOAT16, 0x3F801000), ONE);
    assertEquals(MatrixConversion.element(FLOAT32, FLOAT16, 0x3F803000), ONE + 2);
    assertEquals(MatrixConversion.element(FLOAT16, FLOAT16, 0x7E01), 0x7E01);
    assertEquals(MatrixConversion.along(List.of(single, half, single), 0x3F803000), 0x3F804000);
    assertTrue(MatrixConversion.isSubnormal(List.of(single, half), 0x33800000));
    assertFalse(MatrixConversion.isSubnormal(List.of(single, half), 0x3F800000));
  }

  /** CV-CNV-010: what stands between the rows may hold anything. */
  @Test
  public void betweenRowsIsAnything() {
    VectorMatrix from = matrix(FLOAT32, 8);
    VectorMatrix to = matrix(FLOAT16, 6);
    byte[] source = new byte[16];
    for (int i = 0; i < 4; i++) {
      // 1, 2, 3, 4 as float32.
      long bits = new long[] {0x3F800000, 0x40000000, 0x40400000, 0x40800000}[i];
      LittleEndian.put(source, 4 * i, 4, bits);
    }
    ExpectedContents contents =
        MatrixConversion.converted(List.of(from, to), source, Rule.must("CV-CNV-005"));
    Expectation.Buffer buffer = contents.buffer();
    NumberFormat format = FLOAT16.format();
    long[] expected = {ONE, TWO, THREE, 0x4400};
    int[] offsets = {0, 2, 6, 8};
    for (int i = 0; i < 4; i++) {
      Acceptance accepted = buffer.open().get(offsets[i]).acceptance();
      assertTrue(accepted.accepts(format, expected[i]), accepted.toString());
      assertFalse(accepted.accepts(format, expected[i] + 1), accepted.toString());
    }
    assertTrue(buffer.open().get(4).acceptance() instanceof Acceptance.Anything);
    assertTrue(buffer.open().get(5).acceptance() instanceof Acceptance.Anything);
    assertTrue(buffer.open().get(3) == null);
  }
}
