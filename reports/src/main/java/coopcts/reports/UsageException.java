// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/** Something that the user gave is wrong; the message says what and what to do, in one line. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message);
  }

  /** A file that is no JSON, or not the one that was expected: what is wrong, and where. */
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
