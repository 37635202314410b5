// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What is to be said of a run beside its verdicts, such as a worker that grew too large. It is kept
 * until there is somebody to take it. May be used by any thread.
 */
public final class Notes {

  private final List<String> waiting = new ArrayList<>();
  private Consumer<String> taker;

  /** Says something. */
  public synchronized void add(String note) {
    if (taker == null) {
      waiting.add(note);
    } else {
      taker.accept(note);
    }
  }

  /** Hands all that was said and will be to a taker; to none from then on where it is null. */
  public synchronized void to(Consumer<String> next) {
    taker = next;
    if (next != null) {
      waiting.forEach(next);
      waiting.clear();
    }
  }
}
