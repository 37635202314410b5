// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.Arrays;
import org.testng.annotations.Test;

/** Where products and sums are determined, and how far off they may be elsewhere. */
public final class ExactnessTests {

  private static final Rule GIVEN = Rule.must("KHR-LOAD-001");
  private static final FloatFormat HALF = FloatFormat.FLOAT16;

  private static Values whole(ComponentType type, int rows, int columns, long... values) {
    MatrixType matrix = new MatrixType(type, Scope.SUBGROUP, rows, columns, Use.ACCUMULATOR);
    long[] bits = Arrays.stream(values).map(value -> value & type.format().mask()).toArray();
    return Values.exact(matrix, bits, GIVEN);
  }

  private static Values numbers(ComponentType type, int rows, int columns, double... values) {
    FloatFormat format = (FloatFormat) type.format();
    MatrixType matrix = new MatrixType(type, Scope.SUBGROUP, rows, columns, Use.ACCUMULATOR);
    long[] bits =
        Arrays.stream(values)
            .mapToLong(value -> format.encode(value, Rounding.NEAREST_EVEN))
            .toArray();
    return Values.exact(matrix, bits, GIVEN);
  }

  /** One row of A, two columns of B: a sum of two products and C for each. */
  private static Values integers(ComponentType result, long c0, long c1, boolean saturating) {
    boolean signed = result.isSigned();
    ComponentType operand = signed ? ComponentType.SINT8 : ComponentType.UINT8;
    Values c = whole(result, 1, 2, c0, c1);
    return Product.mulAdd(
        c.type(),
        whole(operand, 1, 2, 3, 2),
        whole(operand, 2, 2, 5, signed ? -5 : 5, 7, signed ? -7 : 7),
        c,
        saturating);
  }

  private static String rule(Values values, int i) {
    return values.rule(i).assertion();
  }

  @Test
  void productsOfDoublesAreExactWhereADoubleHoldsThem() {
    double odd = 1 + 0x1p-52;
    Values c = numbers(ComponentType.FLOAT64, 1, 3, 0, 0, 0);
    Values sums =
        Product.mulAdd(
            c.type(),
            numbers(ComponentType.FLOAT64, 1, 1, odd),
            numbers(ComponentType.FLOAT64, 1, 3, 2, odd, 0x1p-960),
            c,
            false);
    assertEquals(rule(sums, 0), "KHR-MULADD-009");
    assertEquals(sums.bits()[0], Double.doubleToRawLongBits(2 * odd));
    assertEquals(rule(sums, 1), "KHR-MULADD-010");
    assertTrue(sums.open(1) instanceof Acceptance.Within, sums.open(1) + "");
    // What such a product loses may be too small to tell.
    Values tiny =
        Product.mulAdd(
            c.type(),
            numbers(ComponentType.FLOAT64, 1, 1, odd * 0x1p-540),
            numbers(ComponentType.FLOAT64, 1, 3, 0x1p-430, -0x1p-430, 0),
            c,
            false);
    assertEquals(rule(tiny, 0), "KHR-MULADD-010");
    assertEquals(rule(tiny, 1), "KHR-MULADD-010");
    assertEquals(rule(tiny, 2), "KHR-MULADD-009");
  }

  @Test
  void productsOfFloatsAreHeldByDoubles() {
    double odd = 1 + 0x1p-23;
    Values c = numbers(ComponentType.FLOAT64, 1, 1, 0);
    Values sum =
        Product.mulAdd(
            c.type(),
            numbers(ComponentType.FLOAT32, 1, 1, odd),
            numbers(ComponentType.FLOAT32, 1, 1, odd),
            c,
            false);
    assertEquals(rule(sum, 0), "KHR-MULADD-009");
    assertEquals(sum.bits()[0], Double.doubleToRawLongBits(odd * odd));
  }

  @Test
  void integerProductsWrap() {
    Values sums = integers(ComponentType.SINT8, 98, -99, false);
    assertEquals(sums.bits(), new long[] {127, 0x80});
    assertEquals(rule(sums, 0), "KHR-MULADD-001");
    assertEquals(rule(sums, 1), "KHR-MULADD-001");
    Values wrapped = integers(ComponentType.SINT8, 99, -100, false);
    assertEquals(wrapped.bits(), new long[] {0x80, 127});
    assertEquals(rule(wrapped, 0), "KHR-MULADD-005");
    assertEquals(rule(wrapped, 1), "KHR-MULADD-005");
    assertEquals(integers(ComponentType.UINT8, 226, 227, false).bits(), new long[] {255, 0});
  }

  @Test
  void saturatingProductsStopAtTheLimits() {
    Values within = integers(ComponentType.SINT8, 98, -99, true);
    assertEquals(within.bits(), new long[] {127, 0x80});
    assertEquals(rule(within, 0), "KHR-SAT-003");
    assertEquals(rule(within, 1), "KHR-SAT-003");
    Values beyond = integers(ComponentType.SINT8, 99, -100, true);
    assertEquals(beyond.bits(), new long[] {127, 0x80});
    assertEquals(rule(beyond, 0), "KHR-SAT-001");
    assertEquals(rule(beyond, 1), "KHR-SAT-002");
    Values unsigned = integers(ComponentType.UINT8, 226, 227, true);
    assertEquals(unsigned.bits(), new long[] {255, 255});
    assertEquals(rule(unsigned, 0), "KHR-SAT-003");
    assertEquals(rule(unsigned, 1), "KHR-SAT-004");
  }

