// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static org.lwjgl.system.MemoryUtil.memPutInt;

import coopcts.device.DeviceException;
import coopcts.device.ProgrammingInterface;
import coopcts.model.Enabled;
import coopcts.model.MatrixQuery;
import coopcts.model.VectorMatrix;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VK13;
import org.lwjgl.vulkan.VkDependencyInfo;
import org.lwjgl.vulkan.VkMemoryBarrier2;
import org.lwjgl.vulkan.VkPhysicalDevice;

/** A Vulkan device's answers. */
final class VulkanInterface implements ProgrammingInterface {

  private static final long COMPUTE_STAGE = 0x800;
  private static final long TRANSFER_READ_WRITE = 0x1800;
  private static final long SHADER_READ_WRITE = 0x60;

  private final VulkanDevice owner;
  private final VkPhysicalDevice device;

  VulkanInterface(VulkanDevice owner, VkPhysicalDevice device) {
    this.owner = owner;
    this.device = device;
  }

  private static ArrayQuery query(Rows rows) {
    return switch (rows) {
      case MATRIX -> ArrayQuery.MATRIX;
      case FLEXIBLE -> ArrayQuery.FLEXIBLE;
      case QUERIED -> ArrayQuery.of(MatrixQuery.USUAL);
      case VECTOR -> ArrayQuery.VECTOR;
    };
  }

  @Override
  public Answer ask(Rows rows) {
    return query(rows).ask(device);
  }

  @Override
  public Answer ask(Rows rows, int wanted, int room) {
    return query(rows).ask(device, wanted, room);
  }

  @Override
  public boolean isUnwritten(Rows rows, Answer answer, int index) {
    return query(rows).isUnwritten(answer, index);
  }

  @Override
  public boolean isLabelled(Rows rows, Answer answer, int index) {
    return query(rows).isLabelled(answer, index);
  }

  @Override
  public Map<String, Feature> features() {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      Map<String, Feature> features = new LinkedHashMap<>();
      chain(stack)
          .members()
          .forEach(
              member ->
                  features.put(member.name(), new Feature(member.value(), member.isInScope())));
      return features;
    }
  }

  private FeatureChain chain(MemoryStack stack) {
    return new FeatureChain(device, ReportReader.extensions(device).keySet(), stack);
  }

  @Override
  public int create(String feature) {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      FeatureChain chain = chain(stack);
      long head =
          chain.enable(
              Arrays.stream(Enabled.values())
                  .filter(group -> group.features().contains(feature))
                  .collect(Collectors.toSet()));
      for (FeatureChain.Member member : chain.members()) {
        if (member.isInScope()) {
          memPutInt(member.address(), member.name().equals(feature) ? 1 : 0);
        }
      }
      return VulkanDevice.tryCreate(device, head, stack);
    }
  }

  @Override
  public int size(VectorMatrix from, VectorMatrix to) throws DeviceException {
    try {
      return VectorMatrixConverter.size(owner.handle(), from, from.bytes(), to);
    } catch (VulkanException e) {
      throw new DeviceException(owner.outcome(e));
    }
  }

  @Override
  public int written(VectorMatrix from, VectorMatrix to) throws DeviceException {
    try {
      return VectorMatrixConverter.onHost(owner.handle(), from, new byte[from.bytes()], to).length;
    } catch (VulkanException e) {
      throw new DeviceException(owner.outcome(e));
    }
  }

  @Override
  public Optional<String> barrier() {
    try (MemoryStack stack = MemoryStack.stackPush()) {
      VkMemoryBarrier2.Buffer barriers = VkMemoryBarrier2.calloc(2, stack);
      barriers
          .get(0)
          .sType$Default()
          .srcStageMask(COMPUTE_STAGE)
          .srcAccessMask(SHADER_READ_WRITE)
          .dstStageMask(VectorMatrixConverter.CONVERT_STAGE)
          .dstAccessMask(TRANSFER_READ_WRITE);
      barriers
          .get(1)
          .sType$Default()
          .srcStageMask(VectorMatrixConverter.CONVERT_STAGE)
          .srcAccessMask(TRANSFER_READ_WRITE)
          .dstStageMask(COMPUTE_STAGE)
          .dstAccessMask(SHADER_READ_WRITE);
      VkDependencyInfo dependency =
          VkDependencyInfo.calloc(stack).sType$Default().pMemoryBarriers(barriers);
      owner.submit(commands -> VK13.vkCmdPipelineBarrier2(commands, dependency));
      return Optional.empty();
    } catch (VulkanException e) {
      return Optional.of(e.getMessage());
    }
  }
}
