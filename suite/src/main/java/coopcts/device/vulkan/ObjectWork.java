// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.device.Kernel;
import coopcts.model.SubmissionPath;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.EXTShaderObject;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPushConstantRange;
import org.lwjgl.vulkan.VkShaderCreateInfoEXT;

/** A compute shader as an object of its own, without a pipeline. */
final class ObjectWork implements PipelineWork {

  private static final int FULL_SUBGROUPS = 4;

  /** Binaries of shaders lie at multiples of this. */
  private static final int BINARY_ALIGNMENT = 16;

  private final VkDevice device;
  private final long shader;

  ObjectWork(VulkanDevice owner, ShaderModules modules, long[] layouts, MemoryStack stack) {
    device = owner.handle();
    Kernel kernel = modules.kernel();
    ByteBuffer code = MemoryUtil.memAlignedAlloc(BINARY_ALIGNMENT, kernel.spirv().length);
    try {
      code.put(kernel.spirv()).flip();
      long made = create(info(modules, layouts, code, stack), stack);
      shader =
          kernel.way() == SubmissionPath.SHADER_BINARY
              ? ofBinary(made, modules, layouts, stack)
              : made;
    } finally {
      MemoryUtil.memAlignedFree(code);
    }
  }

  private static VkShaderCreateInfoEXT.Buffer info(
      ShaderModules modules, long[] layouts, ByteBuffer code, MemoryStack stack) {
    Kernel kernel = modules.kernel();
    VkShaderCreateInfoEXT.Buffer info =
        VkShaderCreateInfoEXT.calloc(1, stack)
            .sType$Default()
            .stage(kernel.stage().bit())
            .codeType(EXTShaderObject.VK_SHADER_CODE_TYPE_SPIRV_EXT)
            .pCode(code)
            .pName(stack.UTF8(kernel.entry()))
            .pSetLayouts(stack.longs(layouts))
            .pSpecializationInfo(modules.specialization(stack));
    if (kernel.pushBytes() > 0) {
      info.pPushConstantRanges(
          VkPushConstantRange.calloc(1, stack)
              .stageFlags(kernel.stage().bit())
              .size(kernel.pushBytes()));
    }
    if (kernel.isFull()) {
      info.flags(FULL_SUBGROUPS);
    }
    if (kernel.requiredSubgroupSize().isPresent()) {
      info.pNext(modules.requiredSize(stack).address());
    }
    return info;
  }

  private long create(VkShaderCreateInfoEXT.Buffer info, MemoryStack stack) {
    LongBuffer handle = stack.mallocLong(1);
    check("vkCreateShadersEXT", EXTShaderObject.vkCreateShadersEXT(device, info, null, handle));
    return handle.get(0);
  }

  private long ofBinary(long made, ShaderModules modules, long[] layouts, MemoryStack stack) {
    ByteBuffer binary = null;
    try {
      PointerBuffer size = stack.mallocPointer(1);
      check(
          "vkGetShaderBinaryDataEXT",
          EXTShaderObject.vkGetShaderBinaryDataEXT(device, made, size, null));
      binary =
          MemoryUtil.memAlignedAlloc(
              BINARY_ALIGNMENT, VulkanException.size("vkGetShaderBinaryDataEXT", size.get(0)));
      check(
          "vkGetShaderBinaryDataEXT",
          EXTShaderObject.vkGetShaderBinaryDataEXT(device, made, size, binary));
      return create(
          info(modules, layouts, binary, stack)
              .codeType(EXTShaderObject.VK_SHADER_CODE_TYPE_BINARY_EXT),
          stack);
    } finally {
      EXTShaderObject.vkDestroyShaderEXT(device, made, null);
      if (binary != null) {
        MemoryUtil.memAlignedFree(binary);
      }
    }
  }

  @Override
  public int bindPoint() {
    return VK10.VK_PIPELINE_BIND_POINT_COMPUTE;
  }

  @Override
  public void bind(VkCommandBuffer commands, MemoryStack stack) {
    EXTShaderObject.vkCmdBindShadersEXT(
        commands, stack.ints(VK10.VK_SHADER_STAGE_COMPUTE_BIT), stack.longs(shader));
  }

  @Override
  public void record(VkCommandBuffer commands, List<Integer> groups) {
    VK10.vkCmdDispatch(commands, groups.get(0), groups.get(1), groups.get(2));
  }

  @Override
  public void close() {
    EXTShaderObject.vkDestroyShaderEXT(device, shader, null);
  }
}
