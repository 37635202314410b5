// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import java.io.IOException;

/**
 * A folder that is said to be a run's holds a file that no run writes, such as a link, or one too
 * large. The message is one line, to be shown to the user.
 */
public final class RunFileException extends IOException {

  private static final long serialVersionUID = 1;

  /**
   * Makes the exception.
   *
   * @param message one line with the path and what is wrong with it
   */
  public RunFileException(String message) {
    super(message);
  }
}
