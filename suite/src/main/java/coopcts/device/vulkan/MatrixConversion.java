package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.model.VectorMatrix;
import java.nio.ByteBuffer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.NVCooperativeVector;
import org.lwjgl.vulkan.VkConvertCooperativeVectorMatrixInfoNV;
import org.lwjgl.vulkan.VkDevice;

/** {@code vkConvertCooperativeVectorMatrixNV} on host memory. */
final class MatrixConversion {

  private static final String COMMAND = "vkConvertCooperativeVectorMatrixNV";

  private MatrixConversion() {}

  static byte[] onHost(VkDevice device, VectorMatrix from, byte[] source, VectorMatrix to) {
    ByteBuffer input = MemoryUtil.memAlignedAlloc(64, Math.max(64, source.length));
    ByteBuffer output = null;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      input.put(0, source);
      PointerBuffer size = stack.mallocPointer(1);
      VkConvertCooperativeVectorMatrixInfoNV info =
          VkConvertCooperativeVectorMatrixInfoNV.calloc(stack)
              .sType$Default()
              .srcSize(source.length)
              .pDstSize(size)
              .srcComponentType(from.component().vulkanValue())
              .dstComponentType(to.component().vulkanValue())
              .numRows(from.rows())
              .numColumns(from.columns())
              .srcLayout(from.layout().ordinal())
              .srcStride(from.stride())
              .dstLayout(to.layout().ordinal())
              .dstStride(to.stride());
      check(COMMAND, NVCooperativeVector.vkConvertCooperativeVectorMatrixNV(device, info));
      int bytes = Math.toIntExact(size.get(0));
      output = MemoryUtil.memAlignedAlloc(64, Math.max(64, bytes));
      MemoryUtil.memSet(output, 0);
      info.srcData().hostAddress(MemoryUtil.memAddress(input));
      info.dstData().hostAddress(MemoryUtil.memAddress(output));
      check(COMMAND, NVCooperativeVector.vkConvertCooperativeVectorMatrixNV(device, info));
      byte[] result = new byte[Math.toIntExact(size.get(0))];
      output.get(0, result);
      return result;
    } finally {
      MemoryUtil.memAlignedFree(input);
      if (output != null) {
        MemoryUtil.memAlignedFree(output);
      }
    }
  }
}
