// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.machine.Behaviour;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Maintenance1;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.TensorOperands;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.CapabilityNames;
import coopcts.grammar.CapabilityNeeds;
import coopcts.grammar.Opcode;
import coopcts.grammar.Role;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.numbers.FloatFormat;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/**
 * Which capabilities a module declares, needs, and may declare on a device: the capability columns
 * of the SPIR-V texts, and Vulkan's table of features (sheet vulkan-api §1).
 */
final class Capabilities {

  /** CooperativeMatrixDecodeVectorNV, which is too young for {@link Spv}. */
  private static final int DECODE_VECTOR = 5447;

  private static final Map<Integer, Set<Integer>> IMPLIED =
      Map.of(
          Spv.SpvCapabilityCooperativeMatrixConversionQCOM,
          Set.of(Spv.SpvCapabilityCooperativeMatrixKHR),
          Spv.SpvCapabilityBFloat16CooperativeMatrixKHR,
          Set.of(Spv.SpvCapabilityBFloat16TypeKHR, Spv.SpvCapabilityCooperativeMatrixKHR),
          Spv.SpvCapabilityBFloat16DotProductKHR,
          Set.of(Spv.SpvCapabilityBFloat16TypeKHR),
          Spv.SpvCapabilityFloat8CooperativeMatrixEXT,
          Set.of(Spv.SpvCapabilityFloat8EXT, Spv.SpvCapabilityCooperativeMatrixKHR),
          DECODE_VECTOR,
          Set.of(Spv.SpvCapabilityCooperativeMatrixBlockLoadsNV));

  /** Capabilities whose instructions are looked at. */
  private static final Set<Integer> HELD =
      Set.of(
          Spv.SpvCapabilityCooperativeMatrixKHR,
          Spv.SpvCapabilityCooperativeMatrixNV,
          Spv.SpvCapabilityCooperativeMatrixReductionsNV,
          Spv.SpvCapabilityCooperativeMatrixConversionsNV,
          Maintenance1.CAPABILITY_CONVERSIONS,
          Maintenance1.CAPABILITY_GET_COORDINATE,
          Spv.SpvCapabilityCooperativeMatrixPerElementOperationsNV,
          Spv.SpvCapabilityCooperativeMatrixTensorAddressingNV,
          Spv.SpvCapabilityTensorAddressingNV,
          Spv.SpvCapabilityCooperativeVectorNV,
          Spv.SpvCapabilityCooperativeVectorTrainingNV,
          Spv.SpvCapabilityCooperativeMatrixConversionQCOM,
          Spv.SpvCapabilityReplicatedCompositesEXT,
          Spv.SpvCapabilityUntypedPointersKHR);

  /** The Vulkan feature that a device must have for a module to declare the capability. */
  private static final Map<Integer, String> FEATURES =
      CapabilityNeeds.features(CapabilityNeeds.Reader.DEVICE);

  /** Another feature that will do, of the other extension that has the capability. */
  private static final Map<Integer, String> OTHERWISE =
      Map.of(
          Spv.SpvCapabilityCooperativeMatrixReductionsNV,
          "cooperativeMatrixReductionsEXT",
          Spv.SpvCapabilityCooperativeMatrixPerElementOperationsNV,
          "cooperativeMatrixPerElementOperationsEXT");

