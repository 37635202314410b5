// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.model.MemoryLayout;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import coopcts.program.BinaryOperator;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Sets of acceptable patterns, and ranges of values that are known no better, at their very ends.
 */
public final class AcceptanceTests {

  private static final FloatFormat HALF = FloatFormat.FLOAT16;
  private static final long ONE = 0x3C00;
  private static final double STEP = 0x1p-10;

  private static boolean accepts(Acceptance acceptance, double value) {
    return acceptance.accepts(HALF, HALF.encode(value, Rounding.NEAREST_EVEN));
  }

  private static Acceptance.Within within(double low, double high) {
    return new Acceptance.Within(low, high);
  }

  private static double[] range(double low, double high) {
    return new double[] {low, high};
  }

  @Test
  void oneOfTakesEachOfItsPatternsAndNoOther() {
    Acceptance acceptance = new Acceptance.OneOf(ONE, 0x8000);
    assertTrue(acceptance.accepts(HALF, ONE));
    assertTrue(acceptance.accepts(HALF, 0x8000));
    assertFalse(acceptance.accepts(HALF, 0), "zeros have signs");
    assertFalse(acceptance.accepts(HALF, ONE + 1));
    assertFalse(new Acceptance.OneOf().accepts(HALF, 0));
    assertTrue(acceptance.show(HALF).contains(" or "), acceptance.show(HALF));
  }

  @Test
  void rangesHoldTheirEndsAndNothingBeyond() {
    Acceptance acceptance = within(1, 2);
    assertTrue(accepts(acceptance, 1) && accepts(acceptance, 2) && accepts(acceptance, 1.5));
    assertFalse(accepts(acceptance, 1 - STEP / 2));
    assertFalse(accepts(acceptance, 2 + 2 * STEP));
    assertFalse(acceptance.accepts(HALF, 0x7E00), "NaN lies in no range");
    assertEquals(acceptance.show(HALF), "[1.0, 2.0]");
  }

  @Test
  void outwardGoesToTheNextNumberOnEitherSide() {
    assertEquals(within(1 + STEP / 4, 1 + STEP / 2).outward(HALF), within(1, 1 + STEP));
    assertEquals(within(-1 - STEP / 4, 1).outward(HALF), within(-1 - STEP, 1));
    assertEquals(within(1, 2).outward(HALF), within(1, 2));
  }

  @Test
  void nanIsAnyNanAndNoNumber() {
    Acceptance nan = new Acceptance.NotANumber();
    assertTrue(nan.accepts(HALF, 0x7E00) && nan.accepts(HALF, 0xFC01));
    assertFalse(nan.accepts(HALF, 0x7C00), "infinity");
    assertFalse(nan.accepts(IntegerFormat.signed(16), 0x7E00));
    assertEquals(nan.show(HALF), "NaN");
    assertTrue(new Acceptance.Anything().accepts(HALF, 0x7E00));
    assertEquals(new Acceptance.Anything().show(HALF), "anything");
  }

  @DataProvider
  Object[][] steps() {
    return new Object[][] {
      {BinaryOperator.ADD, range(1, 2), range(4, 8), 5, 10},
      {BinaryOperator.SUBTRACT, range(1, 2), range(4, 8), -7, -2},
      {BinaryOperator.MULTIPLY, range(-1, 2), range(4, 8), -8, 16}
    };
  }

  /** One number beyond each end is accepted, as the range of doubles is opened; a second is not. */
  @Test(dataProvider = "steps")
  void arithmeticOfRangesHasItsEnds(
      BinaryOperator operator, double[] a, double[] b, double low, double high) {
    Acceptance.Within result = (Acceptance.Within) Interval.of(HALF, operator, a, b);
    long first = HALF.encode(low, Rounding.NEAREST_EVEN);
    long last = HALF.encode(high, Rounding.NEAREST_EVEN);
    assertTrue(result.low() <= low && result.high() >= high, result.toString());
    double spacing = Math.ulp((float) Math.max(Math.abs(low), Math.abs(high))) * 0x1p14;
    assertTrue(result.low() >= low - spacing && result.high() <= high + spacing, "" + result);
    assertTrue(result.accepts(HALF, first) && result.accepts(HALF, last));
  }

  @Test
  void whatMayOverflowOrIsDividedIsOpen() {
    Acceptance any = new Acceptance.Anything();
    double most = HALF.toDouble(HALF.maxFinite());
    assertEquals(Interval.of(HALF, BinaryOperator.ADD, range(most, most), range(most, most)), any);
    assertEquals(Interval.of(HALF, BinaryOperator.DIVIDE, range(1, 1), range(1, 1)), any);
  }

  /** The ends that are subnormal may be zero as well. */
  @Test
  void subnormalEndsReachZero() {
    double subnormal = 0x1p-20;
    Acceptance.Within result =
        (Acceptance.Within)
            Interval.of(HALF, BinaryOperator.MULTIPLY, range(subnormal, 1), range(1, 1));
    assertTrue(result.low() <= 0, result.toString());
    result =
        (Acceptance.Within)
            Interval.of(HALF, BinaryOperator.MULTIPLY, range(-1, -subnormal), range(1, 1));
    assertTrue(result.high() >= 0, result.toString());
  }

  @Test
  void conversionToIntegersCutsTowardsZero() {
    IntegerFormat sint8 = IntegerFormat.signed(8);
    Acceptance acceptance = Interval.convert(HALF, within(-1.5, 2.75), sint8);
    for (long value = -1; value <= 2; value++) {
      assertTrue(acceptance.accepts(sint8, sint8.wrap(value)), "" + value);
    }
    assertFalse(acceptance.accepts(sint8, sint8.wrap(-2)));
    assertFalse(acceptance.accepts(sint8, sint8.wrap(3)));
  }

  @DataProvider
  Object[][] openConversions() {
    return new Object[][] {{-129.0, -128.0}, {127.0, 128.0}, {0.0, 8.0}};
  }

  /** What leaves the type, or is eight numbers apart and more, is not listed. */
  @Test(dataProvider = "openConversions")
  void widerConversionsAreOpen(double low, double high) {
    assertEquals(
        Interval.convert(HALF, within(low, high), IntegerFormat.signed(8)),
        new Acceptance.Anything());
  }

  @DataProvider
  Object[][] closedConversions() {
    return new Object[][] {{-128.0, -127.0}, {126.0, 127.0}, {0.0, 7.0}};
  }

  @Test(dataProvider = "closedConversions")
  void narrowConversionsAreListed(double low, double high) {
    IntegerFormat sint8 = IntegerFormat.signed(8);
    Acceptance.OneOf listed = (Acceptance.OneOf) Interval.convert(HALF, within(low, high), sint8);
    assertEquals(listed.patterns().length, (int) (high - low) + 1);
    assertTrue(listed.accepts(sint8, sint8.wrap((long) low)));
    assertTrue(listed.accepts(sint8, sint8.wrap((long) high)));
  }

  @Test
  void componentsLieByLinesAndStride() {
    Addresses rows = new Addresses(100, 64, 2, MemoryLayout.ROW_MAJOR, null);
    assertEquals(rows.of(0, 0), 100);
    assertEquals(rows.of(3, 5), 100 + 3 * 64 + 5 * 2);
    Addresses columns = new Addresses(100, 64, 2, MemoryLayout.COLUMN_MAJOR, null);
    assertEquals(columns.of(3, 5), 100 + 5 * 64 + 3 * 2);
  }
}
