// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static coopcts.model.ComponentType.FLOAT16;
import static coopcts.model.ComponentType.FLOAT32;
import static coopcts.model.ComponentType.SINT32;
import static coopcts.program.BinaryOperator.ADD;
import static coopcts.program.BinaryOperator.DIVIDE;
import static coopcts.program.BinaryOperator.MULTIPLY;
import static coopcts.program.BinaryOperator.SUBTRACT;
import static coopcts.program.FloatControl.FLUSH;
import static coopcts.program.FloatControl.PRESERVE;
import static coopcts.program.FloatControl.RTE;
import static coopcts.program.FloatControl.RTZ;
import static coopcts.program.FloatControl.SPECIALS;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.program.BinaryOperator;
import coopcts.program.FloatControl;
import coopcts.program.FloatMode;
import java.util.Arrays;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What the modes of float controls leave, by hand, in patterns of float16. */
public final class ControlsTests {

  private static final FloatControl NONE = null;
  private static final long ONE = 0x3C00;
  private static final long ONE_AND_A_HALF = 0x3E00;
  private static final long TWO = 0x4000;

  /** 1 + 2⁻¹⁰. */
  private static final long JUST_ABOVE_ONE = 0x3C01;

  /** 1 − 2⁻¹¹. */
  private static final long JUST_BELOW_ONE = 0x3BFF;

  /** 2⁻¹¹, 2⁻¹² and 2⁻¹³: half, a quarter and an eighth of what follows 1. */
  private static final long HALF_A_STEP = 0x1000;

  private static final long QUARTER = 0x0C00;
  private static final long EIGHTH = 0x0800;

  /** 2⁻¹⁴, the smallest number that is not subnormal. */
  private static final long LEAST = 0x0400;

  private static final long MINUS = 0x8000;
  private static final long INFINITY = 0x7C00;
  private static final long LARGEST = 0x7BFF;
  private static final long NAN = 0x7E00;

  private static long[] set(long... patterns) {
    return patterns;
  }

  private static Controls controls(FloatControl control, int width) {
    return new Controls(Optional.ofNullable(control).map(one -> new FloatMode(one, width)));
  }

  private static MatrixType type(ComponentType component, int columns) {
    return new MatrixType(component, Scope.SUBGROUP, 1, columns, Use.ACCUMULATOR);
  }

  private static final MatrixType HALVES = type(FLOAT16, 1);
  private static final MatrixType SINGLES = type(FLOAT32, 1);

  private static Values half(long bits) {
    return Values.exact(HALVES, new long[] {bits}, Rule.must("KHR-LOAD-018"));
  }

  private static void assertPatterns(Values got, long... wanted) {
    long[] patterns = got.candidates(0).clone();
    long[] sorted = wanted.clone();
    Arrays.sort(patterns);
    Arrays.sort(sorted);
    assertEquals(patterns, sorted);
  }

  private static String byMode(FloatControl control) {
    return switch (control) {
      case RTE, RTZ -> "NUM-CVT-003";
      case PRESERVE -> "NUM-DEN-002";
      case FLUSH -> "NUM-DEN-003";
      case SPECIALS -> throw new IllegalArgumentException();
    };
  }

