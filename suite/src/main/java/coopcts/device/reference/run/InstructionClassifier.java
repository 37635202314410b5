// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Maintenance1;
import coopcts.device.reference.spirv.TensorOperands;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.Role;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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

  /** Kinds of instructions that are cooperative whatever their operands are. */
  private static final Map<OpcodeKind, InstructionKind> ALWAYS =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(OpcodeKind.MATRIX_LOAD, InstructionKind.LOAD),
              Map.entry(OpcodeKind.MATRIX_STORE, InstructionKind.STORE),
              Map.entry(OpcodeKind.MATRIX_PRODUCT, InstructionKind.MUL_ADD),
              Map.entry(OpcodeKind.REDUCE, InstructionKind.REDUCE),
              Map.entry(OpcodeKind.ELEMENT, InstructionKind.ELEMENT),
              Map.entry(OpcodeKind.TRANSPOSE, InstructionKind.TRANSPOSE),
              Map.entry(OpcodeKind.TENSOR_STORE, InstructionKind.TENSOR_STORE),
              Map.entry(OpcodeKind.VECTOR_LOAD, InstructionKind.VECTOR_LOAD),
              Map.entry(OpcodeKind.VECTOR_STORE, InstructionKind.VECTOR_STORE),
              Map.entry(OpcodeKind.VECTOR_PRODUCT, InstructionKind.PRODUCT),
              Map.entry(OpcodeKind.OUTER_PRODUCT, InstructionKind.OUTER),
              Map.entry(OpcodeKind.VECTOR_SUM, InstructionKind.SUM),
              Map.entry(OpcodeKind.ARRAY_BITCAST, InstructionKind.BITCAST),
              Map.entry(OpcodeKind.SUB_ARRAY, InstructionKind.SUB_ARRAY),
              Map.entry(OpcodeKind.OF_ARRAYS, InstructionKind.OF_ARRAYS),
              Map.entry(OpcodeKind.TO_ARRAYS, InstructionKind.TO_ARRAYS)));

  /** Those with a cooperative matrix as their result. */
  private static final Map<OpcodeKind, InstructionKind> OF_MATRICES =
      new EnumMap<>(
          Map.of(
              OpcodeKind.CONSTRUCT, InstructionKind.FILL,
              OpcodeKind.ADD, InstructionKind.ADD,
              OpcodeKind.SUBTRACT, InstructionKind.SUBTRACT,
              OpcodeKind.MULTIPLY, InstructionKind.MULTIPLY,
              OpcodeKind.DIVIDE, InstructionKind.DIVIDE,
              OpcodeKind.NEGATE, InstructionKind.NEGATE,
              OpcodeKind.SCALE, InstructionKind.SCALE,
              OpcodeKind.CONVERT, InstructionKind.CONVERT,
              OpcodeKind.BITCAST, InstructionKind.CONVERT));

  /** Those with a cooperative vector as their result. */
  private static final Map<OpcodeKind, InstructionKind> OF_VECTORS =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(OpcodeKind.CONSTRUCT, InstructionKind.VECTOR_FILL),
              Map.entry(OpcodeKind.EXTENDED, InstructionKind.VECTOR_FUNCTION),
              Map.entry(OpcodeKind.ADD, InstructionKind.VECTOR_ARITHMETIC),
              Map.entry(OpcodeKind.SUBTRACT, InstructionKind.VECTOR_ARITHMETIC),
              Map.entry(OpcodeKind.MULTIPLY, InstructionKind.VECTOR_ARITHMETIC),
              Map.entry(OpcodeKind.DIVIDE, InstructionKind.VECTOR_ARITHMETIC),
              Map.entry(OpcodeKind.NEGATE, InstructionKind.VECTOR_ARITHMETIC),
              Map.entry(OpcodeKind.SCALE, InstructionKind.VECTOR_ARITHMETIC),
              Map.entry(OpcodeKind.SHIFT, InstructionKind.VECTOR_ARITHMETIC),
              Map.entry(OpcodeKind.BITS, InstructionKind.VECTOR_ARITHMETIC),
              Map.entry(OpcodeKind.NOT, InstructionKind.VECTOR_ARITHMETIC),
              Map.entry(OpcodeKind.CONVERT, InstructionKind.VECTOR_CONVERT),
              Map.entry(OpcodeKind.BITCAST, InstructionKind.VECTOR_CONVERT)));

  private final Module module;

  InstructionClassifier(Module module) {
    this.module = module;
  }

  /** The name of a function of vectors that the table knows. */
  static Optional<String> function(Instruction i) {
    return Optional.ofNullable(FUNCTIONS.get(i.operand(Role.INSTRUCTION)));
  }

  /** The name of an operator on vectors. */
  static String operator(Instruction i) {
    OpcodeKind kind = i.kind();
    return kind == OpcodeKind.NOT ? "bits" : kind.name().toLowerCase(Locale.ROOT);
  }

  /** The kind of an instruction, or null if it is no cooperative one. */
  InstructionKind of(Instruction i) {
    OpcodeKind kind = i.kind();
    return switch (kind) {
      case LOAD, STORE -> ofVariable(i);
      case USE ->
          module.decoration(i.result(), Maintenance1.DECORATION_TRANSPOSE, 0) == 0
              ? InstructionKind.USE
              : InstructionKind.TRANSPOSE;
      case TENSOR_LOAD ->
          TensorOperands.of(i).decode() == 0 ? InstructionKind.TENSOR_LOAD : InstructionKind.DECODE;
      case EXTRACT ->
          module.typeOf(i.operand(Role.COMPOSITE)) instanceof Type.CooperativeMatrix
              ? InstructionKind.READ
              : null;
      default -> ALWAYS.containsKey(kind) ? ALWAYS.get(kind) : ofType(i, kind);
    };
  }

  private InstructionKind ofType(Instruction i, OpcodeKind kind) {
    if (i.type() == 0) {
      return null;
    }
    return module.type(i.type()) instanceof Type.CooperativeMatrix
        ? OF_MATRICES.get(kind)
        : module.isCooperativeVector(i.type()) ? OF_VECTORS.get(kind) : null;
  }

  private InstructionKind ofVariable(Instruction i) {
    int pointer = i.operand(Role.POINTER);
    if (module.storage(pointer).hasAddresses()) {
      return null;
    }
    if (module.pointee(pointer) instanceof Type.CooperativeMatrix) {
      return InstructionKind.COPY;
    }
    return holder(module.definition(pointer), module) instanceof Type.CooperativeMatrix
        ? i.kind() == OpcodeKind.LOAD ? InstructionKind.READ : InstructionKind.WRITE
        : null;
  }

  /** What an access chain's last index counts in, or null if there is no chain. */
  static Type holder(Instruction chain, Module module) {
    if (chain == null || chain.kind() != OpcodeKind.CHAIN) {
      return null;
    }
    Type holder = module.pointee(chain.operand(Role.BASE));
    for (int at = 1; at < chain.count() - 1; at++) {
      holder =
          holder instanceof Type.Struct struct
              ? struct.members().get((int) module.constantBits(chain.operand(at)))
              : holder instanceof Type.Array array ? array.element() : null;
    }
    return holder;
  }
}
