// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The modules that the agent keeps: pipelines of the same words need them sent once. */
final class SentModules {

  /** As many are kept; the one that was not used for the longest time gives its place. */
  private static final int KEPT = 32;

  /** Words that are compared by their content. */
  private record Words(byte[] bytes) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Words words && Arrays.equals(words.bytes, bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }

  private final int first;
  private final LinkedHashMap<Words, Integer> places = new LinkedHashMap<>(KEPT, 0.75f, true);

  /**
   * @param lane of the device, which has places of its own
   */
  SentModules(int lane) {
    this.first = lane * KEPT;
  }

  /** The place that a module has in the agent; it is sent with the others if it has none. */
  int send(byte[] spirv, Several others) {
    Words words = new Words(spirv);
    Integer known = places.get(words);
    if (known != null) {
      return known;
    }
    int place = first + places.size();
    if (places.size() == KEPT) {
      Map.Entry<Words, Integer> eldest = places.pollFirstEntry();
      place = eldest.getValue();
    }
    others.add(MessageKind.MODULE, new RequestBody().u32(place).block(spirv), 0);
    places.put(words, place);
    return place;
  }
}
