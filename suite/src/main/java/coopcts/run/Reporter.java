// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.plan.Verdict;
import coopcts.reports.read.Row;
import java.util.Optional;

/** Hands verdicts on to TestNG, as they come, and shows them. Used by one thread. */
public final class Reporter {

  private final Verdicts verdicts;
  private final Progress progress;
  private Optional<Row> next;
  private Row current;

  /** How a case came out against the baseline. */
  enum Standing {
    AS_EXPECTED,
    SKIPPED,
    UNEXPECTED
  }

  Reporter(Verdicts verdicts, Progress progress) {
    this.verdicts = verdicts;
    this.progress = progress;
  }

  /** Whether there is another verdict; waits for it. */
  boolean hasNext() {
    try {
      if (next == null) {
        next = verdicts.next();
      }
      return next.isPresent();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Goes on to the next verdict and returns the name of its case. */
  String next() {
    current = next.orElseThrow();
    next = null;
    return current.name();
  }

  /** How the case came out whose name {@link #next} gave. */
  Standing report() {
    progress.step(current, () -> verdicts.repro(current.name()));
    if (!current.expected()) {
      return Standing.UNEXPECTED;
    }
    return current.verdict() == Verdict.PASS || current.verdict() == Verdict.WARN
        ? Standing.AS_EXPECTED
        : Standing.SKIPPED;
  }
}
