// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import coopcts.program.BinaryOperator;
import coopcts.program.Direction;
import coopcts.program.FloatControl;
import coopcts.program.FloatMode;
import coopcts.program.Fold;
import java.util.Optional;
import org.testng.annotations.Test;

/** What may go on unrounded between two steps, where no decoration forbids it. */
public final class ChainTests {

  private static final FloatFormat SINGLE = FloatFormat.FLOAT32;
  private static final FloatFormat HALF = FloatFormat.FLOAT16;
  private static final MatrixType SINGLES = type(ComponentType.FLOAT32);
  private static final MatrixType HALVES = type(ComponentType.FLOAT16);
  private static final Rule RULE = Rule.must("NUM-PREC-001");

  private static MatrixType type(ComponentType component) {
    return new MatrixType(component, Scope.SUBGROUP, 1, 1, Use.ACCUMULATOR);
  }

  private static Values single(double value) {
    return Values.exact(SINGLES, new long[] {bits(SINGLE, value)}, RULE);
  }

  private static Values half(double value) {
    return Values.exact(HALVES, new long[] {bits(HALF, value)}, RULE);
  }

  private static long bits(FloatFormat format, double value) {
    return format.encode(value, Rounding.NEAREST_EVEN);
  }

  private static boolean anything(Values values) {
    return values.acceptance(0) instanceof Acceptance.Anything;
  }

  private static boolean accepts(Values values, FloatFormat format, double value) {
    return values.acceptance(0).accepts(format, bits(format, value));
  }

  @Test
  public void aRoundTripMayBeLeftOut() {
    double third = (float) (1 / 3.0);
    Values back = Conversion.convert(SINGLES, Conversion.convert(HALVES, single(third)));
    double below = HALF.toDouble(HALF.encode(third, Rounding.DOWNWARD));
    double above = HALF.toDouble(HALF.encode(third, Rounding.UPWARD));
    assertTrue(accepts(back, SINGLE, third));
    assertTrue(accepts(back, SINGLE, below));
    assertTrue(accepts(back, SINGLE, above));
    assertFalse(accepts(back, SINGLE, Math.nextDown((float) below)));
    assertFalse(accepts(back, SINGLE, Math.nextUp((float) above)));
  }

  @Test
  public void aConversionMayGoOnUnroundedIntoAnEightBitFloat() {
    MatrixType eights = type(ComponentType.FLOAT8_E4M3);
    Values narrow = Conversion.convert(HALVES, single(0.5 + 0x1p-20));
    assertTrue(anything(Conversion.saturated(eights, narrow)));
    assertFalse(anything(Conversion.saturated(eights, half(0.5))));
  }

  @Test
  public void whatIsExactStaysOneNumber() {
    Values back = Conversion.convert(SINGLES, Conversion.convert(HALVES, single(0.375)));
    assertNull(back.grain());
    assertEquals(back.candidates(0), new long[] {bits(SINGLE, 0.375)});
  }

  @Test
  public void aSumMayGoOnUnroundedIntoAConversion() {
    Values sum = Elementwise.binary(HALVES, BinaryOperator.ADD, half(2048), half(1.25));
    Values wide = Conversion.convert(SINGLES, sum);
    assertTrue(accepts(wide, SINGLE, 2049.25));
    assertTrue(accepts(wide, SINGLE, 2048));
    assertTrue(accepts(wide, SINGLE, 2050));
    assertFalse(accepts(wide, SINGLE, 2047));
    assertFalse(accepts(wide, SINGLE, 2051));
  }

