// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static coopcts.model.ComponentType.FLOAT16;
import static coopcts.model.ComponentType.SINT8;
import static coopcts.model.ComponentType.UINT8;
import static coopcts.program.VectorFunction.ATAN;
import static coopcts.program.VectorFunction.CLAMP;
import static coopcts.program.VectorFunction.EXP;
import static coopcts.program.VectorFunction.FMA;
import static coopcts.program.VectorFunction.LOG;
import static coopcts.program.VectorFunction.MAX;
import static coopcts.program.VectorFunction.MIN;
import static coopcts.program.VectorFunction.NCLAMP;
import static coopcts.program.VectorFunction.NMAX;
import static coopcts.program.VectorFunction.NMIN;
import static coopcts.program.VectorFunction.STEP;
import static coopcts.program.VectorFunction.TANH;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.program.Matrix;
import coopcts.program.VectorFunction;
import coopcts.program.VectorOperation.Apply;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Functions of vectors of one component by hand, in patterns of float16 where nothing is said. */
public final class VectorFunctionTests {

  private static final long ZERO = 0;
  private static final long MINUS_ZERO = 0x8000;
  private static final long HALF = 0x3800;
  private static final long ONE = 0x3C00;
  private static final long ONE_AND_A_HALF = 0x3E00;
  private static final long TWO = 0x4000;
  private static final long THREE = 0x4200;
  private static final long NAN = 0x7E00;
  private static final long SEVEN = 0x4700;
  private static final long MINUS_ONE = 0xBC00;
  private static final long SUBNORMAL = 0x0001;

  /** 1 + 2⁻¹⁰, whose square has 20 bits behind the point. */
  private static final long JUST_ABOVE_ONE = 0x3C01;

  private static Acceptance of(long... patterns) {
    return new Acceptance.OneOf(patterns);
  }

  private static Acceptance from(double low, double high) {
    return new Acceptance.Within(low, high);
  }

  private static Values values(ComponentType type, Acceptance acceptance) {
    return Values.each(MatrixType.vector(type, 1), Rule.must("CV-LD-001"), _ -> acceptance);
  }

  private static Values apply(VectorFunction function, ComponentType type, Values... operands) {
    Matrix x = new Matrix("x", MatrixType.vector(type, 1));
    Apply op = new Apply(x, function, Collections.nCopies(operands.length, x));
    return VectorFunctions.of(op, List.of(operands));
  }

  private static Values apply(VectorFunction function, ComponentType type, Acceptance... operands) {
    return apply(
        function,
        type,
        Arrays.stream(operands).map(one -> values(type, one)).toArray(Values[]::new));
  }

  @DataProvider
  Object[][] listed() {
    return new Object[][] {
      {MIN, FLOAT16, List.of(of(ONE), of(TWO)), of(ONE)},
      {MIN, FLOAT16, List.of(of(TWO), of(ONE)), of(ONE)},
      {MAX, FLOAT16, List.of(of(ONE), of(TWO)), of(TWO)},
      {MAX, FLOAT16, List.of(of(MINUS_ONE), of(ONE)), of(ONE)},
      {MIN, SINT8, List.of(of(0x80), of(0x7F)), of(0x80)},
      {MAX, SINT8, List.of(of(0x80), of(0x7F)), of(0x7F)},
      {MIN, UINT8, List.of(of(0x80), of(0x7F)), of(0x7F)},
      {MAX, UINT8, List.of(of(0x80), of(0x7F)), of(0x80)},
      {MIN, FLOAT16, List.of(of(ONE, THREE), of(TWO)), of(ONE, TWO)},
      {MAX, FLOAT16, List.of(of(ONE, THREE), of(TWO)), of(TWO, THREE)},
      {MAX, FLOAT16, List.of(of(TWO), of(ONE, THREE)), of(TWO, THREE)},
      // NUM §5: no mode keeps the sign of a zero.
      {MIN, FLOAT16, List.of(of(ZERO), of(ONE)), of(ZERO, MINUS_ZERO)},
      {CLAMP, FLOAT16, List.of(of(HALF), of(ONE), of(TWO)), of(ONE)},
      {CLAMP, FLOAT16, List.of(of(THREE), of(ONE), of(TWO)), of(TWO)},
      {CLAMP, FLOAT16, List.of(of(ONE_AND_A_HALF), of(ONE), of(TWO)), of(ONE_AND_A_HALF)},
      {CLAMP, FLOAT16, List.of(of(ONE), of(ONE), of(ONE)), of(ONE)},
      {CLAMP, FLOAT16, List.of(of(ONE), of(ZERO), of(MINUS_ZERO)), of(ZERO, MINUS_ZERO)},
      {CLAMP, FLOAT16, List.of(of(HALF, THREE), of(ONE), of(TWO)), of(ONE, TWO)},
      {CLAMP, FLOAT16, List.of(of(HALF), of(ONE, TWO), of(THREE)), of(ONE, TWO)},
      {CLAMP, SINT8, List.of(of(5), of(0xFF), of(3)), of(3)},
      {NMIN, FLOAT16, List.of(of(ONE, NAN), of(TWO)), of(ONE, TWO)},
      {NMIN, FLOAT16, List.of(of(NAN), of(NAN)), of(NAN)},
      {NMAX, FLOAT16, List.of(of(ONE), of(TWO)), of(TWO)},
      {NMAX, FLOAT16, List.of(of(ONE), of(NAN)), of(ONE)},
      {NCLAMP, FLOAT16, List.of(of(NAN), of(ONE), of(TWO)), of(ONE)},
      {NCLAMP, FLOAT16, List.of(of(THREE), of(ONE), of(NAN)), of(THREE)},
      {NCLAMP, FLOAT16, List.of(of(THREE), of(ONE), of(TWO)), of(TWO)},
      {STEP, FLOAT16, List.of(of(ONE), of(HALF)), of(ZERO, MINUS_ZERO)},
      {STEP, FLOAT16, List.of(of(ONE), of(ONE)), of(ONE)},
      {STEP, FLOAT16, List.of(of(ONE), of(HALF, TWO)), of(ZERO, ONE)},
      {FMA, FLOAT16, List.of(of(TWO), of(THREE), of(ONE)), of(SEVEN)},
      {FMA, FLOAT16, List.of(of(TWO), of(HALF), of(MINUS_ONE)), of(ZERO, MINUS_ZERO)}
    };
  }

