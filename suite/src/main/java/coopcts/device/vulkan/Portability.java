// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import java.nio.IntBuffer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.KHRPortabilityEnumeration;
import org.lwjgl.vulkan.KHRPortabilitySubset;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK11;
import org.lwjgl.vulkan.VkExtensionProperties;
import org.lwjgl.vulkan.VkInstanceCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceFeatures2;
import org.lwjgl.vulkan.VkPhysicalDevicePortabilitySubsetFeaturesKHR;

/**
 * Drivers upon another interface than Vulkan, such as Metal. A loader names them only to those that
 * ask for them (VK_KHR_portability_enumeration), and their devices want VK_KHR_portability_subset
 * switched on where they have it.
 */
final class Portability {

  static final String SUBSET = KHRPortabilitySubset.VK_KHR_PORTABILITY_SUBSET_EXTENSION_NAME;

  private static final String ENUMERATION =
      KHRPortabilityEnumeration.VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME;

  private Portability() {}

  /** Asks for such drivers too, where the loader lets one ask. */
  static void addTo(VkInstanceCreateInfo info, MemoryStack stack) {
    if (!isOffered()) {
      return;
    }
    PointerBuffer had = info.ppEnabledExtensionNames();
    PointerBuffer names = stack.mallocPointer(had == null ? 1 : had.remaining() + 1);
    if (had != null) {
      names.put(had);
    }
    info.ppEnabledExtensionNames(names.put(stack.UTF8(ENUMERATION)).flip())
        .flags(
            info.flags()
                | KHRPortabilityEnumeration.VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR);
  }

  private static boolean isOffered() {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.ints(0);
      String command = "vkEnumerateInstanceExtensionProperties";
      check(command, VK10.vkEnumerateInstanceExtensionProperties((String) null, count, null));
      try (VkExtensionProperties.Buffer all =
          VkExtensionProperties.calloc(VulkanException.number(command, count.get(0)))) {
        check(command, VK10.vkEnumerateInstanceExtensionProperties((String) null, count, all));
        return all.stream().anyMatch(one -> one.extensionNameString().equals(ENUMERATION));
      }
    }
  }

  /**
   * What a device has of Vulkan's features that such a driver may lack; null where it lacks none.
   *
   * @param hasExtension whether the device offers the extension
   */
  static VkPhysicalDevicePortabilitySubsetFeaturesKHR features(
      VkPhysicalDevice physical, boolean hasExtension, MemoryStack stack) {
    if (!hasExtension) {
      return null;
    }
    var subset = VkPhysicalDevicePortabilitySubsetFeaturesKHR.calloc(stack).sType$Default();
    VK11.vkGetPhysicalDeviceFeatures2(
        physical, VkPhysicalDeviceFeatures2.calloc(stack).sType$Default().pNext(subset.address()));
    return subset;
  }

  /** Whether tessellation makes isolines, which the suite's shaders for these stages do. */
  static boolean hasIsolines(VkPhysicalDevice physical, boolean hasExtension, MemoryStack stack) {
    var subset = features(physical, hasExtension, stack);
    return subset == null || subset.tessellationIsolines();
  }
}
