// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCommandBuffer;

/** How a kernel's buffers come to its shader. */
interface BufferBinding extends AutoCloseable {

  /** Where a buffer lies in the arena. */
  record Span(int offset, int length) {}

  /** The layouts of all sets from 0. */
  long[] layouts();

  /**
   * Takes the buffers' places, before commands are recorded.
   *
   * @param spans by the kernel's bindings
   */
  void point(BufferArena arena, List<Span> spans, MemoryStack stack);

  /** Records what binds them. */
  void record(VkCommandBuffer commands, int bindPoint, long layout, MemoryStack stack);

  /** {@code VkPipelineCreateFlags} that pipelines need for it. */
  default int pipelineFlags() {
    return 0;
  }

  @Override
  void close();
}
