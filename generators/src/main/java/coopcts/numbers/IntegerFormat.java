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
   * The signed format of 8, 16, 32 or 64 bits.
   *
   * @param bits 8, 16, 32 or 64
   * @return the format
   */
  public static IntegerFormat signed(int bits) {
    return SIGNED[Integer.numberOfTrailingZeros(bits) - 3];
  }

  /**
   * The unsigned format of 8, 16, 32 or 64 bits.
   *
   * @param bits 8, 16, 32 or 64
   * @return the format
   */
  public static IntegerFormat unsigned(int bits) {
    return UNSIGNED[Integer.numberOfTrailingZeros(bits) - 3];
  }

  /**
   * The low bits of a value: arithmetic modulo 2^bits.
   *
   * @param value any integer
   * @return its low {@link #bits()} bits, the rest zero
   */
  public long wrap(long value) {
    return value & mask();
  }

  /**
   * The value of a pattern; unsigned 64-bit values above 2^63 − 1 come out negative.
   *
   * @param pattern a pattern of this format in the low bits
   * @return the integer that it stands for
   */
  public long value(long pattern) {
    int shift = 64 - bits;
    return isSigned ? pattern << shift >> shift : pattern & mask();
  }

  /**
   * The smallest value.
   *
   * @return 0, or −2^(bits − 1)
   */
  public long minimum() {
    return isSigned ? -1L << (bits - 1) : 0;
  }

  /**
   * The largest value; −1 stands for 2^64 − 1.
   *
   * @return 2^bits − 1, or 2^(bits − 1) − 1
   */
  public long maximum() {
    return isSigned ? mask() >>> 1 : mask();
  }

  /**
   * The largest of the values that a double holds exactly.
   *
   * @return a double that is a value of this format
   */
  public double greatestDouble() {
    return bits() == 64 ? Math.nextDown(isSigned ? 0x1p63 : 0x1p64) : maximum();
  }

  /**
   * The pattern of a value clamped to the format's range; for formats of up to 32 bits.
   *
   * @param value any integer
   * @return the pattern of the nearest value of this format
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
