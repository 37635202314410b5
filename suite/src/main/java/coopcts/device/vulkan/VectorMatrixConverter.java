// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.device.Device;
import coopcts.model.VectorMatrix;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.NVCooperativeVector;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkConvertCooperativeVectorMatrixInfoNV;
import org.lwjgl.vulkan.VkDependencyInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkMemoryBarrier2;

/** {@code vkConvertCooperativeVectorMatrixNV} on host memory, and its command on the device's. */
final class VectorMatrixConverter {

  private static final String COMMAND = "vkConvertCooperativeVectorMatrixNV";

  /** Bytes that device addresses of matrices are multiples of. */
  private static final int ALIGNMENT = 64;

  /** VK_PIPELINE_STAGE_2_CONVERT_COOPERATIVE_VECTOR_MATRIX_BIT_NV. */
  static final long CONVERT_STAGE = 1L << 44;

  private static final long HOST_STAGE = 0x4000;
  static final long TRANSFER_READ = 0x800;
  static final long TRANSFER_WRITE = 0x1000;
  private static final long HOST_READ = 0x2000;

  /** What memory holds around the matrices. */
  private static final byte FILL = (byte) 0xA5;

  private static final String OVERRUN = "a conversion that wrote outside of its matrices";

  private VectorMatrixConverter() {}