  /** What all devices that the reference device stands for have, and what it executes besides. */
  private static final Set<Integer> OFFERED =
      Set.of(
          Spv.SpvCapabilityMatrix,
          Spv.SpvCapabilityShader,
          Spv.SpvCapabilityAddresses,
          Spv.SpvCapabilityLinkage,
          Spv.SpvCapabilityInt64Atomics,
          Spv.SpvCapabilityShaderNonUniform,
          Spv.SpvCapabilityClipDistance,
          Spv.SpvCapabilityCullDistance,
          Spv.SpvCapabilityGroupNonUniform,
          Spv.SpvCapabilityGroupNonUniformVote,
          Spv.SpvCapabilityGroupNonUniformArithmetic,
          Spv.SpvCapabilityGroupNonUniformBallot,
          Spv.SpvCapabilityGroupNonUniformShuffle,
          Spv.SpvCapabilityGroupNonUniformShuffleRelative,
          Spv.SpvCapabilityGroupNonUniformClustered,
          Spv.SpvCapabilityGroupNonUniformQuad,
          Spv.SpvCapabilityGroupNonUniformRotateKHR,
          Spv.SpvCapabilitySubgroupBallotKHR,
          Spv.SpvCapabilitySubgroupVoteKHR,
          Spv.SpvCapabilityDrawParameters,
          Spv.SpvCapabilityDeviceGroup,
          Spv.SpvCapabilityMultiView,
          Spv.SpvCapabilityInputAttachment,
          Spv.SpvCapabilitySampled1D,
          Spv.SpvCapabilityImage1D,
          Spv.SpvCapabilitySampledBuffer,
          Spv.SpvCapabilityImageBuffer,
          Spv.SpvCapabilityImageQuery,
          Spv.SpvCapabilityDerivativeControl,
          Spv.SpvCapabilityUniformAndStorageBuffer16BitAccess,
          Spv.SpvCapabilityStoragePushConstant16,
          Spv.SpvCapabilityUniformAndStorageBuffer8BitAccess,
          Spv.SpvCapabilityStoragePushConstant8,
          Spv.SpvCapabilityDenormPreserve,
          Spv.SpvCapabilityDenormFlushToZero,
          Spv.SpvCapabilitySignedZeroInfNanPreserve,
          Spv.SpvCapabilityRoundingModeRTE,
          Spv.SpvCapabilityRoundingModeRTZ,
          Spv.SpvCapabilityFloatControls2,
          Spv.SpvCapabilityVulkanMemoryModel,
          Spv.SpvCapabilityVulkanMemoryModelDeviceScope,
          Spv.SpvCapabilityDotProduct,
          Spv.SpvCapabilityDotProductInputAll,
          Spv.SpvCapabilityDotProductInput4x8Bit,
          Spv.SpvCapabilityDotProductInput4x8BitPacked,
          Spv.SpvCapabilityExpectAssumeKHR,
          Spv.SpvCapabilityDemoteToHelperInvocation,
          Spv.SpvCapabilityBitInstructions,
          Spv.SpvCapabilityAtomicFloat16AddEXT,
          Spv.SpvCapabilityAtomicFloat32AddEXT,
          Spv.SpvCapabilityAtomicFloat64AddEXT,
          Spv.SpvCapabilityAtomicFloat16MinMaxEXT,
          Spv.SpvCapabilityAtomicFloat32MinMaxEXT,
          Spv.SpvCapabilityAtomicFloat64MinMaxEXT,
          Spv.SpvCapabilityWorkgroupMemoryExplicitLayoutKHR,
          Spv.SpvCapabilityWorkgroupMemoryExplicitLayout8BitAccessKHR,
          Spv.SpvCapabilityWorkgroupMemoryExplicitLayout16BitAccessKHR,
          Spv.SpvCapabilityCooperativeMatrixLayoutsARM);

  /** The limit that says in which stages a capability may be declared. */
  private static final Map<Integer, String> STAGES =
      Map.of(
          Spv.SpvCapabilityCooperativeMatrixKHR, "cooperativeMatrixSupportedStages",
          Spv.SpvCapabilityCooperativeMatrixNV, "cooperativeMatrixSupportedStagesNV",
          Spv.SpvCapabilityCooperativeVectorNV, "cooperativeVectorSupportedStages");

  private static final Set<StorageClass> ADDRESSED =
      EnumSet.of(
          StorageClass.WORKGROUP,
          StorageClass.STORAGE_BUFFER,
          StorageClass.PHYSICAL_STORAGE_BUFFER);

  private final Behaviour behaviour;
  private final Set<Integer> declared = new HashSet<>();

  Capabilities(List<Instruction> instructions, Behaviour behaviour) {
    this.behaviour = behaviour;
    for (Instruction i : instructions) {
      if (i.opcode() == Spv.SpvOpCapability) {
        declared.add(i.operand(0));
        declared.addAll(IMPLIED.getOrDefault(i.operand(0), Set.of()));
      }
    }
  }

  /** Checks that the device has the feature of every capability that the module declares. */
  void checkFeatures(Set<String> features) {
    for (int capability : declared) {
      String feature = FEATURES.get(capability);
      if (feature == null && !OFFERED.contains(capability)) {
        behaviour.violated(
            Check.SUPPORT,
            "VUID 08740: the device reports nothing of capability "
                + CapabilityNames.of(capability));
      } else if (feature != null
          && !features.contains(feature)
          && !features.contains(OTHERWISE.getOrDefault(capability, feature))) {
        behaviour.violated(
            Check.SUPPORT,
            "capability %s needs the feature %s, which the device lacks"
                .formatted(CapabilityNames.of(capability), feature));
      }
    }
  }

  /**
   * Checks that a shader with matrices or vectors stands in a stage that the device has them in
   * (VUIDs 10091 and 08985).
   */
  void checkStage(ShaderStage stage, DeviceReport report) {
    for (Map.Entry<Integer, String> entry : STAGES.entrySet()) {
      if (declared.contains(entry.getKey())
          && (report.limit(entry.getValue()) & stage.bit()) == 0) {
        behaviour.violated(
            Check.SUPPORT,
            "capability %s in a %s shader, which %s lacks"
                .formatted(CapabilityNames.of(entry.getKey()), stage, entry.getValue()));
      }
    }
  }

  private void need(Collection<Integer> anyOf, Instruction i) {
    if (anyOf.stream().noneMatch(declared::contains)) {
      behaviour.violated(
          Check.CAPABILITY,
          "%s (%%%d) needs capability %s, which is not declared"
              .formatted(i.name(), i.result(), CapabilityNames.of(anyOf.iterator().next())));
    }
  }

