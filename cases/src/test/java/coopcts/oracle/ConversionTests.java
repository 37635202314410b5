// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static coopcts.model.ComponentType.BFLOAT16;
import static coopcts.model.ComponentType.FLOAT16;
import static coopcts.model.ComponentType.FLOAT32;
import static coopcts.model.ComponentType.FLOAT64;
import static coopcts.model.ComponentType.FLOAT8_E4M3;
import static coopcts.model.ComponentType.FLOAT8_E5M2;
import static coopcts.model.ComponentType.SINT16;
import static coopcts.model.ComponentType.SINT32;
import static coopcts.model.ComponentType.SINT64;
import static coopcts.model.ComponentType.SINT8;
import static coopcts.model.ComponentType.UINT32;
import static coopcts.model.ComponentType.UINT64;
import static coopcts.model.ComponentType.UINT8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import java.util.Arrays;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Conversions of single numbers by hand: the tables of NUM §1 and §3. */
public final class ConversionTests {

  private static long[] set(long... patterns) {
    return patterns;
  }

  private static MatrixType type(ComponentType component) {
    return new MatrixType(component, Scope.SUBGROUP, 1, 1, Use.ACCUMULATOR);
  }

  private static Values values(ComponentType component, Acceptance acceptance) {
    return Values.each(type(component), Rule.must("KHR-LOAD-018"), _ -> acceptance);
  }

  private static Values one(ComponentType component, long bits) {
    return values(component, new Acceptance.OneOf(bits));
  }

  private static void assertPatterns(Acceptance got, long... wanted) {
    long[] patterns = ((Acceptance.OneOf) got).patterns().clone();
    long[] sorted = wanted.clone();
    Arrays.sort(patterns);
    Arrays.sort(sorted);
    assertEquals(patterns, sorted);
  }

  @DataProvider
  Object[][] numbers() {
    return new Object[][] {
      {SINT8, SINT32, 0xFFL, set(0xFFFFFFFFL)},
      {SINT8, UINT32, 0xFFL, set(0xFFFFFFFFL)},
      {UINT8, SINT32, 0xFFL, set(0xFF)},
      {SINT32, SINT8, 0x12345680L, set(0x80)},
      {SINT32, FLOAT16, 0xFFFFFFFFL, set(0xBC00)},
      {UINT32, FLOAT32, 0xFFFFFFFFL, set(0x4F7FFFFFL, 0x4F800000L)},
      {UINT64, FLOAT32, -1L, set(0x5F7FFFFFL, 0x5F800000L)},
      {SINT32, FLOAT32, 16_777_217L, set(0x4B800000L, 0x4B800001L)},
      {SINT32, FLOAT32, 16_777_216L, set(0x4B800000L)},
      // 257 = 1.00000001₂ · 2⁸ has a bit more than bfloat16.
      {SINT32, BFLOAT16, 257L, set(0x4380, 0x4381)},
      {SINT32, FLOAT32, 0L, set(0, 0x80000000L)},
      // NUM-CVT-016: 70,000 is beyond 65,504.
      {SINT32, FLOAT16, 70_000L, set(0x7BFF, 0x7C00)},
      {FLOAT16, FLOAT16, 0x7E00L, set(0x7E00)},
      {FLOAT32, SINT8, 0x3FE00000L, set(1)},
      {FLOAT32, SINT8, 0xBFE00000L, set(0xFF)},
      {FLOAT32, SINT8, 0x42FFCCCDL, set(0x7F)},
      {FLOAT32, SINT8, 0xC300E666L, set(0x80)},
      {FLOAT32, UINT8, 0xBF000000L, set(0)},
      {FLOAT32, UINT8, 0x437F8000L, set(0xFF)},
      {FLOAT64, UINT64, 0x43E0000000000000L, set(Long.MIN_VALUE)},
      {FLOAT64, UINT64, 0x43E0000000000001L, set(Long.MIN_VALUE + 2048)},
      {FLOAT64, SINT64, 0xC3E0000000000000L, set(Long.MIN_VALUE)},
      // A subnormal number may count as zero, but not on its way from 8 bits to float16.
      {FLOAT16, FLOAT32, 0x0001L, set(0x33800000L, 0, 0x80000000L)},
      {FLOAT16, SINT32, 0x0001L, set(0)},
      {FLOAT8_E4M3, FLOAT16, 0x01L, set(0x1800)},
      {FLOAT8_E4M3, FLOAT32, 0x01L, set(0x3B000000L, 0, 0x80000000L)},
      {FLOAT8_E4M3, FLOAT16, 0x7EL, set(0x5F00)},
      {FLOAT8_E5M2, FLOAT16, 0x01L, set(0x0100)},
      {FLOAT8_E5M2, FLOAT16, 0x7BL, set(0x7B00)},
      {FLOAT32, FLOAT16, 0x3F802000L, set(0x3C01)},
      {FLOAT32, FLOAT16, 0x3F801000L, set(0x3C00, 0x3C01)},
      {FLOAT32, BFLOAT16, 0x3F808000L, set(0x3F80, 0x3F81)},
      // 2⁻²⁰ is subnormal in float16.
      {FLOAT32, FLOAT16, 0x35800000L, set(0x0010, 0, 0x8000)},
      {FLOAT64, FLOAT32, 0x3FF0000000000001L, set(0x3F800000L, 0x3F800001L)}
    };
  }