  /** A mode says how a product is rounded that is stored, not that one is which goes on. */
  @Test
  public void whatAModeRoundsMayGoOnUnroundedToo() {
    Controls down = new Controls(Optional.of(new FloatMode(FloatControl.RTZ, 16)));
    double x = 0.251953125;
    Values product = down.binary(HALVES, BinaryOperator.MULTIPLY, half(x), half(x));
    double rounded = HALF.toDouble(HALF.encode(x * x, Rounding.TOWARD_ZERO));
    assertTrue(accepts(product, HALF, rounded));
    assertFalse(accepts(product, HALF, rounded + HALF.ulp(rounded)));
    Values wide = down.convert(SINGLES, product);
    assertTrue(accepts(wide, SINGLE, rounded));
    assertTrue(accepts(wide, SINGLE, x * x));
    assertFalse(accepts(wide, SINGLE, rounded - HALF.ulp(rounded)));
    Values moved = product.of(ExactnessBound.joined(product));
    assertTrue(anything(down.convert(SINGLES, moved)));
    assertTrue(anything(Reduction.of(HALVES, Direction.ROW, Fold.SUM, product)));
    assertFalse(anything(Reduction.of(HALVES, Direction.ROW, Fold.MAX, product)));
    assertTrue(anything(down.convert(SINGLES, product.of(ExactnessBound.behind(product)))));
    assertTrue(accepts(down.convert(SINGLES, down.negate(HALVES, product)), SINGLE, -x * x));
    Values exact = down.binary(HALVES, BinaryOperator.MULTIPLY, half(0.5), half(0.75));
    assertFalse(accepts(down.convert(SINGLES, exact), SINGLE, 0.375 + 0x1p-12));
  }

  @Test
  public void aConversionMayGoOnUnroundedIntoASum() {
    Values narrow = Conversion.convert(HALVES, single(2049.25));
    Values sum = Elementwise.binary(HALVES, BinaryOperator.SUBTRACT, narrow, half(2048));
    assertTrue(accepts(sum, HALF, 1.25));
    assertTrue(accepts(sum, HALF, 0));
    assertTrue(accepts(sum, HALF, 2));
    assertFalse(accepts(sum, HALF, 2.5));
    assertFalse(accepts(sum, HALF, -0.5));
    Values more = Elementwise.binary(HALVES, BinaryOperator.ADD, sum, half(1));
    assertTrue(more.acceptance(0) instanceof Acceptance.Anything);
  }

  @Test
  public void fmaIsARange() {
    // 1.0009765625 squared has 20 bits behind the point; 1 is taken away.
    long a = bits(HALF, 1 + 0x1p-10);
    Acceptance result = Arithmetic.fma(ComponentType.FLOAT16, a, a, bits(HALF, -1));
    assertTrue(result.accepts(HALF, bits(HALF, 0x1p-9)));
    assertTrue(result.accepts(HALF, bits(HALF, 0x1p-9 + 0x1p-10)));
    assertTrue(result.accepts(HALF, bits(HALF, 0x1p-9 + 0x1p-20)));
    assertTrue(result.accepts(HALF, bits(HALF, 0x1p-9 + 0x1p-12)));
    assertFalse(result.accepts(HALF, bits(HALF, 0x1p-9 - 0x1p-20)));
    assertFalse(result.accepts(HALF, bits(HALF, 0x1p-8)));
    Acceptance exact =
        Arithmetic.fma(ComponentType.FLOAT16, bits(HALF, 3), bits(HALF, 5), bits(HALF, 1));
    assertEquals(exact.show(HALF), new Acceptance.OneOf(bits(HALF, 16)).show(HALF));
  }

  @Test
  public void aZeroThatArithmeticGivesHasEitherSign() {
    Acceptance zero = Arithmetic.exact(ComponentType.FLOAT16, 0);
    assertTrue(zero.accepts(HALF, 0) && zero.accepts(HALF, HALF.signBit()));
    assertFalse(Arithmetic.exact(ComponentType.FLOAT16, 1).accepts(HALF, 0));
    assertFalse(Arithmetic.exact(ComponentType.FLOAT16, 1).accepts(HALF, HALF.signBit() | 1));
    assertEquals(
        Arithmetic.exact(ComponentType.SINT16, 0).show(HALF), new Acceptance.OneOf(0).show(HALF));
  }
}
