// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What is to be said of a run beside its verdicts, such as a worker that grew too large. It is kept
 * until there is somebody to take it. May be used by any thread.
 */
public final class RunNotes {

  private final List<String> waiting = new ArrayList<>();
  private Consumer<String> taker;

  /** No notes and no taker yet. */
  public RunNotes() {}

  /**
   * Adds a note. It goes to the taker, or waits for one.
   *
   * @param note one line
   */
  public synchronized void add(String note) {
    if (taker == null) {
      waiting.add(note);
    } else {
      taker.accept(note);
    }
  }

  /**
   * Passes all waiting and later notes to a taker.
   *
   * @param next receives the notes; null ends that, and later notes wait
   */
  public synchronized void to(Consumer<String> next) {
    taker = next;
    if (next != null) {
      waiting.forEach(next);
      waiting.clear();
    }
  }
}
