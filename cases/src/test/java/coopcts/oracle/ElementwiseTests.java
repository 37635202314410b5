// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static coopcts.model.ComponentType.FLOAT16;
import static coopcts.model.ComponentType.FLOAT32;
import static coopcts.model.ComponentType.SINT32;
import static coopcts.model.ComponentType.SINT8;
import static coopcts.model.ComponentType.UINT8;
import static coopcts.program.BinaryOperator.ADD;
import static coopcts.program.BinaryOperator.DIVIDE;
import static coopcts.program.BinaryOperator.MULTIPLY;
import static coopcts.program.BinaryOperator.SUBTRACT;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.program.BinaryOperator;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Operators and products of single elements by hand; patterns of float16 where nothing is said. */
public final class ElementwiseTests {

  private static final long ONE = 0x3C00;
  private static final long TWO = 0x4000;
  private static final long THREE = 0x4200;
  private static final long MINUS_ZERO = 0x8000;
  private static final long SUBNORMAL = 0x0001;
  private static final long INFINITY = 0x7C00;
  private static final Rule LOADED = Rule.must("KHR-LOAD-018");

  private static Acceptance of(long... patterns) {
    return new Acceptance.OneOf(patterns);
  }

  private static Acceptance from(double low, double high) {
    return new Acceptance.Within(low, high);
  }

  private static MatrixType type(ComponentType component) {
    return new MatrixType(component, Scope.SUBGROUP, 1, 1, Use.ACCUMULATOR);
  }

  private static Values values(ComponentType component, Acceptance acceptance) {
    return Values.each(type(component), LOADED, _ -> acceptance);
  }

  private static void assertAccepted(Acceptance got, Acceptance wanted) {
    if (wanted instanceof Acceptance.OneOf(long[] patterns)) {
      long[] sorted = ((Acceptance.OneOf) got).patterns().clone();
      Arrays.sort(sorted);
      assertEquals(sorted, LongStream.of(patterns).sorted().toArray());
    } else {
      assertEquals(got, wanted);
    }
  }

  private static final Acceptance ANYTHING = new Acceptance.Anything();

