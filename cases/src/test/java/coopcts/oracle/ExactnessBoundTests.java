// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What a compiler may do with component-wise arithmetic (NUM §5), tried on drawn expressions. */
public final class ExactnessBoundTests {

  private static final FloatFormat FORMAT = FloatFormat.FLOAT16;

  /** A number, a sum or a product. */
  private sealed interface Expression {
    record Number(double value) implements Expression {}

    record Sum(Expression left, Expression right) implements Expression {}

    record Product(Expression left, Expression right) implements Expression {}
  }

  private static Expression drawn(Random random, int depth) {
    if (depth == 0 || random.nextInt(4) == 0) {
      int kind = random.nextInt(5);
      return new Expression.Number(
          kind == 0
              ? 0
              : Math.scalb(
                  (double) random.nextInt(1, kind == 1 ? 64 : 4), random.nextInt(-8, kind * 4)));
    }
    Expression left = drawn(random, depth - 1);
    Expression right = drawn(random, depth - 1);
    return random.nextBoolean()
        ? new Expression.Sum(left, right)
        : new Expression.Product(left, right);
  }

  private static ExactnessBound grain(Expression expression) {
    return switch (expression) {
      case Expression.Number(double value) ->
          ExactnessBound.leaf(value, ExactnessBound.lowestBit(value));
      case Expression.Sum(Expression left, Expression right) -> grain(left).plus(grain(right));
      case Expression.Product(Expression left, Expression right) -> grain(left).times(grain(right));
    };
  }

  private static double exact(Expression expression) {
    return switch (expression) {
      case Expression.Number(double value) -> value;
      case Expression.Sum(Expression left, Expression right) -> exact(left) + exact(right);
      case Expression.Product(Expression left, Expression right) -> exact(left) * exact(right);
    };
  }

  private static double rounded(double value) {
    return FORMAT.toDouble(FORMAT.encode(value, Rounding.NEAREST_EVEN));
  }

  /** The sum of products that the expression is, multiplied out now and then. */
  private static List<List<Double>> terms(Random random, Expression expression) {
    return switch (expression) {
      case Expression.Number(double value) -> List.of(List.of(value));
      case Expression.Sum(Expression left, Expression right) -> {
        List<List<Double>> all = new ArrayList<>(terms(random, left));
        all.addAll(terms(random, right));
        yield all;
      }
      case Expression.Product(Expression left, Expression right) -> {
        List<List<Double>> all = new ArrayList<>();
        for (List<Double> a : orWhole(random, left)) {
          for (List<Double> b : orWhole(random, right)) {
            List<Double> factors = new ArrayList<>(a);
            factors.addAll(b);
            all.add(factors);
          }
        }
        yield all;
      }
    };
  }

  private static List<List<Double>> orWhole(Random random, Expression expression) {
    return expression instanceof Expression.Sum && random.nextBoolean()
        ? List.of(List.of(arranged(random, expression)))
        : terms(random, expression);
  }

  /** The expression's value when its operands are taken in an order that is drawn. */
  private static double arranged(Random random, Expression expression) {
    List<Double> sums = new ArrayList<>();
    for (List<Double> factors : terms(random, expression)) {
      List<Double> shuffled = new ArrayList<>(factors);
      Collections.shuffle(shuffled, random);
      double product = shuffled.getFirst();
      for (double factor : shuffled.subList(1, shuffled.size())) {
        product = rounded(product * factor);
      }
      sums.add(product);
    }
    Collections.shuffle(sums, random);
    double sum = sums.getFirst();
    for (double term : sums.subList(1, sums.size())) {
      sum = rounded(sum + term);
    }
    return sum;
  }

  @Test
  public void whatIsExactIsSoInEveryArrangement() {
    Random random = new Random(23);
    int exact = 0;
    for (int i = 0; i < 40_000; i++) {
      Expression expression = drawn(random, 3);
      if (!(expression instanceof Expression.Number) && grain(expression).isExactIn(FORMAT)) {
        exact++;
        for (int j = 0; j < 8; j++) {
          assertEquals(arranged(random, expression), exact(expression), expression.toString());
        }
      }
    }
    assertTrue(exact > 4_000, exact + " of them are exact");
  }

  @Test
  public void aZeroMayComeLast() {
    ExactnessBound large = ExactnessBound.leaf(32768, 32768);
    ExactnessBound zero = ExactnessBound.leaf(0, 1);
    assertTrue(zero.times(large).isExactIn(FORMAT));
    assertFalse(large.times(zero.times(large)).isExactIn(FORMAT), "the square overflows");
  }

  @Test
  public void whatMakesTheResultSmallMayComeLast() {
    ExactnessBound large = ExactnessBound.leaf(1024, 1024);
    ExactnessBound small = ExactnessBound.leaf(1.0 / 1024, 1.0 / 1024);
    ExactnessBound one = large.times(small);
    assertTrue(one.isExactIn(FORMAT));
    assertFalse(one.times(one).isExactIn(FORMAT), "the square of the large ones overflows");
  }

  @DataProvider
  Object[][] borders() {
    return new Object[][] {
      {0, true},
      {2048, true},
      {2049, false},
      {65504, true},
      {65536, false},
      {0x1p-14, true},
      {0x1p-15, false}
    };
  }

  /** What is just in the format's reach is exact, and nothing beyond. */
  @Test(dataProvider = "borders")
  public void numbersAreExactUpToTheBorders(double value, boolean isExact) {
    ExactnessBound bound = ExactnessBound.leaf(value, ExactnessBound.lowestBit(value));
    assertEquals(bound.isExactIn(FORMAT), isExact);
  }
}
