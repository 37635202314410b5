// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

/** How binding an expectation is. */
public enum Tier {
  /** A sentence of a specification: a miss is a failure. */
  MUST("required by the specification"),
  /**
   * No text bounds it, but a test of the Khronos CTS that is named in {@code practice.tsv} fails a
   * driver for it, such as exact sums of numbers of four bits: a miss is a failure that says so, or
   * a warning under {@code --strict-spec}.
   */
  PRACTICE("required only by the Khronos CTS"),
  /**
   * What that test takes within 3/1024 of what is due: a miss by more is one of {@link #PRACTICE},
   * a smaller one of {@link #QUALITY}.
   */
  TOLERANT("required only by the Khronos CTS, within a tolerance"),
  /**
   * The specs leave it open and users rely on it: a miss is a warning, or a failure under {@code
   * --strict}.
   */
  QUALITY("left open by the specification");

  private final String meaning;

  Tier(String meaning) {
    this.meaning = meaning;
  }

  /** What it means to who reads a message. */
  String meaning() {
    return meaning;
  }
}