  /** Mode, operator, operands, what is acceptable, and whether the mode is why. */
  @DataProvider
  Object[][] steps() {
    return new Object[][] {
      {NONE, ADD, ONE, QUARTER, set(ONE, JUST_ABOVE_ONE), false},
      {RTE, ADD, ONE, QUARTER, set(ONE), true},
      {RTZ, ADD, ONE, QUARTER, set(ONE), true},
      {RTE, ADD, ONE, HALF_A_STEP, set(ONE), true},
      {RTE, ADD, JUST_ABOVE_ONE, HALF_A_STEP, set(0x3C02), true},
      {RTZ, ADD, JUST_ABOVE_ONE, HALF_A_STEP, set(JUST_ABOVE_ONE), true},
      {RTE, SUBTRACT, ONE, EIGHTH, set(ONE), true},
      {RTZ, SUBTRACT, ONE, EIGHTH, set(JUST_BELOW_ONE), true},
      {RTZ, ADD, ONE | MINUS, EIGHTH, set(JUST_BELOW_ONE | MINUS), true},
      // 1.5 + 1.5 · 2⁻¹⁰ lies in the middle of two numbers.
      {RTE, MULTIPLY, ONE_AND_A_HALF, JUST_ABOVE_ONE, set(0x3E02), true},
      {RTZ, MULTIPLY, ONE_AND_A_HALF, JUST_ABOVE_ONE, set(0x3E01), true},
      {PRESERVE, MULTIPLY, ONE_AND_A_HALF, JUST_ABOVE_ONE, set(0x3E01, 0x3E02), false},
      {FLUSH, MULTIPLY, ONE_AND_A_HALF, JUST_ABOVE_ONE, set(0x3E01, 0x3E02), false},
      {SPECIALS, MULTIPLY, ONE_AND_A_HALF, JUST_ABOVE_ONE, set(0x3E01, 0x3E02), false},
      // A quarter of the least is 2⁸ times 2⁻²⁴.
      {NONE, MULTIPLY, LEAST, 0x3400L, set(0x0100, 0, MINUS), false},
      {RTE, MULTIPLY, LEAST, 0x3400L, set(0x0100, 0, MINUS), false},
      {RTZ, MULTIPLY, LEAST, 0x3400L, set(0x0100, 0, MINUS), false},
      {PRESERVE, MULTIPLY, LEAST, 0x3400L, set(0x0100), true},
      {PRESERVE, MULTIPLY, LEAST, 0xB400L, set(0x8100), true},
      {FLUSH, MULTIPLY, LEAST, 0x3400L, set(0, MINUS), true},
      // 2⁻²⁵ and 3 · 2⁻²⁵, in the middle between multiples of 2⁻²⁴.
      {PRESERVE, MULTIPLY, LEAST, HALF_A_STEP, set(0, MINUS, 1), true},
      {PRESERVE, MULTIPLY, LEAST, 0x1600L, set(1, 2), true},
      // 2⁻¹⁴ − 2⁻²⁵ may be rounded up to a number that is not subnormal.
      {PRESERVE, MULTIPLY, LEAST, JUST_BELOW_ONE, set(0x03FF, LEAST), true},
      {FLUSH, MULTIPLY, LEAST, JUST_BELOW_ONE, set(0, MINUS, LEAST), true},
      {FLUSH, MULTIPLY, LEAST, ONE, set(LEAST), false},
      {PRESERVE, MULTIPLY, LEAST, ONE, set(LEAST), false},
      {RTE, MULTIPLY, LEAST, ONE, set(LEAST), true},
      // NUM-CVT-016: what overflows is infinite or the largest.
      {RTE, ADD, LARGEST, LARGEST, set(LARGEST, INFINITY), false},
      {RTZ, ADD, LARGEST, LARGEST, set(LARGEST, INFINITY), false},
      {RTE, SUBTRACT, ONE, ONE, set(0, MINUS), false},
      // A subnormal operand may count as zero.
      {RTE, ADD, 0x0001L, ONE, set(ONE, JUST_ABOVE_ONE), false},
      {RTE, ADD, ONE, 0x0001L, set(ONE, JUST_ABOVE_ONE), false}
    };
  }

  @Test(dataProvider = "steps")
  public void oneStep(
      FloatControl control,
      BinaryOperator operator,
      long left,
      long right,
      long[] wanted,
      boolean isByMode) {
    Values result = controls(control, 16).binary(HALVES, operator, half(left), half(right));
    assertPatterns(result, wanted);
    String plain =
        switch (operator) {
          case ADD -> "KHR-OP-001";
          case SUBTRACT -> "KHR-OP-002";
          case MULTIPLY -> "KHR-OP-003";
          case DIVIDE -> "KHR-OP-004";
        };
    assertEquals(result.rule().assertion(), isByMode ? byMode(control) : plain);
    if (operator == MULTIPLY) {
      Values scaled = controls(control, 16).scale(HALVES, half(left), right);
      assertPatterns(scaled, wanted);
      assertEquals(scaled.rule().assertion(), isByMode ? byMode(control) : "KHR-OP-008");
    }
  }

