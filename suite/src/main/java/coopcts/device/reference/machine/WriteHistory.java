// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import java.util.Locale;

/** Who wrote a place in memory before it is read. */
public final class WriteHistory {

  private WriteHistory() {}

  /** Kinds of writers, and when. */
  public enum Writer {
    HOST,
    SCALAR,
    OWN_MATRIX,
    OTHER_MATRIX,
    EARLIER_DISPATCH,
    BEFORE_BARRIER,
    SINCE_BARRIER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
