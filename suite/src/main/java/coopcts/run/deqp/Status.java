// SPDX-License-Identifier: Apache-2.0
package coopcts.run.deqp;

import coopcts.plan.Verdict;

/** What dEQP calls a verdict, as its console and its log have it. */
enum Status {
  PASS("Pass"),
  FAIL("Fail"),
  QUALITY_WARNING("QualityWarning"),
  NOT_SUPPORTED("NotSupported"),
  INTERNAL_ERROR("InternalError"),
  CRASH("Crash"),
  TIMEOUT("Timeout");

  private final String text;

  Status(String text) {
    this.text = text;
  }

  /**
   * The status of a verdict. A lost device is a crash: deqp-runner has no word of its own for it,
   * and the process ends with it.
   */
  static Status of(Verdict verdict) {
    return switch (verdict) {
      case PASS, COMPILED -> PASS;
      case WARN -> QUALITY_WARNING;
      case FAIL, FLAKE, COMPILE_ERROR -> FAIL;
      case NOT_SUPPORTED, SKIP -> NOT_SUPPORTED;
      case CRASH, DEVICE_LOST -> CRASH;
      case TIMEOUT -> TIMEOUT;
      case INVALID, MISSING -> INTERNAL_ERROR;
    };
  }

  boolean isFailure() {
    return this != PASS && this != QUALITY_WARNING && this != NOT_SUPPORTED;
  }

  @Override
  public String toString() {
    return text;
  }
}
