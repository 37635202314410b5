// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.reports.read.Row;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Supplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * What a user sees while cases run: a bar on a terminal, else a line now and then; unexpected
 * verdicts always.
 */
final class Progress implements AutoCloseable {

  private static final long LINE_NANOS = Duration.ofSeconds(10).toNanos();

  /** Unexpected verdicts printed; all are in the journal. */
  private static final int SHOWN = 50;

  private final PrintStream out;
  private final long total;
  private final ProgressBar bar;
  private final long start = System.nanoTime();
  private long lastLine = start;
  private long done;
  private long unexpected;

  Progress(PrintStream out, long total, boolean terminal) {
    this.out = out;
    this.total = total;
    this.bar =
        terminal
            ? new ProgressBarBuilder()
                .setTaskName("cases")
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(250)
                .showSpeed()
                .build()
            : null;
  }

  /**
   * Shows that a case has its verdict.
   *
   * @param repro gives the command that writes the case as files
   */
  void step(Row result, Supplier<String> repro) {
    done++;
    if (!result.expected()) {
      unexpected++;
      if (unexpected <= SHOWN) {
        line(
            "%s %s: %s%n  repro: %s"
                .formatted(result.verdict(), result.name(), result.message(), repro.get()));
      } else if (unexpected == SHOWN + 1) {
        line("more unexpected verdicts follow; see results.jsonl");
      }
    }
    if (bar != null) {
      bar.step();
    } else if (System.nanoTime() - lastLine > LINE_NANOS) {
      lastLine = System.nanoTime();
      double seconds = (lastLine - start) / 1e9;
      line(
          "%d of %d cases, %d unexpected, %.0f s, about %.0f s left"
              .formatted(done, total, unexpected, seconds, seconds / done * (total - done)));
    }
  }

  private void line(String text) {
    if (bar != null) {
      out.print("\r\u001b[K");
    }
    out.println(text);
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
