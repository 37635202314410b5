// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.TensorOperands;
import coopcts.device.reference.spirv.Type;
import java.util.Map;
import java.util.Optional;
import org.lwjgl.util.spvc.Spv;

/** Which kind of cooperative instruction an instruction is. */
final class InstructionClassifier {

  /** Functions of GLSL.std.450 on vectors, by number. */
  private static final Map<Integer, String> FUNCTIONS =
      Map.ofEntries(
          Map.entry(18, "atan"),
          Map.entry(21, "tanh"),
          Map.entry(27, "exp"),
          Map.entry(28, "log"),
          Map.entry(37, "min"),
          Map.entry(38, "min"),
          Map.entry(39, "min"),
          Map.entry(79, "min"),
          Map.entry(40, "max"),
          Map.entry(41, "max"),
          Map.entry(42, "max"),
          Map.entry(80, "max"),
          Map.entry(43, "clamp"),
          Map.entry(44, "clamp"),
          Map.entry(45, "clamp"),
          Map.entry(81, "clamp"),
          Map.entry(48, "step"),
          Map.entry(50, "fma"));

  private final Module module;

  InstructionClassifier(Module module) {
    this.module = module;
  }

  /** The name of a function of vectors that the table knows. */
  static Optional<String> function(Instruction i) {
    return Optional.ofNullable(FUNCTIONS.get(i.operand(1)));
  }

  /** The name of an operator on vectors. */
  static String operator(int opcode) {
    return switch (opcode) {
      case Spv.SpvOpFAdd, Spv.SpvOpIAdd -> "add";
      case Spv.SpvOpFSub, Spv.SpvOpISub -> "subtract";
      case Spv.SpvOpFMul, Spv.SpvOpIMul -> "multiply";
      case Spv.SpvOpFDiv, Spv.SpvOpSDiv, Spv.SpvOpUDiv -> "divide";
      case Spv.SpvOpFNegate, Spv.SpvOpSNegate -> "negate";
      case Spv.SpvOpVectorTimesScalar -> "scale";
      case Spv.SpvOpShiftLeftLogical, Spv.SpvOpShiftRightLogical, Spv.SpvOpShiftRightArithmetic ->
          "shift";
      default -> "bits";
    };
  }

  /** The kind of an instruction, or null if it is no cooperative one. */
  InstructionKind of(Instruction i) {
    return switch (i.opcode()) {
      case Spv.SpvOpCooperativeMatrixLoadKHR, Spv.SpvOpCooperativeMatrixLoadNV ->
          InstructionKind.LOAD;
      case Spv.SpvOpCooperativeMatrixStoreKHR, Spv.SpvOpCooperativeMatrixStoreNV ->
          InstructionKind.STORE;
      case Spv.SpvOpCooperativeMatrixMulAddKHR, Spv.SpvOpCooperativeMatrixMulAddNV ->
          InstructionKind.MUL_ADD;
      case Spv.SpvOpCooperativeMatrixReduceNV -> InstructionKind.REDUCE;
      case Spv.SpvOpCooperativeMatrixPerElementOpNV -> InstructionKind.ELEMENT;
      case Spv.SpvOpCooperativeMatrixConvertNV -> InstructionKind.USE;
      case Spv.SpvOpCooperativeMatrixTransposeNV -> InstructionKind.TRANSPOSE;
      case Spv.SpvOpCooperativeMatrixLoadTensorNV ->
          TensorOperands.of(i).decode() == 0 ? InstructionKind.TENSOR_LOAD : InstructionKind.DECODE;
      case Spv.SpvOpCooperativeMatrixStoreTensorNV -> InstructionKind.TENSOR_STORE;
      case Spv.SpvOpCooperativeVectorLoadNV -> InstructionKind.VECTOR_LOAD;
      case Spv.SpvOpCooperativeVectorStoreNV -> InstructionKind.VECTOR_STORE;
      case Spv.SpvOpCooperativeVectorMatrixMulNV, Spv.SpvOpCooperativeVectorMatrixMulAddNV ->
          InstructionKind.PRODUCT;
      case Spv.SpvOpCooperativeVectorOuterProductAccumulateNV -> InstructionKind.OUTER;
      case Spv.SpvOpCooperativeVectorReduceSumAccumulateNV -> InstructionKind.SUM;
      case Spv.SpvOpBitCastArrayQCOM -> InstructionKind.BITCAST;
      case Spv.SpvOpExtractSubArrayQCOM -> InstructionKind.SUB_ARRAY;
      case Spv.SpvOpCompositeConstructCoopMatQCOM -> InstructionKind.OF_ARRAYS;
      case Spv.SpvOpCompositeExtractCoopMatQCOM -> InstructionKind.TO_ARRAYS;
      case Spv.SpvOpLoad, Spv.SpvOpStore -> ofVariable(i);
      case Spv.SpvOpCompositeExtract ->
          module.typeOf(i.operand(0)) instanceof Type.CooperativeMatrix
              ? InstructionKind.READ
              : null;
      default ->
          i.type() == 0
              ? null
              : module.type(i.type()) instanceof Type.CooperativeMatrix
                  ? ofMatrix(i.opcode())
                  : module.isCooperativeVector(i.type()) ? ofVector(i.opcode()) : null;
    };
  }

