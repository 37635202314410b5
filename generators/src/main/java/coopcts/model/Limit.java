// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/**
 * Limits of {@code VkPhysicalDeviceLimits} and of later versions' properties that modules,
 * pipelines and dispatches are held to, by the Vulkan member's name.
 */
public enum Limit {
  SHARED_MEMORY("maxComputeSharedMemorySize", 16_384),
  INVOCATIONS("maxComputeWorkGroupInvocations", 128),
  SIZE_X("maxComputeWorkGroupSizeX", 128),
  SIZE_Y("maxComputeWorkGroupSizeY", 128),
  SIZE_Z("maxComputeWorkGroupSizeZ", 64),
  COUNT_X("maxComputeWorkGroupCountX", 65_535),
  COUNT_Y("maxComputeWorkGroupCountY", 65_535),
  COUNT_Z("maxComputeWorkGroupCountZ", 65_535),
  /** Subgroups of a required size in a workgroup; a device that has no such sizes reports none. */
  SUBGROUPS("maxComputeWorkgroupSubgroups", 0),
  PUSH_CONSTANTS("maxPushConstantsSize", 128),
  SETS("maxBoundDescriptorSets", 4),
  STAGE_STORAGE_BUFFERS("maxPerStageDescriptorStorageBuffers", 4),
  STAGE_UNIFORM_BUFFERS("maxPerStageDescriptorUniformBuffers", 12),
  STAGE_RESOURCES("maxPerStageResources", 128),
  STORAGE_BUFFERS("maxDescriptorSetStorageBuffers", 24),
  UNIFORM_BUFFERS("maxDescriptorSetUniformBuffers", 72),
  DYNAMIC_STORAGE_BUFFERS("maxDescriptorSetStorageBuffersDynamic", 4),
  STORAGE_RANGE("maxStorageBufferRange", 1L << 27),
  UNIFORM_RANGE("maxUniformBufferRange", 16_384);

  /** The limits of a workgroup's size along x, y and z. */
  public static Limit size(int axis) {
    return values()[SIZE_X.ordinal() + axis];
  }

  /** The limits of the number of workgroups along x, y and z. */
  public static Limit count(int axis) {
    return values()[COUNT_X.ordinal() + axis];
  }

  private final String member;
  private final long least;

  Limit(String member, long least) {
    this.member = member;
    this.least = least;
  }

  /** The name in reports: the Vulkan member's, with the axis where it is an array. */
  public String member() {
    return member;
  }

  /** What a device has: where a report does not say, what every device must have at least. */
  public long of(DeviceReport report) {
    return report.limits().getOrDefault(member, least);
  }

  /** What every device has (Vulkan 1.3, table 53, "Required Limits"). */
  public long least() {
    return least;
  }
}
