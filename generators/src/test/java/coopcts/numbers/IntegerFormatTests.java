// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

import static org.testng.Assert.assertEquals;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.testng.annotations.Test;

public final class IntegerFormatTests {

  @Test
  void everySmallPatternKeepsItsValue() {
    for (int bits : new int[] {8, 16}) {
      IntegerFormat signed = IntegerFormat.signed(bits);
      IntegerFormat unsigned = IntegerFormat.unsigned(bits);
      for (long pattern = 0; pattern < 1L << bits; pattern++) {
        assertEquals(unsigned.value(pattern), pattern);
        long expected = pattern < 1L << (bits - 1) ? pattern : pattern - (1L << bits);
        assertEquals(signed.value(pattern), expected);
        assertEquals(signed.wrap(expected), pattern);
      }
    }
  }

  @Test
  void saturation() {
    assertEquals(IntegerFormat.signed(8).saturate(200), 127);
    assertEquals(IntegerFormat.signed(8).saturate(-200), 0x80);
    assertEquals(IntegerFormat.unsigned(8).saturate(-1), 0);
    assertEquals(IntegerFormat.unsigned(32).saturate(1L << 40), 0xFFFFFFFFL);
  }

  @Test
  void exactSumsAndProductsLoseNothing() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 100_000; i++) {
      long a = random.nextLong() >> random.nextInt(64);
      Exact value = Exact.ofLong(a, true);
      assertEquals(
          new BigDecimal(value.high()).add(new BigDecimal(value.low())).toBigIntegerExact(),
          BigInteger.valueOf(a));
      Exact unsigned = Exact.ofLong(a, false);
      assertEquals(
          new BigDecimal(unsigned.high()).add(new BigDecimal(unsigned.low())).toBigIntegerExact(),
          new BigInteger(Long.toUnsignedString(a)));
      float x = Float.intBitsToFloat(random.nextInt(0x30000000, 0x50000000));
      float y = Float.intBitsToFloat(random.nextInt(0x30000000, 0x50000000));
      Exact sum = Exact.sum(x, -y);
      assertEquals(
          new BigDecimal(sum.high())
              .add(new BigDecimal(sum.low()))
              .compareTo(new BigDecimal(x).subtract(new BigDecimal(y))),
          0);
    }
  }
}
