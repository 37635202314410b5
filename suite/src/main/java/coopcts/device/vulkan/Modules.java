// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.device.Kernel;
import coopcts.model.ShaderStage;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPipelineShaderStageCreateInfo;
import org.lwjgl.vulkan.VkPipelineShaderStageRequiredSubgroupSizeCreateInfo;
import org.lwjgl.vulkan.VkShaderModuleCreateInfo;
import org.lwjgl.vulkan.VkSpecializationInfo;
import org.lwjgl.vulkan.VkSpecializationMapEntry;

/** The shader modules of a kernel and its companions, for as long as a pipeline is made of them. */
final class Modules implements AutoCloseable {

  private static final int REQUIRE_FULL_SUBGROUPS = 2;

  private final VkDevice device;
  private final Kernel kernel;
  private final SortedMap<ShaderStage, Long> handles = new TreeMap<>();

  Modules(VkDevice device, Kernel kernel, MemoryStack stack) {
    this.device = device;
    this.kernel = kernel;
    try {
      handles.put(kernel.stage(), create(kernel.spirv(), stack));
      for (Map.Entry<ShaderStage, byte[]> other : kernel.companions().entrySet()) {
        handles.put(other.getKey(), create(other.getValue(), stack));
      }
    } catch (VulkanException e) {
      close();
      throw e;
    }
  }

  private Modules(VkDevice device, Kernel kernel, SortedMap<ShaderStage, Long> handles) {
    this.device = device;
    this.kernel = kernel;
    this.handles.putAll(handles);
  }

  /** The same modules for a pipeline whose constants have their defaults; not to be closed. */
  Modules unspecialized() {
    return new Modules(device, kernel.specialized(Collections.emptySortedMap()), handles);
  }

  private long create(byte[] spirv, MemoryStack stack) {
    LongBuffer handle = stack.mallocLong(1);
    ByteBuffer code = MemoryUtil.memAlloc(spirv.length);
    try {
      code.put(spirv).flip();
      VkShaderModuleCreateInfo info =
          VkShaderModuleCreateInfo.calloc(stack).sType$Default().pCode(code);
      check("vkCreateShaderModule", VK10.vkCreateShaderModule(device, info, null, handle));
      return handle.get(0);
    } finally {
      MemoryUtil.memFree(code);
    }
  }

  Kernel kernel() {
    return kernel;
  }

  /** The stages, in the order of {@link #stages}. */
  List<ShaderStage> order() {
    return new ArrayList<>(handles.keySet());
  }

  /** All stages with their modules. */
  VkPipelineShaderStageCreateInfo.Buffer stages(MemoryStack stack) {
    var stages = VkPipelineShaderStageCreateInfo.calloc(handles.size(), stack);
    handles.forEach(
        (stage, module) -> {
          VkPipelineShaderStageCreateInfo info =
              stages.get().sType$Default().stage(stage.bit()).module(module);
          if (stage == kernel.stage()) {
            own(info, stack);
          } else {
            info.pName(stack.UTF8("main"));
          }
        });
    return stages.flip();
  }

  private void own(VkPipelineShaderStageCreateInfo info, MemoryStack stack) {
    info.pName(stack.UTF8(kernel.entry())).pSpecializationInfo(specialization(stack));
    if (kernel.fullSubgroups()) {
      info.flags(REQUIRE_FULL_SUBGROUPS);
    }
    if (kernel.requiredSubgroupSize().isPresent()) {
      info.flags(REQUIRE_FULL_SUBGROUPS).pNext(requiredSize(stack));
    }
  }

  /** The size of subgroups that the kernel requires, as the stage's create info has it. */
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo requiredSize(MemoryStack stack) {
    return VkPipelineShaderStageRequiredSubgroupSizeCreateInfo.calloc(stack)
        .sType$Default()
        .requiredSubgroupSize(kernel.requiredSubgroupSize().orElseThrow());
  }

  /** The values of specialization constants, or null. */
  VkSpecializationInfo specialization(MemoryStack stack) {
    if (kernel.specialization().isEmpty()) {
      return null;
    }
    var entries = VkSpecializationMapEntry.calloc(kernel.specialization().size(), stack);
    ByteBuffer data = stack.calloc(8 * kernel.specialization().size());
    kernel
        .specialization()
        .forEach(
            (id, bytes) -> {
              entries.get().constantID(id).offset(data.position()).size(bytes.length);
              data.put(bytes);
            });
    return VkSpecializationInfo.calloc(stack).pMapEntries(entries.flip()).pData(data.flip());
  }

  @Override
  public void close() {
    handles.values().forEach(module -> VK10.vkDestroyShaderModule(device, module, null));
    handles.clear();
  }
}