  @DataProvider
  Object[][] operators() {
    return new Object[][] {
      {UINT8, ADD, of(200), of(100), of(44), "KHR-OP-005"},
      {UINT8, SUBTRACT, of(1), of(2), of(255), "KHR-OP-005"},
      {SINT8, MULTIPLY, of(0xFE, 1), of(3), of(0xFA, 3), "KHR-OP-005"},
      {SINT8, MULTIPLY, of(3), of(0xFE, 1), of(0xFA, 3), "KHR-OP-005"},
      {SINT8, DIVIDE, of(0xF9), of(2), of(0xFD), "KHR-OP-006"},
      {UINT8, DIVIDE, of(0xF9), of(2), of(0x7C), "KHR-OP-006"},
      // Undefined: by zero, and -128 by -1.
      {UINT8, DIVIDE, of(1), of(0), ANYTHING, "KHR-OP-006"},
      {SINT8, DIVIDE, of(0x80), of(0xFF), ANYTHING, "KHR-OP-006"},
      {SINT8, DIVIDE, of(0x81), of(0xFF), of(0x7F), "KHR-OP-006"},
      {UINT8, DIVIDE, of(0), of(0xFF), of(0), "KHR-OP-006"},
      {SINT8, DIVIDE, of(0x80), of(1), of(0x80), "KHR-OP-006"},
      {FLOAT16, ADD, of(ONE), of(TWO), of(THREE), "KHR-OP-001"},
      {FLOAT16, SUBTRACT, of(THREE), of(TWO), of(ONE), "KHR-OP-002"},
      {FLOAT16, MULTIPLY, of(THREE), of(ONE, TWO), of(THREE, 0x4600), "KHR-OP-003"},
      {FLOAT16, MULTIPLY, of(ONE), of(SUBNORMAL), of(SUBNORMAL, 0, MINUS_ZERO), "KHR-OP-003"},
      {FLOAT16, MULTIPLY, of(SUBNORMAL), of(ONE), of(SUBNORMAL, 0, MINUS_ZERO), "KHR-OP-003"},
      {FLOAT16, ADD, of(INFINITY), of(ONE), ANYTHING, "KHR-OP-001"},
      {FLOAT16, ADD, of(ONE), of(INFINITY), ANYTHING, "KHR-OP-001"},
      // NUM §6: 2.5 ulp of 1/3, each 2⁻¹²; the ulp of the power of two is that below it.
      {
        FLOAT16,
        DIVIDE,
        of(ONE),
        of(THREE),
        from(1 / 3.0 - 2.5 * 0x1p-12, 1 / 3.0 + 2.5 * 0x1p-12),
        "KHR-OP-004"
      },
      {
        FLOAT16,
        DIVIDE,
        of(ONE, TWO),
        of(TWO),
        from(0.5 - 2.5 * 0x1p-12, 1 + 2.5 * 0x1p-11),
        "KHR-OP-004"
      },
      // Divisors of float16 are good from 2⁻¹⁴ to 2¹⁴.
      {
        FLOAT16,
        DIVIDE,
        of(TWO),
        of(0x0400),
        from(0x1p15 - 2.5 * 0x1p4, 0x1p15 + 2.5 * 0x1p4),
        "KHR-OP-004"
      },
      {FLOAT16, DIVIDE, of(ONE), of(0x03FF), ANYTHING, "KHR-OP-004"},
      {FLOAT16, DIVIDE, of(ONE), of(0x7401), ANYTHING, "KHR-OP-004"},
      {FLOAT16, DIVIDE, of(ONE), of(0), ANYTHING, "KHR-OP-004"},
      {FLOAT16, DIVIDE, of(ONE), of(ONE, 0xBC00), ANYTHING, "KHR-OP-004"},
      // A quotient of 2⁻¹⁴ may be rounded to a subnormal number, and that flushed.
      {FLOAT16, DIVIDE, of(ONE), of(0x7400), from(0, 0x1p-14 + 2.5 * 0x1p-24), "KHR-OP-004"},
      {FLOAT16, DIVIDE, of(0xBC00), of(0x7400), from(-0x1p-14 - 2.5 * 0x1p-24, 0), "KHR-OP-004"},
      // More than four candidates are a range.
      {
        FLOAT16,
        MULTIPLY,
        of(ONE, TWO, THREE, 0x4400, 0x4500),
        of(TWO),
        from(2 - 0x1p-10, 10 + 0x1p-7),
        "KHR-OP-003"
      },
      {FLOAT16, ADD, from(1, 2), of(TWO), from(3 - 0x1p-9, 4 + 0x1p-8), "KHR-OP-001"}
    };
  }

  @Test(dataProvider = "operators")
  public void elements(
      ComponentType component,
      BinaryOperator operator,
      Acceptance left,
      Acceptance right,
      Acceptance wanted,
      String assertion) {
    Values result =
        Elementwise.binary(
            type(component), operator, values(component, left), values(component, right));
    assertAccepted(result.acceptance(0), wanted);
    assertEquals(result.rule().assertion(), assertion);
    if (operator == MULTIPLY && right instanceof Acceptance.OneOf(long[] factor)) {
      if (factor.length == 1) {
        Values scaled = Elementwise.scale(type(component), values(component, left), factor[0]);
        assertAccepted(scaled.acceptance(0), wanted);
        assertEquals(
            scaled.rule().assertion(), component.isInteger() ? "KHR-OP-009" : "KHR-OP-008");
      }
    }
  }

  @DataProvider
  Object[][] lesser() {
    return new Object[][] {
      {SINT8, of(0x80), of(1), of(0x80)},
      {SINT8, of(1), of(0x80), of(0x80)},
      {UINT8, of(0x80), of(1), of(1)},
      {UINT8, of(1), of(0x80), of(1)},
      {SINT8, of(1, 3), of(2), of(1, 2)},
      {SINT8, of(2), of(1, 3), of(1, 2)},
      {FLOAT16, of(ONE), of(TWO), of(ONE)},
      {FLOAT16, of(TWO), of(ONE), of(ONE)},
      // Where both count as equal, the right one; what is subnormal may become zero.
      {FLOAT16, of(0), of(MINUS_ZERO), of(0, MINUS_ZERO)},
      {FLOAT16, of(SUBNORMAL), of(ONE), of(SUBNORMAL, 0, MINUS_ZERO)},
      {FLOAT16, of(SUBNORMAL), of(2), of(SUBNORMAL, 2, 0, MINUS_ZERO)},
      {FLOAT16, from(1, 3), of(TWO), from(1, 2)},
      {FLOAT16, of(TWO), from(1, 3), from(1, 2)},
      {FLOAT16, from(1, 3), from(0, 4), from(0, 3)},
      {FLOAT16, of(ONE, TWO, THREE, 0x4400, 0x4500), of(TWO), from(1, 2)}
    };
  }

