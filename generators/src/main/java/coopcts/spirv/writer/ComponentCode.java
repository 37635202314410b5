// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.model.ComponentType;
import coopcts.program.BinaryOperator;
import coopcts.program.BitOperator;
import coopcts.program.Fold;
import coopcts.program.VectorFunction;
import java.util.function.ToIntFunction;
import org.lwjgl.util.spvc.Spv;

/** Which instructions are arithmetic and conversions of a component type. */
final class ComponentCode {

  // Numbers of GLSL.std.450.
  private static final int ATAN = 18;
  private static final int TANH = 21;
  private static final int EXP = 27;
  private static final int LOG = 28;
  private static final int F_MIN = 37;
  private static final int F_MAX = 40;
  private static final int F_CLAMP = 43;
  private static final int STEP = 48;
  private static final int FMA = 50;

  private ComponentCode() {}

  static int opcode(BinaryOperator operator, ComponentType type) {
    boolean isFloat = type.isFloat();
    return switch (operator) {
      case ADD -> isFloat ? Spv.SpvOpFAdd : Spv.SpvOpIAdd;
      case SUBTRACT -> isFloat ? Spv.SpvOpFSub : Spv.SpvOpISub;
      case MULTIPLY -> isFloat ? Spv.SpvOpFMul : Spv.SpvOpIMul;
      case DIVIDE -> isFloat ? Spv.SpvOpFDiv : type.isSigned() ? Spv.SpvOpSDiv : Spv.SpvOpUDiv;
    };
  }

  static int negate(ComponentType type) {
    return type.isFloat() ? Spv.SpvOpFNegate : Spv.SpvOpSNegate;
  }

  static int less(ComponentType type) {
    return type.isFloat()
        ? Spv.SpvOpFOrdLessThan
        : type.isSigned() ? Spv.SpvOpSLessThan : Spv.SpvOpULessThan;
  }

  static int opcode(BitOperator operator, ComponentType type) {
    return switch (operator) {
      case AND -> Spv.SpvOpBitwiseAnd;
      case OR -> Spv.SpvOpBitwiseOr;
      case XOR -> Spv.SpvOpBitwiseXor;
      case NOT -> Spv.SpvOpNot;
      case LEFT -> Spv.SpvOpShiftLeftLogical;
      case RIGHT -> type.isSigned() ? Spv.SpvOpShiftRightArithmetic : Spv.SpvOpShiftRightLogical;
    };
  }

  /** Two elements that are combined. */
  static int combined(
      CodeBuilder code, Fold fold, ComponentType component, int type, int left, int right) {
    return switch (fold) {
      case MAX -> code.extended(of(F_MAX, component), type, left, right);
      case MIN -> code.extended(of(F_MIN, component), type, left, right);
      case SUM -> code.value(opcode(BinaryOperator.ADD, component), type, left, right);
      case PRODUCT -> code.value(opcode(BinaryOperator.MULTIPLY, component), type, left, right);
      case XOR -> code.value(Spv.SpvOpBitwiseXor, type, left, right);
      case AND -> code.value(Spv.SpvOpBitwiseAnd, type, left, right);
    };
  }

  /** The number of a function in GLSL.std.450. */
  static int number(VectorFunction function, ComponentType type) {
    return switch (function) {
      case MIN -> of(F_MIN, type);
      case MAX -> of(F_MAX, type);
      case CLAMP -> of(F_CLAMP, type);
      case STEP -> STEP;
      case FMA -> FMA;
      case EXP -> EXP;
      case LOG -> LOG;
      case TANH -> TANH;
      case ATAN -> ATAN;
      case NMIN, NMAX, NCLAMP -> function.intrinsic().orElseThrow();
    };
  }

  /** Of a function's three numbers, of floats, of unsigned and of signed integers, in order. */
  private static int of(int first, ComponentType type) {
    return type.isFloat() ? first : type.isSigned() ? first + 2 : first + 1;
  }

  /**
   * A conversion of components, of a scalar, vector or matrix.
   *
   * @param typeOf the id of what has the same shape and other components
   * @param saturated within the range of an 8-bit float
   */
  static int convert(
      CodeBuilder code,
      ComponentType from,
      ComponentType to,
      int value,
      ToIntFunction<ComponentType> typeOf,
      ModuleBuilder module,
      boolean saturated) {
    if (from == to) {
      return value;
    }
    if (from.isInteger() && to.isInteger()) {
      return resized(code, from, to, value, typeOf);
    }
    int opcode;
    if (from.isFloat()) {
      opcode =
          to.isFloat()
              ? Spv.SpvOpFConvert
              : to.isSigned() ? Spv.SpvOpConvertFToS : Spv.SpvOpConvertFToU;
    } else {
      opcode = from.isSigned() ? Spv.SpvOpConvertSToF : Spv.SpvOpConvertUToF;
    }
    int converted = code.value(opcode, typeOf.applyAsInt(to), value);
    if (saturated) {
      module.decorate(converted, Spv.SpvDecorationSaturatedToLargestFloat8NormalConversionEXT);
    }
    return converted;
  }

  /** First the width, as the source's sign asks, then the sign. */
  private static int resized(
      CodeBuilder code,
      ComponentType from,
      ComponentType to,
      int value,
      ToIntFunction<ComponentType> typeOf) {
    int resized = value;
    if (from.bits() != to.bits()) {
      ComponentType wide = to.isSigned() == from.isSigned() ? to : to.otherSign();
      resized =
          code.value(
              from.isSigned() ? Spv.SpvOpSConvert : Spv.SpvOpUConvert,
              typeOf.applyAsInt(wide),
              value);
    }
    return from.isSigned() == to.isSigned()
        ? resized
        : code.value(Spv.SpvOpBitcast, typeOf.applyAsInt(to), resized);
  }

  /** A component with its sign changed, by way of float32 where the type has no arithmetic. */
  static int negative(
      CodeBuilder code,
      ComponentType type,
      int value,
      ToIntFunction<ComponentType> typeOf,
      ModuleBuilder module) {
    if (type.hasArithmetic()) {
      return code.value(negate(type), typeOf.applyAsInt(type), value);
    }
    ComponentType wide = ComponentType.FLOAT32;
    int wider = convert(code, type, wide, value, typeOf, module, false);
    int negative = code.value(negate(wide), typeOf.applyAsInt(wide), wider);
    return convert(code, wide, type, negative, typeOf, module, false);
  }
}
