// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

/** How binding an expectation is. */
public enum Tier {
  /** A sentence of a specification: a miss is a failure. */
  MUST,
  /**
   * No text bounds it, but the Khronos CTS fails a driver for it and users rely on it, such as
   * exact sums of small whole numbers: a miss is a failure that says so, or a warning under {@code
   * --by-the-letter}.
   */
  PRACTICE,
  /**
   * The specs leave it open and users rely on it: a miss is a warning, or a failure under {@code
   * --strict}.
   */
  QUALITY
}