  @Test(dataProvider = "listed")
  public void patterns(
      VectorFunction function, ComponentType type, List<Acceptance> operands, Acceptance result) {
    long[] got = apply(function, type, operands.toArray(Acceptance[]::new)).candidates(0).clone();
    long[] wanted = ((Acceptance.OneOf) result).patterns().clone();
    Arrays.sort(got);
    Arrays.sort(wanted);
    assertEquals(got, wanted);
  }

  @DataProvider
  Object[][] ranges() {
    return new Object[][] {
      {MIN, List.of(from(1, 3), of(TWO)), 1, 2, 0},
      {MIN, List.of(of(TWO), from(1, 3)), 1, 2, 0},
      {MIN, List.of(from(1, 3), from(0.5, 2)), 0.5, 2, 0},
      {MAX, List.of(from(1, 3), of(TWO)), 2, 3, 0},
      {MAX, List.of(of(TWO), from(1, 3)), 2, 3, 0},
      // 1 + 2⁻⁹ + 2⁻²⁰ lies between 1 + 2⁻⁹ and 1 + 2⁻⁹ + 2⁻¹⁰.
      {
        FMA,
        List.of(of(JUST_ABOVE_ONE), of(JUST_ABOVE_ONE), of(ZERO)),
        1 + 0x1p-9,
        1 + 0x1p-9 + 0x1p-10,
        0
      },
      // NUM §6: 1 + 2|x| ulp; those of e and of its square are 2⁻⁹ and 2⁻⁸.
      {EXP, List.of(of(ONE)), Math.E - 3 * 0x1p-9, Math.E + 3 * 0x1p-9, 1e-9},
      {EXP, List.of(of(ONE, TWO)), Math.E - 3 * 0x1p-9, Math.E * Math.E + 5 * 0x1p-8, 1e-9},
      {EXP, List.of(of(TWO, ONE)), Math.E - 3 * 0x1p-9, Math.E * Math.E + 5 * 0x1p-8, 1e-9},
      {LOG, List.of(of(TWO)), Math.log(2) - 0x1p-7, Math.log(2) + 0x1p-7, 1e-9},
      {LOG, List.of(of(HALF, TWO)), -Math.log(2) - 0x1p-7, Math.log(2) + 0x1p-7, 1e-9},
      {ATAN, List.of(of(ONE)), Math.PI / 4 - 5 * 0x1p-11, Math.PI / 4 + 5 * 0x1p-11, 1e-9},
      // NUM §6: about 7.2e-3 at 1 and 1.5e-2 at 4.
      {TANH, List.of(of(ONE)), Math.tanh(1) - 7.2e-3, Math.tanh(1) + 7.2e-3, 1.5e-3},
      {TANH, List.of(of(0x4400)), Math.tanh(4) - 1.5e-2, Math.tanh(4) + 1.5e-2, 4e-3},
      {TANH, List.of(of(0xC400)), -Math.tanh(4) - 1.5e-2, -Math.tanh(4) + 1.5e-2, 4e-3}
    };
  }

  @Test(dataProvider = "ranges")
  public void bounds(
      VectorFunction function, List<Acceptance> operands, double low, double high, double slack) {
    Values result = apply(function, FLOAT16, operands.toArray(Acceptance[]::new));
    Acceptance.Within within = (Acceptance.Within) result.open(0);
    assertEquals(within.low(), low, slack);
    assertEquals(within.high(), high, slack);
  }

