// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import java.util.Locale;

/** Who wrote a place in memory before it is read. */
public final class WriteHistory {

  private WriteHistory() {}

  /** Kinds of writers, and when. */
  public enum Writer {
    /** The host, before the dispatch. */
    HOST,
    /** An invocation, without a matrix. */
    SCALAR,
    /** The same scope instance, by a matrix. */
    OWN_MATRIX,
    /** Another scope instance, by a matrix. */
    OTHER_MATRIX,
    /** An earlier dispatch. */
    EARLIER_DISPATCH,
    /** Someone before the last barrier. */
    BEFORE_BARRIER,
    /** Someone since the last barrier. */
    SINCE_BARRIER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
