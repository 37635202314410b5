// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

/**
 * What became of a case. A journal has one verdict for each case of a run; the command's exit code
 * follows from them.
 */
public enum Verdict {
  /** All that was judged is acceptable. */
  PASS,
  /** A QUALITY expectation was missed, no MUST. */
  WARN,
  /** The driver broke a rule, or missed an expectation that counts as a failure. */
  FAIL,
  /** It came out one way and, tried again, another. */
  FLAKE,
  /** Its pipelines were made on a device that executes nothing: no pass. */
  COMPILED,
  /** The device lacks something that the case needs. */
  NOT_SUPPORTED,
  /** The front end rejected the shader. */
  COMPILE_ERROR,
  /** The process that ran it ended. */
  CRASH,
  /** It did not end in the time that the run gives it: no text sets a limit. */
  TIMEOUT,
  /** The driver reported the device as lost. */
  DEVICE_LOST,
  /** The shader or its use breaks a rule: a fault of the suite. */
  INVALID,
  /** No verdict came: a fault of the suite. */
  MISSING,
  /** The baseline says not to run it. */
  SKIP;

  /**
   * {@return whether the verdict says nothing against the driver or the suite: PASS, WARN,
   * COMPILED, NOT_SUPPORTED or SKIP}
   */
  public boolean isGood() {
    return this == PASS
        || this == WARN
        || this == COMPILED
        || this == NOT_SUPPORTED
        || this == SKIP;
  }

  /** {@return whether the suite itself is at fault, not the driver: INVALID or MISSING} */
  public boolean isSuiteFault() {
    return this == INVALID || this == MISSING;
  }
}
