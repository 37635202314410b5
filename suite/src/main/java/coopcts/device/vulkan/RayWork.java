// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;
import static org.lwjgl.system.MemoryUtil.NULL;

import coopcts.model.ShaderStage;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.KHRRayTracingPipeline;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkRayTracingPipelineCreateInfoKHR;
import org.lwjgl.vulkan.VkRayTracingShaderGroupCreateInfoKHR;
import org.lwjgl.vulkan.VkStridedDeviceAddressRegionKHR;

/** Rays: one from each invocation of the ray generation shader. */
final class RayWork implements PipelineWork {

  private static final int TABLE_USAGE = 0x400;
  private static final int UNUSED = KHRRayTracingPipeline.VK_SHADER_UNUSED_KHR;

  /** The kinds of shader groups, each with a table of its own. */
  private enum Table {
    GENERATION,
    MISS,
    HIT,
    CALLABLE;

    static Table of(ShaderStage stage) {
      return switch (stage) {
        case RAY_GENERATION -> GENERATION;
        case MISS -> MISS;
        case CALLABLE -> CALLABLE;
        default -> HIT;
      };
    }
  }

  private final VulkanDevice owner;
  private final VkDevice device;
  private final long layout;
  private final long pipeline;
  private final List<Table> tables;
  private final BufferArena records;
  private final int step;
  private final int recordBytes;

  RayWork(VulkanDevice owner, ShaderModules modules, long layout, long cache, MemoryStack stack) {
    this.owner = owner;
    this.device = owner.handle();
    this.layout = layout;
    List<ShaderStage> order = modules.order();
    tables = new ArrayList<>(order.stream().map(Table::of).distinct().toList());
    VkRayTracingPipelineCreateInfoKHR.Buffer info =
        VkRayTracingPipelineCreateInfoKHR.calloc(1, stack)
            .sType$Default()
            .pStages(modules.stages(stack))
            .pGroups(groups(order, stack))
            .maxPipelineRayRecursionDepth(1)
            .layout(layout);
    LongBuffer handle = stack.mallocLong(1);
    check(
        "vkCreateRayTracingPipelinesKHR",
        KHRRayTracingPipeline.vkCreateRayTracingPipelinesKHR(
            device, NULL, cache, info, null, handle));
    pipeline = handle.get(0);
    recordBytes = owner.scene().recordBytes();
    step = owner.scene().tableBytes();
    records =
        new BufferArena(device, (tables.size() + 1) * step, TABLE_USAGE | DeviceBuffer.ADDRESS);
    writeRecords(owner.scene().handleBytes());
  }

  private VkRayTracingShaderGroupCreateInfoKHR.Buffer groups(
      List<ShaderStage> order, MemoryStack stack) {
    var groups = VkRayTracingShaderGroupCreateInfoKHR.calloc(tables.size(), stack);
    for (Table table : tables) {
      VkRayTracingShaderGroupCreateInfoKHR group =
          groups
              .get()
              .sType$Default()
              .generalShader(UNUSED)
              .closestHitShader(UNUSED)
              .anyHitShader(UNUSED)
              .intersectionShader(UNUSED);
      if (table == Table.HIT) {
        group.type(KHRRayTracingPipeline.VK_RAY_TRACING_SHADER_GROUP_TYPE_PROCEDURAL_HIT_GROUP_KHR);
      }
      for (int i = 0; i < order.size(); i++) {
        if (Table.of(order.get(i)) == table) {
          switch (order.get(i)) {
            case CLOSEST_HIT -> group.closestHitShader(i);
            case ANY_HIT -> group.anyHitShader(i);
            case INTERSECTION -> group.intersectionShader(i);
            default -> group.generalShader(i);
          }
        }
      }
    }
    return groups.flip();
  }

  private void writeRecords(int handleBytes) {
    ByteBuffer handles = MemoryUtil.memAlloc(handleBytes * tables.size());
    try {
      check(
          "vkGetRayTracingShaderGroupHandlesKHR",
          KHRRayTracingPipeline.vkGetRayTracingShaderGroupHandlesKHR(
              device, pipeline, 0, tables.size(), handles));
      for (int i = 0; i < tables.size(); i++) {
        byte[] one = new byte[handleBytes];
        handles.get(i * handleBytes, one);
        records.write((int) (place(i) - records.address()), one);
      }
    } finally {
      MemoryUtil.memFree(handles);
    }
  }

  /** The address of a group's record. */
  private long place(int group) {
    return (records.address() + step - 1) / step * step + (long) group * step;
  }

  @Override
  public int bindPoint() {
    return KHRRayTracingPipeline.VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR;
  }

  @Override
  public void bind(VkCommandBuffer commands, MemoryStack stack) {
    VK10.vkCmdBindPipeline(commands, bindPoint(), pipeline);
  }

  @Override
  public void record(VkCommandBuffer commands, List<Integer> groups) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      VK10.vkCmdBindDescriptorSets(
          commands, bindPoint(), layout, 1, stack.longs(owner.scene().set()), null);
      KHRRayTracingPipeline.vkCmdTraceRaysKHR(
          commands,
          region(Table.GENERATION, stack),
          region(Table.MISS, stack),
          region(Table.HIT, stack),
          region(Table.CALLABLE, stack),
          groups.get(0),
          groups.get(1),
          groups.get(2));
    }
  }

  private VkStridedDeviceAddressRegionKHR region(Table table, MemoryStack stack) {
    VkStridedDeviceAddressRegionKHR region = VkStridedDeviceAddressRegionKHR.calloc(stack);
    int group = tables.indexOf(table);
    return group < 0
        ? region
        : region.deviceAddress(place(group)).stride(recordBytes).size(recordBytes);
  }

  @Override
  public void close() {
    records.close();
    VK10.vkDestroyPipeline(device, pipeline, null);
  }
}
