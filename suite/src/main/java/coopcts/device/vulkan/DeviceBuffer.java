// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import java.nio.LongBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK12;
import org.lwjgl.vulkan.VkBufferCreateInfo;
import org.lwjgl.vulkan.VkBufferDeviceAddressInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkMemoryAllocateFlagsInfo;
import org.lwjgl.vulkan.VkMemoryAllocateInfo;
import org.lwjgl.vulkan.VkMemoryRequirements;

/** A buffer with memory of its own. */
final class DeviceBuffer implements AutoCloseable {

  /** {@code VkBufferUsageFlagBits}. */
  static final int STORAGE = 0x20;

  static final int UNIFORM = 0x10;

  static final int ADDRESS = 0x20000;

  private static final int ADDRESSABLE_MEMORY = 2;

  private final VkDevice device;
  private final long buffer;
  private final long memory;
  private final long address;

  /**
   * @param usage what it is for, as {@code VkBufferUsageFlagBits}
   * @param kind the memory that it lies in
   */
  DeviceBuffer(VkDevice device, int bytes, int usage, MemoryKind kind) {
    this.device = device;
    boolean addressable = (usage & ADDRESS) != 0;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer handle = stack.mallocLong(1);
      VkBufferCreateInfo info =
          VkBufferCreateInfo.calloc(stack).sType$Default().size(bytes).usage(usage);
      check("vkCreateBuffer", VK10.vkCreateBuffer(device, info, null, handle));
      buffer = handle.get(0);
      VkMemoryRequirements requirements = VkMemoryRequirements.calloc(stack);
      VK10.vkGetBufferMemoryRequirements(device, buffer, requirements);
      VkMemoryAllocateInfo allocation =
          VkMemoryAllocateInfo.calloc(stack)
              .sType$Default()
              .allocationSize(requirements.size())
              .memoryTypeIndex(
                  kind.type(device.getPhysicalDevice(), requirements.memoryTypeBits())
                      .orElseThrow(
                          () ->
                              new VulkanException(
                                  "the search for memory of the kind that a buffer needs", -2)));
      if (addressable) {
        allocation.pNext(
            VkMemoryAllocateFlagsInfo.calloc(stack)
                .sType$Default()
                .flags(ADDRESSABLE_MEMORY)
                .address());
      }
      check("vkAllocateMemory", VK10.vkAllocateMemory(device, allocation, null, handle));
      memory = handle.get(0);
      check("vkBindBufferMemory", VK10.vkBindBufferMemory(device, buffer, memory, 0));
      address =
          addressable
              ? VK12.vkGetBufferDeviceAddress(
                  device, VkBufferDeviceAddressInfo.calloc(stack).sType$Default().buffer(buffer))
              : 0;
    }
  }

  long handle() {
    return buffer;
  }

  long memory() {
    return memory;
  }

  /** The device address of the first byte; 0 where the usage has none. */
  long address() {
    return address;
  }

  @Override
  public void close() {
    VK10.vkDestroyBuffer(device, buffer, null);
    VK10.vkFreeMemory(device, memory, null);
  }
}
