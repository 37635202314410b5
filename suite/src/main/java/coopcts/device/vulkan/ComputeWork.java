package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import java.nio.LongBuffer;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkComputePipelineCreateInfo;
import org.lwjgl.vulkan.VkDevice;

/** A compute shader's workgroups. */
final class ComputeWork implements Work {

  private final VkDevice device;
  private final long pipeline;

  ComputeWork(VulkanDevice owner, Modules modules, long layout, long cache, MemoryStack stack) {
    device = owner.handle();
    VkComputePipelineCreateInfo.Buffer info =
        VkComputePipelineCreateInfo.calloc(1, stack)
            .sType$Default()
            .stage(modules.stages(stack).get(0))
            .layout(layout);
    LongBuffer handle = stack.mallocLong(1);
    check(
        "vkCreateComputePipelines",
        VK10.vkCreateComputePipelines(device, cache, info, null, handle));
    pipeline = handle.get(0);
  }

  @Override
  public int bindPoint() {
    return VK10.VK_PIPELINE_BIND_POINT_COMPUTE;
  }

  @Override
  public long pipeline() {
    return pipeline;
  }

  @Override
  public void record(VkCommandBuffer commands, List<Integer> groups) {
    VK10.vkCmdDispatch(commands, groups.get(0), groups.get(1), groups.get(2));
  }

  @Override
  public void close() {
    VK10.vkDestroyPipeline(device, pipeline, null);
  }
}
