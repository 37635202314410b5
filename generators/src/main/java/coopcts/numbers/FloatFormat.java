// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

/**
 * A binary floating-point format: one sign bit, an exponent and a mantissa field (NUM §1). It turns
 * values into bit patterns and back, and says what a pattern stands for. A pattern lies in the low
 * {@link #bits()} bits of a {@code long}, with zeros above.
 *
 * <p>Values enter as the unevaluated sum {@code high + low} of two doubles, {@code low} at most
 * half a unit in the last place of {@code high}, so that sums and products of two operands can be
 * rounded once, exactly.
 *
 * @param exponentBits width of the exponent field
 * @param mantissaBits width of the mantissa field
 * @param bias subtracted from a normal number's exponent field
 * @param specials what the largest exponent stands for
 * @param name what messages and case names call it
 */
public record FloatFormat(
    String name, int exponentBits, int mantissaBits, int bias, Specials specials)
    implements NumberFormat {

  /** What the patterns with the largest exponent stand for. */
  public enum Specials {
    /** Infinity for mantissa 0, NaN otherwise. */
    IEEE,
    /** Ordinary numbers, but for the all-ones mantissa, which is NaN; no infinity. */
    NAN_ONLY,
    /** Ordinary numbers all. */
    NONE
  }

  /** IEEE 754 binary16. */
  public static final FloatFormat FLOAT16 = new FloatFormat("float16", 5, 10, 15, Specials.IEEE);

  /** The upper half of binary32: 8 bits of exponent, 7 of mantissa. */
  public static final FloatFormat BFLOAT16 = new FloatFormat("bfloat16", 8, 7, 127, Specials.IEEE);

  /** IEEE 754 binary32. */
  public static final FloatFormat FLOAT32 = new FloatFormat("float32", 8, 23, 127, Specials.IEEE);

  /** IEEE 754 binary64. */
  public static final FloatFormat FLOAT64 = new FloatFormat("float64", 11, 52, 1023, Specials.IEEE);

  /** 5 bits of exponent, 2 of mantissa, with infinities (OCP OFP8). */
  public static final FloatFormat FLOAT8_E5M2 = new FloatFormat("e5m2", 5, 2, 15, Specials.IEEE);

  /** 4 bits of exponent, 3 of mantissa, one NaN, no infinities (OCP OFP8). */
  public static final FloatFormat FLOAT8_E4M3 = new FloatFormat("e4m3", 4, 3, 7, Specials.NAN_ONLY);

  /** 2 bits of exponent, 3 of mantissa, finite numbers only (OCP MX). */
  public static final FloatFormat FLOAT6_E2M3 = new FloatFormat("e2m3", 2, 3, 1, Specials.NONE);

  /** 3 bits of exponent, 2 of mantissa, finite numbers only (OCP MX). */
  public static final FloatFormat FLOAT6_E3M2 = new FloatFormat("e3m2", 3, 2, 3, Specials.NONE);

  /** 2 bits of exponent, 1 of mantissa, finite numbers only (OCP MX). */
  public static final FloatFormat FLOAT4_E2M1 = new FloatFormat("e2m1", 2, 1, 1, Specials.NONE);

  /** Bits of a double's mantissa field. */
  private static final int DOUBLE_MANTISSA = 52;

  @Override
  public int bits() {
    return 1 + exponentBits + mantissaBits;
  }

  /** {@return the pattern of −0: the highest bit of the format alone} */
  public long signBit() {
    return 1L << (exponentBits + mantissaBits);
  }

  /** {@return the pattern of the largest finite number, with the sign bit clear} */
  public long maxFinite() {
    return switch (specials) {
      case IEEE -> infinity() - 1;
      case NAN_ONLY -> signBit() - 2;
      case NONE -> signBit() - 1;
    };
  }

  /**
   * The pattern of +Inf in formats that have one; elsewhere what lies above the largest finite
   * number.
   */
  private long infinity() {
    return ((1L << exponentBits) - 1) << mantissaBits;
  }

  /**
   * {@return the pattern that a positive value beyond the largest finite number becomes when it is
   * rounded to nearest: +Inf in formats with infinities, the only NaN in {@link Specials#NAN_ONLY},
   * and the largest finite number in {@link Specials#NONE}}
   */
  public long overflow() {
    return specials == Specials.NONE ? maxFinite() : maxFinite() + 1;
  }

  /**
   * {@return the pattern of the quiet NaN with the sign bit clear; {@link #maxFinite()} in formats
   * without NaN}
   */
  public long quietNan() {
    return specials == Specials.IEEE ? infinity() | 1L << (mantissaBits - 1) : signBit() - 1;
  }

  /** {@return the pattern of the smallest positive normal number} */
  public long minNormal() {
    return 1L << mantissaBits;
  }

  /** {@return the exponent e of the smallest normal number 2^e, such as −14 for float16} */
  public int minExponent() {
    return 1 - bias;
  }

  /**
   * Clears the sign of a pattern, also of NaN.
   *
   * @param pattern a pattern of this format in the low bits
   * @return the pattern without its sign bit
   */
  public long magnitude(long pattern) {
    return pattern & (signBit() - 1);
  }

  /**
   * Whether the sign bit of a pattern is set.
   *
   * @param pattern a pattern of this format in the low bits
   * @return true also for −0, −Inf and NaN with the bit
   */
  public boolean isNegative(long pattern) {
    return (pattern & signBit()) != 0;
  }

  /**
   * Whether a pattern is a zero.
   *
   * @param pattern a pattern of this format in the low bits
   * @return whether it is +0 or −0
   */
  public boolean isZero(long pattern) {
    return magnitude(pattern) == 0;
  }

  /**
   * Whether a pattern is a subnormal number.
   *
   * @param pattern a pattern of this format in the low bits
   * @return whether its magnitude is greater than 0 and less than {@link #minNormal()}
   */
  public boolean isSubnormal(long pattern) {
    long magnitude = magnitude(pattern);
    return magnitude != 0 && magnitude < minNormal();
  }

  /**
   * Whether a pattern is a finite number.
   *
   * @param pattern a pattern of this format in the low bits
   * @return whether it is neither infinite nor NaN; always true in {@link Specials#NONE}
   */
  public boolean isFinite(long pattern) {
    return magnitude(pattern) <= maxFinite();
  }

  /**
   * Whether a pattern is +Inf or −Inf.
   *
   * @param pattern a pattern of this format in the low bits
   * @return false for formats without infinities
   */
  public boolean isInfinite(long pattern) {
    return specials == Specials.IEEE && magnitude(pattern) == infinity();
  }

  /**
   * Whether a pattern is a NaN.
   *
   * @param pattern a pattern of this format in the low bits
   * @return false for formats without NaN
   */
  public boolean isNan(long pattern) {
    return !isFinite(pattern) && !isInfinite(pattern);
  }

  /**
   * Finds the next larger number. +0 and −0 are one number; −0 follows the largest negative one.
   *
   * @param pattern a pattern of this format in the low bits; not NaN
   * @return the pattern of the next larger number; {@link #overflow()} behind the largest finite
   *     one, and +Inf or, without infinities, {@link #overflow()} stays what it is
   */
  public long nextUp(long pattern) {
    if (isZero(pattern)) {
      return 1;
    }
    if (isNegative(pattern)) {
      return pattern - 1;
    }
    return pattern == overflow() ? pattern : pattern + 1;
  }

  /**
   * Finds the next smaller number. +0 and −0 are one number; +0 precedes the smallest positive one.
   *
   * @param pattern a pattern of this format in the low bits; not NaN
   * @return the pattern of the next smaller number; {@link #overflow()} with the sign bit before
   *     the lowest finite one, which stays what it is
   */
  public long nextDown(long pattern) {
    return nextUp(pattern ^ signBit()) ^ signBit();
  }

  /** The exact value; Inf and NaN as in IEEE 754. */
  @Override
  public double toDouble(long pattern) {
    if (this == FLOAT32) {
      return Float.intBitsToFloat((int) pattern);
    }
    if (this == FLOAT16) {
      return Float.float16ToFloat((short) pattern);
    }
    if (this == FLOAT64) {
      return Double.longBitsToDouble(pattern);
    }
    long magnitude = magnitude(pattern);
    int exponent = (int) (magnitude >> mantissaBits);
    long sign = (pattern & signBit()) << Long.SIZE - bits();
    if (exponent == (1 << exponentBits) - 1 && !isFinite(pattern)) {
      double infinity = sign == 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
      return isInfinite(pattern) ? infinity : Double.NaN;
    }
    // A subnormal number has no leading one, and the exponent of the smallest normal one.
    double value =
        exponent == 0
            ? magnitude * power(minExponent() - mantissaBits)
            : Double.longBitsToDouble(
                (magnitude << DOUBLE_MANTISSA - mantissaBits)
                    + ((long) (Double.MAX_EXPONENT - bias) << DOUBLE_MANTISSA));
    return Double.longBitsToDouble(Double.doubleToRawLongBits(value) | sign);
  }

  /** 2 to the power of a normal double's exponent. */
  private static double power(int exponent) {
    return Double.longBitsToDouble((long) (exponent + Double.MAX_EXPONENT) << DOUBLE_MANTISSA);
  }

  /**
   * Rounds a value to this format, correctly.
   *
   * @param value any double; infinity becomes {@link #overflow()} with its sign, NaN the quiet NaN
   * @param rounding the direction where the format does not have the value
   * @return the pattern in the low bits; beyond the largest finite number either its pattern or
   *     {@link #overflow()}, as the direction says, with the sign; −0 stays −0
   */
  public long encode(double value, Rounding rounding) {
    return encode(value, 0, rounding);
  }

  /**
   * Rounds the exact sum high + low to this format, correctly and once.
   *
   * @param high the sum rounded to a double; infinity becomes {@link #overflow()} with its sign,
   *     NaN the quiet NaN
   * @param low the rest, at most half a unit in the last place of {@code high}; 0 if none
   * @param rounding the direction where the format does not have the sum
   * @return the pattern in the low bits; beyond the largest finite number either its pattern or
   *     {@link #overflow()}, as the direction says, with the sign
   */
  public long encode(double high, double low, Rounding rounding) {
    if (Double.isNaN(high)) {
      return quietNan();
    }
    boolean isSimple = low == 0 && rounding == Rounding.NEAREST_EVEN;
    if (isSimple && this == FLOAT32) {
      return Float.floatToRawIntBits((float) high) & 0xFFFFFFFFL;
    }
    if (isSimple && this == FLOAT16 && (float) high == high) {
      return Float.floatToFloat16((float) high) & 0xFFFFL;
    }
    long pattern = Double.doubleToRawLongBits(high);
    boolean negative = pattern < 0;
    long sign = (pattern & Long.MIN_VALUE) >>> Long.SIZE - bits();
    if (isSimple && mantissaBits < DOUBLE_MANTISSA) {
      return sign | nearest(pattern & Long.MAX_VALUE);
    }
    if (Double.isInfinite(high)) {
      return sign | overflow();
    }
    if (high == 0) {
      return sign;
    }
    double magnitude = Math.abs(high);
    double rest = negative ? -low : low;
    int own = Math.max(Math.getExponent(magnitude), Double.MIN_EXPONENT);
    long leading = magnitude < Double.MIN_NORMAL ? 0 : 1L << DOUBLE_MANTISSA;
    long significand = pattern & (1L << DOUBLE_MANTISSA) - 1 | leading;
    int exponent = Math.max(own, minExponent());
    if (rest < 0 && significand == 1L << DOUBLE_MANTISSA && own > minExponent()) {
      exponent--;
    }
    // Beyond two more bits than a significand has, all of them are far below a half.
    int dropped = Math.min(DOUBLE_MANTISSA - mantissaBits + exponent - own, DOUBLE_MANTISSA + 2);
    long whole = dropped < 0 ? significand << -dropped : significand >>> dropped;
    long fraction = dropped < 0 ? 0 : significand - (whole << dropped);
    long middle = dropped <= 0 ? 1 : 1L << dropped - 1;
    int half = fraction == middle ? sign(rest) : Long.compare(fraction, middle);
    boolean exact = fraction == 0 && rest == 0;
    if (fraction == 0 && rest < 0) {
      whole -= 1;
      half = 1;
    }
    long code = ((long) (exponent - minExponent()) << mantissaBits) + whole;
    long down = Math.min(code, maxFinite());
    if (code > maxFinite()) {
      exact = false;
      half = 1;
    }
    if (exact) {
      return sign | down;
    }
    boolean away =
        switch (rounding) {
          case TOWARD_ZERO -> false;
          case UPWARD -> !negative;
          case DOWNWARD -> negative;
          case NEAREST_EVEN -> half > 0 || half == 0 && (down & 1) == 1;
        };
    return sign | (away ? Math.min(down + 1, overflow()) : down);
  }

  /**
   * The pattern next to a double, or the even one of two: what nearly all results are rounded to,
   * without a branch.
   *
   * @param pattern of the double without its sign; infinity is rounded as 2^1024 is
   */
  private long nearest(long pattern) {
    int field = (int) (pattern >>> DOUBLE_MANTISSA);
    int exponent = Math.max(field - Double.MAX_EXPONENT, Double.MIN_EXPONENT);
    int own = Math.max(exponent, minExponent());
    long leading = (long) Math.min(field, 1) << DOUBLE_MANTISSA;
    long significand = pattern & (1L << DOUBLE_MANTISSA) - 1 | leading;
    // Beyond two more bits than a significand has, all of them are far below a half.
    int dropped = Math.min(DOUBLE_MANTISSA - mantissaBits + own - exponent, DOUBLE_MANTISSA + 2);
    long tie = significand >>> dropped & 1;
    long rounded = significand + (1L << dropped - 1) - 1 + tie >>> dropped;
    return Math.min(((long) (own - minExponent()) << mantissaBits) + rounded, overflow());
  }

  private static int sign(double value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
  }

  /**
   * The pattern of a value, correctly rounded, with the largest finite number in place of anything
   * beyond it.
   *
   * @param value any double
   * @param rounding the direction where the format does not have the value
   * @return the pattern of a finite number, or the quiet NaN
   */
  long encodeSaturating(double value, Rounding rounding) {
    long pattern = encode(value, rounding);
    return Double.isNaN(value) || isFinite(pattern) ? pattern : pattern & signBit() | maxFinite();
  }

  /**
   * The unit in the last place by Vulkan's definition: the distance of the two distinct finite
   * numbers of the format that are closest around the value. At a number of the format it is the
   * spacing below, so at a power of two the smaller one (NUM-PREC-005).
   *
   * @param value any finite number, of either sign; beyond the largest number of the format the
   *     unit is that of the largest
   * @return the unit as a number, not as a pattern
   */
  public double ulp(double value) {
    double magnitude = Math.abs(value);
    long up = Math.min(encode(magnitude, Rounding.UPWARD), maxFinite());
    long down = Math.min(encode(magnitude, Rounding.DOWNWARD), maxFinite());
    if (up != down) {
      return toDouble(up) - toDouble(down);
    }
    return up == 0 ? toDouble(1) : toDouble(up) - toDouble(up - 1);
  }

  /**
   * {@return the unit roundoff, half the distance from 1 to the next larger number: 2^−({@link
   * #mantissaBits} + 1)}
   */
  public double unitRoundoff() {
    return Math.scalb(1.0, -mantissaBits - 1);
  }

  @Override
  public String show(long pattern) {
    return isNan(pattern) ? "NaN" : Double.toString(toDouble(pattern));
  }
}