  /** A mode is of one width, and of no quotient; what is stored may go on unrounded. */
  @Test
  public void whatAModeIsNotAbout() {
    Values other = controls(RTE, 32).binary(HALVES, ADD, half(ONE), half(QUARTER));
    assertPatterns(other, ONE, JUST_ABOVE_ONE);
    Values third = controls(RTE, 16).binary(HALVES, DIVIDE, half(ONE), half(0x4200));
    assertTrue(third.open(0) instanceof Acceptance.Within);
    // Behind another step the sum may be fused with it.
    Values made = half(ONE).of(ExactnessBound.leaf(1, 1));
    for (Values fused :
        new Values[] {
          controls(RTE, 16).binary(HALVES, ADD, made, half(HALF_A_STEP)),
          controls(RTE, 16).binary(HALVES, ADD, half(HALF_A_STEP), made),
          controls(RTE, 16).scale(HALVES, made.of(ExactnessBound.ROUNDED), JUST_ABOVE_ONE)
        }) {
      assertTrue(fused.open(0) instanceof Acceptance.Anything);
    }
    // A factor that is subnormal may count as zero.
    Values small = controls(PRESERVE, 16).scale(HALVES, half(ONE), 0x0001);
    assertPatterns(small, 0x0001, 0, MINUS);
    assertEquals(small.rule().assertion(), "KHR-OP-008");
    MatrixType whole = type(SINT32, 1);
    Values seven = Values.exact(whole, new long[] {7}, Rule.must("KHR-LOAD-018"));
    assertPatterns(controls(RTE, 16).scale(whole, seven, 3), 21);
    assertPatterns(controls(RTE, 16).binary(whole, ADD, seven, seven), 14);
  }

  /** Of several elements each is looked at alone. */
  @Test
  public void otherElementsStayAsTheyAre() {
    MatrixType two = type(FLOAT16, 2);
    Rule rule = Rule.must("KHR-LOAD-018");
    Values left = Values.exact(two, new long[] {ONE, LARGEST}, rule);
    Values right = Values.exact(two, new long[] {QUARTER, LARGEST}, rule);
    Values sum = controls(RTE, 16).binary(two, ADD, left, right);
    assertEquals(sum.candidates(0), set(ONE));
    assertEquals(sum.candidates(1).length, 2);
    Acceptance[] open = {null, new Acceptance.OneOf(ONE, TWO)};
    Values either = new Values(two, new long[] {ONE, ONE}, open, rule);
    Values sums = controls(RTE, 16).binary(two, ADD, either, right);
    assertEquals(sums.candidates(0), set(ONE));
    assertTrue(sums.candidates(1).length > 1);
    assertTrue(ExactnessBound.isFixed(sums) && ExactnessBound.isRounded(sums));
  }

  @Test
  public void conversions() {
    // 1 + 2⁻¹¹ and 1 + 3 · 2⁻¹² of float32.
    for (long[] row : new long[][] {{0x3F801000L, ONE}, {0x3F801800L, JUST_ABOVE_ONE}}) {
      Values single = Values.exact(SINGLES, new long[] {row[0]}, Rule.must("KHR-LOAD-018"));
      Values converted = controls(RTE, 16).convert(HALVES, single);
      assertPatterns(converted, row[1]);
      assertEquals(converted.rule().assertion(), "NUM-CVT-003");
      assertTrue(ExactnessBound.isFixed(converted) && !ExactnessBound.isRounded(converted));
      assertPatterns(controls(RTZ, 16).convert(HALVES, single), ONE);
      assertPatterns(controls(RTE, 32).convert(HALVES, single), ONE, JUST_ABOVE_ONE);
      Values open = single.of(ExactnessBound.ROUNDED);
      assertPatterns(controls(RTE, 16).convert(HALVES, single.of(null)), row[1]);
      assertFalse(ExactnessBound.isFixed(controls(RTE, 16).convert(HALVES, open)));
    }
    // 2,049 lies between 2,048 and 2,050; no sentence says that a mode rounds integers.
    Values whole = Values.exact(type(SINT32, 1), new long[] {2049}, Rule.must("KHR-LOAD-018"));
    assertPatterns(controls(RTE, 16).convert(HALVES, whole), 0x6800, 0x6801);
  }

