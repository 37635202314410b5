// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import coopcts.device.Kernel;
import coopcts.numbers.LittleEndian;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/** Which of a module's buffers are uniform ones: all others are storage buffers. */
final class UniformBuffers {

  private static final int HEADER_BYTES = 20;

  private UniformBuffers() {}

  /** Their places; none where the words are no module. */
  static Set<Kernel.Binding> of(byte[] spirv) {
    Set<Integer> variables = new HashSet<>();
    Map<Integer, Integer> types = new HashMap<>();
    Map<Integer, Integer> pointees = new HashMap<>();
    Map<Integer, Integer> sets = new HashMap<>();
    Map<Integer, Integer> bindings = new HashMap<>();
    Set<Integer> storage = new HashSet<>();
    int words = 1;
    for (int at = HEADER_BYTES; at + 4 <= spirv.length && words > 0; at += 4 * words) {
      int first = word(spirv, at);
      words = first >>> 16;
      if (at + 4L * words > spirv.length) {
        break;
      }
      switch (first & 0xFFFF) {
        case Spv.SpvOpDecorate -> {
          int target = word(spirv, at + 4);
          switch (word(spirv, at + 8)) {
            case Spv.SpvDecorationDescriptorSet -> sets.put(target, word(spirv, at + 12));
            case Spv.SpvDecorationBinding -> bindings.put(target, word(spirv, at + 12));
            case Spv.SpvDecorationBufferBlock -> storage.add(target);
            default -> {
              // It says nothing of where buffers are.
            }
          }
        }
        case Spv.SpvOpTypePointer -> pointees.put(word(spirv, at + 4), word(spirv, at + 12));
        case Spv.SpvOpVariable -> {
          if (word(spirv, at + 12) == Spv.SpvStorageClassUniform) {
            variables.add(word(spirv, at + 8));
            types.put(word(spirv, at + 8), word(spirv, at + 4));
          }
        }
        default -> {
          // No declaration of a buffer.
        }
      }
    }
    Set<Kernel.Binding> found = new HashSet<>();
    for (int variable : variables) {
      if (!storage.contains(pointees.get(types.get(variable))) && bindings.containsKey(variable)) {
        found.add(new Kernel.Binding(sets.getOrDefault(variable, 0), bindings.get(variable)));
      }
    }
    return found;
  }

  private static int word(byte[] spirv, int at) {
    return (int) LittleEndian.get(spirv, at, 4);
  }
}
