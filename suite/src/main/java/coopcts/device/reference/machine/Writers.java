// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import java.util.Arrays;

/** Who wrote a block of memory last, word by word. */
final class Writers {

  /** The host, before the first dispatch. */
  static final long HOST = 0;

  /** Somebody in an earlier dispatch. */
  static final long EARLIER = 1;

  /** An invocation, by an access that nobody names. */
  static final long UNNAMED = 2;

  private final long[] tags;

  Writers(int bytes) {
    tags = new long[bytes / 4 + 1];
  }

  void note(int at, long tag) {
    tags[at >> 2] = tag;
  }

  long at(int at) {
    return tags[at >> 2];
  }

  /** Takes note that a dispatch is over. */
  void settle() {
    Arrays.setAll(tags, at -> tags[at] == HOST ? HOST : EARLIER);
  }
}
