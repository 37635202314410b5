// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

import org.lwjgl.util.spvc.Spv;

/**
 * Which words an instruction begins with, by its opcode: result type and result, result alone, or
 * neither.
 */
public final class Opcodes {

  private Opcodes() {}

  /** Whether an instruction has no result at all. */
  static boolean hasNoResult(int opcode) {
    return switch (opcode) {
      case Spv.SpvOpNop,
          Spv.SpvOpSourceContinued,
          Spv.SpvOpSource,
          Spv.SpvOpSourceExtension,
          Spv.SpvOpName,
          Spv.SpvOpMemberName,
          Spv.SpvOpLine,
          Spv.SpvOpExtension,
          Spv.SpvOpMemoryModel,
          Spv.SpvOpEntryPoint,
          Spv.SpvOpExecutionMode,
          Spv.SpvOpCapability,
          Spv.SpvOpTypeForwardPointer,
          Spv.SpvOpFunctionEnd,
          Spv.SpvOpStore,
          Spv.SpvOpCopyMemory,
          Spv.SpvOpCopyMemorySized,
          Spv.SpvOpDecorate,
          Spv.SpvOpMemberDecorate,
          Spv.SpvOpControlBarrier,
          Spv.SpvOpMemoryBarrier,
          Spv.SpvOpAtomicStore,
          Spv.SpvOpLoopMerge,
          Spv.SpvOpSelectionMerge,
          Spv.SpvOpBranch,
          Spv.SpvOpBranchConditional,
          Spv.SpvOpSwitch,
          Spv.SpvOpKill,
          Spv.SpvOpReturn,
          Spv.SpvOpReturnValue,
          Spv.SpvOpUnreachable,
          Spv.SpvOpNoLine,
          Spv.SpvOpModuleProcessed,
          Spv.SpvOpExecutionModeId,
          Spv.SpvOpDecorateId,
          Spv.SpvOpCooperativeMatrixStoreKHR,
          Spv.SpvOpCooperativeMatrixStoreNV,
          Spv.SpvOpCooperativeMatrixStoreTensorNV,
          Spv.SpvOpCooperativeVectorStoreNV,
          Spv.SpvOpCooperativeVectorOuterProductAccumulateNV,
          Spv.SpvOpCooperativeVectorReduceSumAccumulateNV,
          Spv.SpvOpAssumeTrueKHR,
          Spv.SpvOpEmitMeshTasksEXT,
          Spv.SpvOpSetMeshOutputsEXT,
          Spv.SpvOpDecorateString,
          Spv.SpvOpMemberDecorateString,
          Spv.SpvOpUntypedPrefetchKHR ->
          true;
      default -> false;
    };
  }

  /**
   * {@return whether an instruction has a result id but no result type, as types, labels and
   * imports have; false for opcodes that the interpreter does not know}
   *
   * @param opcode number of the operation
   */
  public static boolean hasUntypedResult(int opcode) {
    return opcode >= Spv.SpvOpTypeVoid && opcode <= Spv.SpvOpTypeFunction
        || opcode == Spv.SpvOpTypeUntypedPointerKHR
        || opcode == Spv.SpvOpString
        || opcode == Spv.SpvOpExtInstImport
        || opcode == Spv.SpvOpLabel
        || opcode == Spv.SpvOpDecorationGroup
        || opcode == Spv.SpvOpTypeCooperativeMatrixKHR
        || opcode == Spv.SpvOpTypeCooperativeMatrixNV
        || opcode == Spv.SpvOpTypeCooperativeVectorNV
        || opcode == Spv.SpvOpTypeTensorLayoutNV
        || opcode == Spv.SpvOpTypeTensorViewNV;
  }
}
