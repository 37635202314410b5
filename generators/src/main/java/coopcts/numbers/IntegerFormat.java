// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

/**
 * Two's complement integers of 8 to 64 bits (NUM §1).
 *
 * @param bits the width: 8, 16, 32 or 64
 * @param isSigned whether the highest bit is a sign
 */
public record IntegerFormat(int bits, boolean isSigned) implements NumberFormat {

  private static final IntegerFormat[] SIGNED = formats(true);
  private static final IntegerFormat[] UNSIGNED = formats(false);

  private static IntegerFormat[] formats(boolean signed) {
    IntegerFormat[] formats = new IntegerFormat[4];
    for (int i = 0; i < formats.length; i++) {
      formats[i] = new IntegerFormat(8 << i, signed);
    }
    return formats;
  }

  /**
   * {@return the signed format of a width; one object for each width}
   *
   * @param bits 8, 16, 32 or 64; the caller makes sure that it is one of these
   */
  public static IntegerFormat signed(int bits) {
    return SIGNED[Integer.numberOfTrailingZeros(bits) - 3];
  }

  /**
   * {@return the unsigned format of a width; one object for each width}
   *
   * @param bits 8, 16, 32 or 64; the caller makes sure that it is one of these
   */
  public static IntegerFormat unsigned(int bits) {
    return UNSIGNED[Integer.numberOfTrailingZeros(bits) - 3];
  }

  /**
   * Reduces a value modulo 2^bits to a pattern of this format.
   *
   * @param value any integer
   * @return its low {@link #bits()} bits, the rest zero
   */
  public long wrap(long value) {
    return value & mask();
  }

  /**
   * Reads the value of a pattern.
   *
   * @param pattern a pattern of this format in the low bits; higher bits are ignored
   * @return the integer; unsigned 64-bit values from 2^63 on come out negative, less 2^64
   */
  public long value(long pattern) {
    int shift = 64 - bits;
    return isSigned ? pattern << shift >> shift : pattern & mask();
  }

  /** {@return the smallest value of the format: 0, or −2^(bits − 1) if signed} */
  public long minimum() {
    return isSigned ? -1L << (bits - 1) : 0;
  }

  /**
   * {@return the largest value of the format: 2^bits − 1, or 2^(bits − 1) − 1 if signed; −1 stands
   * for 2^64 − 1}
   */
  public long maximum() {
    return isSigned ? mask() >>> 1 : mask();
  }

  /** {@return the largest value of this format that a double holds exactly} */
  public double greatestDouble() {
    return bits() == 64 ? Math.nextDown(isSigned ? 0x1p63 : 0x1p64) : maximum();
  }

  /**
   * Clamps a value to the format's range. The caller makes sure that the format has at most 32
   * bits, or is signed.
   *
   * @param value any integer
   * @return the pattern of the value of this format that is nearest
   */
  public long saturate(long value) {
    return wrap(Math.clamp(value, minimum(), maximum()));
  }

  @Override
  public double toDouble(long pattern) {
    long value = value(pattern);
    return value >= 0 || isSigned ? value : (value >>> 1) * 2.0 + (value & 1);
  }

  @Override
  public String show(long pattern) {
    return isSigned ? Long.toString(value(pattern)) : Long.toUnsignedString(value(pattern));
  }
}
