// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.NumberFormat;
import coopcts.program.Direction;
import coopcts.program.Fold;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.testng.annotations.Test;

/** Reductions against results worked out by hand. */
public final class ReductionTests {

  private static final Rule RULE = Rule.must("CM2-RED-001");

  private static MatrixType type(ComponentType component, int rows, int columns) {
    return new MatrixType(component, Scope.SUBGROUP, rows, columns, Use.ACCUMULATOR);
  }

  private static Values whole(MatrixType type, long... numbers) {
    return Values.exact(
        type,
        Arrays.stream(numbers).map(n -> InputPatterns.encode(type.component(), n)).toArray(),
        RULE);
  }

  private static double[] numbers(Values values) {
    NumberFormat format = values.type().component().format();
    return Arrays.stream(values.bits()).mapToDouble(format::toDouble).toArray();
  }

  private static final Values M =
      whole(type(ComponentType.FLOAT32, 2, 4), -1, 2, 3, 4, -5, -6, -7, 8);

  @Test
  public void rowsColumnsAllAndQuadsMeet() {
    MatrixType same = M.type();
    assertEquals(
        numbers(Reduction.of(same, Direction.ROW, Fold.SUM, M)),
        new double[] {8, 8, 8, 8, -10, -10, -10, -10});
    assertEquals(
        numbers(Reduction.of(same, Direction.COLUMN, Fold.MAX, M)),
        new double[] {-1, 2, 3, 8, -1, 2, 3, 8});
    assertEquals(
        numbers(Reduction.of(type(ComponentType.FLOAT32, 1, 3), Direction.ALL, Fold.MIN, M)),
        new double[] {-7, -7, -7});
    assertEquals(
        numbers(Reduction.of(type(ComponentType.FLOAT32, 1, 2), Direction.QUADS, Fold.PRODUCT, M)),
        new double[] {-60, -672});
  }

  @Test
  public void typesWithoutArithmeticAreNotReduced() {
    assertFalse(Fold.MAX.takes(ComponentType.BFLOAT16));
    assertFalse(Fold.AND.takes(ComponentType.FLOAT32));
    assertTrue(Fold.AND.takes(ComponentType.UINT8));
  }

  @Test
  public void shapesFitTheirDirections() {
    MatrixType wider = type(ComponentType.FLOAT32, 2, 8);
    MatrixType higher = type(ComponentType.FLOAT32, 4, 4);
    assertTrue(Direction.ROW.fits(M.type(), wider));
    assertFalse(Direction.ROW.fits(M.type(), higher));
    assertTrue(Direction.COLUMN.fits(M.type(), higher));
    assertFalse(Direction.COLUMN.fits(M.type(), wider));
    assertTrue(Direction.ALL.fits(M.type(), wider));
    assertTrue(Direction.QUADS.fits(M.type(), type(ComponentType.FLOAT32, 1, 2)));
    assertFalse(Direction.QUADS.fits(M.type(), M.type()));
  }

  @Test
  public void integersWrapAndCompareBySign() {
    MatrixType signed = type(ComponentType.SINT8, 1, 2);
    MatrixType unsigned = type(ComponentType.UINT8, 1, 2);
    assertEquals(
        Reduction.of(signed, Direction.ROW, Fold.PRODUCT, whole(signed, 100, 3)).bits(),
        new long[] {300 & 0xFF, 300 & 0xFF});
    assertEquals(
        Reduction.of(signed, Direction.ROW, Fold.MAX, whole(signed, -1, 5)).bits(),
        new long[] {5, 5});
    assertEquals(
        Reduction.of(unsigned, Direction.ROW, Fold.MAX, whole(unsigned, 255, 5)).bits(),
        new long[] {255, 255});
  }

  @Test
  public void zerosHaveEitherSignAndSubnormalsMayBeZero() {
    FloatFormat format = FloatFormat.FLOAT32;
    Acceptance zero = FloatSums.sum(format, 1, -1);
    assertTrue(zero.accepts(format, 0));
    assertTrue(zero.accepts(format, format.signBit()));
    MatrixType type = type(ComponentType.FLOAT32, 1, 2);
    Values m = Values.exact(type, new long[] {1, format.signBit() | 0x3F800000L}, RULE);
    Acceptance greatest = Reduction.of(type, Direction.ROW, Fold.MAX, m).open()[0];
    assertTrue(greatest.accepts(format, 1));
    assertTrue(greatest.accepts(format, 0));
    assertFalse(greatest.accepts(format, m.bits()[1]));
  }

  @Test
  public void sumsOfFullMantissasHaveBounds() {
    FloatFormat format = FloatFormat.FLOAT16;
    Acceptance exact = FloatSums.sum(format, 2048, -1000, -48);
    assertTrue(exact.accepts(format, InputPatterns.encode(ComponentType.FLOAT16, 1000)));
    assertFalse(exact.accepts(format, InputPatterns.encode(ComponentType.FLOAT16, 1001)));
    Acceptance rounded = FloatSums.sum(format, 2048, 1, 1);
    assertTrue(rounded.accepts(format, InputPatterns.encode(ComponentType.FLOAT16, 2048)));
    assertTrue(rounded.accepts(format, InputPatterns.encode(ComponentType.FLOAT16, 2050)));
    assertFalse(rounded.accepts(format, InputPatterns.encode(ComponentType.FLOAT16, 2064)));
    assertTrue(FloatSums.sum(format, 60000, 60000) instanceof Acceptance.Anything);
  }

  @Test
  public void multiplesOfAUnitSumUpToTheSame() {
    SplittableRandom random = new SplittableRandom(7);
    FloatFormat format = FloatFormat.FLOAT16;
    for (int i = 0; i < 1000; i++) {
      int unit = random.nextInt(-30, 12);
      int most = 1 << random.nextInt(1, 14);
      double[] terms =
          random.ints(5, -most, most).mapToDouble(whole -> Math.scalb(whole, unit)).toArray();
      Acceptance known = FloatSums.sumOfMultiples(format, unit, terms);
      Acceptance sought = FloatSums.sum(format, terms);
      assertEquals(known.getClass(), sought.getClass(), Arrays.toString(terms));
      for (long pattern = 0; pattern < 1 << 16; pattern += 97) {
        assertEquals(known.accepts(format, pattern), sought.accepts(format, pattern));
      }
    }
  }

  @Test
  public void productsAreExactWhereEveryPartIs() {
    FloatFormat format = FloatFormat.FLOAT16;
    Acceptance powers = FloatSums.product(format, -2, -1, -0.5, -1, -2);
    assertTrue(powers.accepts(format, InputPatterns.encode(ComponentType.FLOAT16, -2)));
    assertFalse(powers.accepts(format, InputPatterns.encode(ComponentType.FLOAT16, 2)));
    double[] twos = new double[20];
    Arrays.fill(twos, 2);
    assertTrue(FloatSums.product(format, twos) instanceof Acceptance.Anything);
    Acceptance thirds = FloatSums.product(format, 2047, 2047.0 / 2048);
    assertTrue(thirds.accepts(format, InputPatterns.encode(ComponentType.FLOAT16, 2046)));
    assertFalse(thirds.accepts(format, InputPatterns.encode(ComponentType.FLOAT16, 2030)));
  }

  @Test
  public void whatIsNotANumberIsNotJudged() {
    MatrixType type = type(ComponentType.FLOAT32, 1, 2);
    Values m = Values.exact(type, new long[] {FloatFormat.FLOAT32.quietNan(), 0}, RULE);
    assertTrue(
        Reduction.of(type, Direction.ROW, Fold.MAX, m).open()[0] instanceof Acceptance.Anything);
  }
}