  private InstructionKind ofVariable(Instruction i) {
    if (module.storage(i.operand(0)).hasAddresses()) {
      return null;
    }
    if (module.pointee(i.operand(0)) instanceof Type.CooperativeMatrix) {
      return InstructionKind.COPY;
    }
    Instruction chain = module.definition(i.operand(0));
    return holder(chain, module) instanceof Type.CooperativeMatrix
        ? i.opcode() == Spv.SpvOpLoad ? InstructionKind.READ : InstructionKind.WRITE
        : null;
  }

  /** What an access chain's last index counts in, or null if there is no chain. */
  static Type holder(Instruction chain, Module module) {
    if (chain == null
        || chain.opcode() != Spv.SpvOpAccessChain
            && chain.opcode() != Spv.SpvOpInBoundsAccessChain) {
      return null;
    }
    Type holder = module.pointee(chain.operand(0));
    for (int at = 1; at < chain.count() - 1; at++) {
      holder =
          holder instanceof Type.Struct struct
              ? struct.members().get((int) module.constantBits(chain.operand(at)))
              : holder instanceof Type.Array array ? array.element() : null;
    }
    return holder;
  }

  private static InstructionKind ofMatrix(int opcode) {
    return switch (opcode) {
      case Spv.SpvOpCompositeConstruct, Spv.SpvOpCompositeConstructReplicateEXT ->
          InstructionKind.FILL;
      case Spv.SpvOpFAdd, Spv.SpvOpIAdd -> InstructionKind.ADD;
      case Spv.SpvOpFSub, Spv.SpvOpISub -> InstructionKind.SUBTRACT;
      case Spv.SpvOpFMul, Spv.SpvOpIMul -> InstructionKind.MULTIPLY;
      case Spv.SpvOpFDiv, Spv.SpvOpSDiv, Spv.SpvOpUDiv -> InstructionKind.DIVIDE;
      case Spv.SpvOpFNegate, Spv.SpvOpSNegate -> InstructionKind.NEGATE;
      case Spv.SpvOpMatrixTimesScalar -> InstructionKind.SCALE;
      default -> isConversion(opcode) ? InstructionKind.CONVERT : null;
    };
  }

  private static boolean isConversion(int opcode) {
    return opcode >= Spv.SpvOpConvertFToU && opcode <= Spv.SpvOpFConvert
        || opcode == Spv.SpvOpBitcast;
  }

  private static InstructionKind ofVector(int opcode) {
    return switch (opcode) {
      case Spv.SpvOpCompositeConstruct, Spv.SpvOpCompositeConstructReplicateEXT ->
          InstructionKind.VECTOR_FILL;
      case Spv.SpvOpExtInst -> InstructionKind.VECTOR_FUNCTION;
      case Spv.SpvOpFAdd,
          Spv.SpvOpIAdd,
          Spv.SpvOpFSub,
          Spv.SpvOpISub,
          Spv.SpvOpFMul,
          Spv.SpvOpIMul,
          Spv.SpvOpFDiv,
          Spv.SpvOpSDiv,
          Spv.SpvOpUDiv,
          Spv.SpvOpFNegate,
          Spv.SpvOpSNegate,
          Spv.SpvOpVectorTimesScalar,
          Spv.SpvOpShiftLeftLogical,
          Spv.SpvOpShiftRightLogical,
          Spv.SpvOpShiftRightArithmetic,
          Spv.SpvOpBitwiseAnd,
          Spv.SpvOpBitwiseOr,
          Spv.SpvOpBitwiseXor,
          Spv.SpvOpNot ->
          InstructionKind.VECTOR_ARITHMETIC;
      default -> isConversion(opcode) ? InstructionKind.VECTOR_CONVERT : null;
    };
  }
}
