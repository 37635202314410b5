// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

/** What there is to see of one element. */
enum ElementState {
  /** There is no element, or anything may stand there. */
  NONE(""),
  RIGHT(""),
  /** Within a few units in the last place. */
  NEAR("~"),
  FAR("x"),
  NAN("N"),
  ZERO("0"),
  /** What stood there before the run. */
  UNTOUCHED("-"),
  /** What another element should hold. */
  MOVED(">");

  private final String sign;

  ElementState(String sign) {
    this.sign = sign;
  }

  /** One letter that stands for it where colours do not. */
  String sign() {
    return sign;
  }

  boolean isWrong() {
    return this != NONE && this != RIGHT;
  }
}
