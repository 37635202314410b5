// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * A part of a run: from its start, or from where {@code --resume} took it up, to its end. The
 * journal has a line at the end of each.
 *
 * @param started in milliseconds since 1970; 0 where the journal does not say
 * @param ended in milliseconds since 1970; of the last verdict where the session was cut off
 * @param end how it ended
 * @param workers number of workers side by side
 * @param message more on the end, or empty
 * @param unmatched globs of the baseline's supported cases that matched no case of this part of the
 *     plan
 */
public record RunSession(
    long started, long ended, End end, int workers, String message, List<String> unmatched) {

  /**
   * Members that are null become empty; a missing end counts as cut off.
   *
   * @param started in milliseconds since 1970; 0 where the journal does not say
   * @param ended in milliseconds since 1970: of the last verdict where it was cut off
   * @param end how it ended
   * @param workers side by side
   * @param message more on the end, or empty
   * @param unmatched globs of what must be supported that matched no case of this part of the plan
   */
  public RunSession {
    end = end == null ? End.CUT : end;
    message = message == null ? "" : message;
    unmatched = unmatched == null ? List.of() : List.copyOf(unmatched);
  }

  /** How a session can end. */
  public enum End {
    /** Every planned case had its turn. */
    COMPLETE,
    /** By a signal such as Ctrl-C. */
    INTERRUPTED,
    /** The device was gone for good. */
    GONE,
    /** {@code --max-time} was over. */
    MAX_TIME,
    /** {@code --max-fails} was reached. */
    MAX_FAILS,
    /** The journal says nothing: the process was killed, or is still running. */
    CUT
  }

  double seconds() {
    return Math.max(0, ended - started) / 1000.0;
  }

  /** The line of {@code results.jsonl} on which a session ends. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record EndLine(Long ended, End end, String message, List<String> unmatched) {}

  /** The line on which a later session starts. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ResumeLine(Long resumed, List<String> commandLine, int workers) {}

  /** A line that says something beside the verdicts. */
  record NoteLine(long noted, String note) {}
}
