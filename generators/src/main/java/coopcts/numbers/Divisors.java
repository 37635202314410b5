// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

/** Common divisors of whole numbers. */
public final class Divisors {

  private Divisors() {}

  /**
   * The greatest common divisor of two numbers that are not both 0.
   *
   * @param a a number from 0 on
   * @param b a number from 0 on
   * @return the largest number that divides both
   */
  public static int greatest(int a, int b) {
    return b == 0 ? a : greatest(b, a % b);
  }
}
