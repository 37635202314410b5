// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/**
 * Limits of {@code VkPhysicalDeviceLimits} and of later versions' properties that modules,
 * pipelines and dispatches are held to, by the Vulkan member's name. {@link #of} reads a limit from
 * a device's report.
 */
public enum Limit {
  /** {@code maxComputeSharedMemorySize}, in bytes. */
  SHARED_MEMORY("maxComputeSharedMemorySize", 16_384),
  /** {@code maxComputeWorkGroupInvocations}, in invocations. */
  INVOCATIONS("maxComputeWorkGroupInvocations", 128),
  /** {@code maxComputeWorkGroupSizeX}, in invocations. */
  SIZE_X("maxComputeWorkGroupSizeX", 128),
  /** {@code maxComputeWorkGroupSizeY}, in invocations. */
  SIZE_Y("maxComputeWorkGroupSizeY", 128),
  /** {@code maxComputeWorkGroupSizeZ}, in invocations. */
  SIZE_Z("maxComputeWorkGroupSizeZ", 64),
  /** {@code maxComputeWorkGroupCountX}, in workgroups. */
  COUNT_X("maxComputeWorkGroupCountX", 65_535),
  /** {@code maxComputeWorkGroupCountY}, in workgroups. */
  COUNT_Y("maxComputeWorkGroupCountY", 65_535),
  /** {@code maxComputeWorkGroupCountZ}, in workgroups. */
  COUNT_Z("maxComputeWorkGroupCountZ", 65_535),
  /** Subgroups of a required size in a workgroup; a device that has no such sizes reports none. */
  SUBGROUPS("maxComputeWorkgroupSubgroups", 0),
  /** {@code maxPushConstantsSize}, in bytes. */
  PUSH_CONSTANTS("maxPushConstantsSize", 128),
  /** {@code maxBoundDescriptorSets}, in descriptor sets. */
  SETS("maxBoundDescriptorSets", 4),
  /** {@code maxPerStageDescriptorStorageBuffers}, in buffers. */
  STAGE_STORAGE_BUFFERS("maxPerStageDescriptorStorageBuffers", 4),
  /** {@code maxPerStageDescriptorUniformBuffers}, in buffers. */
  STAGE_UNIFORM_BUFFERS("maxPerStageDescriptorUniformBuffers", 12),
  /** {@code maxPerStageResources}, in resources. */
  STAGE_RESOURCES("maxPerStageResources", 128),
  /** {@code maxDescriptorSetStorageBuffers}, in buffers. */
  STORAGE_BUFFERS("maxDescriptorSetStorageBuffers", 24),
  /** {@code maxDescriptorSetUniformBuffers}, in buffers. */
  UNIFORM_BUFFERS("maxDescriptorSetUniformBuffers", 72),
  /** {@code maxDescriptorSetStorageBuffersDynamic}, in buffers. */
  DYNAMIC_STORAGE_BUFFERS("maxDescriptorSetStorageBuffersDynamic", 4),
  /** {@code maxStorageBufferRange}, in bytes. */
  STORAGE_RANGE("maxStorageBufferRange", 1L << 27),
  /** {@code maxUniformBufferRange}, in bytes. */
  UNIFORM_RANGE("maxUniformBufferRange", 16_384),
  /**
   * Bytes of one allocation, which holds all buffers of a dispatch; what lies between them does not
   * count, so that a driver may refuse a little less.
   */
  ALLOCATION("maxMemoryAllocationSize", 1L << 30),
  /** {@code maxTessellationPatchSize}, in vertices. */
  PATCH_VERTICES("maxTessellationPatchSize", 32),
  /** {@code maxGeometryOutputVertices}, in vertices. */
  GEOMETRY_VERTICES("maxGeometryOutputVertices", 256),
  /** {@code maxGeometryShaderInvocations}, in invocations. */
  GEOMETRY_INVOCATIONS("maxGeometryShaderInvocations", 32),
  /** Storage buffers and attachments that fragment shaders write to. */
  FRAGMENT_OUTPUTS("maxFragmentCombinedOutputResources", 4),
  /** {@code maxViewportDimensionsX}, in pixels. */
  VIEWPORT_X("maxViewportDimensionsX", 4096),
  /** {@code maxViewportDimensionsY}, in pixels. */
  VIEWPORT_Y("maxViewportDimensionsY", 4096),
  /** {@code maxTaskSharedMemorySize}, in bytes. */
  TASK_SHARED_MEMORY("maxTaskSharedMemorySize", 32_768),
  /** {@code maxTaskWorkGroupInvocations}, in invocations. */
  TASK_INVOCATIONS("maxTaskWorkGroupInvocations", 128),
  /** {@code maxTaskWorkGroupSizeX}, in invocations. */
  TASK_SIZE_X("maxTaskWorkGroupSizeX", 128),
  /** {@code maxTaskWorkGroupSizeY}, in invocations. */
  TASK_SIZE_Y("maxTaskWorkGroupSizeY", 128),
  /** {@code maxTaskWorkGroupSizeZ}, in invocations. */
  TASK_SIZE_Z("maxTaskWorkGroupSizeZ", 128),
  /** {@code maxTaskWorkGroupCountX}, in workgroups. */
  TASK_COUNT_X("maxTaskWorkGroupCountX", 65_535),
  /** {@code maxTaskWorkGroupCountY}, in workgroups. */
  TASK_COUNT_Y("maxTaskWorkGroupCountY", 65_535),
  /** {@code maxTaskWorkGroupCountZ}, in workgroups. */
  TASK_COUNT_Z("maxTaskWorkGroupCountZ", 65_535),
  /** {@code maxTaskWorkGroupTotalCount}, in workgroups. */
  TASK_COUNT("maxTaskWorkGroupTotalCount", 1L << 22),
  /** {@code maxMeshSharedMemorySize}, in bytes. */
  MESH_SHARED_MEMORY("maxMeshSharedMemorySize", 28_672),
  /** {@code maxMeshWorkGroupInvocations}, in invocations. */
  MESH_INVOCATIONS("maxMeshWorkGroupInvocations", 128),
  /** {@code maxMeshWorkGroupSizeX}, in invocations. */
  MESH_SIZE_X("maxMeshWorkGroupSizeX", 128),
  /** {@code maxMeshWorkGroupSizeY}, in invocations. */
  MESH_SIZE_Y("maxMeshWorkGroupSizeY", 128),
  /** {@code maxMeshWorkGroupSizeZ}, in invocations. */
  MESH_SIZE_Z("maxMeshWorkGroupSizeZ", 128),
  /** {@code maxMeshWorkGroupCountX}, in workgroups. */
  MESH_COUNT_X("maxMeshWorkGroupCountX", 65_535),
  /** {@code maxMeshWorkGroupCountY}, in workgroups. */
  MESH_COUNT_Y("maxMeshWorkGroupCountY", 65_535),
  /** {@code maxMeshWorkGroupCountZ}, in workgroups. */
  MESH_COUNT_Z("maxMeshWorkGroupCountZ", 65_535),
  /** {@code maxMeshWorkGroupTotalCount}, in workgroups. */
  MESH_COUNT("maxMeshWorkGroupTotalCount", 1L << 22),
  /** {@code maxMeshOutputVertices}, in vertices. */
  MESH_VERTICES("maxMeshOutputVertices", 256),
  /** {@code maxMeshOutputPrimitives}, in primitives. */
  MESH_PRIMITIVES("maxMeshOutputPrimitives", 256),
  /** {@code maxRayDispatchInvocationCount}. */
  RAYS("maxRayDispatchInvocationCount", 1L << 30);

