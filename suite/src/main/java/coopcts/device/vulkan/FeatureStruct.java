package coopcts.device.vulkan;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A structure of features: {@code sType}, {@code pNext}, then one {@code VkBool32} for each name
 * (API §4, §5).
 *
 * @param extension what the device must offer before the structure may be chained; empty for core
 *     versions
 * @param structureType the value of sType
 * @param members the features' names, in the order of the structure
 */
public record FeatureStruct(String extension, int structureType, List<String> members) {

  static final int FEATURES_2 = 1000059000;

  /** Features that the suite's shaders use; others stay off. */
  private static final Set<String> WANTED =
      Set.of(
          "shaderFloat64",
          "shaderInt64",
          "shaderInt16",
          "storageBuffer16BitAccess",
          "storageBuffer8BitAccess",
          "shaderFloat16",
          "shaderInt8",
          "scalarBlockLayout",
          "bufferDeviceAddress",
          "vulkanMemoryModel",
          "vulkanMemoryModelDeviceScope",
          "subgroupSizeControl",
          "computeFullSubgroups",
          "synchronization2",
          "shaderSubgroupExtendedTypes",
          "shaderIntegerDotProduct",
          "variablePointers",
          "variablePointersStorageBuffer",
          "maintenance4",
          "dynamicRendering",
          "meshShader",
          "taskShader",
          "rayTracingPipeline",
          "accelerationStructure");

  /** Extensions of which only the wanted features are switched on. */
  private static final Set<String> IN_PART =
      Set.of(
          "", "VK_EXT_mesh_shader", "VK_KHR_ray_tracing_pipeline", "VK_KHR_acceleration_structure");

