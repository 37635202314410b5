// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import java.util.Arrays;
import java.util.List;

/**
 * The buffers of the dispatches of one frame: those that the dispatch before had are named instead
 * of sent.
 */
final class SentBuffers {

  /** What a buffer begins with: its bytes follow, or the place that it had in the last dispatch. */
  private static final int SENT = 0;

  private static final int AS_LAST = 1;

  private List<byte[]> last = List.of();

  void send(List<byte[]> buffers, RequestBody body) {
    for (int i = 0; i < buffers.size(); i++) {
      int known = find(buffers.get(i), i);
      if (known >= 0) {
        body.u32(AS_LAST).u32(known);
      } else {
        body.u32(SENT).block(buffers.get(i));
      }
    }
    last = buffers.stream().map(byte[]::clone).toList();
  }

  /** The place of equal bytes in the last dispatch, the likely one first, or -1. */
  private int find(byte[] bytes, int likely) {
    if (likely < last.size() && Arrays.equals(last.get(likely), bytes)) {
      return likely;
    }
    for (int i = 0; i < last.size(); i++) {
      if (Arrays.equals(last.get(i), bytes)) {
        return i;
      }
    }
    return -1;
  }
}