  @Test(dataProvider = "numbers")
  public void sets(ComponentType from, ComponentType to, long bits, long[] wanted) {
    assertPatterns(Conversion.of(from, to, bits), wanted);
    assertPatterns(Conversion.convert(type(to), one(from, bits)).acceptance(0), wanted);
  }

  @DataProvider
  Object[][] undefined() {
    return new Object[][] {
      {FLOAT32, SINT8, 0x43000000L},
      {FLOAT32, SINT8, 0xC3010000L},
      {FLOAT32, UINT8, 0x43800000L},
      {FLOAT32, UINT8, 0xBF800000L},
      {FLOAT64, UINT64, 0x43F0000000000000L},
      {FLOAT32, SINT32, 0x7FC00000L},
      {FLOAT32, FLOAT16, 0x7F800000L}
    };
  }

  /** NUM-CVT-017, NUM-NAN-002: out of range, or no number. */
  @Test(dataProvider = "undefined")
  public void nothingIsSaid(ComponentType from, ComponentType to, long bits) {
    assertTrue(Conversion.of(from, to, bits) instanceof Acceptance.Anything);
  }

  @DataProvider
  Object[][] saturating() {
    return new Object[][] {
      {FLOAT32, FLOAT8_E4M3, 0x43FA0000L, set(0x7E)}, // 500
      {FLOAT32, FLOAT8_E4M3, 0xC3FA0000L, set(0xFE)},
      {FLOAT32, FLOAT8_E4M3, 0x43E00000L, set(0x7E)}, // 448
      {FLOAT32, FLOAT8_E4M3, 0xC3E00000L, set(0xFE)},
      {FLOAT32, FLOAT8_E4M3, 0x43DF0000L, set(0x7D, 0x7E)}, // 446
      {FLOAT32, FLOAT8_E4M3, 0x3F800000L, set(0x38)},
      {FLOAT32, FLOAT8_E4M3, 0x41880000L, set(0x58, 0x59)}, // 17 lies between 16 and 18
      {FLOAT16, FLOAT8_E5M2, 0x7B53L, set(0x7B)}, // 60,000
      {FLOAT16, FLOAT8_E5M2, 0xFB53L, set(0xFB)},
      {SINT32, FLOAT8_E4M3, 1000L, set(0x7E)}
    };
  }

  /** NUM-CVT-009, -012. */
  @Test(dataProvider = "saturating")
  public void withinTheRange(ComponentType from, ComponentType to, long bits, long[] wanted) {
    assertPatterns(Conversion.saturated(from, to, bits), wanted);
    Values all = Conversion.saturated(type(to), one(from, bits));
    assertPatterns(all.acceptance(0), wanted);
    assertEquals(all.rule().assertion(), "NUM-CVT-013");
  }

  @Test
  public void saturationOfWhatIsNotOneNumber() {
    MatrixType eight = type(FLOAT8_E4M3);
    Acceptance two = new Acceptance.OneOf(0x3F800000L, 0x41880000L);
    assertPatterns(
        Conversion.saturated(eight, values(FLOAT32, two)).acceptance(0), 0x38, 0x58, 0x59);
    // NUM-CVT-015: nothing is said of NaN; infinities need a mode.
    for (Values open :
        new Values[] {
          one(FLOAT32, 0x7FC00000L),
          one(FLOAT32, 0x7F800000L),
          values(FLOAT32, new Acceptance.Within(1, 2)),
          values(FLOAT32, new Acceptance.NotANumber()),
          one(FLOAT32, 0x3F800000L).of(ExactnessBound.LOST)
        }) {
      assertTrue(Conversion.saturated(eight, open).open(0) instanceof Acceptance.Anything);
    }
  }

  @DataProvider
  Object[][] sentences() {
    return new Object[][] {
      {FLOAT32, SINT32, "KHR-CONV-004"},
      {BFLOAT16, SINT32, "NUM-CVT-006"},
      {FLOAT8_E4M3, SINT8, "NUM-CVT-006"},
      {FLOAT32, BFLOAT16, "NUM-MAT-005"},
      {BFLOAT16, FLOAT32, "NUM-MAT-005"},
      {FLOAT8_E4M3, FLOAT8_E5M2, "NUM-MAT-005"},
      {FLOAT16, FLOAT32, "KHR-CONV-001"},
      {FLOAT32, FLOAT16, "KHR-CONV-002"},
      {SINT32, BFLOAT16, "NUM-CVT-005"},
      {SINT32, FLOAT8_E5M2, "NUM-CVT-014"},
      {SINT32, FLOAT32, "KHR-CONV-006"},
      {SINT8, SINT16, "KHR-CONV-007"},
      {UINT8, UINT32, "KHR-CONV-007"},
      {SINT8, UINT32, "KHR-CONV-010"},
      {SINT32, SINT8, "KHR-CONV-008"},
      {SINT32, UINT8, "KHR-CONV-008"},
      {SINT32, UINT32, "KHR-CONV-009"}
    };
  }

