// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import org.lwjgl.vulkan.VK10;

/** A Vulkan command that did not succeed, or says that it did and answers what no text allows. */
final class VulkanException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Structures that a command tells of, and families of queues: no device has as many. */
  static final int MOST = 1 << 16;

  /** Bytes of a cache, a binary or a matrix. */
  private static final int MOST_BYTES = 1 << 30;

  private final int result;

  VulkanException(String command, int result) {
    super("%s returned %s".formatted(command, name(result)));
    this.result = result;
  }

  private VulkanException(String words) {
    super(words);
    this.result = VK10.VK_ERROR_DEVICE_LOST;
  }

  /** An answer that no text allows: the device that gave it cannot be gone on with. */
  static VulkanException odd(String command, String answer) {
    return new VulkanException(command + " returned VK_SUCCESS and " + answer);
  }

  /** A number of structures as a command tells it. */
  static int number(String command, int told) {
    if (told < 0 || told > MOST) {
      throw odd(command, "tells of %d structures".formatted(Integer.toUnsignedLong(told)));
    }
    return told;
  }

  /** A number of bytes as a command tells it. */
  static int size(String command, long told) {
    if (told < 0 || told > MOST_BYTES) {
      throw odd(command, "tells of %s bytes".formatted(Long.toUnsignedString(told)));
    }
    return (int) told;
  }

  /** A handle, or an address, that a command gives. */
  static long given(String command, long handle) {
    if (handle == 0) {
      throw odd(command, "gives NULL");
    }
    return handle;
  }

  static void check(String command, int result) {
    if (result != VK10.VK_SUCCESS) {
      throw new VulkanException(command, result);
    }
  }

  boolean isDeviceLost() {
    return result == VK10.VK_ERROR_DEVICE_LOST;
  }

  private static String name(int result) {
    return switch (result) {
      case VK10.VK_INCOMPLETE -> "VK_INCOMPLETE";
      case VK10.VK_ERROR_OUT_OF_HOST_MEMORY -> "VK_ERROR_OUT_OF_HOST_MEMORY";
      case VK10.VK_ERROR_OUT_OF_DEVICE_MEMORY -> "VK_ERROR_OUT_OF_DEVICE_MEMORY";
      case VK10.VK_ERROR_INITIALIZATION_FAILED -> "VK_ERROR_INITIALIZATION_FAILED";
      case VK10.VK_ERROR_DEVICE_LOST -> "VK_ERROR_DEVICE_LOST";
      case VK10.VK_ERROR_EXTENSION_NOT_PRESENT -> "VK_ERROR_EXTENSION_NOT_PRESENT";
      case VK10.VK_ERROR_FEATURE_NOT_PRESENT -> "VK_ERROR_FEATURE_NOT_PRESENT";
      case VK10.VK_ERROR_INCOMPATIBLE_DRIVER -> "VK_ERROR_INCOMPATIBLE_DRIVER";
      case -13 -> "VK_ERROR_UNKNOWN";
      case -1000012000 -> "VK_ERROR_INVALID_SHADER_NV";
      default -> "VkResult " + result;
    };
  }
}
