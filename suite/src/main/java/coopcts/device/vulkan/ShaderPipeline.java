package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.device.Device;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Kernel.Binding;
import coopcts.device.Outcome;
import coopcts.model.ShaderStage;
import coopcts.model.Step;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.vulkan.VK10;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkCommandBuffer;
import org.lwjgl.vulkan.VkDependencyInfo;
import org.lwjgl.vulkan.VkDescriptorBufferInfo;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkMemoryBarrier2;
import org.lwjgl.vulkan.VkPipelineLayoutCreateInfo;
import org.lwjgl.vulkan.VkPushConstantRange;
import org.lwjgl.vulkan.VkWriteDescriptorSet;

/** A pipeline with its layout and descriptor sets. */
final class ShaderPipeline implements Device.Pipeline {

  private static final int STORAGE_BUFFER = 7;

  /** {@code VkPipelineStageFlagBits2}. */
  private static final long COMPUTE_STAGE = 0x800;

  private static final long HOST_STAGE = 0x4000;
  private static final long ALL_COMMANDS = 0x10000;

  /** {@code VkAccessFlagBits2}. */
  private static final long SHADER_READ = 0x20;

  private static final long SHADER_WRITE = 0x40;
  private static final long HOST_READ = 0x2000;

  /** Bytes between two buffers in the arena, filled and checked: nothing may be written there. */
  private static final int GAP = 256;

  private static final byte GAP_FILL = (byte) 0xA5;

  private final VulkanDevice owner;
  private final VkDevice device;
  private final Kernel kernel;
  private final Descriptors descriptors;
  private final long pipelineLayout;
  private final Work work;

