// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static coopcts.device.vulkan.VulkanException.check;

import coopcts.device.Device;
import coopcts.device.Dispatch;
import coopcts.device.Kernel;
import coopcts.device.Outcome;
import coopcts.device.vulkan.BufferBinding.Span;
import coopcts.model.Executable;
import coopcts.model.FollowUp;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.numbers.LittleEndian;
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
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkMemoryBarrier2;
import org.lwjgl.vulkan.VkPipelineLayoutCreateInfo;
import org.lwjgl.vulkan.VkPushConstantRange;

/** A pipeline or shader object with its layout and what binds its buffers. */
final class ShaderPipeline implements Device.Pipeline {

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
  private final BufferBinding binding;
  private final long pipelineLayout;
  private final PipelineWork work;

  ShaderPipeline(VulkanDevice owner, Kernel kernel) {
    this.owner = owner;
    this.device = owner.handle();
    this.kernel = kernel;
    try (MemoryStack stack = MemoryStack.stackPush()) {
      binding =
          kernel.way() == SubmissionPath.DESCRIPTOR_BUFFER
              ? new DescriptorMemory(owner, kernel, stack)
              : new BoundSets(device, kernel, stack);
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
    if (kernel.stage().isRayTracing() && binding.layouts().length != 1) {
      throw new VulkanException("a ray tracing shader with buffers in other sets than 0", -1);
    }
    return kernel.stage().isRayTracing()
        ? new long[] {binding.layouts()[0], owner.scene().setLayout()}
        : binding.layouts();
  }

  private PipelineWork work(MemoryStack stack) {
    try (ShaderModules modules = new ShaderModules(device, kernel, owner.isValidated(), stack)) {
      if (kernel.way() == SubmissionPath.SECOND_OF_MODULE) {
        PipelineWork first = work(modules.unspecialized(), owner.pipelineCache(), stack);
        try {
          return work(modules, owner.pipelineCache(), stack);
        } finally {
          first.close();
        }
      }
      if (kernel.way() == SubmissionPath.TWO_QUEUES) {
        try (PipelineCache own = new PipelineCache(device, null)) {
          return work(modules, own.handle(), stack);
        }
      }
      if (kernel.way() != SubmissionPath.FROM_CACHE) {
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

  private PipelineWork work(ShaderModules modules, long cache, MemoryStack stack) {
    return switch (kernel.stage()) {
      case COMPUTE ->
          kernel.way() == SubmissionPath.SHADER_OBJECT
                  || kernel.way() == SubmissionPath.SHADER_BINARY
              ? new ObjectWork(owner, modules, binding.layouts(), stack)
              : new ComputeWork(
                  owner, modules, pipelineLayout, binding.pipelineFlags(), cache, stack);
      case RAY_GENERATION, ANY_HIT, CLOSEST_HIT, MISS, INTERSECTION, CALLABLE ->
          new RayWork(owner, modules, pipelineLayout, cache, stack);
      default -> new GraphicsWork(owner, modules, pipelineLayout, cache, stack);
    };
  }

  @Override
  public Outcome run(Dispatch given) {
    if (!owner.executes()) {
      return new Outcome.Compiled();
    }
    Dispatch dispatch = given.pushing(given.push().clone());
    List<Span> spans = new ArrayList<>();
    int end = GAP;
    for (byte[] bytes : dispatch.bound()) {
      int at = kernel.way() == SubmissionPath.ODD_OFFSETS ? odd(end) : end;
      spans.add(new Span(at, bytes.length));
      end = at + Math.ceilDiv(bytes.length, GAP) * GAP + GAP;
    }
    end = Math.ceilDiv(end, GAP) * GAP;
    for (byte[] bytes : dispatch.addressed()) {
      spans.add(new Span(end, bytes.length));
      end += Math.ceilDiv(bytes.length, GAP) * GAP + GAP;
    }
    try {
      BufferArena arena = owner.arena(end, MemoryKind.of(kernel.way()));
      fill(arena, dispatch, spans, end);
      execute(arena, dispatch, spans, end);
      Outcome outcome = result(arena, dispatch, spans, end);
      return owner.complaint().<Outcome>map(Outcome.Invalid::new).orElse(outcome);
    } catch (VulkanException e) {
      return owner.outcome(e);
    } catch (VulkanDevice.WaitException e) {
      return new Outcome.TimedOut("the dispatch did not end in time");
    }
  }

  /** The next offset that is no multiple of twice the least alignment. */
  private int odd(int from) {
    int least = Math.toIntExact(owner.report().limit("minStorageBufferOffsetAlignment"));
    return Math.ceilDiv(from, 2 * least) * 2 * least + least;
  }

  private static void fill(BufferArena arena, Dispatch dispatch, List<Span> spans, int end) {
    arena.fill(0, end, GAP_FILL);
    int i = 0;
    for (List<byte[]> group : List.of(dispatch.bound(), dispatch.addressed())) {
      for (byte[] bytes : group) {
        arena.write(spans.get(i++).offset(), bytes);
      }
    }
    for (Dispatch.AddressPatch patch : dispatch.patches()) {
      Span from = spans.get(dispatch.bound().size() + patch.from());
      long address = arena.address() + from.offset();
      if (patch.into() < 0) {
        LittleEndian.put(dispatch.push(), patch.offset(), 8, address);
      } else {
        arena.writeLong(spans.get(patch.into()).offset() + patch.offset(), address);
      }
    }
  }

  private static Outcome result(BufferArena arena, Dispatch dispatch, List<Span> spans, int end) {
    List<byte[]> contents =
        spans.stream().map(span -> arena.read(span.offset(), span.length())).toList();
    int at = 0;
    for (int i = 0; i <= spans.size(); i++) {
      int next = i < spans.size() ? spans.get(i).offset() : end;
      for (byte b : arena.read(at, next - at)) {
        if (b != GAP_FILL) {
          return new Outcome.WroteOutside(
              i == 0 ? "before the first buffer" : "behind buffer " + (i - 1));
        }
      }
      at = i < spans.size() ? next + spans.get(i).length() : end;
    }
    int bound = dispatch.bound().size();
    return new Outcome.Completed(
        contents.subList(0, bound), contents.subList(bound, contents.size()));
  }

  private void execute(BufferArena arena, Dispatch dispatch, List<Span> spans, int end) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      binding.point(arena, spans, stack);
      if (kernel.way() == SubmissionPath.TWO_QUEUES && dispatch.then().isEmpty()) {
        owner.submitToBoth(
            (commands, part) -> {
              bind(commands, dispatch.push(), stack);
              work.record(commands, dispatch.groups(), part);
              barrier(commands, stage(), HOST_STAGE, stack);
            });
        return;
      }
      owner.submit(
          commands -> {
            arena.upload(commands, end, stack);
            dispatch(commands, dispatch.groups(), dispatch.push(), stack);
            long before = stage();
            for (FollowUp step : dispatch.then()) {
              long next =
                  step instanceof FollowUp.Convert ? VectorMatrixConverter.CONVERT_STAGE : stage();
              barrier(commands, before, next, stack);
              before = next;
              switch (step) {
                case FollowUp.Again(byte[] push) ->
                    dispatch(commands, dispatch.groups(), push, stack);
                case FollowUp.Convert(FollowUp.MatrixPlace from, FollowUp.MatrixPlace to) ->
                    VectorMatrixConverter.record(
                        commands,
                        from.matrix(),
                        arena.address() + spans.get(from.buffer()).offset() + from.offset(),
                        to.matrix(),
                        arena.address() + spans.get(to.buffer()).offset() + to.offset(),
                        to.capacity());
              }
            }
            barrier(commands, before, HOST_STAGE, stack);
            arena.download(commands, end, stack);
          });
    }
  }

  private void dispatch(
      VkCommandBuffer commands, List<Integer> groups, byte[] push, MemoryStack stack) {
    if (kernel.way() == SubmissionPath.SECONDARY) {
      owner.inSecondary(
          commands,
          secondary -> {
            bind(secondary, push, stack);
            work.record(secondary, groups);
          });
    } else {
      bind(commands, push, stack);
      work.record(commands, groups);
    }
  }

  private void bind(VkCommandBuffer commands, byte[] push, MemoryStack stack) {
    work.bind(commands, stack);
    binding.record(commands, work.bindPoint(), pipelineLayout, stack);
    if (kernel.pushBytes() > 0) {
      VK10.vkCmdPushConstants(commands, pipelineLayout, kernel.stage().bit(), 0, stack.bytes(push));
    }
  }

  /** The pipeline stage of the shader's accesses. */
  private long stage() {
    return kernel.stage() == ShaderStage.COMPUTE ? COMPUTE_STAGE : ALL_COMMANDS;
  }

  private static long reads(long stage) {
    return stage == HOST_STAGE
        ? HOST_READ
        : stage == VectorMatrixConverter.CONVERT_STAGE
            ? VectorMatrixConverter.TRANSFER_READ | VectorMatrixConverter.TRANSFER_WRITE
            : SHADER_READ | SHADER_WRITE;
  }

  private static void barrier(VkCommandBuffer commands, long before, long next, MemoryStack stack) {
    VkMemoryBarrier2.Buffer barrier =
        VkMemoryBarrier2.calloc(1, stack)
            .sType$Default()
            .srcStageMask(before)
            .srcAccessMask(
                before == VectorMatrixConverter.CONVERT_STAGE
                    ? VectorMatrixConverter.TRANSFER_WRITE
                    : SHADER_WRITE)
            .dstStageMask(next)
            .dstAccessMask(reads(next));
    VK13.vkCmdPipelineBarrier2(
        commands, VkDependencyInfo.calloc(stack).sType$Default().pMemoryBarriers(barrier));
  }

  @Override
  public List<Executable> executables() {
    return work.executables();
  }

  @Override
  public void close() {
    work.close();
    closeLayout();
  }

  private void closeLayout() {
    VK10.vkDestroyPipelineLayout(device, pipelineLayout, null);
    binding.close();
  }
}
