// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

/**
 * The meaning of a component's bit pattern: the number that it stands for. Patterns are held in the
 * low bits of a {@code long}, the rest zero.
 */
public sealed interface NumberFormat permits FloatFormat, IntegerFormat {

  /** {@return the width of a pattern in bits, 4 to 64} */
  int bits();

  /**
   * Writes the value of a pattern for readers of messages and tables.
   *
   * @param pattern a pattern of this format in the low bits
   * @return decimal digits as Java writes them, or {@code NaN}, {@code Infinity} or {@code
   *     -Infinity}
   */
  String show(long pattern);

  /** {@return a pattern in which all {@link #bits()} bits are set} */
  default long mask() {
    return bits() == 64 ? -1L : (1L << bits()) - 1;
  }

  /**
   * Converts a pattern to the number that it stands for.
   *
   * @param pattern a pattern of this format in the low bits
   * @return the value, infinity or NaN: exact, but for 64-bit integers of more than 53 significant
   *     bits, which are rounded to a double
   */
  double toDouble(long pattern);
}
