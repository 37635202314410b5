// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.model.Executable;
import coopcts.model.SubmissionPath;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK11;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkComputePipelineCreateInfo;
import org.lwjgl.vulkan.VkDevice;

/** A compute shader's workgroups. */
final class ComputeWork implements PipelineWork {

  private static final int ALLOW_DERIVATIVES = 2;
  private static final int DERIVATIVE = 4;
  private static final int DISPATCH_BASE = 0x10;

  /** Bytes that an indirect dispatch is told its workgroups in. */
  private static final int COUNTS = 12;

  /**
   * Ways that set the pipeline's flags themselves; and the one whose cache is read: NVK of Mesa
   * 26.1.6 finds the size too small that it told itself, where a pipeline in it was captured.
   */
  private static final Set<SubmissionPath> UNTOLD =
      Set.of(SubmissionPath.DERIVATIVE, SubmissionPath.PIPELINE_BINARY, SubmissionPath.FROM_CACHE);

  private final VkDevice device;
  private final SubmissionPath way;
  private final boolean captures;
  private final long pipeline;
  private final BufferArena counts;

  /**
   * @param flags {@code VkPipelineCreateFlags} that the binding needs
   */
  ComputeWork(
      VulkanDevice owner,
      ShaderModules modules,
      long layout,
      int flags,
      long cache,
      MemoryStack stack) {
    device = owner.handle();
    way = modules.kernel().way();
    captures = owner.captures() && !UNTOLD.contains(way);
    int all = captures ? flags | Executables.CAPTURE : flags;
    pipeline =
        switch (way) {
          case DERIVATIVE -> derived(modules, layout, cache, stack);
          case PIPELINE_BINARY ->
              new PipelineBinaries(device).recreated(info(modules, layout, flags, stack), stack);
          case BASE -> behindOneWithoutBase(modules, layout, all, cache, stack);
          case TWO_QUEUES ->
              create(info(modules, layout, all | DISPATCH_BASE, stack), cache, stack);
          default -> create(info(modules, layout, all, stack), cache, stack);
        };
    counts =
        way == SubmissionPath.INDIRECT
            ? new BufferArena(device, COUNTS, VK10.VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT)
            : null;
  }

  private static VkComputePipelineCreateInfo.Buffer info(
      ShaderModules modules, long layout, int flags, MemoryStack stack) {
    return VkComputePipelineCreateInfo.calloc(1, stack)
        .sType$Default()
        .flags(flags)
        .stage(modules.stages(stack).get(0))
        .layout(layout);
  }

  private long create(VkComputePipelineCreateInfo.Buffer info, long cache, MemoryStack stack) {
    LongBuffer handle = stack.mallocLong(1);
    check(
        "vkCreateComputePipelines",
        VK10.vkCreateComputePipelines(device, cache, info, null, handle));
    return handle.get(0);
  }

  /** A pipeline for dispatches with a base, of what one without was made of before. */
  private long behindOneWithoutBase(
      ShaderModules modules, long layout, int flags, long cache, MemoryStack stack) {
    long without = create(info(modules, layout, flags, stack), cache, stack);
    try {
      return create(info(modules, layout, flags | DISPATCH_BASE, stack), cache, stack);
    } finally {
      VK10.vkDestroyPipeline(device, without, null);
    }
  }

  /** A pipeline whose parent is gone when it is used. */
  private long derived(ShaderModules modules, long layout, long cache, MemoryStack stack) {
    long parent = create(info(modules, layout, ALLOW_DERIVATIVES, stack), cache, stack);
    try {
      return create(
          info(modules, layout, DERIVATIVE, stack).basePipelineHandle(parent).basePipelineIndex(-1),
          cache,
          stack);
    } finally {
      VK10.vkDestroyPipeline(device, parent, null);
    }
  }

  @Override
  public int bindPoint() {
    return VK10.VK_PIPELINE_BIND_POINT_COMPUTE;
  }

  @Override
  public void bind(VkCommandBuffer commands, MemoryStack stack) {
    VK10.vkCmdBindPipeline(commands, bindPoint(), pipeline);
  }

  @Override
  public void record(VkCommandBuffer commands, List<Integer> groups) {
    switch (way) {
      case INDIRECT -> {
        for (int i = 0; i < groups.size(); i++) {
          counts.writeInt(Integer.BYTES * i, groups.get(i));
        }
        VK10.vkCmdDispatchIndirect(commands, counts.buffer(), 0);
      }
      case BASE -> {
        record(commands, groups, 0);
        record(commands, groups, 1);
      }
      default -> VK10.vkCmdDispatch(commands, groups.get(0), groups.get(1), groups.get(2));
    }
  }

  /** The first half of the workgroups along the first axis that has several, or the rest. */
  @Override
  public void record(VkCommandBuffer commands, List<Integer> groups, int part) {
    int axis = groups.get(0) > 1 ? 0 : groups.get(1) > 1 ? 1 : 2;
    int half = groups.get(axis) / 2;
    List<Integer> base = new ArrayList<>(List.of(0, 0, 0));
    List<Integer> count = new ArrayList<>(groups);
    base.set(axis, part == 0 ? 0 : half);
    count.set(axis, part == 0 ? half : groups.get(axis) - half);
    if (count.get(axis) > 0) {
      VK11.vkCmdDispatchBase(
          commands,
          base.get(0),
          base.get(1),
          base.get(2),
          count.get(0),
          count.get(1),
          count.get(2));
    }
  }

  @Override
  public List<Executable> executables() {
    return captures ? Executables.of(device, pipeline) : List.of();
  }

  @Override
  public void close() {
    VK10.vkDestroyPipeline(device, pipeline, null);
    if (counts != null) {
      counts.close();
    }
  }
}