  /** Checks that what an instruction needs is declared. */
  void check(Instruction i, Module module) {
    List<Integer> anyOf = Opcode.of(i.opcode()).capabilities();
    if (!anyOf.isEmpty() && anyOf.stream().anyMatch(HELD::contains)) {
      need(anyOf, i);
    }
    switch (i.kind()) {
      case TYPE -> type(i, module);
      case MATRIX_LOAD, MATRIX_STORE -> storage(i, module.storage(i.operand(Role.POINTER)));
      case TENSOR_LOAD -> {
        TensorOperands operands = TensorOperands.of(i);
        if (operands.decode() != 0) {
          need(Set.of(Spv.SpvCapabilityCooperativeMatrixBlockLoadsNV), i);
        }
        if (operands.decodeVector() != 0) {
          need(Set.of(DECODE_VECTOR), i);
        }
      }
      default -> {
        if (i.opcode() == Spv.SpvOpVectorShuffle
            && module.definitions().of(i.type()).opcode() == Spv.SpvOpTypeCooperativeVectorNV) {
          need(Set.of(Spv.SpvCapabilityLongVectorEXT), i);
        }
      }
    }
  }

  private void type(Instruction i, Module module) {
    switch (i.opcode()) {
      case Spv.SpvOpTypeInt, Spv.SpvOpTypeFloat -> scalarType(i, module.type(i.result()));
      case Spv.SpvOpTypeVector -> {
        if (i.operand(1) > 4 || i.operand(1) < 2) {
          need(Set.of(Spv.SpvCapabilityLongVectorEXT), i);
        }
      }
      case Spv.SpvOpTypePointer, Spv.SpvOpTypeUntypedPointerKHR -> {
        if (StorageClass.of(i.operand(Role.STORAGE_CLASS))
            == StorageClass.PHYSICAL_STORAGE_BUFFER) {
          need(Set.of(Spv.SpvCapabilityPhysicalStorageBufferAddresses), i);
        }
      }
      case Spv.SpvOpTypeCooperativeMatrixKHR -> {
        if (module.type(i.operand(Role.COMPONENT_TYPE)) instanceof Type.Float(FloatFormat format)) {
          if (format == FloatFormat.BFLOAT16) {
            need(Set.of(Spv.SpvCapabilityBFloat16CooperativeMatrixKHR), i);
          } else if (format.bits() == 8) {
            need(Set.of(Spv.SpvCapabilityFloat8CooperativeMatrixEXT), i);
          }
        }
      }
      case Spv.SpvOpTypeCooperativeVectorNV -> {
        if (declared.contains(Spv.SpvCapabilityCooperativeVectorNV)) {
          need(Set.of(Spv.SpvCapabilityVulkanMemoryModel), i);
        }
      }
      default -> {}
    }
  }

  /** What has addresses, which a matrix is loaded from and stored to (VUID 08973). */
  private void storage(Instruction i, StorageClass storage) {
    if (!ADDRESSED.contains(storage)) {
      behaviour.violated(
          Check.CAPABILITY,
          "VUID 08973: a matrix of %s (opcode %d, %%%d)"
              .formatted(storage, i.opcode(), i.result()));
    }
  }

  private void scalarType(Instruction i, Type type) {
    switch (type) {
      case Type.Float(FloatFormat format) when format == FloatFormat.BFLOAT16 ->
          need(Set.of(Spv.SpvCapabilityBFloat16TypeKHR), i);
      case Type.Float(FloatFormat format) when format.bits() == 8 ->
          need(Set.of(Spv.SpvCapabilityFloat8EXT), i);
      case Type.Float(FloatFormat format) when format.bits() == 16 ->
          need(
              Set.of(
                  Spv.SpvCapabilityFloat16,
                  Spv.SpvCapabilityStorageBuffer16BitAccess,
                  Spv.SpvCapabilityUniformAndStorageBuffer16BitAccess,
                  Spv.SpvCapabilityStoragePushConstant16),
              i);
      case Type.Float(FloatFormat format) when format.bits() == 64 ->
          need(Set.of(Spv.SpvCapabilityFloat64), i);
      case Type.Int _ when type.size() == 1 ->
          need(
              Set.of(
                  Spv.SpvCapabilityInt8,
                  Spv.SpvCapabilityStorageBuffer8BitAccess,
                  Spv.SpvCapabilityUniformAndStorageBuffer8BitAccess,
                  Spv.SpvCapabilityStoragePushConstant8),
              i);
      case Type.Int _ when type.size() == 2 ->
          need(
              Set.of(
                  Spv.SpvCapabilityInt16,
                  Spv.SpvCapabilityStorageBuffer16BitAccess,
                  Spv.SpvCapabilityUniformAndStorageBuffer16BitAccess,
                  Spv.SpvCapabilityStoragePushConstant16),
              i);
      case Type.Int _ when type.size() == 8 -> need(Set.of(Spv.SpvCapabilityInt64), i);
      default -> {}
    }
  }
}
