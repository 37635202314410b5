// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import java.io.IOException;

/** A folder that is said to be of a run holds what no run writes; the message is one line. */
public final class RunFileException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * Makes the exception.
   *
   * @param message one line with the path
   */
  public RunFileException(String message) {
    super(message);
  }
}