  /** What a stage's workgroups are held to. */
  private enum Workgroups {
    COMPUTE(SHARED_MEMORY, INVOCATIONS, SIZE_X, COUNT_X),
    TASK(TASK_SHARED_MEMORY, TASK_INVOCATIONS, TASK_SIZE_X, TASK_COUNT_X),
    MESH(MESH_SHARED_MEMORY, MESH_INVOCATIONS, MESH_SIZE_X, MESH_COUNT_X);

    private final Limit shared;
    private final Limit invocations;
    private final Limit size;
    private final Limit count;

    Workgroups(Limit shared, Limit invocations, Limit size, Limit count) {
      this.shared = shared;
      this.invocations = invocations;
      this.size = size;
      this.count = count;
    }

    static Workgroups of(ShaderStage stage) {
      return switch (stage) {
        case TASK -> TASK;
        case MESH -> MESH;
        default -> COMPUTE;
      };
    }
  }

  /**
   * {@return the limit, in bytes, of the shared memory of one workgroup of a stage}
   *
   * @param stage compute, task or mesh; any other stage is treated as compute
   */
  public static Limit shared(ShaderStage stage) {
    return Workgroups.of(stage).shared;
  }

  /**
   * {@return the limit of the number of invocations in one workgroup of a stage}
   *
   * @param stage compute, task or mesh; any other stage is treated as compute
   */
  public static Limit invocations(ShaderStage stage) {
    return Workgroups.of(stage).invocations;
  }

  /**
   * The limit of a workgroup's size along one axis.
   *
   * @param stage compute, task or mesh; any other stage is treated as compute
   * @param axis 0 for x, 1 for y, 2 for z; the caller makes sure of this range
   * @return the limit, which is in invocations
   */
  public static Limit size(ShaderStage stage, int axis) {
    return values()[Workgroups.of(stage).size.ordinal() + axis];
  }

  /**
   * The limit of the number of workgroups along one axis.
   *
   * @param stage compute, task or mesh; any other stage is treated as compute
   * @param axis 0 for x, 1 for y, 2 for z; the caller makes sure of this range
   * @return the limit, which is in workgroups
   */
  public static Limit count(ShaderStage stage, int axis) {
    return values()[Workgroups.of(stage).count.ordinal() + axis];
  }

  private final String member;
  private final long least;

  Limit(String member, long least) {
    this.member = member;
    this.least = least;
  }

  /**
   * {@return the limit's name in {@link DeviceReport#limits}: the Vulkan member's, with {@code X},
   * {@code Y} or {@code Z} behind it where the member is an array}
   */
  public String member() {
    return member;
  }

  /**
   * {@return the value that a device reports, in the limit's own unit (bytes, invocations,
   * workgroups, descriptors); {@link #least} where the report does not have the limit}
   *
   * @param report of the device
   */
  public long of(DeviceReport report) {
    return report.limits().getOrDefault(member, least);
  }

  /**
   * {@return the smallest value, in the limit's own unit, that a device with the stage or feature
   * may report (Vulkan 1.3, table 53, "Required Limits"); 0 for {@link #SUBGROUPS}}
   */
  public long least() {
    return least;
  }
}