  @Test(dataProvider = "sentences")
  public void eachPairHasItsSentence(ComponentType from, ComponentType to, String assertion) {
    assertEquals(Conversion.assertion(from, to), assertion);
    assertEquals(Conversion.convert(type(to), one(from, 1)).rule().assertion(), assertion);
  }

  /** A range goes on as a range, or as the whole numbers in it. */
  @Test
  public void ranges() {
    Values range = values(FLOAT32, new Acceptance.Within(0.5, 3.5));
    assertPatterns(Conversion.convert(type(SINT8), range).acceptance(0), 0, 1, 2, 3);
    // 1 + 2⁻¹² lies between 1 and 1 + 2⁻¹⁰.
    Values fine = values(FLOAT32, new Acceptance.Within(1 + 0x1p-12, 2 + 0x1p-12));
    assertEquals(
        Conversion.convert(type(FLOAT16), fine).open(0), new Acceptance.Within(1, 2 + 0x1p-9));
    assertEquals(Conversion.convert(type(FLOAT32), fine).open(0), fine.open(0));
    Values anything = values(FLOAT32, new Acceptance.Anything());
    assertTrue(Conversion.convert(type(SINT8), anything).open(0) instanceof Acceptance.Anything);
    Values either = values(FLOAT32, new Acceptance.OneOf(0x3F800000L, 0x40000000L));
    assertPatterns(Conversion.convert(type(FLOAT16), either).acceptance(0), 0x3C00, 0x4000);
    assertPatterns(
        Conversion.convert(type(FLOAT32), either).acceptance(0), 0x3F800000L, 0x40000000L);
  }

  /** NUM §5: what may go on unrounded is any number between those that it may be stored as. */
  @Test
  public void whatMayGoOnUnrounded() {
    Values either = values(FLOAT32, new Acceptance.OneOf(0x3F800000L, 0x40400000L));
    for (ExactnessBound open :
        new ExactnessBound[] {ExactnessBound.ROUNDED, ExactnessBound.CONVERTED}) {
      assertPatterns(Conversion.convert(type(SINT8), either.of(open)).acceptance(0), 1, 2, 3);
    }
    assertPatterns(
        Conversion.convert(type(SINT8), one(FLOAT32, 0x3F800000L).of(ExactnessBound.ROUNDED))
            .acceptance(0),
        1);
    Values lost = one(FLOAT32, 0x3F800000L).of(ExactnessBound.LOST);
    assertTrue(Conversion.convert(type(FLOAT16), lost).open(0) instanceof Acceptance.Anything);
    assertPatterns(Conversion.convert(type(FLOAT32), lost).acceptance(0), 0x3F800000L);
    assertSame(Conversion.convert(type(FLOAT32), lost).grain(), ExactnessBound.LOST);
  }

  private static ExactnessBound grain(ComponentType to, Values source) {
    return Conversion.convert(type(to), source).grain();
  }

  /** What no step rounded is as it was; what one did is open to the next. */
  @Test
  public void howItCameAbout() {
    Values whole = one(FLOAT32, 0x3F800000L);
    Values fine = one(FLOAT32, 0x3F801000L);
    assertNull(grain(FLOAT16, whole));
    assertSame(grain(FLOAT16, fine), ExactnessBound.CONVERTED);
    assertNull(grain(SINT8, fine));
    assertNull(grain(FLOAT32, one(SINT32, 16_777_216)));
    assertSame(grain(FLOAT32, one(SINT32, 16_777_217)), ExactnessBound.CONVERTED);
    // 2⁵³ + 1 is no double, and neither is what lies that far below zero.
    assertSame(grain(FLOAT64, one(SINT64, (1L << 53) + 1)), ExactnessBound.CONVERTED);
    assertSame(grain(FLOAT64, one(SINT64, -(1L << 53) - 1)), ExactnessBound.CONVERTED);
    assertNull(grain(FLOAT64, one(SINT64, (1L << 53) - 1)));
    assertNull(grain(FLOAT64, one(UINT32, 0xFFFFFFFFL)));
    Values range = values(FLOAT32, new Acceptance.Within(1, 2));
    assertSame(grain(FLOAT16, range), ExactnessBound.CONVERTED);
    assertSame(grain(FLOAT16, whole.of(ExactnessBound.ROUNDED)), ExactnessBound.ROUNDED);
    assertSame(grain(FLOAT16, whole.of(ExactnessBound.CONVERTED)), ExactnessBound.CONVERTED);
    ExactnessBound exact = ExactnessBound.leaf(1, 1);
    assertSame(grain(FLOAT16, whole.of(exact)), exact);
    assertSame(grain(FLOAT16, fine.of(exact)), ExactnessBound.ROUNDED);
    Values both = values(FLOAT32, new Acceptance.OneOf(0x3F800000L, 0x3F801000L));
    assertSame(grain(FLOAT16, both), ExactnessBound.CONVERTED);
    assertNull(grain(FLOAT16, one(FLOAT32, 0x7FC00000L)));
  }
}
