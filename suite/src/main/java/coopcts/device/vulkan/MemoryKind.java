// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import coopcts.model.SubmissionPath;
import java.util.OptionalInt;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceMemoryProperties;

/** Which memory buffers lie in, by {@code VkMemoryPropertyFlags}; the best is looked for first. */
enum MemoryKind {
  /** Seen by the host, coherent, and cached where there is such. */
  USUAL(new Wanted(14, 0), new Wanted(6, 0)),
  /** The device's own, not seen by the host where there is such. */
  DEVICE(new Wanted(1, 2), new Wanted(1, 0), new Wanted(0, 0)),
  /** The device's own, seen by the host and coherent. */
  MAPPED_DEVICE(new Wanted(7, 0)),
  /** Seen by the host and coherent, and neither cached nor the device's own. */
  UNCACHED(new Wanted(6, 9));

  /** Flags that memory has, and such as it has not. */
  private record Wanted(int with, int without) {}

  /** Memory that is allocated lazily, protected, or of the device's vendor alone. */
  private static final int SPECIAL = ~0xF;

  private final Wanted[] wanted;

  MemoryKind(Wanted... wanted) {
    this.wanted = wanted;
  }

  /** The memory of buffers that go a way. */
  static MemoryKind of(SubmissionPath way) {
    return switch (way) {
      case DEVICE_MEMORY -> DEVICE;
      case MAPPED_DEVICE_MEMORY -> MAPPED_DEVICE;
      case UNCACHED_MEMORY -> UNCACHED;
      default -> USUAL;
    };
  }

  /** Whether a device has it as memory of a type of its own. */
  boolean isOther(VkPhysicalDevice device) {
    OptionalInt type = type(device, -1);
    return type.isPresent() && !type.equals(USUAL.type(device, -1));
  }

  /**
   * The first type of this kind.
   *
   * @param allowed a bit for each type that may be taken
   */
  OptionalInt type(VkPhysicalDevice device, int allowed) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      var properties = VkPhysicalDeviceMemoryProperties.calloc(stack);
      VK10.vkGetPhysicalDeviceMemoryProperties(device, properties);
      for (Wanted flags : wanted) {
        for (int i = 0; i < properties.memoryTypeCount(); i++) {
          int own = properties.memoryTypes(i).propertyFlags();
          if ((allowed >>> i & 1) == 1
              && (own & flags.with) == flags.with
              && (own & (flags.without | SPECIAL)) == 0) {
            return OptionalInt.of(i);
          }
        }
      }
    }
    return OptionalInt.empty();
  }
}
