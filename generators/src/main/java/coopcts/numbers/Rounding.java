// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

/** The direction in which an unrepresentable value is rounded. */
public enum Rounding {
  NEAREST_EVEN,
  TOWARD_ZERO,
  UPWARD,
  DOWNWARD
}