  /** Bytes that a matrix takes, as the device says without any data. */
  static int size(VkDevice device, VectorMatrix from, long sourceBytes, VectorMatrix to) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer size = stack.mallocPointer(1);
      VkConvertCooperativeVectorMatrixInfoNV info =
          describe(VkConvertCooperativeVectorMatrixInfoNV.calloc(stack), from, sourceBytes, to)
              .pDstSize(size);
      check(COMMAND, NVCooperativeVector.vkConvertCooperativeVectorMatrixNV(device, info));
      return VulkanException.size(COMMAND, size.get(0));
    }
  }

  private static VkConvertCooperativeVectorMatrixInfoNV describe(
      VkConvertCooperativeVectorMatrixInfoNV info,
      VectorMatrix from,
      long sourceBytes,
      VectorMatrix to) {
    return info.sType$Default()
        .srcSize(sourceBytes)
        .srcComponentType(from.component().vulkanValue())
        .dstComponentType(to.component().vulkanValue())
        .numRows(from.rows())
        .numColumns(from.columns())
        .srcLayout(from.layout().ordinal())
        .srcStride(from.stride())
        .dstLayout(to.layout().ordinal())
        .dstStride(to.stride());
  }

  /** All matrices in one command; what lies between them must not change. */
  static List<byte[]> onDevice(VulkanDevice owner, List<Device.Conversion> all) {
    int[] sources = new int[all.size()];
    int[] targets = new int[all.size()];
    int[] sizes = new int[all.size()];
    int end = ALIGNMENT;
    for (int i = 0; i < sizes.length; i++) {
      Device.Conversion one = all.get(i);
      sizes[i] = size(owner.handle(), one.from(), one.source().length, one.to());
      sources[i] = end;
      targets[i] = aligned(sources[i] + one.source().length) + ALIGNMENT;
      end = aligned(targets[i] + sizes[i]) + ALIGNMENT;
    }
    BufferArena arena = owner.arena(end, MemoryKind.USUAL);
    arena.fill(0, end, FILL);
    for (int i = 0; i < sizes.length; i++) {
      arena.write(sources[i], all.get(i).source());
    }
    try (MemoryStack stack = MemoryStack.stackPush()) {
      VkConvertCooperativeVectorMatrixInfoNV.Buffer infos =
          VkConvertCooperativeVectorMatrixInfoNV.calloc(sizes.length, stack);
      for (int i = 0; i < sizes.length; i++) {
        Device.Conversion one = all.get(i);
        VkConvertCooperativeVectorMatrixInfoNV info = infos.get(i);
        describe(info, one.from(), one.source().length, one.to())
            .pDstSize(stack.pointers(sizes[i]));
        info.srcData().deviceAddress(arena.address() + sources[i]);
        info.dstData().deviceAddress(arena.address() + targets[i]);
      }
      VkMemoryBarrier2.Buffer barrier =
          VkMemoryBarrier2.calloc(1, stack)
              .sType$Default()
              .srcStageMask(CONVERT_STAGE)
              .srcAccessMask(TRANSFER_WRITE)
              .dstStageMask(HOST_STAGE)
              .dstAccessMask(HOST_READ);
      VkDependencyInfo dependency =
          VkDependencyInfo.calloc(stack).sType$Default().pMemoryBarriers(barrier);
      owner.submit(
          commands -> {
            NVCooperativeVector.vkCmdConvertCooperativeVectorMatrixNV(commands, infos);
            VK13.vkCmdPipelineBarrier2(commands, dependency);
          });
    }
    List<byte[]> results = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < sizes.length; i++) {
      untouched(arena, from, sources[i]);
      untouched(arena, sources[i] + all.get(i).source().length, targets[i]);
      from = targets[i] + sizes[i];
      results.add(arena.read(targets[i], sizes[i]));
    }
    untouched(arena, from, end);
    return results;
  }

  /** Bytes that a matrix takes on a device. */
  private static int bytes(VkDevice device, VectorMatrix matrix) {
    VectorMatrix rows = VectorMatrix.rowMajor(matrix.component(), matrix.rows(), matrix.columns());
    return matrix.layout().isOptimal() ? size(device, rows, rows.bytes(), matrix) : matrix.bytes();
  }

  /**
   * Records the conversion of one matrix.
   *
   * @param source address of the matrix
   * @param target address of what becomes of it
   * @param capacity bytes that there are
   */
  static void record(
      VkCommandBuffer commands,
      VectorMatrix from,
      long source,
      VectorMatrix to,
      long target,
      int capacity) {
    VkDevice device = commands.getDevice();
    int sourceBytes = bytes(device, from);
    int bytes = size(device, from, sourceBytes, to);
    if (bytes > capacity) {
      throw new VulkanException("a matrix of " + bytes + " bytes for " + capacity, -1);
    }
    try (MemoryStack stack = MemoryStack.stackPush()) {
      VkConvertCooperativeVectorMatrixInfoNV.Buffer info =
          VkConvertCooperativeVectorMatrixInfoNV.calloc(1, stack);
      describe(info.get(0), from, sourceBytes, to).pDstSize(stack.pointers(bytes));
      info.srcData().deviceAddress(source);
      info.dstData().deviceAddress(target);
      NVCooperativeVector.vkCmdConvertCooperativeVectorMatrixNV(commands, info);
    }
  }

  private static int aligned(int bytes) {
    return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
  }

  private static void untouched(BufferArena arena, int from, int to) {
    for (byte found : arena.read(from, to - from)) {
      if (found != FILL) {
        throw new VulkanException(OVERRUN, -1);
      }
    }
  }

  /** The matrix alone, between guard bytes that must not change, as the source must not. */
  static byte[] onHost(VkDevice device, VectorMatrix from, byte[] source, VectorMatrix to) {
    int bytes = size(device, from, source.length, to);
    ByteBuffer input = MemoryUtil.memAlignedAlloc(ALIGNMENT, Math.max(ALIGNMENT, source.length));
    ByteBuffer output = MemoryUtil.memAlignedAlloc(ALIGNMENT, aligned(bytes) + 3 * ALIGNMENT);
    try (MemoryStack stack = MemoryStack.stackPush()) {
      input.put(0, source);
      PointerBuffer size = stack.pointers(bytes);
      VkConvertCooperativeVectorMatrixInfoNV info =
          describe(VkConvertCooperativeVectorMatrixInfoNV.calloc(stack), from, source.length, to)
              .pDstSize(size);
      MemoryUtil.memSet(output, FILL);
      MemoryUtil.memSet(MemoryUtil.memAddress(output, ALIGNMENT), 0, bytes);
      info.srcData().hostAddress(MemoryUtil.memAddress(input));
      info.dstData().hostAddress(MemoryUtil.memAddress(output, ALIGNMENT));
      check(COMMAND, NVCooperativeVector.vkConvertCooperativeVectorMatrixNV(device, info));
      int written = VulkanException.size(COMMAND, size.get(0));
      if (written > bytes) {
        throw VulkanException.odd(
            COMMAND,
            "tells of %d bytes written where there was room for %d".formatted(written, bytes));
      }
      byte[] after = new byte[source.length];
      input.get(0, after);
      byte[] around = new byte[output.capacity()];
      output.get(0, around);
      byte[] result = Arrays.copyOfRange(around, ALIGNMENT, ALIGNMENT + written);
      Arrays.fill(around, ALIGNMENT, ALIGNMENT + bytes, FILL);
      for (byte found : around) {
        if (found != FILL) {
          throw new VulkanException(OVERRUN, -1);
        }
      }
      if (!Arrays.equals(after, source)) {
        throw new VulkanException("a conversion that changed its source", -1);
      }
      return result;
    } finally {
      MemoryUtil.memAlignedFree(input);
      MemoryUtil.memAlignedFree(output);
    }
  }
}
