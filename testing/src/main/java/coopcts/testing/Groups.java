// SPDX-License-Identifier: Apache-2.0
package coopcts.testing;

import java.util.List;

/** Groups of tests that do not run at every change; CONTRIBUTING.md says when they do. */
public final class Groups {

  /** Whole smoke runs, hunts, proofs, diagnoses and what other authors wrote: minutes. */
  public static final String DEEP = "deep";

  /** More of the same, in half an hour and more. */
  public static final String NIGHTLY = "nightly";

  /** Pages in a browser. */
  public static final String BROWSER = "browser";

  /** What tells how fast something is. */
  public static final String SCALE = "scale";

  /**
   * Runs whose processes are killed, held and lost: what a change of runs, commands or reports can
   * break.
   */
  public static final String PROCESSES = "processes";

  /** Those that nobody wants to wait for who did not name them. */
  static final List<String> APART = List.of(DEEP, NIGHTLY, BROWSER, SCALE);

  private Groups() {}
}
