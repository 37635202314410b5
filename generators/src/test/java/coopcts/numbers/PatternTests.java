// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

import static org.testng.Assert.assertEquals;

import coopcts.model.ComponentType;
import java.math.BigDecimal;
import java.util.Locale;
import org.testng.annotations.Test;

/** Patterns in memory, and what they stand for at the edges of their formats. */
public final class PatternTests {

  @Test
  void bytesLieLowestFirst() {
    byte[] bytes = new byte[12];
    LittleEndian.put(bytes, 2, 4, 0x89ABCDEF01020384L);
    assertEquals(bytes, new byte[] {0, 0, (byte) 0x84, 3, 2, 1, 0, 0, 0, 0, 0, 0});
    assertEquals(LittleEndian.get(bytes, 2, 4), 0x01020384L);
    assertEquals(LittleEndian.get(bytes, 2, 1), 0x84L);
    assertEquals(LittleEndian.get(bytes, 3, 2), 0x0203L);
    LittleEndian.put(bytes, 3, 8, 0x89ABCDEF01020384L);
    assertEquals(LittleEndian.get(bytes, 3, 8), 0x89ABCDEF01020384L);
    assertEquals(bytes[11], 0);
  }

  @Test
  void divisors() {
    assertEquals(Divisors.greatest(12, 18), 6);
    assertEquals(Divisors.greatest(7, 16), 1);
    assertEquals(Divisors.greatest(0, 5), 5);
  }

  @Test
  void integersAreShownAsNumbers() {
    assertEquals(IntegerFormat.signed(8).show(0xFF), "-1");
    assertEquals(IntegerFormat.unsigned(8).show(0xFF), "255");
    assertEquals(IntegerFormat.unsigned(64).show(-1), "18446744073709551615");
  }

  @Test
  void integersAreDoubles() {
    assertEquals(IntegerFormat.signed(16).toDouble(0x8000), -32768.0);
    assertEquals(IntegerFormat.unsigned(16).toDouble(0x8000), 32768.0);
    assertEquals(IntegerFormat.unsigned(64).toDouble(0), 0.0);
    assertEquals(IntegerFormat.signed(64).toDouble(-1), -1.0);
    assertEquals(IntegerFormat.unsigned(64).toDouble(0x8000000000000000L), 0x1p63);
    assertEquals(IntegerFormat.unsigned(64).toDouble(0xFFF0000000000000L), 0x1p64 - 0x1p52);
    assertEquals(IntegerFormat.unsigned(64).toDouble(0x8000000000000801L), 0x1p63 + 0x1p11);
  }

  @Test
  void limits() {
    assertEquals(IntegerFormat.signed(8).minimum(), -128);
    assertEquals(IntegerFormat.signed(8).maximum(), 127);
    assertEquals(IntegerFormat.unsigned(32).minimum(), 0);
    assertEquals(IntegerFormat.unsigned(32).maximum(), 0xFFFFFFFFL);
    assertEquals(IntegerFormat.unsigned(64).maximum(), -1);
    assertEquals(IntegerFormat.signed(64).minimum(), Long.MIN_VALUE);
  }

  /** The error of a product is what rounding left over. */
  @Test
  void productsLoseNothing() {
    double a = 1 + 0x1p-30;
    double b = 3 - 0x1p-40;
    Exact product = Exact.product(a, b);
    assertEquals(
        new BigDecimal(product.high()).add(new BigDecimal(product.low())),
        new BigDecimal(a).multiply(new BigDecimal(b)));
    assertEquals(product.high(), a * b);
  }

  @Test
  void classesOfNumbers() {
    FloatFormat format = FloatFormat.FLOAT16;
    assertEquals(format.isSubnormal(0), false);
    assertEquals(format.isSubnormal(0x8000), false);
    assertEquals(format.isSubnormal(1), true);
    assertEquals(format.isSubnormal(0x83FF), true);
    assertEquals(format.isSubnormal(0x0400), false);
    assertEquals(format.isSubnormal(0x3C00), false);
    assertEquals(format.unitRoundoff(), 0x1p-11);
    assertEquals(FloatFormat.FLOAT32.unitRoundoff(), 0x1p-24);
    assertEquals(format.bits(), 16);
    assertEquals(FloatFormat.FLOAT4_E2M1.bits(), 4);
    assertEquals(format.show(0x7E00), "NaN");
    assertEquals(format.show(0x7C00), "Infinity");
    assertEquals(format.show(0x3C00), "1.0");
    assertEquals(format.nextDown(0x3C00), 0x3BFF);
    assertEquals(format.nextDown(0), 0x8001);
    assertEquals(format.nextDown(0xFC00), 0xFC00);
    assertEquals(format.nextUp(0x7C00), 0x7C00);
    assertEquals(format.nextUp(0x8000), 1);
  }

  /** What is a little below a power of two is rounded among the finer numbers below it. */
  @Test
  void restsBelowPowersOfTwo() {
    FloatFormat format = FloatFormat.FLOAT16;
    assertEquals(format.encode(2, -0x1p-30, Rounding.TOWARD_ZERO), 0x3FFF);
    assertEquals(format.encode(2, -0x1p-30, Rounding.NEAREST_EVEN), 0x4000);
    assertEquals(format.encode(2, -0x1p-11, Rounding.NEAREST_EVEN), 0x4000);
    assertEquals(format.encode(2, 0x1p-30, Rounding.TOWARD_ZERO), 0x4000);
    assertEquals(format.encode(2, 0x1p-30, Rounding.UPWARD), 0x4001);
    assertEquals(format.encode(-2, 0x1p-30, Rounding.TOWARD_ZERO), 0xBFFF);
    assertEquals(format.encode(-2, 0x1p-30, Rounding.UPWARD), 0xBFFF);
    assertEquals(format.encode(-2, -0x1p-30, Rounding.DOWNWARD), 0xC001);
    assertEquals(format.encode(0x1p-14, -0x1p-40, Rounding.TOWARD_ZERO), 0x03FF);
    assertEquals(format.encode(0x1p-14, -0x1p-40, Rounding.NEAREST_EVEN), 0x0400);
    assertEquals(format.encode(3, -0x1p-30, Rounding.TOWARD_ZERO), 0x41FF);
    assertEquals(format.encode(3, -0x1p-30, Rounding.NEAREST_EVEN), 0x4200);
  }

  @Test
  void formatsOfTypes() {
    for (ComponentType type : ComponentType.values()) {
      if (type.isFloat()
          && type.label().startsWith("float")
          && !type.label().toUpperCase(Locale.ROOT).contains("E8M0")) {
        assertEquals(type.format().bits(), type.bits(), type.label());
      }
    }
    assertEquals(ComponentType.SINT16.format(), IntegerFormat.signed(16));
    assertEquals(ComponentType.UINT64.format(), IntegerFormat.unsigned(64));
    assertEquals(ComponentType.BFLOAT16.format(), FloatFormat.BFLOAT16);
  }
}