  @Test(dataProvider = "lesser")
  public void lesserOfTwo(
      ComponentType component, Acceptance left, Acceptance right, Acceptance wanted) {
    Values result =
        Elementwise.lesser(type(component), values(component, left), values(component, right));
    assertAccepted(result.acceptance(0), wanted);
    assertEquals(result.rule(), Rule.practice("KHR-COMP-005"));
    Values rounded = values(component, left).of(ExactnessBound.ROUNDED);
    assertSame(
        Elementwise.lesser(type(component), rounded, values(component, right)).grain(),
        ExactnessBound.ROUNDED);
  }

  @DataProvider
  Object[][] negative() {
    return new Object[][] {
      {SINT8, of(5), of(0xFB)},
      {SINT8, of(0x80), of(0x80)},
      {FLOAT16, of(TWO), of(TWO | MINUS_ZERO)},
      {FLOAT16, of(ONE, TWO), of(ONE | MINUS_ZERO, TWO | MINUS_ZERO)},
      {FLOAT16, of(0), of(0, MINUS_ZERO)},
      {FLOAT16, of(SUBNORMAL), of(SUBNORMAL | MINUS_ZERO, 0, MINUS_ZERO)},
      {FLOAT16, from(1, 3), from(-3, -1)}
    };
  }

  @Test(dataProvider = "negative")
  public void negatives(ComponentType component, Acceptance of, Acceptance wanted) {
    Values result = Elementwise.negate(type(component), values(component, of));
    assertAccepted(result.acceptance(0), wanted);
    assertEquals(result.rule().assertion(), "KHR-OP-010");
  }

  /** NUM §5: what a conversion rounded may go on as any number between its two. */
  @Test
  public void whatGoesOnUnrounded() {
    Values either = values(FLOAT16, of(ONE, THREE)).of(ExactnessBound.CONVERTED);
    Values one = values(FLOAT16, of(ONE));
    Acceptance sum = from(2 - 0x1p-10, 4 + 0x1p-8);
    assertEquals(Elementwise.binary(type(FLOAT16), ADD, either, one).open(0), sum);
    assertEquals(Elementwise.binary(type(FLOAT16), ADD, one, either).open(0), sum);
    Values quotient = Elementwise.binary(type(FLOAT16), DIVIDE, either, one);
    assertEquals(quotient.open(0), from(1 - 2.5 * 0x1p-11, 3 + 2.5 * 0x1p-9));
    Values same = values(FLOAT16, of(ONE)).of(ExactnessBound.CONVERTED);
    assertAccepted(Elementwise.binary(type(FLOAT16), ADD, same, one).acceptance(0), of(TWO));
    assertSame(Elementwise.binary(type(FLOAT16), ADD, same, one).grain(), ExactnessBound.ROUNDED);
    Values rounded = values(FLOAT16, of(ONE)).of(ExactnessBound.ROUNDED);
    for (Values arranged :
        List.of(
            Elementwise.binary(type(FLOAT16), ADD, rounded, one),
            Elementwise.binary(type(FLOAT16), ADD, one, rounded),
            Elementwise.scale(type(FLOAT16), rounded, ONE))) {
      assertTrue(arranged.open(0) instanceof Acceptance.Anything);
    }
    assertThrows(
        IllegalStateException.class,
        () -> Elementwise.binary(type(SINT8), ADD, values(SINT8, ANYTHING), values(SINT8, of(1))));
  }

  private static Values row(ComponentType component, int columns, Use use, Acceptance... elements) {
    MatrixType type =
        new MatrixType(component, Scope.SUBGROUP, elements.length / columns, columns, use);
    return Values.each(type, LOADED, i -> elements[i]);
  }

