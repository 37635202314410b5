// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public final class FloatFormatTests {

  @DataProvider
  Object[][] smallFormats() {
    return new Object[][] {
      {FloatFormat.FLOAT16},
      {FloatFormat.BFLOAT16},
      {FloatFormat.FLOAT8_E4M3},
      {FloatFormat.FLOAT8_E5M2},
      {FloatFormat.FLOAT6_E2M3},
      {FloatFormat.FLOAT6_E3M2},
      {FloatFormat.FLOAT4_E2M1}
    };
  }

  @Test(dataProvider = "smallFormats")
  void everyPatternComesBackFromItsValue(FloatFormat format) {
    for (long pattern = 0; pattern <= format.mask(); pattern++) {
      double value = format.toDouble(pattern);
      for (Rounding rounding : Rounding.values()) {
        long back = format.encode(value, rounding);
        if (format.isNan(pattern)) {
          assertTrue(format.isNan(back), format.show(pattern));
        } else {
          assertEquals(back, pattern, format.name() + " " + format.show(pattern));
        }
      }
    }
  }

  /** Every gap between two neighbours: below, at and above its middle, in every direction. */
  @Test(dataProvider = "smallFormats")
  void everyGapIsRoundedInEveryDirection(FloatFormat format) {
    for (long low = 0; low < format.maxFinite(); low++) {
      double a = format.toDouble(low);
      double b = format.toDouble(low + 1);
      double middle = (a + b) / 2;
      long even = (low & 1) == 0 ? low : low + 1;
      check(format, Math.nextUp(a), low, low + 1, low);
      check(format, Math.nextDown(middle), low, low + 1, low);
      check(format, middle, low, low + 1, even);
      check(format, Math.nextUp(middle), low, low + 1, low + 1);
      check(format, Math.nextDown(b), low, low + 1, low + 1);
      // The rest that a sum leaves decides a tie and moves an exact value off its place.
      assertEquals(format.encode(middle, Double.MIN_VALUE, Rounding.NEAREST_EVEN), low + 1);
      assertEquals(format.encode(middle, -Double.MIN_VALUE, Rounding.NEAREST_EVEN), low);
      assertEquals(format.encode(b, -Double.MIN_VALUE, Rounding.TOWARD_ZERO), low);
      assertEquals(format.encode(b, -Double.MIN_VALUE, Rounding.UPWARD), low + 1);
      assertEquals(format.encode(b, Double.MIN_VALUE, Rounding.NEAREST_EVEN), low + 1);
      if (low > 0) {
        assertEquals(format.encode(a, Double.MIN_VALUE, Rounding.UPWARD), low + 1);
      }
    }
  }

  private static void check(FloatFormat format, double value, long down, long up, long nearest) {
    long sign = format.signBit();
    assertEquals(format.encode(value, Rounding.DOWNWARD), down);
    assertEquals(format.encode(value, Rounding.TOWARD_ZERO), down);
    assertEquals(format.encode(value, Rounding.UPWARD), up);
    assertEquals(format.encode(value, Rounding.NEAREST_EVEN), nearest);
    assertEquals(format.encode(-value, Rounding.DOWNWARD), up | sign);
    assertEquals(format.encode(-value, Rounding.TOWARD_ZERO), down | sign);
    assertEquals(format.encode(-value, Rounding.UPWARD), down | sign);
    assertEquals(format.encode(-value, Rounding.NEAREST_EVEN), nearest | sign);
  }

  @Test
  void float16AgreesWithTheJdk() {
    for (int pattern = 0; pattern < 1 << 16; pattern++) {
      float jdk = Float.float16ToFloat((short) pattern);
      double ours = FloatFormat.FLOAT16.toDouble(pattern);
      assertTrue(Float.isNaN(jdk) ? Double.isNaN(ours) : jdk == ours, Integer.toHexString(pattern));
    }
    SplittableRandom random = new SplittableRandom(16);
    for (int i = 0; i < 1_000_000; i++) {
      float value = Float.intBitsToFloat(random.nextInt());
      if (!Float.isNaN(value)) {
        assertEquals(
            FloatFormat.FLOAT16.encode(value, Rounding.NEAREST_EVEN),
            Float.floatToFloat16(value) & 0xFFFF,
            Float.toHexString(value));
      }
    }
  }

  @Test
  void float32AgreesWithTheJdk() {
    SplittableRandom random = new SplittableRandom(32);
    List<Double> values =
        new ArrayList<>(List.of(0.0, -0.0, 1e308, -1e308, 0x1p-149, 0x1p-150, 0x1.000001p-150));
    for (int i = 0; i < 1_000_000; i++) {
      values.add(Math.scalb(random.nextDouble() - 0.5, random.nextInt(-160, 135)));
    }
    for (double value : values) {
      assertEquals(
          FloatFormat.FLOAT32.encode(value, Rounding.NEAREST_EVEN),
          Float.floatToRawIntBits((float) value) & 0xFFFFFFFFL,
          Double.toHexString(value));
    }
  }

  @Test
  void float64IsTheIdentity() {
    SplittableRandom random = new SplittableRandom(64);
    for (int i = 0; i < 100_000; i++) {
      long pattern = random.nextLong();
      if (FloatFormat.FLOAT64.isNan(pattern)) {
        continue;
      }
      double value = FloatFormat.FLOAT64.toDouble(pattern);
      assertEquals(FloatFormat.FLOAT64.encode(value, Rounding.NEAREST_EVEN), pattern);
      if (FloatFormat.FLOAT64.isFinite(pattern) && value > 1e-300) {
        double rest = Math.ulp(value) / 4;
        assertEquals(FloatFormat.FLOAT64.encode(value, rest, Rounding.UPWARD), pattern + 1);
        assertEquals(FloatFormat.FLOAT64.encode(value, -rest, Rounding.DOWNWARD), pattern - 1);
        assertEquals(FloatFormat.FLOAT64.encode(value, -rest, Rounding.NEAREST_EVEN), pattern);
      }
    }
  }

  /** The landmarks of the fact sheet: NUM-FMT-001, -002, -004. */
  @Test
  void landmarks() {
    assertEquals(FloatFormat.FLOAT8_E4M3.toDouble(0x38), 1.0);
    assertEquals(FloatFormat.FLOAT8_E4M3.toDouble(0x3C), 1.5);
    assertEquals(FloatFormat.FLOAT8_E4M3.toDouble(0x07), 7 * 0x1p-9);
    assertEquals(FloatFormat.FLOAT8_E4M3.toDouble(0x7D), 416.0);
    assertEquals(FloatFormat.FLOAT8_E4M3.toDouble(0x7E), 448.0);
    assertTrue(FloatFormat.FLOAT8_E4M3.isNan(0x7F));
    assertEquals(FloatFormat.FLOAT8_E5M2.toDouble(0x3C), 1.0);
    assertEquals(FloatFormat.FLOAT8_E5M2.toDouble(0x7B), 57344.0);
    assertTrue(FloatFormat.FLOAT8_E5M2.isInfinite(0x7C));
    assertEquals(FloatFormat.BFLOAT16.toDouble(0x7F7F), 0x1.FEp127);
    assertEquals(FloatFormat.FLOAT16.toDouble(FloatFormat.FLOAT16.maxFinite()), 65504.0);
  }

  /** NUM-CVT-007 to -011: overflow of the 8-bit formats, rounded first and judged then. */
  @Test
  void eightBitOverflow() {
    FloatFormat e4m3 = FloatFormat.FLOAT8_E4M3;
    assertEquals(e4m3.encode(464, Rounding.NEAREST_EVEN), 0x7E);
    assertTrue(e4m3.isNan(e4m3.encode(465, Rounding.NEAREST_EVEN)));
    assertTrue(e4m3.isNan(e4m3.encode(1e9, Rounding.NEAREST_EVEN)));
    assertEquals(e4m3.encode(1e9, Rounding.TOWARD_ZERO), 0x7E);
    assertEquals(e4m3.encodeSaturating(-1e9, Rounding.NEAREST_EVEN), 0xFE);
    assertEquals(FloatFormat.FLOAT8_E5M2.encode(61440, Rounding.NEAREST_EVEN), 0x7C);
    assertEquals(FloatFormat.FLOAT8_E5M2.encode(61439, Rounding.NEAREST_EVEN), 0x7B);
    assertEquals(
        FloatFormat.FLOAT8_E5M2.encodeSaturating(Double.POSITIVE_INFINITY, Rounding.NEAREST_EVEN),
        0x7B);
  }

  /** NUM-PREC-005: at a power of two the unit in the last place is the spacing below it. */
  @Test
  void vulkanUlp() {
    assertEquals(FloatFormat.FLOAT32.ulp(1.0), 0x1p-24);
    assertEquals(FloatFormat.FLOAT16.ulp(1.0), 0x1p-11);
    assertEquals(FloatFormat.FLOAT16.ulp(1.5), 0x1p-10 / 2 * 2);
    assertEquals(FloatFormat.FLOAT16.ulp(1.0001), 0x1p-10);
    assertEquals(FloatFormat.FLOAT16.ulp(0), 0x1p-24);
    assertEquals(FloatFormat.FLOAT16.ulp(1e9), 32.0);
  }

  @Test
  void neighbours() {
    FloatFormat format = FloatFormat.FLOAT16;
    assertEquals(format.nextUp(0x8000), 1);
    assertEquals(format.nextDown(0), 0x8001);
    assertEquals(format.nextUp(0x8001), 0x8000);
    assertEquals(format.nextUp(0x7BFF), 0x7C00);
    assertEquals(format.nextUp(0x7C00), 0x7C00);
  }
}
