// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

/**
 * The meaning of a component's bit pattern. Patterns are held in the low bits of a {@code long},
 * the rest zero.
 */
public sealed interface NumberFormat permits FloatFormat, IntegerFormat {

  /**
   * Width in bits.
   *
   * @return the width in bits, 4 to 64
   */
  int bits();

  /**
   * The text a reader wants to see for a pattern: its value.
   *
   * @param pattern a pattern of this format in the low bits
   * @return decimal digits, or a word such as {@code NaN}
   */
  String show(long pattern);

  /**
   * The low {@link #bits()} bits set.
   *
   * @return a pattern whose low {@link #bits()} bits are set
   */
  default long mask() {
    return bits() == 64 ? -1L : (1L << bits()) - 1;
  }

  /**
   * The value as a double: exact for all formats of up to 53 significant bits, else the nearest.
   *
   * @param pattern a pattern of this format in the low bits
   * @return the value, infinity or NaN
   */
  double toDouble(long pattern);
}
