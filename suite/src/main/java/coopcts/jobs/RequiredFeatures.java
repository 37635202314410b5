// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.grammar.CapabilityNeeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The Vulkan features that a module's capabilities ask for (sheet vulkan-api §1). */
final class RequiredFeatures {

  private static final int OP_CAPABILITY = 17;

  static final Map<Integer, String> FEATURES =
      CapabilityNeeds.features(CapabilityNeeds.Reader.JOBS);

  private RequiredFeatures() {}

  /**
   * The features, in the order of the capabilities.
   *
   * @param hasSize whether the pipeline asks for a subgroup size
   * @param isFull whether it asks for full subgroups
   */
  static Set<String> of(byte[] spirv, boolean hasSize, boolean isFull) {
    Set<String> features = new LinkedHashSet<>();
    IntBuffer words = ByteBuffer.wrap(spirv).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    for (int at = 5; (words.get(at) & 0xFFFF) == OP_CAPABILITY; at += 2) {
      String feature = FEATURES.get(words.get(at + 1));
      if (feature != null) {
        features.add(feature);
      }
    }
    if (hasSize) {
      features.add("subgroupSizeControl");
    }
    if (hasSize || isFull) {
      features.add("computeFullSubgroups");
    }
    return features;
  }
}
