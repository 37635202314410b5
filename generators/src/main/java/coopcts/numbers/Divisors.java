// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

/** Common divisors of whole numbers. */
public final class Divisors {

  private Divisors() {}

  /**
   * The greatest common divisor of two whole numbers.
   *
   * @param a a number from 0 on
   * @param b a number from 0 on
   * @return the largest number that divides both; the other number where one is 0, and 0 where both
   *     are
   */
  public static int greatest(int a, int b) {
    return b == 0 ? a : greatest(b, a % b);
  }
}
