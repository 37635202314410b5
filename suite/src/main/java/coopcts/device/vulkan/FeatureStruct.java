// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.lwjgl.vulkan.EXTCooperativeMatrixMaintenance1;
import org.lwjgl.vulkan.EXTDescriptorBuffer;
import org.lwjgl.vulkan.EXTMeshShader;
import org.lwjgl.vulkan.EXTRobustness2;
import org.lwjgl.vulkan.EXTShaderFloat8;
import org.lwjgl.vulkan.EXTShaderObject;
import org.lwjgl.vulkan.EXTShaderReplicatedComposites;
import org.lwjgl.vulkan.KHRAccelerationStructure;
import org.lwjgl.vulkan.KHRCooperativeMatrix;
import org.lwjgl.vulkan.KHRMaintenance5;
import org.lwjgl.vulkan.KHRPipelineBinary;
import org.lwjgl.vulkan.KHRRayTracingPipeline;
import org.lwjgl.vulkan.KHRShaderBfloat16;
import org.lwjgl.vulkan.KHRShaderUntypedPointers;
import org.lwjgl.vulkan.NVCooperativeMatrix;
import org.lwjgl.vulkan.NVCooperativeMatrix2;
import org.lwjgl.vulkan.NVCooperativeMatrixDecodeVector;
import org.lwjgl.vulkan.NVCooperativeVector;
import org.lwjgl.vulkan.QCOMCooperativeMatrixConversion;
import org.lwjgl.vulkan.VK11;
import org.lwjgl.vulkan.VK12;
import org.lwjgl.vulkan.VK13;

/**
 * A structure of features: {@code sType}, {@code pNext}, then one {@code VkBool32} for each name
 * (API §4, §5).
 *
 * @param extension what the device must offer before the structure may be chained; empty for core
 *     versions
 * @param structureType the value of sType
 * @param members the features' names, in the order of the structure; those that another structure
 *     has too are told apart by the extension's suffix
 */
public record FeatureStruct(String extension, int structureType, List<String> members) {

  static final int FEATURES_2 = VK11.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;

  /** Extensions of which only the wanted features are switched on. */
  private static final Set<String> IN_PART =
      Set.of(
          "",
          "VK_EXT_mesh_shader",
          "VK_KHR_ray_tracing_pipeline",
          "VK_KHR_acceleration_structure",
          "VK_EXT_robustness2",
          "VK_EXT_shader_object",
          "VK_EXT_descriptor_buffer",
          "VK_KHR_maintenance5",
          "VK_KHR_pipeline_binary",
          "VK_KHR_shader_untyped_pointers",
          "VK_NV_cooperative_matrix");