  private static Values product(
      ComponentType result, Acceptance a0, Acceptance a1, Acceptance b0, Acceptance b1, long c) {
    return Product.mulAdd(
        type(result),
        row(FLOAT16, 2, Use.A, a0, a1),
        row(FLOAT16, 1, Use.B, b0, b1),
        values(result, of(c)),
        false);
  }

  /** KHR §4.4: (K + 2)·u·(Σ|a||b| + |c|), u of float16 2⁻¹¹; c is zero, or one. */
  @Test
  public void boundsOfProducts() {
    // 2048 · 1 + 1 · 1 + 1 = 2050, of which a partial sum needs twelve bits.
    Acceptance.Within open =
        (Acceptance.Within) product(FLOAT16, of(0x6800), of(ONE), of(ONE), of(ONE), ONE).open(0);
    double error = 4 * 0x1p-11 * 2050;
    assertEquals(open.low(), 2050 - error, 1e-6);
    assertEquals(open.high(), 2050 + error, 1e-6);
    // The same with a minus: the magnitude counts.
    Acceptance.Within less =
        (Acceptance.Within) product(FLOAT16, of(0x6800), of(ONE), of(ONE), of(0xBC00), ONE).open(0);
    assertEquals(less.low(), 2048 - error, 1e-6);
    assertEquals(less.high(), 2048 + error, 1e-6);
    // A factor from 1 to 3 is 2, give or take 1; the other one is 2, and nothing else.
    Acceptance.Within spread =
        (Acceptance.Within) product(FLOAT16, from(1, 3), of(ONE), of(TWO), of(ONE), ONE).open(0);
    double wide = 4 * 0x1p-11 * (6 + 2) + 2;
    assertEquals(spread.low(), 6 - wide, 1e-6);
    assertEquals(spread.high(), 6 + wide, 1e-6);
    // Both factors: 2 · 1 + 2 · 1 + 1 · 1.
    Acceptance.Within both =
        (Acceptance.Within) product(FLOAT16, from(1, 3), of(ONE), from(1, 3), of(ONE), 0).open(0);
    double wider = 4 * 0x1p-11 * (5 + 5) + 5;
    assertEquals(both.low(), 5 - wider, 1e-6);
    assertEquals(both.high(), 5 + wider, 1e-6);
    // 60,000 + 60,000 leaves the format.
    assertTrue(
        product(FLOAT16, of(0x7B53), of(0x7B53), of(ONE), of(ONE), 0).open(0)
            instanceof Acceptance.Anything);
    assertAccepted(
        product(FLOAT32, of(0x6800), of(ONE), of(ONE), of(ONE), 0x3F800000L).acceptance(0),
        of(0x45002000L));
    assertAccepted(
        product(FLOAT16, of(ONE), of(ONE), of(ONE), of(0xBC00), 0).acceptance(0),
        of(0, MINUS_ZERO));
  }

  /** KHR-SAT-005: no partial sum of the products may leave the range; the largest is in it. */
  @Test
  public void saturatedProducts() {
    Values b = row(SINT8, 1, Use.B, of(0x7F));
    Values most = values(SINT32, of(0x7FFFFFFF - 16_129));
    Values a = row(SINT8, 1, Use.A, of(0x7F));
    Values at = Product.mulAdd(type(SINT32), a, b, most, true);
    assertEquals(at.bits(), new long[] {0x7FFFFFFF});
    assertEquals(at.rule(0).assertion(), "KHR-SAT-003");
    assertThrows(
        IllegalStateException.class,
        () -> Product.mulAdd(type(SINT8), a, b, values(SINT8, of(0)), true));
    Values unit = row(SINT8, 1, Use.A, of(1));
    Values edge = Product.mulAdd(type(SINT8), unit, b, values(SINT8, of(0)), true);
    assertEquals(edge.bits(), new long[] {127});
    assertThrows(
        IllegalStateException.class,
        () ->
            Product.mulAdd(
                type(SINT32), row(SINT8, 1, Use.A, of(1, 2)), b, values(SINT32, of(0)), false));
  }
}
