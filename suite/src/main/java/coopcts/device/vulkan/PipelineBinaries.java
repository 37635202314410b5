// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.KHRMaintenance5;
import org.lwjgl.vulkan.KHRPipelineBinary;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkComputePipelineCreateInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPipelineBinaryCreateInfoKHR;
import org.lwjgl.vulkan.VkPipelineBinaryDataInfoKHR;
import org.lwjgl.vulkan.VkPipelineBinaryDataKHR;
import org.lwjgl.vulkan.VkPipelineBinaryHandlesInfoKHR;
import org.lwjgl.vulkan.VkPipelineBinaryInfoKHR;
import org.lwjgl.vulkan.VkPipelineBinaryKeyKHR;
import org.lwjgl.vulkan.VkPipelineBinaryKeysAndDataKHR;
import org.lwjgl.vulkan.VkPipelineCreateFlags2CreateInfoKHR;

/** Pipelines that are taken apart into binaries and made of these again. */
final class PipelineBinaries {

  private final VkDevice device;

  PipelineBinaries(VkDevice device) {
    this.device = device;
  }

  /** A binary's key and data. */
  private record Kept(byte[] key, ByteBuffer data) {}

  /** A pipeline of the binaries of the one that the info describes. */
  long recreated(VkComputePipelineCreateInfo.Buffer info, MemoryStack stack) {
    List<Kept> kept = captured(info, stack);
    try {
      LongBuffer binaries = binaries(kept, stack);
      try {
        return create(
            info.pNext(
                VkPipelineBinaryInfoKHR.calloc(stack)
                    .sType$Default()
                    .pPipelineBinaries(binaries)
                    .address()),
            stack);
      } finally {
        destroy(binaries);
      }
    } finally {
      kept.forEach(one -> MemoryUtil.memFree(one.data));
    }
  }

  private long create(VkComputePipelineCreateInfo.Buffer info, MemoryStack stack) {
    LongBuffer handle = stack.mallocLong(1);
    check(
        "vkCreateComputePipelines",
        VK10.vkCreateComputePipelines(device, VK10.VK_NULL_HANDLE, info, null, handle));
    return handle.get(0);
  }

  private List<Kept> captured(VkComputePipelineCreateInfo.Buffer info, MemoryStack stack) {
    long pipeline =
        create(
            info.pNext(
                VkPipelineCreateFlags2CreateInfoKHR.calloc(stack)
                    .sType(
                        KHRMaintenance5.VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR)
                    .flags(KHRPipelineBinary.VK_PIPELINE_CREATE_2_CAPTURE_DATA_BIT_KHR)
                    .address()),
            stack);
    try {
      var create = VkPipelineBinaryCreateInfoKHR.calloc(stack).sType$Default().pipeline(pipeline);
      var handles = VkPipelineBinaryHandlesInfoKHR.calloc(stack).sType$Default();
      create("vkCreatePipelineBinariesKHR", create, handles);
      LongBuffer binaries =
          stack.mallocLong(
              VulkanException.number("vkCreatePipelineBinariesKHR", handles.pipelineBinaryCount()));
      handles.pPipelineBinaries(binaries);
      create("vkCreatePipelineBinariesKHR", create, handles);
      try {
        List<Kept> kept = new ArrayList<>();
        for (int i = 0; i < binaries.capacity(); i++) {
          kept.add(kept(binaries.get(i), stack));
        }
        return kept;
      } finally {
        destroy(binaries);
      }
    } finally {
      VK10.vkDestroyPipeline(device, pipeline, null);
    }
  }

  private void create(
      String command, VkPipelineBinaryCreateInfoKHR info, VkPipelineBinaryHandlesInfoKHR handles) {
    check(command, KHRPipelineBinary.vkCreatePipelineBinariesKHR(device, info, null, handles));
  }

  private Kept kept(long binary, MemoryStack stack) {
    var info = VkPipelineBinaryDataInfoKHR.calloc(stack).sType$Default().pipelineBinary(binary);
    var key = VkPipelineBinaryKeyKHR.calloc(stack).sType$Default();
    PointerBuffer size = stack.mallocPointer(1);
    check(
        "vkGetPipelineBinaryDataKHR",
        KHRPipelineBinary.vkGetPipelineBinaryDataKHR(device, info, key, size, null));
    ByteBuffer data =
        MemoryUtil.memAlloc(VulkanException.size("vkGetPipelineBinaryDataKHR", size.get(0)));
    check(
        "vkGetPipelineBinaryDataKHR",
        KHRPipelineBinary.vkGetPipelineBinaryDataKHR(device, info, key, size, data));
    byte[] bytes = new byte[key.keySize()];
    key.key().get(bytes);
    return new Kept(bytes, data);
  }

  private LongBuffer binaries(List<Kept> kept, MemoryStack stack) {
    var keys = VkPipelineBinaryKeyKHR.calloc(kept.size(), stack);
    var data = VkPipelineBinaryDataKHR.calloc(kept.size(), stack);
    for (int i = 0; i < kept.size(); i++) {
      keys.get(i).sType$Default().keySize(kept.get(i).key.length);
      keys.get(i).key().put(kept.get(i).key);
      data.get(i).pData(kept.get(i).data);
    }
    var both =
        VkPipelineBinaryKeysAndDataKHR.calloc(stack)
            .binaryCount(kept.size())
            .pPipelineBinaryKeys(keys)
            .pPipelineBinaryData(data);
    LongBuffer binaries = stack.callocLong(kept.size());
    create(
        "vkCreatePipelineBinariesKHR",
        VkPipelineBinaryCreateInfoKHR.calloc(stack).sType$Default().pKeysAndDataInfo(both),
        VkPipelineBinaryHandlesInfoKHR.calloc(stack).sType$Default().pPipelineBinaries(binaries));
    return binaries;
  }

  private void destroy(LongBuffer binaries) {
    for (int i = 0; i < binaries.capacity(); i++) {
      KHRPipelineBinary.vkDestroyPipelineBinaryKHR(device, binaries.get(i), null);
    }
  }
}
