// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPipelineCacheCreateInfo;

/** What a driver keeps of the pipelines that it made. */
final class PipelineCache implements AutoCloseable {

  private final VkDevice device;
  private final long handle;

  /**
   * @param data what an earlier cache kept, or null
   */
  PipelineCache(VkDevice device, ByteBuffer data) {
    this.device = device;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      LongBuffer created = stack.mallocLong(1);
      check(
          "vkCreatePipelineCache",
          VK10.vkCreatePipelineCache(
              device,
              VkPipelineCacheCreateInfo.calloc(stack).sType$Default().pInitialData(data),
              null,
              created));
      handle = created.get(0);
    }
  }

  long handle() {
    return handle;
  }

  /** What it keeps, to be freed by the caller. */
  ByteBuffer data() {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      PointerBuffer size = stack.mallocPointer(1);
      check("vkGetPipelineCacheData", VK10.vkGetPipelineCacheData(device, handle, size, null));
      ByteBuffer data =
          MemoryUtil.memAlloc(VulkanException.size("vkGetPipelineCacheData", size.get(0)));
      check("vkGetPipelineCacheData", VK10.vkGetPipelineCacheData(device, handle, size, data));
      return data;
    }
  }

  @Override
  public void close() {
    VK10.vkDestroyPipelineCache(device, handle, null);
  }
}
