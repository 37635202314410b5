// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.model.ShaderStage;
import java.nio.LongBuffer;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.EXTMeshShader;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkGraphicsPipelineCreateInfo;
import org.lwjgl.vulkan.VkPipelineColorBlendStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineDynamicStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineInputAssemblyStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineMultisampleStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineRasterizationStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineRenderingCreateInfo;
import org.lwjgl.vulkan.VkPipelineTessellationStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineVertexInputStateCreateInfo;
import org.lwjgl.vulkan.VkPipelineViewportStateCreateInfo;
import org.lwjgl.vulkan.VkRect2D;
import org.lwjgl.vulkan.VkRenderingInfo;
import org.lwjgl.vulkan.VkViewport;

/**
 * A draw that leaves no picture: as many vertices, patches, points, fragments or workgroups of mesh
 * shaders as are asked for.
 */
final class GraphicsWork implements PipelineWork {

  /** Vertices of the one triangle that covers all fragments. */
  private static final int TRIANGLE = 3;

  private final VkDevice device;
  private final ShaderStage stage;
  private final long pipeline;

  GraphicsWork(
      VulkanDevice owner, ShaderModules modules, long layout, long cache, MemoryStack stack) {
    device = owner.handle();
    stage = modules.kernel().stage();
    VkGraphicsPipelineCreateInfo.Buffer info =
        VkGraphicsPipelineCreateInfo.calloc(1, stack)
            .sType$Default()
            .pNext(VkPipelineRenderingCreateInfo.calloc(stack).sType$Default())
            .pStages(modules.stages(stack))
            .pVertexInputState(VkPipelineVertexInputStateCreateInfo.calloc(stack).sType$Default())
            .pInputAssemblyState(
                VkPipelineInputAssemblyStateCreateInfo.calloc(stack)
                    .sType$Default()
                    .topology(topology()))
            .pTessellationState(
                VkPipelineTessellationStateCreateInfo.calloc(stack)
                    .sType$Default()
                    .patchControlPoints(1))
            .pViewportState(
                VkPipelineViewportStateCreateInfo.calloc(stack)
                    .sType$Default()
                    .viewportCount(1)
                    .scissorCount(1))
            .pRasterizationState(
                VkPipelineRasterizationStateCreateInfo.calloc(stack)
                    .sType$Default()
                    .rasterizerDiscardEnable(stage != ShaderStage.FRAGMENT)
                    .lineWidth(1))
            .pMultisampleState(
                VkPipelineMultisampleStateCreateInfo.calloc(stack)
                    .sType$Default()
                    .rasterizationSamples(1))
            .pColorBlendState(VkPipelineColorBlendStateCreateInfo.calloc(stack).sType$Default())
            .pDynamicState(
                VkPipelineDynamicStateCreateInfo.calloc(stack)
                    .sType$Default()
                    .pDynamicStates(
                        stack.ints(VK10.VK_DYNAMIC_STATE_VIEWPORT, VK10.VK_DYNAMIC_STATE_SCISSOR)))
            .layout(layout);
    LongBuffer handle = stack.mallocLong(1);
    check(
        "vkCreateGraphicsPipelines",
        VK10.vkCreateGraphicsPipelines(device, cache, info, null, handle));
    pipeline = handle.get(0);
  }

  private int topology() {
    return switch (stage) {
      case TESSELLATION_CONTROL, TESSELLATION_EVALUATION -> VK10.VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
      case FRAGMENT -> VK10.VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
      default -> VK10.VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    };
  }

  @Override
  public int bindPoint() {
    return VK10.VK_PIPELINE_BIND_POINT_GRAPHICS;
  }

  @Override
  public void bind(VkCommandBuffer commands, MemoryStack stack) {
    VK10.vkCmdBindPipeline(commands, bindPoint(), pipeline);
  }

  @Override
  public void record(VkCommandBuffer commands, List<Integer> groups) {
    int width = stage == ShaderStage.FRAGMENT ? groups.get(0) : 1;
    int height = stage == ShaderStage.FRAGMENT ? groups.get(1) : 1;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      VkRect2D.Buffer area = VkRect2D.calloc(1, stack);
      area.extent().set(width, height);
      VkViewport.Buffer viewport =
          VkViewport.calloc(1, stack).width(width).height(height).maxDepth(1);
      VkRenderingInfo rendering =
          VkRenderingInfo.calloc(stack).sType$Default().renderArea(area.get(0)).layerCount(1);
      VK13.vkCmdBeginRendering(commands, rendering);
      VK10.vkCmdSetViewport(commands, 0, viewport);
      VK10.vkCmdSetScissor(commands, 0, area);
      if (stage.hasWorkgroups()) {
        EXTMeshShader.vkCmdDrawMeshTasksEXT(commands, groups.get(0), groups.get(1), groups.get(2));
      } else {
        VK10.vkCmdDraw(commands, stage == ShaderStage.FRAGMENT ? TRIANGLE : groups.get(0), 1, 0, 0);
      }
      VK13.vkCmdEndRendering(commands);
    }
  }

  @Override
  public void close() {
    VK10.vkDestroyPipeline(device, pipeline, null);
  }
}
