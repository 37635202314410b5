package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkDevice;

/** One buffer in coherent memory that host and device both see, mapped as long as it lives. */
final class BufferArena implements AutoCloseable {

  /** Visible to the host and coherent; better cached by it too. */
  private static final int HOST = 2 | 4;

  private static final int CACHED = 8;

  private final VkDevice device;
  private final DeviceBuffer buffer;
  private final ByteBuffer mapped;

  /**
   * @param usage what it is for, as {@code VkBufferUsageFlagBits}
   */
  BufferArena(VkDevice device, int bytes, int usage) {
    this.device = device;
    buffer = new DeviceBuffer(device, bytes, usage, HOST | CACHED, HOST);
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer pointer = stack.mallocPointer(1);
      check("vkMapMemory", VK10.vkMapMemory(device, buffer.memory(), 0, bytes, 0, pointer));
      mapped = MemoryUtil.memByteBuffer(pointer.get(0), bytes);
    }
  }

  long buffer() {
    return buffer.handle();
  }

  /** The device address of the first byte. */
  long address() {
    return buffer.address();
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
    VK10.vkUnmapMemory(device, buffer.memory());
    buffer.close();
  }
}
