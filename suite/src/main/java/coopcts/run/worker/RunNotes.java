// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Remarks about a run that are no verdicts, such as that a worker grew too large. They are kept
 * until there is a taker. May be used by any thread.
 */
public final class RunNotes {

  private final List<String> waiting = new ArrayList<>();
  private Consumer<String> taker;

  /** No notes and no taker yet. */
  public RunNotes() {}

  /**
   * Adds a note. The taker gets it at once, in the calling thread; without a taker it waits for
   * one.
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
   * Sets the taker, which gets all waiting and later notes.
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
