// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import java.util.ArrayList;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.EXTDeviceFault;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK11;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkDeviceFaultAddressInfoEXT;
import org.lwjgl.vulkan.VkDeviceFaultCountsEXT;
import org.lwjgl.vulkan.VkDeviceFaultInfoEXT;
import org.lwjgl.vulkan.VkDeviceFaultVendorInfoEXT;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceFaultFeaturesEXT;
import org.lwjgl.vulkan.VkPhysicalDeviceFeatures2;

/** What a lost device says of its loss: VK_EXT_device_fault. */
final class DeviceFault {

  static final String EXTENSION = EXTDeviceFault.VK_EXT_DEVICE_FAULT_EXTENSION_NAME;

  /** Entries of a kind that are told. */
  private static final int SHOWN = 4;

  private DeviceFault() {}

  /**
   * The structure that switches it on; null where the device does not have it.
   *
   * @param hasExtension whether the device offers the extension
   */
  static VkPhysicalDeviceFaultFeaturesEXT wanted(
      VkPhysicalDevice physical, boolean hasExtension, MemoryStack stack) {
    if (!hasExtension) {
      return null;
    }
    var fault = VkPhysicalDeviceFaultFeaturesEXT.calloc(stack).sType$Default();
    VK11.vkGetPhysicalDeviceFeatures2(
        physical, VkPhysicalDeviceFeatures2.calloc(stack).sType$Default().pNext(fault.address()));
    return fault.deviceFault() ? fault.deviceFaultVendorBinary(false) : null;
  }

  /** What the device says in one line; empty where it says nothing. */
  static String of(VkDevice device) {
    if (!device.getCapabilities().VK_EXT_device_fault) {
      return "";
    }
    try (MemoryStack stack = MemoryStack.stackPush()) {
      VkDeviceFaultCountsEXT counts = VkDeviceFaultCountsEXT.calloc(stack).sType$Default();
      if (EXTDeviceFault.vkGetDeviceFaultInfoEXT(device, counts, null) != VK10.VK_SUCCESS) {
        return "";
      }
      int addresses = Math.clamp(Integer.toUnsignedLong(counts.addressInfoCount()), 0, SHOWN);
      int vendor = Math.clamp(Integer.toUnsignedLong(counts.vendorInfoCount()), 0, SHOWN);
      counts.addressInfoCount(addresses).vendorInfoCount(vendor).vendorBinarySize(0);
      var places = VkDeviceFaultAddressInfoEXT.calloc(addresses, stack);
      var causes = VkDeviceFaultVendorInfoEXT.calloc(vendor, stack);
      VkDeviceFaultInfoEXT info = VkDeviceFaultInfoEXT.calloc(stack).sType$Default();
      info.pAddressInfos(addresses == 0 ? null : places);
      info.pVendorInfos(vendor == 0 ? null : causes);
      int result = EXTDeviceFault.vkGetDeviceFaultInfoEXT(device, counts, info);
      if (result != VK10.VK_SUCCESS && result != VK10.VK_INCOMPLETE) {
        return "";
      }
      List<String> parts = new ArrayList<>();
      if (!info.descriptionString().isBlank()) {
        parts.add(info.descriptionString().strip());
      }
      places.forEach(
          one -> parts.add("%s at 0x%x".formatted(kind(one.addressType()), one.reportedAddress())));
      causes.forEach(
          one ->
              parts.add(
                  "%s (0x%x, 0x%x)"
                      .formatted(
                          one.descriptionString().strip(),
                          one.vendorFaultCode(),
                          one.vendorFaultData())));
      return String.join("; ", parts);
    }
  }

  private static String kind(int type) {
    return switch (type) {
      case EXTDeviceFault.VK_DEVICE_FAULT_ADDRESS_TYPE_READ_INVALID_EXT -> "invalid read";
      case EXTDeviceFault.VK_DEVICE_FAULT_ADDRESS_TYPE_WRITE_INVALID_EXT -> "invalid write";
      case EXTDeviceFault.VK_DEVICE_FAULT_ADDRESS_TYPE_EXECUTE_INVALID_EXT -> "invalid execution";
      case EXTDeviceFault.VK_DEVICE_FAULT_ADDRESS_TYPE_INSTRUCTION_POINTER_UNKNOWN_EXT,
          EXTDeviceFault.VK_DEVICE_FAULT_ADDRESS_TYPE_INSTRUCTION_POINTER_INVALID_EXT,
          EXTDeviceFault.VK_DEVICE_FAULT_ADDRESS_TYPE_INSTRUCTION_POINTER_FAULT_EXT ->
          "instruction";
      default -> "address";
    };
  }
}
