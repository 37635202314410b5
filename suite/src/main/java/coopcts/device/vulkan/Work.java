package coopcts.device.vulkan;

import java.util.List;
import org.lwjgl.vulkan.VkCommandBuffer;

/** A pipeline of some kind, and the command that sets its shaders to work. */
interface Work extends AutoCloseable {

  /** {@code VkPipelineBindPoint}. */
  int bindPoint();

  long pipeline();

  /**
   * Records the command; the pipeline is bound.
   *
   * @param groups workgroups, or invocations in stages without them, along x, y and z
   */
  void record(VkCommandBuffer commands, List<Integer> groups);

  @Override
  void close();
}
