// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

/** The direction in which an unrepresentable value is rounded. */
public enum Rounding {
  /** To the nearest value, of two nearest ones to the one with an even mantissa (RTE). */
  NEAREST_EVEN,
  /** To the nearest value that is not larger in magnitude (RTZ). */
  TOWARD_ZERO,
  /** To the nearest value that is not smaller. */
  UPWARD,
  /** To the nearest value that is not larger. */
  DOWNWARD
}
