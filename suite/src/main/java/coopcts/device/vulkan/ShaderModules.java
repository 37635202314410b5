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
import java.util.function.ToLongFunction;
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
final class ShaderModules implements AutoCloseable {

  private static final int REQUIRE_FULL_SUBGROUPS = 2;

  /** Places for specialization constants where each stands in that of its id. */
  private static final int PLACES = 512;

  /** Ids that no shader's constants have, for the places between. */
  private static final int NOBODY = 0x4000_0000;

  private final VkDevice device;
  private final Kernel kernel;
  private final boolean isValidated;
  private final OwnEntry entry;
  private final SortedMap<ShaderStage, Long> handles = new TreeMap<>();

  /**
   * @param isValidated whether the validation layer listens: it takes a specialization constant's
   *     id for its place among those that are given, and has the default where there is no such
   *     place
   */
  ShaderModules(VkDevice device, Kernel kernel, boolean isValidated, MemoryStack stack) {
    this(device, kernel, isValidated, spirv -> create(device, spirv, stack));
  }

  /**
   * The same, made in another way.
   *
   * @param making a handle of a module's words
   */
  ShaderModules(
      VkDevice device, Kernel kernel, boolean isValidated, ToLongFunction<byte[]> making) {
    this.device = device;
    this.kernel = kernel;
    this.isValidated = isValidated;
    this.entry = OwnEntry.of(kernel);
    try {
      handles.put(kernel.stage(), making.applyAsLong(entry.spirv()));
      for (Map.Entry<ShaderStage, byte[]> other : kernel.companions().entrySet()) {
        handles.put(other.getKey(), making.applyAsLong(other.getValue()));
      }
    } catch (VulkanException e) {
      close();
      throw e;
    }
  }

  private ShaderModules(ShaderModules others, Kernel kernel) {
    this.device = others.device;
    this.kernel = kernel;
    this.isValidated = others.isValidated;
    this.entry = others.entry;
    this.handles.putAll(others.handles);
  }

  /** The same modules for a pipeline whose constants have their defaults; not to be closed. */
  ShaderModules unspecialized() {
    return new ShaderModules(this, kernel.specialized(Collections.emptySortedMap()));
  }

  private static long create(VkDevice device, byte[] spirv, MemoryStack stack) {
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
    info.pName(stack.UTF8(entry.name())).pSpecializationInfo(specialization(stack));
    if (kernel.isFull()) {
      info.flags(REQUIRE_FULL_SUBGROUPS);
    }
    if (kernel.requiredSubgroupSize().isPresent()) {
      info.pNext(requiredSize(stack));
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
    SortedMap<Integer, byte[]> values = kernel.specialization();
    if (values.isEmpty()) {
      return null;
    }
    boolean hasPlaces = isValidated && values.firstKey() >= 0 && values.lastKey() < PLACES;
    var entries =
        VkSpecializationMapEntry.calloc(hasPlaces ? values.lastKey() + 1 : values.size(), stack);
    ByteBuffer data = stack.calloc(8 * values.size());
    values.forEach(
        (id, bytes) -> {
          while (hasPlaces && entries.position() < id) {
            entries.get().constantID(NOBODY + entries.position());
          }
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