  /** Where partial sums may leave the range, the result hangs on their order: nothing is judged. */
  @Test
  void partialSumsStayInRange() {
    Values c = whole(ComponentType.SINT8, 1, 1, 0);
    Values full = whole(ComponentType.SINT8, 1, 2, 10, 10);
    Values just = whole(ComponentType.SINT8, 2, 1, 6, -6);
    assertEquals(Product.mulAdd(c.type(), full, just, c, true).bits(), new long[] {0});
    Values over = whole(ComponentType.SINT8, 2, 1, 7, -6);
    assertThrows(IllegalStateException.class, () -> Product.mulAdd(c.type(), full, over, c, true));
  }

  private static Values floats(ComponentType result, double a, double b, double c) {
    Values onto = numbers(result, 1, 1, c);
    return Product.mulAdd(
        onto.type(),
        numbers(ComponentType.FLOAT16, 1, 2, a, 1),
        numbers(ComponentType.FLOAT16, 2, 1, b, 0),
        onto,
        false);
  }

  @Test
  void exactFloatSumsAreDetermined() {
    Values sum = floats(ComponentType.FLOAT16, 3, 500, 500);
    assertEquals(sum.bits()[0], HALF.encode(2000, Rounding.NEAREST_EVEN));
    assertEquals(sum.open(0) == null || sum.open(0) instanceof Acceptance.OneOf, true);
    assertEquals(rule(sum, 0), "KHR-MULADD-009");
    Values most = floats(ComponentType.FLOAT16, 4, 500, 48);
    assertEquals(most.bits()[0], HALF.encode(2048, Rounding.NEAREST_EVEN));
    assertEquals(rule(most, 0), "KHR-MULADD-009");
    Values allBits = floats(ComponentType.FLOAT16, 1, 1, 2047);
    assertEquals(allBits.bits()[0], HALF.encode(2048, Rounding.NEAREST_EVEN));
    assertEquals(rule(allBits, 0), "KHR-MULADD-009");
    Values fraction = floats(ComponentType.FLOAT16, 0.5, 0.25, 0.125);
    assertEquals(fraction.bits()[0], HALF.encode(0.25, Rounding.NEAREST_EVEN));
    Acceptance.OneOf zero = (Acceptance.OneOf) floats(ComponentType.FLOAT16, 1, 2, -2).open(0);
    assertEquals(zero.patterns(), new long[] {0, 0x8000});
  }

  /** (K + 2) roundings of all magnitudes: K is 2 here. */
  @Test
  void otherFloatSumsAreBounded() {
    Values sum = floats(ComponentType.FLOAT16, 4, 512, 1);
    assertEquals(rule(sum, 0), "KHR-MULADD-010");
    assertBounds(sum, 2049, 4 * 0x1p-11 * 2049);
    assertBounds(floats(ComponentType.FLOAT16, 4, -512, 1), -2047, 4 * 0x1p-11 * 2049);
    assertBounds(floats(ComponentType.FLOAT32, 4096, 4096, 1), 16777217, 4 * 0x1p-24 * 16777217);
  }

  private static void assertBounds(Values sum, double middle, double error) {
    Acceptance.Within range = (Acceptance.Within) sum.open(0);
    assertEquals(range.low(), middle - error, error * 1e-6);
    assertEquals(range.high(), middle + error, error * 1e-6);
  }

  private static void assertOnly(Acceptance acceptance, double value) {
    assertEquals(
        ((Acceptance.OneOf) acceptance).patterns(),
        value == 0
            ? new long[] {0, 0x8000}
            : new long[] {HALF.encode(value, Rounding.NEAREST_EVEN)});
  }

  private static void assertWithin(Acceptance acceptance, double middle, double error) {
    Acceptance.Within range = (Acceptance.Within) acceptance;
    assertEquals(range.low(), middle - error, error * 1e-6);
    assertEquals(range.high(), middle + error, error * 1e-6);
  }

  @Test
  void reducedSums() {
    assertOnly(FloatSums.sum(HALF, 1024, 512, 512), 2048);
    assertOnly(FloatSums.sum(HALF, 2048, -2048, 2048, -2048), 0);
    assertOnly(FloatSums.sum(HALF, 0.5, 0.25), 0.75);
    assertWithin(FloatSums.sum(HALF, 2048, 1), 2049, 2 * 2049 * 0x1p-10);
    assertWithin(FloatSums.sum(HALF, -2048, -1, 4), -2045, 3 * 2053 * 0x1p-10);
    assertTrue(FloatSums.sum(HALF, 65504, 1) instanceof Acceptance.Anything);
    assertTrue(FloatSums.sum(HALF, 65504, -1) instanceof Acceptance.Anything);
    assertOnly(FloatSums.sum(HALF, 65472, 32), 65504);
    assertWithin(
        FloatSums.sum(HALF, 0x1p-15, 1), 1 + 0x1p-15, 2 * (1 + 0x1p-15) * 0x1p-10 + 0x1p-15);
    assertOnly(FloatSums.sum(HALF, 0x1p-14), 0x1p-14);
  }

  @Test
  void reducedProducts() {
    assertOnly(FloatSums.product(HALF, 3, 5, 7), 105);
    assertOnly(FloatSums.product(HALF, 2, 0.5, -3), -3);
    assertOnly(FloatSums.product(HALF, 0, 5), 0);
    assertOnly(FloatSums.product(HALF, 2047, 1), 2047);
    double roundings = 2 * 0x1p-10;
    assertWithin(FloatSums.product(HALF, 3, 683), 2049, 2049 * roundings / (1 - roundings));
    assertTrue(FloatSums.product(HALF, 256, 256) instanceof Acceptance.Anything);
    assertTrue(FloatSums.product(HALF, 128, 256) instanceof Acceptance.OneOf);
    assertTrue(FloatSums.product(HALF, 0x1p-7, 0x1p-7) instanceof Acceptance.OneOf);
    assertTrue(FloatSums.product(HALF, 0x1p-8, 0x1p-7) instanceof Acceptance.Anything);
  }
}
