// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The files of a run cannot be written: every further case would run in vain. The command ends with
 * exit code 3 and the message.
 */
public final class JournalException extends RuntimeException {
  private static final long serialVersionUID = 1;

  JournalException(Path file, IOException cause) {
    super("%s cannot be written: %s".formatted(file, reason(cause)), cause);
  }

  private static String reason(IOException cause) {
    return cause instanceof NoSuchFileException
        ? "it is not where it was; was the folder moved or deleted?"
        : cause.getMessage();
  }
}
