package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK12;
import org.lwjgl.vulkan.VkBufferCreateInfo;
import org.lwjgl.vulkan.VkBufferDeviceAddressInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkMemoryAllocateFlagsInfo;
import org.lwjgl.vulkan.VkMemoryAllocateInfo;
import org.lwjgl.vulkan.VkMemoryRequirements;
import org.lwjgl.vulkan.VkPhysicalDeviceMemoryProperties;

/** One buffer in memory that host and device both see, mapped as long as it lives. */
final class BufferArena implements AutoCloseable {

  private static final int HOST = 2 | 4;
  private static final int CACHED = 8;

  /** {@code VkBufferUsageFlagBits}. */
  static final int STORAGE = 0x20;

  static final int ADDRESS = 0x20000;

  private final VkDevice device;
  private final long buffer;
  private final long memory;
  private final long address;
  private final ByteBuffer mapped;

  /**
   * @param usage what it is for, as {@code VkBufferUsageFlagBits}
   */
  BufferArena(VkDevice device, int bytes, int usage) {
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
              .memoryTypeIndex(memoryType(requirements.memoryTypeBits(), stack));
      if (addressable) {
        allocation.pNext(
            VkMemoryAllocateFlagsInfo.calloc(stack).sType$Default().flags(2).address());
      }
      check("vkAllocateMemory", VK10.vkAllocateMemory(device, allocation, null, handle));
      memory = handle.get(0);
      check("vkBindBufferMemory", VK10.vkBindBufferMemory(device, buffer, memory, 0));
      PointerBuffer pointer = stack.mallocPointer(1);
      check("vkMapMemory", VK10.vkMapMemory(device, memory, 0, bytes, 0, pointer));
      mapped = MemoryUtil.memByteBuffer(pointer.get(0), bytes);
      address =
          addressable
              ? VK12.vkGetBufferDeviceAddress(
                  device, VkBufferDeviceAddressInfo.calloc(stack).sType$Default().buffer(buffer))
              : 0;
    }
  }

  /** Coherent memory, cached by the host where there is such. */
  private int memoryType(int allowed, MemoryStack stack) {
    VkPhysicalDeviceMemoryProperties properties = VkPhysicalDeviceMemoryProperties.calloc(stack);
    VK10.vkGetPhysicalDeviceMemoryProperties(device.getPhysicalDevice(), properties);
    for (int wanted : new int[] {HOST | CACHED, HOST}) {
      for (int i = 0; i < properties.memoryTypeCount(); i++) {
        int flags = properties.memoryTypes(i).propertyFlags();
        if ((allowed >>> i & 1) == 1 && (flags & wanted) == wanted) {
          return i;
        }
      }
    }
    throw new VulkanException("the search for host-visible coherent memory", -2);
  }

  long buffer() {
    return buffer;
  }

  /** The device address of the first byte. */
  long address() {
    return address;
  }

  int bytes() {
    return mapped.capacity();
  }

  void write(int offset, byte[] bytes) {
    mapped.put(offset, bytes);
  }

  void fill(int offset, int length, byte value) {
    MemoryUtil.memSet(MemoryUtil.memAddress(mapped, offset), value, length);
  }

  void writeLong(int offset, long value) {
    mapped.order(ByteOrder.LITTLE_ENDIAN).putLong(offset, value);
  }

  byte[] read(int offset, int length) {
    byte[] bytes = new byte[length];
    mapped.get(offset, bytes);
    return bytes;
  }

  @Override
  public void close() {
    VK10.vkUnmapMemory(device, memory);
    VK10.vkDestroyBuffer(device, buffer, null);
    VK10.vkFreeMemory(device, memory, null);
  }
}
