// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import coopcts.model.Executable;
import java.util.List;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCommandBuffer;

/** A pipeline of some kind, and the command that sets its shaders to work. */
interface PipelineWork extends AutoCloseable {

  /** {@code VkPipelineBindPoint}. */
  int bindPoint();

  /** Records what makes the shaders those of the commands that follow. */
  void bind(VkCommandBuffer commands, MemoryStack stack);

  /**
   * Records the command; the pipeline is bound.
   *
   * @param groups workgroups, or invocations in stages without them, along x, y and z
   */
  void record(VkCommandBuffer commands, List<Integer> groups);

  /** Records the first half of the work, or the second. */
  default void record(VkCommandBuffer commands, List<Integer> groups, int part) {
    if (part == 0) {
      record(commands, groups);
    }
  }

  /** What the driver says of its machine code, where it was made to be asked. */
  default List<Executable> executables() {
    return List.of();
  }

  @Override
  void close();
}
