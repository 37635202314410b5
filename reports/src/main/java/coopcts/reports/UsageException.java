// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/**
 * Something that the user gave is wrong: an option, a file, a folder. The command prints the
 * message, one line that says what is wrong and what to do, and ends with exit code 2.
 */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Makes the exception.
   *
   * @param message one line: what is wrong, and what to do
   */
  public UsageException(String message) {
    super(message);
  }

  /**
   * {@return an exception, to be thrown, for a place that cannot be written} Its message names the
   * path that stops it and the reason.
   *
   * @param place what was to be written, for the message
   * @param cause what the system reported
   */
  public static UsageException notWritten(String place, IOException cause) {
    String why =
        switch (cause) {
          case FileAlreadyExistsException there -> there.getFile() + " is no folder";
          case AccessDeniedException denied -> denied.getFile() + ": permission denied";
          case NoSuchFileException none -> none.getFile() + " is not there and cannot be made";
          default -> cause.getMessage();
        };
    return new UsageException(place + " cannot be written: " + why);
  }

  /**
   * {@return an exception, to be thrown, for a file that is not JSON, or not the JSON that was
   * expected} Its message has line and column, from 1, where they are known.
   *
   * @param file its name for the message
   * @param cause what the parser reported
   */
  public static UsageException notUnderstood(String file, JacksonException cause) {
    String what =
        cause.getOriginalMessage().replaceAll("(?s)[\\s(]*(start marker|\\[Source|at \\[).*", "");
    TokenStreamLocation where = cause.getLocation();
    return new UsageException(
        "%s is not understood: %s%s"
            .formatted(
                file,
                what,
                where == null || where.getLineNr() < 1
                    ? ""
                    : " (line %d, column %d)".formatted(where.getLineNr(), where.getColumnNr())));
  }
}