  /** All structures that the suite asks for. */
  static final List<FeatureStruct> ALL =
      List.of(
          new FeatureStruct(
              "",
              VK12.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
              names(
                  """
                  storageBuffer16BitAccess uniformAndStorageBuffer16BitAccess storagePushConstant16
                  storageInputOutput16 multiview multiviewGeometryShader multiviewTessellationShader
                  variablePointersStorageBuffer variablePointers protectedMemory samplerYcbcrConversion
                  shaderDrawParameters
                  """)),
          new FeatureStruct(
              "",
              VK12.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
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
              VK13.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
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
              KHRCooperativeMatrix
                  .VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_KHR,
              names("cooperativeMatrix cooperativeMatrixRobustBufferAccess")),
          new FeatureStruct(
              "VK_NV_cooperative_matrix2",
              NVCooperativeMatrix2
                  .VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_2_FEATURES_NV,
              names(
                  """
                  cooperativeMatrixWorkgroupScope cooperativeMatrixFlexibleDimensions
                  cooperativeMatrixReductions cooperativeMatrixConversions
                  cooperativeMatrixPerElementOperations cooperativeMatrixTensorAddressing
                  cooperativeMatrixBlockLoads
                  """)),
          new FeatureStruct(
              "VK_EXT_cooperative_matrix_maintenance1",
              EXTCooperativeMatrixMaintenance1
                  .VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_MAINTENANCE_1_FEATURES_EXT,
              names(
                  """
                  cooperativeMatrixProperties2 cooperativeMatrixReductionsEXT
                  cooperativeMatrixConversionsEXT cooperativeMatrixPerElementOperationsEXT
                  cooperativeMatrixGetCoordinate
                  """)),
          new FeatureStruct(
              "VK_NV_cooperative_matrix",
              NVCooperativeMatrix.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_NV,
              names("cooperativeMatrixNV cooperativeMatrixRobustBufferAccessNV")),
          new FeatureStruct(
              "VK_NV_cooperative_matrix_decode_vector",
              NVCooperativeMatrixDecodeVector
                  .VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_DECODE_VECTOR_FEATURES_NV,
              names("cooperativeMatrixDecodeVector")),
          new FeatureStruct(
              "VK_NV_cooperative_vector",
              NVCooperativeVector.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_VECTOR_FEATURES_NV,
              names("cooperativeVector cooperativeVectorTraining")),
          new FeatureStruct(
              "VK_QCOM_cooperative_matrix_conversion",
              QCOMCooperativeMatrixConversion
                  .VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_CONVERSION_FEATURES_QCOM,
              names("cooperativeMatrixConversion")),
          new FeatureStruct(
              "VK_KHR_shader_bfloat16",
              KHRShaderBfloat16.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_BFLOAT16_FEATURES_KHR,
              names("shaderBFloat16Type shaderBFloat16DotProduct shaderBFloat16CooperativeMatrix")),
          new FeatureStruct(
              "VK_EXT_shader_float8",
              EXTShaderFloat8.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT8_FEATURES_EXT,
              names("shaderFloat8 shaderFloat8CooperativeMatrix")),
          new FeatureStruct(
              "VK_EXT_shader_replicated_composites",
              EXTShaderReplicatedComposites
                  .VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_REPLICATED_COMPOSITES_FEATURES_EXT,
              names("shaderReplicatedComposites")),
          new FeatureStruct(
              "VK_EXT_robustness2",
              EXTRobustness2.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT,
              names("robustBufferAccess2 robustImageAccess2 nullDescriptor")),
          new FeatureStruct(
              "VK_EXT_shader_object",
              EXTShaderObject.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT,
              names("shaderObject")),
          new FeatureStruct(
              "VK_EXT_descriptor_buffer",
              EXTDescriptorBuffer.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT,
              names(
                  """
                  descriptorBuffer descriptorBufferCaptureReplay descriptorBufferImageLayoutIgnored
                  descriptorBufferPushDescriptors
                  """)),
          new FeatureStruct(
              "VK_KHR_maintenance5",
              KHRMaintenance5.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_5_FEATURES_KHR,
              names("maintenance5")),
          new FeatureStruct(
              "VK_KHR_pipeline_binary",
              KHRPipelineBinary.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_BINARY_FEATURES_KHR,
              names("pipelineBinaries")),
          new FeatureStruct(
              "VK_KHR_shader_untyped_pointers",
              KHRShaderUntypedPointers
                  .VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_UNTYPED_POINTERS_FEATURES_KHR,
              names("shaderUntypedPointers")),
          new FeatureStruct(
              "VK_EXT_mesh_shader",
              EXTMeshShader.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MESH_SHADER_FEATURES_EXT,
              names(
                  """
                  taskShader meshShader multiviewMeshShader primitiveFragmentShadingRateMeshShader
                  meshShaderQueries
                  """)),
          new FeatureStruct(
              "VK_KHR_ray_tracing_pipeline",
              KHRRayTracingPipeline
                  .VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_FEATURES_KHR,
              names(
                  """
                  rayTracingPipeline rayTracingPipelineShaderGroupHandleCaptureReplay
                  rayTracingPipelineShaderGroupHandleCaptureReplayMixed
                  rayTracingPipelineTraceRaysIndirect rayTraversalPrimitiveCulling
                  """)),
          new FeatureStruct(
              "VK_KHR_acceleration_structure",
              KHRAccelerationStructure
                  .VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR,
              names(
                  """
                  accelerationStructure accelerationStructureCaptureReplay
                  accelerationStructureIndirectBuild accelerationStructureHostCommands
                  descriptorBindingAccelerationStructureUpdateAfterBind
                  """)));

  /** Extensions that others above need, or that a device wants switched on where it has them. */
  static final Set<String> NEEDED =
      Set.of("VK_KHR_deferred_host_operations", "VK_KHR_push_descriptor", Portability.SUBSET);

  private static List<String> names(String text) {
    return List.of(text.strip().split("\\s+"));
  }

  /**
   * {@return the structure that has a feature as a member; empty for the features of Vulkan 1.0,
   * which are in none, and for unknown names}
   *
   * @param feature the Vulkan member's name, with a vendor's suffix where several structures have
   *     the member
   */
  public static Optional<FeatureStruct> of(String feature) {
    return ALL.stream().filter(struct -> struct.members.contains(feature)).findFirst();
  }

  /**
   * Extensions that are ways into a driver, or questions: an agent on a board takes none of them.
   */
  static final Set<String> WAYS =
      Set.of(
          "VK_EXT_cooperative_matrix_maintenance1",
          "VK_EXT_shader_object",
          "VK_EXT_descriptor_buffer",
          "VK_KHR_maintenance5",
          "VK_KHR_pipeline_binary",
          "VK_KHR_push_descriptor",
          "VK_KHR_shader_untyped_pointers",
          "VK_NV_cooperative_matrix");

  /**
   * {@return whether all features of the structure belong to the systems that the suite tests, not
   * only some that shaders need besides}
   */
  public boolean isInScope() {
    return !IN_PART.contains(extension);
  }

  /** Whether a feature is reported, and enabled as {@link FeatureChain#enable} has it. */
  boolean isWanted(String member) {
    return isInScope() || WantedFeatures.FEATURES.containsKey(member);
  }

  /** Bytes of the structure. */
  int bytes() {
    return (16 + 4 * members.size() + 7) / 8 * 8;
  }
}
