// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static java.util.Map.entry;

import coopcts.model.Enabled;
import java.util.Map;

/**
 * The features outside of the systems in scope that the suite asks for and reports, each with why.
 * All of them are enabled at a device's creation where the device has them, as are those of the
 * systems in scope, but for the groups of {@link Enabled}; no other is ever enabled.
 */
final class WantedFeatures {

  private WantedFeatures() {}

  static final Map<String, String> FEATURES =
      Map.ofEntries(
          entry(
              "shaderFloat64",
              "double components, and doubles that stand for other values in shaders"),
          entry("shaderStorageBufferArrayDynamicIndexing", "jobs with arrays of buffers"),
          entry("shaderUniformBufferArrayDynamicIndexing", "jobs with arrays of buffers"),
          entry("shaderStorageBufferArrayNonUniformIndexing", "jobs with arrays of buffers"),
          entry("shaderUniformBufferArrayNonUniformIndexing", "jobs with arrays of buffers"),
          entry("runtimeDescriptorArray", "jobs with arrays of buffers"),
          entry("shaderInt64", "64-bit components, strides and indices"),
          entry("shaderInt16", "16-bit components and operands"),
          entry("geometryShader", "cases in geometry shaders"),
          entry("tessellationShader", "cases in tessellation shaders"),
          entry("vertexPipelineStoresAndAtomics", "results of the stages before rasterization"),
          entry("fragmentStoresAndAtomics", "results of fragment shaders"),
          entry("storageBuffer16BitAccess", "buffers of 16-bit components"),
          entry("storageBuffer8BitAccess", "buffers of 8-bit components"),
          entry("shaderFloat16", "float16 components"),
          entry("shaderInt8", "8-bit components"),
          entry("scalarBlockLayout", "structures and vectors in buffers without padding"),
          entry("bufferDeviceAddress", "buffers that are reached by their address"),
          entry("vulkanMemoryModel", "cooperative matrices need it"),
          entry("vulkanMemoryModelDeviceScope", "atomics of all workgroups"),
          entry("subgroupSizeControl", "subgroups of a required size"),
          entry("computeFullSubgroups", "pipelines that ask for full subgroups"),
          entry("synchronization2", "barriers of the suite's command buffers"),
          entry("shaderSubgroupExtendedTypes", "subgroup operations on 8-, 16- and 64-bit values"),
          entry("shaderIntegerDotProduct", "dot products beside those of matrices"),
          entry("variablePointers", "pointers that are chosen at run time"),
          entry("variablePointersStorageBuffer", "comes with variablePointers"),
          entry("maintenance4", "workgroup sizes that are specialization constants"),
          entry("dynamicRendering", "graphics pipelines without render passes"),
          entry("meshShader", "cases in mesh shaders"),
          entry("taskShader", "cases in task shaders"),
          entry("rayTracingPipeline", "cases in ray tracing shaders"),
          entry("accelerationStructure", "what rays are traced through"),
          entry(
              "maintenance5", "pipelines of binaries, and modules without an object of their own"),
          entry("shaderUntypedPointers", "modules with untyped pointers"),
          entry("cooperativeMatrixNV", "modules with VK_NV_cooperative_matrix"),
          entry("robustBufferAccess", Enabled.ROBUST_ACCESS.toString()),
          entry("robustBufferAccess2", Enabled.ROBUST_ACCESS.toString()),
          entry("nullDescriptor", Enabled.NULL_DESCRIPTORS.toString()),
          entry("descriptorBuffer", Enabled.DESCRIPTOR_BUFFER.toString()),
          entry("shaderObject", Enabled.SHADER_OBJECTS.toString()),
          entry("pipelineBinaries", Enabled.PIPELINE_BINARIES.toString()));
}
