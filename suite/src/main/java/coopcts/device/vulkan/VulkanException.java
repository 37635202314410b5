// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import org.lwjgl.vulkan.VK10;

/** A Vulkan command that did not succeed. */
final class VulkanException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int result;

  VulkanException(String command, int result) {
    super("%s returned %s".formatted(command, name(result)));
    this.result = result;
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