  /** All structures that the suite asks for. */
  static final List<FeatureStruct> ALL =
      List.of(
          new FeatureStruct(
              "",
              49,
              names(
                  """
                  storageBuffer16BitAccess uniformAndStorageBuffer16BitAccess storagePushConstant16
                  storageInputOutput16 multiview multiviewGeometryShader multiviewTessellationShader
                  variablePointersStorageBuffer variablePointers protectedMemory samplerYcbcrConversion
                  shaderDrawParameters
                  """)),
          new FeatureStruct(
              "",
              51,
              names(
                  """
                  samplerMirrorClampToEdge drawIndirectCount storageBuffer8BitAccess
                  uniformAndStorageBuffer8BitAccess storagePushConstant8 shaderBufferInt64Atomics
                  shaderSharedInt64Atomics shaderFloat16 shaderInt8 descriptorIndexing
                  shaderInputAttachmentArrayDynamicIndexing shaderUniformTexelBufferArrayDynamicIndexing
                  shaderStorageTexelBufferArrayDynamicIndexing shaderUniformBufferArrayNonUniformIndexing
                  shaderSampledImageArrayNonUniformIndexing shaderStorageBufferArrayNonUniformIndexing
                  shaderStorageImageArrayNonUniformIndexing shaderInputAttachmentArrayNonUniformIndexing
                  shaderUniformTexelBufferArrayNonUniformIndexing shaderStorageTexelBufferArrayNonUniformIndexing
                  descriptorBindingUniformBufferUpdateAfterBind descriptorBindingSampledImageUpdateAfterBind
                  descriptorBindingStorageImageUpdateAfterBind descriptorBindingStorageBufferUpdateAfterBind
                  descriptorBindingUniformTexelBufferUpdateAfterBind descriptorBindingStorageTexelBufferUpdateAfterBind
                  descriptorBindingUpdateUnusedWhilePending descriptorBindingPartiallyBound
                  descriptorBindingVariableDescriptorCount runtimeDescriptorArray samplerFilterMinmax
                  scalarBlockLayout imagelessFramebuffer uniformBufferStandardLayout shaderSubgroupExtendedTypes
                  separateDepthStencilLayouts hostQueryReset timelineSemaphore bufferDeviceAddress
                  bufferDeviceAddressCaptureReplay bufferDeviceAddressMultiDevice vulkanMemoryModel
                  vulkanMemoryModelDeviceScope vulkanMemoryModelAvailabilityVisibilityChains
                  shaderOutputViewportIndex shaderOutputLayer subgroupBroadcastDynamicId
                  """)),
          new FeatureStruct(
              "",
              53,
              names(
                  """
                  robustImageAccess inlineUniformBlock descriptorBindingInlineUniformBlockUpdateAfterBind
                  pipelineCreationCacheControl privateData shaderDemoteToHelperInvocation
                  shaderTerminateInvocation subgroupSizeControl computeFullSubgroups synchronization2
                  textureCompressionASTC_HDR shaderZeroInitializeWorkgroupMemory dynamicRendering
                  shaderIntegerDotProduct maintenance4
                  """)),
          new FeatureStruct(
              "VK_KHR_cooperative_matrix",
              1000506000,
              names("cooperativeMatrix cooperativeMatrixRobustBufferAccess")),
          new FeatureStruct(
              "VK_NV_cooperative_matrix2",
              1000593000,
              names(
                  """
                  cooperativeMatrixWorkgroupScope cooperativeMatrixFlexibleDimensions
                  cooperativeMatrixReductions cooperativeMatrixConversions
                  cooperativeMatrixPerElementOperations cooperativeMatrixTensorAddressing
                  cooperativeMatrixBlockLoads
                  """)),
          new FeatureStruct(
              "VK_NV_cooperative_matrix_decode_vector",
              1000689000,
              names("cooperativeMatrixDecodeVector")),
          new FeatureStruct(
              "VK_NV_cooperative_vector",
              1000491000,
              names("cooperativeVector cooperativeVectorTraining")),
          new FeatureStruct(
              "VK_QCOM_cooperative_matrix_conversion",
              1000172000,
              names("cooperativeMatrixConversion")),
          new FeatureStruct(
              "VK_KHR_shader_bfloat16",
              1000141000,
              names("shaderBFloat16Type shaderBFloat16DotProduct shaderBFloat16CooperativeMatrix")),
          new FeatureStruct(
              "VK_EXT_shader_float8",
              1000567000,
              names("shaderFloat8 shaderFloat8CooperativeMatrix")),
          new FeatureStruct(
              "VK_EXT_shader_replicated_composites",
              1000564000,
              names("shaderReplicatedComposites")),
          new FeatureStruct(
              "VK_EXT_mesh_shader",
              1000328000,
              names(
                  """
                  taskShader meshShader multiviewMeshShader primitiveFragmentShadingRateMeshShader
                  meshShaderQueries
                  """)),
          new FeatureStruct(
              "VK_KHR_ray_tracing_pipeline",
              1000347000,
              names(
                  """
                  rayTracingPipeline rayTracingPipelineShaderGroupHandleCaptureReplay
                  rayTracingPipelineShaderGroupHandleCaptureReplayMixed
                  rayTracingPipelineTraceRaysIndirect rayTraversalPrimitiveCulling
                  """)),
          new FeatureStruct(
              "VK_KHR_acceleration_structure",
              1000150013,
              names(
                  """
                  accelerationStructure accelerationStructureCaptureReplay
                  accelerationStructureIndirectBuild accelerationStructureHostCommands
                  descriptorBindingAccelerationStructureUpdateAfterBind
                  """)));

  /** Extensions without features that others above need. */
  static final Set<String> NEEDED = Set.of("VK_KHR_deferred_host_operations");

  private static List<String> names(String text) {
    return List.of(text.strip().split("\\s+"));
  }

  /** The structure that a feature stands in; none for those of Vulkan 1.0. */
  public static Optional<FeatureStruct> of(String feature) {
    return ALL.stream().filter(struct -> struct.members.contains(feature)).findFirst();
  }

  /** Whether the features belong to one of the systems in scope. */
  boolean isInScope() {
    return !IN_PART.contains(extension);
  }

  /** Whether the suite uses a feature where the device has it. */
  boolean isWanted(String member) {
    return isInScope() || WANTED.contains(member);
  }

  /** Bytes of the structure. */
  int bytes() {
    return (16 + 4 * members.size() + 7) / 8 * 8;
  }
}
