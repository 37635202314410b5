// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static org.lwjgl.system.MemoryUtil.NULL;
import static org.lwjgl.system.MemoryUtil.memByteBuffer;
import static org.lwjgl.system.MemoryUtil.memGetAddress;
import static org.lwjgl.system.MemoryUtil.memGetInt;
import static org.lwjgl.system.MemoryUtil.memPutAddress;
import static org.lwjgl.system.MemoryUtil.memPutInt;
import static org.lwjgl.system.MemoryUtil.memSet;
import static org.lwjgl.system.MemoryUtil.nmemAlloc;
import static org.lwjgl.system.MemoryUtil.nmemFree;

import coopcts.device.ProgrammingInterface.Answer;
import coopcts.model.MatrixQuery;
import java.nio.IntBuffer;
import java.util.function.LongConsumer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.EXTCooperativeMatrixMaintenance1;
import org.lwjgl.vulkan.KHRCooperativeMatrix;
import org.lwjgl.vulkan.NVCooperativeMatrix;
import org.lwjgl.vulkan.NVCooperativeMatrix2;
import org.lwjgl.vulkan.NVCooperativeVector;
import org.lwjgl.vulkan.VkCooperativeMatrixFlexibleDimensionsPropertiesNV;
import org.lwjgl.vulkan.VkCooperativeMatrixProperties2EXT;
import org.lwjgl.vulkan.VkCooperativeMatrixPropertiesKHR;
import org.lwjgl.vulkan.VkCooperativeMatrixPropertiesNV;
import org.lwjgl.vulkan.VkCooperativeVectorPropertiesNV;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceCooperativeMatrixInfo2EXT;

/**
 * A command that fills an array of structures, asked first for their number and then for them.
 *
 * @param structureType what sType is to be
 * @param bytes of a structure
 */
record ArrayQuery(String command, int structureType, int bytes, Call call) {

  /** What memory holds that the command must not write, by bytes. */
  private static final int UNWRITTEN = 0xCD;

  /** The same, as a member of 32 bits. */
  static final int UNWRITTEN_INT = 0xCDCDCDCD;

  private static final int SATURATING =
      EXTCooperativeMatrixMaintenance1.VK_COOPERATIVE_MATRIX_SATURATING_ACCUMULATION_BIT_EXT;

  /** The command itself. */
  @FunctionalInterface
  interface Call {
    /**
     * @param count address of the number
     * @param array address of the structures, or NULL
     * @return the command's VkResult
     */
    int call(VkPhysicalDevice device, long count, long array);
  }

  static final ArrayQuery MATRIX =
      new ArrayQuery(
          "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR",
          KHRCooperativeMatrix.VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES_KHR,
          VkCooperativeMatrixPropertiesKHR.SIZEOF,
          KHRCooperativeMatrix::nvkGetPhysicalDeviceCooperativeMatrixPropertiesKHR);

  static final ArrayQuery MATRIX_NV =
      new ArrayQuery(
          "vkGetPhysicalDeviceCooperativeMatrixPropertiesNV",
          NVCooperativeMatrix.VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES_NV,
          VkCooperativeMatrixPropertiesNV.SIZEOF,
          NVCooperativeMatrix::nvkGetPhysicalDeviceCooperativeMatrixPropertiesNV);

  static final ArrayQuery FLEXIBLE =
      new ArrayQuery(
          "vkGetPhysicalDeviceCooperativeMatrixFlexibleDimensionsPropertiesNV",
          NVCooperativeMatrix2
              .VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_FLEXIBLE_DIMENSIONS_PROPERTIES_NV,
          VkCooperativeMatrixFlexibleDimensionsPropertiesNV.SIZEOF,
          NVCooperativeMatrix2
              ::nvkGetPhysicalDeviceCooperativeMatrixFlexibleDimensionsPropertiesNV);

