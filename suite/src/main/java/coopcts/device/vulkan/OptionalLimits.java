// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import coopcts.model.Limit;
import coopcts.model.ShaderStage;
import coopcts.model.TestedSystem;
import java.util.Map;
import java.util.Set;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkPhysicalDeviceCooperativeMatrix2PropertiesNV;
import org.lwjgl.vulkan.VkPhysicalDeviceCooperativeMatrixPropertiesKHR;
import org.lwjgl.vulkan.VkPhysicalDeviceCooperativeMatrixPropertiesNV;
import org.lwjgl.vulkan.VkPhysicalDeviceCooperativeVectorPropertiesNV;
import org.lwjgl.vulkan.VkPhysicalDeviceMaintenance3Properties;
import org.lwjgl.vulkan.VkPhysicalDeviceMeshShaderPropertiesEXT;
import org.lwjgl.vulkan.VkPhysicalDeviceRayTracingPipelinePropertiesKHR;

/** The limits of the extensions in scope: structures chained where the device has the extension. */
final class OptionalLimits {

  private final VkPhysicalDeviceCooperativeMatrixPropertiesKHR matrix;
  private final VkPhysicalDeviceCooperativeMatrixPropertiesNV matrixNV;
  private final VkPhysicalDeviceCooperativeMatrix2PropertiesNV matrix2;
  private final VkPhysicalDeviceCooperativeVectorPropertiesNV vector;
  private final VkPhysicalDeviceMeshShaderPropertiesEXT mesh;
  private final VkPhysicalDeviceRayTracingPipelinePropertiesKHR rays;
  private final VkPhysicalDeviceMaintenance3Properties memory;
  private long head;

  /**
   * @param next address of the structure that the chain goes on with
   */
  OptionalLimits(Set<String> extensions, long next, MemoryStack stack) {
    matrix = VkPhysicalDeviceCooperativeMatrixPropertiesKHR.calloc(stack).sType$Default();
    matrixNV = VkPhysicalDeviceCooperativeMatrixPropertiesNV.calloc(stack).sType$Default();
    matrix2 = VkPhysicalDeviceCooperativeMatrix2PropertiesNV.calloc(stack).sType$Default();
    vector = VkPhysicalDeviceCooperativeVectorPropertiesNV.calloc(stack).sType$Default();
    mesh = VkPhysicalDeviceMeshShaderPropertiesEXT.calloc(stack).sType$Default();
    rays = VkPhysicalDeviceRayTracingPipelinePropertiesKHR.calloc(stack).sType$Default();
    memory = VkPhysicalDeviceMaintenance3Properties.calloc(stack).sType$Default();
    head = memory.pNext(next).address();
    if (has(extensions, TestedSystem.Feature.MATRIX)) {
      head = matrix.pNext(head).address();
    }
    if (extensions.contains("VK_NV_cooperative_matrix")) {
      head = matrixNV.pNext(head).address();
    }
    if (has(extensions, TestedSystem.Feature.TENSORS)) {
      head = matrix2.pNext(head).address();
    }
    if (has(extensions, TestedSystem.Feature.VECTOR)) {
      head = vector.pNext(head).address();
    }
    if (extensions.contains("VK_EXT_mesh_shader")) {
      head = mesh.pNext(head).address();
    }
    if (extensions.contains("VK_KHR_ray_tracing_pipeline")) {
      head = rays.pNext(head).address();
    }
  }

  /** Whether the extension of a feature is among some. */
  private static boolean has(Set<String> extensions, String feature) {
    return extensions.contains(TestedSystem.ofFeature(feature).title());
  }

  /** The address of the first structure. */
  long address() {
    return head;
  }

  /** Adds each limit of an extension that the device has, by the member's name. */
  void addTo(Map<String, Long> limits) {
    put(limits, "cooperativeMatrixSupportedStages", matrix.cooperativeMatrixSupportedStages());
    put(limits, "cooperativeMatrixSupportedStagesNV", matrixNV.cooperativeMatrixSupportedStages());
    put(
        limits,
        "cooperativeMatrixWorkgroupScopeMaxWorkgroupSize",
        matrix2.cooperativeMatrixWorkgroupScopeMaxWorkgroupSize());
    put(
        limits,
        "cooperativeMatrixFlexibleDimensionsMaxDimension",
        matrix2.cooperativeMatrixFlexibleDimensionsMaxDimension());
    put(
        limits,
        "cooperativeMatrixWorkgroupScopeReservedSharedMemory",
        matrix2.cooperativeMatrixWorkgroupScopeReservedSharedMemory());
    put(limits, "cooperativeVectorSupportedStages", vector.cooperativeVectorSupportedStages());
    put(limits, "maxCooperativeVectorComponents", vector.maxCooperativeVectorComponents());
    put(
        limits,
        "cooperativeVectorTrainingFloat16Accumulation",
        vector.cooperativeVectorTrainingFloat16Accumulation() ? 1 : 0);
    put(
        limits,
        "cooperativeVectorTrainingFloat32Accumulation",
        vector.cooperativeVectorTrainingFloat32Accumulation() ? 1 : 0);
    long allocation = memory.maxMemoryAllocationSize();
    limits.put(Limit.ALLOCATION.member(), allocation < 0 ? Long.MAX_VALUE : allocation);
    addTasks(limits);
    addMeshes(limits);
    put(limits, Limit.RAYS.member(), rays.maxRayDispatchInvocationCount());
  }

  private void addTasks(Map<String, Long> limits) {
    put(limits, Limit.TASK_SHARED_MEMORY.member(), mesh.maxTaskSharedMemorySize());
    put(limits, Limit.TASK_INVOCATIONS.member(), mesh.maxTaskWorkGroupInvocations());
    put(limits, Limit.TASK_COUNT.member(), mesh.maxTaskWorkGroupTotalCount());
    for (int axis = 0; axis < 3; axis++) {
      put(limits, Limit.size(ShaderStage.TASK, axis).member(), mesh.maxTaskWorkGroupSize(axis));
      put(limits, Limit.count(ShaderStage.TASK, axis).member(), mesh.maxTaskWorkGroupCount(axis));
    }
  }

  private void addMeshes(Map<String, Long> limits) {
    put(limits, Limit.MESH_SHARED_MEMORY.member(), mesh.maxMeshSharedMemorySize());
    put(limits, Limit.MESH_INVOCATIONS.member(), mesh.maxMeshWorkGroupInvocations());
    put(limits, Limit.MESH_COUNT.member(), mesh.maxMeshWorkGroupTotalCount());
    put(limits, Limit.MESH_VERTICES.member(), mesh.maxMeshOutputVertices());
    put(limits, Limit.MESH_PRIMITIVES.member(), mesh.maxMeshOutputPrimitives());
    for (int axis = 0; axis < 3; axis++) {
      put(limits, Limit.size(ShaderStage.MESH, axis).member(), mesh.maxMeshWorkGroupSize(axis));
      put(limits, Limit.count(ShaderStage.MESH, axis).member(), mesh.maxMeshWorkGroupCount(axis));
    }
  }

  private static void put(Map<String, Long> limits, String name, int value) {
    if (value != 0) {
      limits.put(name, Integer.toUnsignedLong(value));
    }
  }
}
