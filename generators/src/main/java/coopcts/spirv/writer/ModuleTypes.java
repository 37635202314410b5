// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.numbers.IntegerFormat;
import coopcts.program.Constant;
import coopcts.program.Group;
import coopcts.program.Matrix;
import coopcts.program.Pointee;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.lwjgl.util.spvc.Spv;

/** The types and constants of a module, with the capabilities and extensions that they need. */
final class ModuleTypes {

  private final ModuleBuilder module;
  private final boolean isFormer;

  ModuleTypes(ModuleBuilder module, Set<SpirvOption> options) {
    this.module = module;
    isFormer = options.contains(SpirvOption.NV_COOPERATIVE_MATRIX);
  }

  int nothing() {
    return module.type(Spv.SpvOpTypeVoid);
  }

  int bool() {
    return module.type(Spv.SpvOpTypeBool);
  }

  int uint() {
    return scalar(ComponentType.UINT32);
  }

  int sint() {
    return scalar(ComponentType.SINT32);
  }

  /** The type of a component. */
  int scalar(ComponentType type) {
    declare(type);
    return type.isFloat()
        ? type.encoding() == ComponentType.NO_ENCODING
            ? module.type(Spv.SpvOpTypeFloat, type.bits())
            : module.type(Spv.SpvOpTypeFloat, type.bits(), type.encoding())
        : module.type(Spv.SpvOpTypeInt, type.bits(), type.isSigned() ? 1 : 0);
  }

  /** A new type has no answer here until somebody gives it one: the switch does not compile. */
  private void declare(ComponentType type) {
    OptionalInt capability =
        switch (type) {
          case FLOAT32, SINT32, UINT32 -> OptionalInt.empty();
          case FLOAT16 -> OptionalInt.of(Spv.SpvCapabilityFloat16);
          case FLOAT64 -> OptionalInt.of(Spv.SpvCapabilityFloat64);
          case SINT8, UINT8 -> OptionalInt.of(Spv.SpvCapabilityInt8);
          case SINT16, UINT16 -> OptionalInt.of(Spv.SpvCapabilityInt16);
          case SINT64, UINT64 -> OptionalInt.of(Spv.SpvCapabilityInt64);
          case BFLOAT16 -> OptionalInt.of(Spv.SpvCapabilityBFloat16TypeKHR);
          case FLOAT8_E4M3, FLOAT8_E5M2 -> OptionalInt.of(Spv.SpvCapabilityFloat8EXT);
          case SINT8_PACKED,
              UINT8_PACKED,
              FLOAT6_E2M3,
              FLOAT6_E3M2,
              FLOAT4_E2M1,
              FLOAT8_UNSIGNED_E8M0,
              MXINT8 ->
              throw new IllegalArgumentException("no SPIR-V type of " + type);
        };
    capability.ifPresent(module::capability);
  }

  /** What a module needs to have components of a type in a buffer. */
  void declareStored(ComponentType type) {
    if (type.bits() == 8) {
      module.capability(Spv.SpvCapabilityStorageBuffer8BitAccess);
      module.extensionBefore(5, "SPV_KHR_8bit_storage");
    } else if (type.bits() == 16) {
      module.capability(Spv.SpvCapabilityStorageBuffer16BitAccess);
    }
  }

  int vector(ComponentType type, int width) {
    return width == 1 ? scalar(type) : module.type(Spv.SpvOpTypeVector, scalar(type), width);
  }

  int element(Pointee pointee) {
    return vector(pointee.component(), pointee.width());
  }

  /** The type of a matrix or vector variable, whose sizes constants may give. */
  int of(Matrix matrix, ProgramConstants constants) {
    return of(
        matrix.type(),
        rows(matrix, constants),
        size(matrix.columns(), matrix.type().columns(), constants));
  }

  /** The number of rows, or of components of a vector. */
  int rows(Matrix matrix, ProgramConstants constants) {
    return size(matrix.rows(), matrix.type().rows(), constants);
  }

  private int size(Optional<Constant> constant, int otherwise, ProgramConstants constants) {
    return constant.map(constants::id).orElseGet(() -> uint(otherwise));
  }

  int of(MatrixType type) {
    return of(type, uint(type.rows()), uint(type.columns()));
  }

  private int of(MatrixType type, int rows, int columns) {
    int component = scalar(type.component());
    if (type.scope() == Scope.INVOCATION) {
      module.capability(Spv.SpvCapabilityCooperativeVectorNV);
      return module.type(Spv.SpvOpTypeCooperativeVectorNV, component, rows);
    }
    if (isFormer) {
      module.capability(Spv.SpvCapabilityCooperativeMatrixNV);
      return module.type(
          Spv.SpvOpTypeCooperativeMatrixNV, component, uint(type.scope().value()), rows, columns);
    }
    module.capability(Spv.SpvCapabilityCooperativeMatrixKHR);
    if (type.component() == ComponentType.BFLOAT16) {
      module.capability(Spv.SpvCapabilityBFloat16CooperativeMatrixKHR);
    } else if (type.component().isFloat8()) {
      module.capability(Spv.SpvCapabilityFloat8CooperativeMatrixEXT);
    }
    return module.type(
        Spv.SpvOpTypeCooperativeMatrixKHR,
        component,
        uint(type.scope().value()),
        rows,
        columns,
        uint(type.use().ordinal()));
  }

  /** The type of a variable of several matrices. */
  int of(Group group) {
    int[] members = group.members().stream().mapToInt(this::of).toArray();
    return group.kind() == Group.GroupKind.ARRAY
        ? array(members[0], members.length)
        : module.type(Spv.SpvOpTypeStruct, members);
  }

  int array(int element, int length) {
    return module.type(Spv.SpvOpTypeArray, element, uint(length));
  }

  int pointer(int storage, int to) {
    return module.type(Spv.SpvOpTypePointer, storage, to);
  }

  /** The type of pointers that do not say what they lead to. */
  int untyped(int storage) {
    module.capability(Spv.SpvCapabilityUntypedPointersKHR);
    return module.type(Spv.SpvOpTypeUntypedPointerKHR, storage);
  }

  int function(int result, int... parameters) {
    int[] all = new int[parameters.length + 1];
    all[0] = result;
    System.arraycopy(parameters, 0, all, 1, parameters.length);
    return module.type(Spv.SpvOpTypeFunction, all);
  }

  int uint(int value) {
    return module.constant(Spv.SpvOpConstant, uint(), value);
  }

  int sint(int value) {
    return module.constant(Spv.SpvOpConstant, sint(), value);
  }

  int bool(boolean value) {
    return module.constant(value ? Spv.SpvOpConstantTrue : Spv.SpvOpConstantFalse, bool());
  }

  /** A constant by its pattern. */
  int literal(ComponentType type, long bits) {
    return module.constant(Spv.SpvOpConstant, scalar(type), words(type, bits));
  }

  /** The words of a literal: what is narrower than a word fills it with its sign, or zeros. */
  static int[] words(ComponentType type, long bits) {
    if (type.bits() == Long.SIZE) {
      return new int[] {(int) bits, (int) (bits >>> 32)};
    }
    int beyond = Long.SIZE - type.bits();
    return new int[] {
      (int)
          (type.format() instanceof IntegerFormat integer && integer.isSigned()
              ? bits << beyond >> beyond
              : bits << beyond >>> beyond)
    };
  }

  /** A constant whose components all are one other. */
  int splat(MatrixType type, int matrix, int scalar) {
    int[] components = new int[type.isVector() ? type.rows() : 1];
    Arrays.fill(components, scalar);
    return module.constant(Spv.SpvOpConstantComposite, matrix, components);
  }
}