  @Test
  public void signsOfSpecials() {
    MatrixType four = type(FLOAT16, 4);
    Rule rule = Rule.must("KHR-LOAD-018");
    Acceptance[] open = {null, null, null, new Acceptance.NotANumber()};
    Values source = new Values(four, new long[] {INFINITY, 0, 0x0001, NAN}, open, rule);
    Values negated = controls(SPECIALS, 16).negate(four, source);
    assertEquals(negated.candidates(0), set(INFINITY | MINUS));
    assertEquals(negated.candidates(1), set(MINUS));
    assertEquals(negated.candidates(2), set(0x8001, 0, MINUS));
    assertTrue(negated.open(3) instanceof Acceptance.NotANumber);
    assertEquals(negated.rule().assertion(), "NUM-NAN-001");
    // Without one of them a zero has either sign, and without the mode as well.
    assertPatterns(controls(SPECIALS, 16).negate(HALVES, half(0)), 0, MINUS);
    assertEquals(controls(SPECIALS, 16).negate(HALVES, half(ONE)).rule().assertion(), "KHR-OP-010");
    assertEquals(
        controls(SPECIALS, 32).negate(HALVES, half(INFINITY)).rule().assertion(), "KHR-OP-010");
    assertPatterns(controls(SPECIALS, 16).negate(HALVES, half(INFINITY)), INFINITY | MINUS);
    Acceptance[] beside = {null, new Acceptance.OneOf(ONE, TWO), null, null};
    Values undetermined = new Values(four, new long[] {INFINITY, ONE, 0, 0}, beside, rule);
    assertThrows(
        IllegalStateException.class, () -> controls(SPECIALS, 16).negate(four, undetermined));
  }

  /** KHR-LOAD-019, NUM-NAN-003: a mode keeps what is loaded, but any NaN is one. */
  @Test
  public void whatIsLoadedAndStored() {
    Controls keeping = controls(SPECIALS, 16);
    Values number = half(ONE);
    assertSame(controls(NONE, 16).loaded(number), number);
    assertSame(controls(RTE, 16).loaded(number), number);
    assertSame(controls(SPECIALS, 32).loaded(number), number);
    assertEquals(keeping.loaded(number).rule().assertions().getLast(), "KHR-LOAD-019");
    MatrixType two = type(FLOAT16, 2);
    Values mixed = Values.exact(two, new long[] {NAN, MINUS}, Rule.must("KHR-LOAD-018"));
    Values loaded = keeping.loaded(mixed);
    assertTrue(loaded.open(0) instanceof Acceptance.NotANumber);
    assertEquals(loaded.candidates(1), set(MINUS));
    assertTrue(loaded.rule().assertions().contains("NUM-NAN-003"));
    assertFalse(keeping.loaded(number).open(0) instanceof Acceptance.NotANumber);
    Rule stored = Rule.must("KHR-STORE-010");
    Rule both = Rule.must("KHR-STORE-010", "KHR-LOAD-019");
    assertEquals(keeping.stored(stored, keeping.loaded(number)), both);
    assertEquals(keeping.stored(stored, number), stored);
    assertEquals(controls(NONE, 16).stored(stored, keeping.loaded(number)), stored);
    assertTrue(keeping.keepsSpecials(HALVES));
    assertFalse(keeping.keepsSpecials(SINGLES));
    assertFalse(controls(RTE, 16).keepsSpecials(HALVES));
    assertFalse(controls(NONE, 16).keepsSpecials(HALVES));
  }
}