  @DataProvider
  Object[][] sentences() {
    return new Object[][] {
      {MIN, 2, "CV-FN-006"},
      {MAX, 2, "CV-FN-006"},
      {CLAMP, 3, "CV-FN-007"},
      {NMIN, 2, "CV-FN-009"},
      {NMAX, 2, "CV-FN-009"},
      {NCLAMP, 3, "CV-FN-009"},
      {STEP, 2, "CV-FN-008"},
      {FMA, 3, "CV-FN-001"},
      {EXP, 1, "CV-FN-002"},
      {LOG, 1, "CV-FN-003"},
      {TANH, 1, "CV-FN-004"},
      {ATAN, 1, "CV-FN-005"}
    };
  }

  @Test(dataProvider = "sentences")
  public void eachHasItsSentence(VectorFunction function, int operands, String assertion) {
    Values result =
        apply(function, FLOAT16, Collections.nCopies(operands, of(ONE)).toArray(Acceptance[]::new));
    assertEquals(result.rule().assertion(), assertion);
    assertEquals(result.rule().tier(), Tier.MUST);
  }

  @DataProvider
  Object[][] indistinct() {
    return new Object[][] {
      // The lower end above the upper one: undefined.
      {CLAMP, List.of(of(ONE), of(TWO), of(ONE))},
      {CLAMP, List.of(of(ONE), of(ONE, THREE), of(TWO))},
      {CLAMP, List.of(from(1, 2), of(ONE), of(TWO))},
      {STEP, List.of(of(SUBNORMAL), of(ONE))},
      {STEP, List.of(of(ONE), of(SUBNORMAL))},
      {STEP, List.of(of(ONE), from(1, 2))},
      {EXP, List.of(of(SUBNORMAL))},
      // The largest number is 65,504, and its logarithm 11.09.
      {EXP, List.of(of(0x4940))},
      {LOG, List.of(of(ZERO))},
      {LOG, List.of(of(MINUS_ONE))},
      {LOG, List.of(of(ONE, MINUS_ONE))},
      // What tanh is made of may be infinite.
      {TANH, List.of(of(0x4840))},
      {TANH, List.of(of(0xC840))},
      {ATAN, List.of(from(1, 2))}
    };
  }

  @Test(dataProvider = "indistinct")
  public void whatSaysNothing(VectorFunction function, List<Acceptance> operands) {
    assertThrows(
        IndistinctValuesException.class,
        () -> apply(function, FLOAT16, operands.toArray(Acceptance[]::new)));
  }

  /** Up to 10 and 8 exponentials and hyperbolic tangents are bounded. */
  @Test
  public void theLastThatAreBounded() {
    assertTrue(apply(EXP, FLOAT16, of(0x4900)).open(0) instanceof Acceptance.Within);
    assertTrue(apply(TANH, FLOAT16, of(0x4800)).open(0) instanceof Acceptance.Within);
    assertTrue(apply(TANH, FLOAT16, of(0xC800)).open(0) instanceof Acceptance.Within);
  }

  /** NUM §5: steps may be fused where more than one is rounded; a choice hands on what it has. */
  @Test
  public void whatARoundedStepMade() {
    Values one = values(FLOAT16, of(ONE));
    Values rounded = one.of(ExactnessBound.ROUNDED);
    assertSame(apply(MIN, FLOAT16, rounded, one).grain(), ExactnessBound.ROUNDED);
    assertSame(apply(MAX, FLOAT16, one, rounded).grain(), ExactnessBound.ROUNDED);
    assertSame(apply(CLAMP, FLOAT16, one, one, rounded).grain(), ExactnessBound.ROUNDED);
    assertNull(apply(MIN, FLOAT16, one, one).grain());
    assertSame(apply(EXP, FLOAT16, one).grain(), ExactnessBound.ROUNDED);
    assertFalse(ExactnessBound.isOpen(apply(FMA, FLOAT16, one, one, one)));
    Values above = values(FLOAT16, of(JUST_ABOVE_ONE));
    assertSame(apply(FMA, FLOAT16, above, above, one).grain(), ExactnessBound.ROUNDED);
    Values converted = one.of(ExactnessBound.CONVERTED);
    assertSame(apply(FMA, FLOAT16, converted, one, one).grain(), ExactnessBound.ROUNDED);
    for (VectorFunction function : List.of(STEP, FMA, EXP)) {
      for (int i = 0; i < function.operands(); i++) {
        Values[] operands = {one, one, one};
        operands[i] = rounded;
        assertThrows(
            IndistinctValuesException.class,
            () -> apply(function, FLOAT16, Arrays.copyOf(operands, function.operands())));
      }
    }
    assertThrows(
        IndistinctValuesException.class,
        () -> apply(STEP, FLOAT16, one, one.of(ExactnessBound.converted(one))));
  }
}