  static final ArrayQuery VECTOR =
      new ArrayQuery(
          "vkGetPhysicalDeviceCooperativeVectorPropertiesNV",
          NVCooperativeVector.VK_STRUCTURE_TYPE_COOPERATIVE_VECTOR_PROPERTIES_NV,
          VkCooperativeVectorPropertiesNV.SIZEOF,
          NVCooperativeVector::nvkGetPhysicalDeviceCooperativeVectorPropertiesNV);

  /** The rows that answer a question. */
  static ArrayQuery of(MatrixQuery query) {
    return new ArrayQuery(
        "vkGetPhysicalDeviceCooperativeMatrixProperties2EXT",
        EXTCooperativeMatrixMaintenance1.VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES_2_EXT,
        VkCooperativeMatrixProperties2EXT.SIZEOF,
        (device, count, array) -> {
          try (MemoryStack stack = MemoryStack.stackPush()) {
            var info =
                VkPhysicalDeviceCooperativeMatrixInfo2EXT.calloc(stack)
                    .sType$Default()
                    .scope(query.scope().value())
                    .invocations(query.invocations())
                    .subgroupSize(query.subgroupSize())
                    .flags(query.saturating() ? SATURATING : 0);
            return EXTCooperativeMatrixMaintenance1
                .nvkGetPhysicalDeviceCooperativeMatrixProperties2EXT(
                    device, info.address(), count, array);
          }
        });
  }

  /** The number of structures: the call without an array. */
  Answer ask(VkPhysicalDevice device) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      IntBuffer count = stack.ints(-1);
      int result = call.call(device, MemoryUtil.memAddress(count), NULL);
      return new Answer(result, count.get(0), new byte[0]);
    }
  }

  /**
   * The call with an array.
   *
   * @param wanted the number that the call is given
   * @param room structures that memory is there for, each with its sType
   */
  Answer ask(VkPhysicalDevice device, int wanted, int room) {
    long array = nmemAlloc(Math.max(1, (long) room * bytes));
    try (MemoryStack stack = MemoryStack.stackPush()) {
      memSet(array, UNWRITTEN, (long) room * bytes);
      for (int i = 0; i < room; i++) {
        memPutInt(array + (long) i * bytes, structureType);
        memPutAddress(array + (long) i * bytes + 8, NULL);
      }
      IntBuffer count = stack.ints(wanted);
      int result = call.call(device, MemoryUtil.memAddress(count), array);
      byte[] content = new byte[room * bytes];
      memByteBuffer(array, content.length).get(content);
      return new Answer(result, count.get(0), content);
    } finally {
      nmemFree(array);
    }
  }

  /** Hands the address of each structure to a reader. */
  void forEach(VkPhysicalDevice device, LongConsumer reader) {
    Answer number = ask(device);
    VulkanException.check(command, number.result());
    int room = VulkanException.number(command, number.count());
    Answer all = ask(device, room, room);
    VulkanException.check(command, all.result());
    if (all.count() < 0 || all.count() > room) {
      throw VulkanException.odd(
          command,
          "%d structures where there was room for %d"
              .formatted(Integer.toUnsignedLong(all.count()), room));
    }
    long array = nmemAlloc(Math.max(1, all.array().length));
    try {
      memByteBuffer(array, all.array().length).put(all.array());
      for (int i = 0; i < all.count(); i++) {
        reader.accept(array + (long) i * bytes);
      }
    } finally {
      nmemFree(array);
    }
  }

  /** Whether a structure of an answer is as it was before the call. */
  boolean isUnwritten(Answer answer, int index) {
    for (int at = 16; at < bytes; at++) {
      if (answer.array()[index * bytes + at] != (byte) UNWRITTEN) {
        return false;
      }
    }
    return isLabelled(answer, index);
  }

  /** Whether sType and pNext of a structure are what the caller set. */
  boolean isLabelled(Answer answer, int index) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      long head = stack.nmalloc(8, 16);
      memByteBuffer(head, 16).put(answer.array(), index * bytes, 16);
      return memGetInt(head) == structureType && memGetAddress(head + 8) == NULL;
    }
  }
}