  ShaderPipeline(VulkanDevice owner, Kernel kernel) {
    this.owner = owner;
    this.device = owner.handle();
    this.kernel = kernel;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      List<Descriptors.Slot> slots =
          kernel.bindings().stream()
              .map(binding -> new Descriptors.Slot(binding.set(), binding.binding()))
              .toList();
      descriptors = new Descriptors(device, slots, STORAGE_BUFFER, kernel.stage().bit(), stack);
      pipelineLayout = pipelineLayout(stack);
      try {
        work = work(stack);
      } catch (VulkanException e) {
        closeLayout();
        throw e;
      }
    }
  }

  private long pipelineLayout(MemoryStack stack) {
    VkPipelineLayoutCreateInfo info =
        VkPipelineLayoutCreateInfo.calloc(stack)
            .sType$Default()
            .pSetLayouts(stack.longs(allLayouts()));
    if (kernel.pushBytes() > 0) {
      info.pPushConstantRanges(
          VkPushConstantRange.calloc(1, stack)
              .stageFlags(kernel.stage().bit())
              .size(kernel.pushBytes()));
    }
    LongBuffer handle = stack.mallocLong(1);
    check("vkCreatePipelineLayout", VK10.vkCreatePipelineLayout(device, info, null, handle));
    return handle.get(0);
  }

  /** Those of the kernel's buffers, and behind them the one of what rays are traced through. */
  private long[] allLayouts() {
    if (kernel.stage().isRayTracing() && descriptors.layouts().length != 1) {
      throw new VulkanException("a ray tracing shader with buffers in other sets than 0", -1);
    }
    return kernel.stage().isRayTracing()
        ? new long[] {descriptors.layouts()[0], owner.scene().setLayout()}
        : descriptors.layouts();
  }

  private Work work(MemoryStack stack) {
    try (Modules modules = new Modules(device, kernel, stack)) {
      if (!kernel.fromCache()) {
        return work(modules, owner.pipelineCache(), stack);
      }
      ByteBuffer kept;
      try (PipelineCache first = new PipelineCache(device, null)) {
        work(modules, first.handle(), stack).close();
        kept = first.data();
      }
      try (PipelineCache second = new PipelineCache(device, kept)) {
        return work(modules, second.handle(), stack);
      } finally {
        MemoryUtil.memFree(kept);
      }
    }
  }

  private Work work(Modules modules, long cache, MemoryStack stack) {
    return switch (kernel.stage()) {
      case COMPUTE -> new ComputeWork(owner, modules, pipelineLayout, cache, stack);
      case RAY_GENERATION, ANY_HIT, CLOSEST_HIT, MISS, INTERSECTION, CALLABLE ->
          new RayWork(owner, modules, pipelineLayout, cache, stack);
      default -> new GraphicsWork(owner, modules, pipelineLayout, cache, stack);
    };
  }

  /** Where one buffer lies in the arena. */
  private record Span(int offset, int length) {}

  @Override
  public Outcome run(Dispatch dispatch) {
    List<Span> spans = new ArrayList<>();
    int end = GAP;
    for (List<byte[]> group : List.of(dispatch.bound(), dispatch.addressed())) {
      for (byte[] bytes : group) {
        spans.add(new Span(end, bytes.length));
        end += Math.ceilDiv(bytes.length, GAP) * GAP + GAP;
      }
    }
    try {
      BufferArena arena = owner.arena(end);
      fill(arena, dispatch, spans, end);
      execute(arena, dispatch, spans);
      Outcome outcome = result(arena, dispatch, spans, end);
      return owner.complaint().<Outcome>map(Outcome.Invalid::new).orElse(outcome);
    } catch (VulkanException e) {
      return owner.outcome(e);
    } catch (VulkanDevice.WaitException e) {
      return new Outcome.TimedOut("the dispatch did not end in time");
    }
  }

  private static void fill(BufferArena arena, Dispatch dispatch, List<Span> spans, int end) {
    arena.fill(0, end, GAP_FILL);
    int i = 0;
    for (List<byte[]> group : List.of(dispatch.bound(), dispatch.addressed())) {
      for (byte[] bytes : group) {
        arena.write(spans.get(i++).offset, bytes);
      }
    }
    for (Dispatch.AddressPatch patch : dispatch.patches()) {
      Span from = spans.get(dispatch.bound().size() + patch.from());
      arena.writeLong(
          spans.get(patch.into()).offset + patch.offset(), arena.address() + from.offset);
    }
  }

  private static Outcome result(BufferArena arena, Dispatch dispatch, List<Span> spans, int end) {
    List<byte[]> contents =
        spans.stream().map(span -> arena.read(span.offset, span.length)).toList();
    int at = 0;
    for (int i = 0; i <= spans.size(); i++) {
      int next = i < spans.size() ? spans.get(i).offset : end;
      for (byte b : arena.read(at, next - at)) {
        if (b != GAP_FILL) {
          return new Outcome.WroteOutside(
              i == 0 ? "before the first buffer" : "behind buffer " + (i - 1));
        }
      }
      at = i < spans.size() ? next + spans.get(i).length : end;
    }
    int bound = dispatch.bound().size();
    return new Outcome.Completed(
        contents.subList(0, bound), contents.subList(bound, contents.size()));
  }

  private void execute(BufferArena arena, Dispatch dispatch, List<Span> spans) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      bind(arena, spans, stack);
      owner.submit(
          commands -> {
            dispatch(commands, dispatch.groups(), dispatch.push(), stack);
            long before = stage();
            for (Step step : dispatch.then()) {
              long next = step instanceof Step.Convert ? MatrixConversion.CONVERT_STAGE : stage();
              barrier(commands, before, next, stack);
              before = next;
              switch (step) {
                case Step.Again(byte[] push) -> dispatch(commands, dispatch.groups(), push, stack);
                case Step.Convert(Step.Place from, Step.Place to) ->
                    MatrixConversion.record(
                        commands,
                        from.matrix(),
                        arena.address() + spans.get(from.buffer()).offset + from.offset(),
                        to.matrix(),
                        arena.address() + spans.get(to.buffer()).offset + to.offset(),
                        to.capacity());
              }
            }
            barrier(commands, before, HOST_STAGE, stack);
          });
    }
  }

  private void dispatch(
      VkCommandBuffer commands, List<Integer> groups, byte[] push, MemoryStack stack) {
    VK10.vkCmdBindPipeline(commands, work.bindPoint(), work.pipeline());
    if (descriptors.sets().length > 0) {
      VK10.vkCmdBindDescriptorSets(
          commands, work.bindPoint(), pipelineLayout, 0, stack.longs(descriptors.sets()), null);
    }
    if (kernel.pushBytes() > 0) {
      VK10.vkCmdPushConstants(commands, pipelineLayout, kernel.stage().bit(), 0, stack.bytes(push));
    }
    work.record(commands, groups);
  }

  /** The pipeline stage of the shader's accesses. */
  private long stage() {
    return kernel.stage() == ShaderStage.COMPUTE ? COMPUTE_STAGE : ALL_COMMANDS;
  }

  private static long reads(long stage) {
    return stage == HOST_STAGE
        ? HOST_READ
        : stage == MatrixConversion.CONVERT_STAGE
            ? MatrixConversion.TRANSFER_READ | MatrixConversion.TRANSFER_WRITE
            : SHADER_READ | SHADER_WRITE;
  }

  private static void barrier(VkCommandBuffer commands, long before, long next, MemoryStack stack) {
    VkMemoryBarrier2.Buffer barrier =
        VkMemoryBarrier2.calloc(1, stack)
            .sType$Default()
            .srcStageMask(before)
            .srcAccessMask(
                before == MatrixConversion.CONVERT_STAGE
                    ? MatrixConversion.TRANSFER_WRITE
                    : SHADER_WRITE)
            .dstStageMask(next)
            .dstAccessMask(reads(next));
    VK13.vkCmdPipelineBarrier2(
        commands, VkDependencyInfo.calloc(stack).sType$Default().pMemoryBarriers(barrier));
  }

  private void bind(BufferArena arena, List<Span> spans, MemoryStack stack) {
    if (kernel.bindings().isEmpty()) {
      return;
    }
    var writes = VkWriteDescriptorSet.calloc(kernel.bindings().size(), stack);
    for (int i = 0; i < kernel.bindings().size(); i++) {
      Binding binding = kernel.bindings().get(i);
      VkDescriptorBufferInfo.Buffer info =
          VkDescriptorBufferInfo.calloc(1, stack)
              .buffer(arena.buffer())
              .offset(spans.get(i).offset)
              .range(spans.get(i).length);
      writes
          .get()
          .sType$Default()
          .dstSet(descriptors.sets()[binding.set()])
          .dstBinding(binding.binding())
          .descriptorType(STORAGE_BUFFER)
          .descriptorCount(1)
          .pBufferInfo(info);
    }
    VK10.vkUpdateDescriptorSets(device, writes.flip(), null);
  }

  @Override
  public void close() {
    work.close();
    closeLayout();
  }

  private void closeLayout() {
    VK10.vkDestroyPipelineLayout(device, pipelineLayout, null);
    descriptors.close();
  }
}
