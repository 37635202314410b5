// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;
import static coopcts.device.vulkan.VulkanException.given;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkBufferCopy;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDependencyInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkMemoryBarrier2;

/**
 * One buffer in coherent memory that host and device both see, mapped as long as it lives; where it
 * is staged, with another one in the device's own memory that shaders see instead.
 */
final class BufferArena implements AutoCloseable {

  private static final int COPIED = 1 | 2;

  /** {@code VkPipelineStageFlagBits2} and {@code VkAccessFlagBits2} of copies, and of all else. */
  private static final long COPY_STAGE = 0x1000;

  private static final long COPY_READ = 0x800;
  private static final long COPY_WRITE = 0x1000;
  private static final long ALL_COMMANDS = 0x10000;
  private static final long MEMORY_READ = 0x8000;
  private static final long MEMORY_WRITE = 0x10000;
  private static final long HOST_STAGE = 0x4000;
  private static final long HOST_READ = 0x2000;

  private final VkDevice device;
  private final DeviceBuffer buffer;
  private final DeviceBuffer staged;
  private final ByteBuffer mapped;

  /**
   * @param usage what it is for, as {@code VkBufferUsageFlagBits}
   */
  BufferArena(VkDevice device, int bytes, int usage) {
    this(device, bytes, usage, MemoryKind.USUAL);
  }

  BufferArena(VkDevice device, int bytes, int usage, MemoryKind kind) {
    this.device = device;
    boolean isStaged = kind == MemoryKind.DEVICE;
    buffer =
        isStaged
            ? new DeviceBuffer(device, bytes, COPIED, MemoryKind.USUAL)
            : new DeviceBuffer(device, bytes, usage, kind);
    staged = isStaged ? new DeviceBuffer(device, bytes, usage | COPIED, kind) : null;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer pointer = stack.mallocPointer(1);
      check("vkMapMemory", VK10.vkMapMemory(device, buffer.memory(), 0, bytes, 0, pointer));
      mapped = MemoryUtil.memByteBuffer(given("vkMapMemory", pointer.get(0)), bytes);
    }
  }

  private DeviceBuffer seen() {
    return staged == null ? buffer : staged;
  }

  long buffer() {
    return seen().handle();
  }

  /** The device address of the first byte. */
  long address() {
    return seen().address();
  }

  /** Records what brings the host's bytes to where shaders see them. */
  void upload(VkCommandBuffer commands, int bytes, MemoryStack stack) {
    if (staged != null) {
      copy(commands, buffer, staged, bytes, stack);
      barrier(commands, COPY_STAGE, COPY_WRITE, ALL_COMMANDS, MEMORY_READ | MEMORY_WRITE, stack);
    }
  }

  /** Records what brings back what shaders wrote. */
  void download(VkCommandBuffer commands, int bytes, MemoryStack stack) {
    if (staged != null) {
      barrier(commands, ALL_COMMANDS, MEMORY_WRITE, COPY_STAGE, COPY_READ | COPY_WRITE, stack);
      copy(commands, staged, buffer, bytes, stack);
      barrier(commands, COPY_STAGE, COPY_WRITE, HOST_STAGE, HOST_READ, stack);
    }
  }

  private static void copy(
      VkCommandBuffer commands, DeviceBuffer from, DeviceBuffer to, int bytes, MemoryStack stack) {
    VK10.vkCmdCopyBuffer(
        commands, from.handle(), to.handle(), VkBufferCopy.calloc(1, stack).size(bytes));
  }

  private static void barrier(
      VkCommandBuffer commands,
      long before,
      long written,
      long after,
      long accessed,
      MemoryStack stack) {
    VkMemoryBarrier2.Buffer barrier =
        VkMemoryBarrier2.calloc(1, stack)
            .sType$Default()
            .srcStageMask(before)
            .srcAccessMask(written)
            .dstStageMask(after)
            .dstAccessMask(accessed);
    VK13.vkCmdPipelineBarrier2(
        commands, VkDependencyInfo.calloc(stack).sType$Default().pMemoryBarriers(barrier));
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

  void writeInt(int offset, int value) {
    mapped.order(ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
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
    if (staged != null) {
      staged.close();
    }
  }
}
