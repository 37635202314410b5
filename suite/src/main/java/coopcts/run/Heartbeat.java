// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.host.RunTimeLimit;
import coopcts.reports.JournalException;
import coopcts.run.worker.RunNotes;
import java.time.Duration;

/** Notices when this process did not run for a while, and says so. */
final class Heartbeat implements AutoCloseable {

  private static final Duration FOR_EVER = Duration.ofDays(10_000);

  private final RunNotes notes;
  private final Thread thread;

  Heartbeat(RunNotes notes) {
    this.notes = notes;
    this.thread = Thread.ofPlatform().daemon().name("heartbeat").start(this::beat);
  }

  private void beat() {
    RunTimeLimit patience = new RunTimeLimit(FOR_EVER);
    Duration told = Duration.ZERO;
    try {
      while (true) {
        Thread.sleep(patience.millis());
        patience.millis();
        Duration stood = patience.stood();
        if (!stood.equals(told)) {
          notes.add(sentence(stood.minus(told)));
          told = stood;
        }
      }
    } catch (InterruptedException e) {
      // The run is at its end.
    } catch (JournalException e) {
      // Whoever writes the next verdict says it.
    }
  }

  static String sentence(Duration stood) {
    return "this process stood still for %.1f s (stopped, paused, or its machine was); that time counts for no case"
        .formatted(stood.toMillis() / 1e3);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
