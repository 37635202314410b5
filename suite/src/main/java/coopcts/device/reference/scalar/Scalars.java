// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.FloatArithmetic;
import coopcts.device.reference.module.FloatArithmetic.Operation;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.StorageClass;
import coopcts.device.reference.spirv.Type;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.lwjgl.util.spvc.Spv;

/**
 * Decodes arithmetic, bit, logical and comparison instructions on scalars, vectors and cooperative
 * matrices.
 */
public final class Scalars implements InstructionGroup {

  private final Module module;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public Scalars(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(Spv.SpvOpSelect, this::select);
    enterUnary(table);
    enterArithmetic(table);
    enterBitsAndLogic(table);
    enterComparisons(table);
  }

  private interface UnaryFunction {
    LongUnaryOperator of(Instruction i);
  }

  private interface BinaryFunction {
    LongBinaryOperator of(Instruction i);
  }

  /** An instruction with one operand, of scalars, vectors or matrices. */
  private void unary(DecodingTable table, int opcode, UnaryFunction function) {
    table.add(
        opcode,
        i ->
            module.type(i.type()) instanceof Type.CooperativeMatrix matrix
                ? Elementwise.unary(i, matrix, function.of(i), Tap.Operation.NEGATE)
                : Elementwise.unary(i.result(), i.operand(0), function.of(i)));
  }

  /** An instruction with two operands. */
  private void binary(DecodingTable table, int opcode, BinaryFunction function) {
    table.add(
        opcode,
        i ->
            module.type(i.type()) instanceof Type.CooperativeMatrix matrix
                ? Elementwise.binary(i, matrix, function.of(i), action(i))
                : Elementwise.binary(i.result(), i.operand(0), i.operand(1), function.of(i)));
  }

  private void enterUnary(DecodingTable table) {
    unary(
        table,
        Spv.SpvOpSNegate,
        i -> {
          IntegerFormat format = resultFormat(i);
          return a -> format.wrap(-a);
        });
    unary(
        table,
        Spv.SpvOpFNegate,
        i -> {
          long sign = real(i, 0).signBit();
          return a -> a ^ sign;
        });
    unary(
        table,
        Spv.SpvOpNot,
        i -> {
          IntegerFormat format = resultFormat(i);
          return a -> format.wrap(~a);
        });
    unary(table, Spv.SpvOpLogicalNot, _ -> a -> a ^ 1);
    unary(table, Spv.SpvOpBitCount, _ -> Long::bitCount);
    unary(
        table,
        Spv.SpvOpBitReverse,
        i -> {
          int shift = 64 - resultFormat(i).bits();
          return a -> Long.reverse(a) >>> shift;
        });
    unary(
        table,
        Spv.SpvOpIsNan,
        i -> {
          FloatFormat format = real(i, 0);
          return a -> format.isNan(a) ? 1 : 0;
        });
    unary(
        table,
        Spv.SpvOpIsInf,
        i -> {
          FloatFormat format = real(i, 0);
          return a -> format.isInfinite(a) ? 1 : 0;
        });
  }

  private void enterArithmetic(DecodingTable table) {
    binary(table, Spv.SpvOpIAdd, i -> wrapped(i, (a, b) -> a + b));
    binary(table, Spv.SpvOpISub, i -> wrapped(i, (a, b) -> a - b));
    binary(table, Spv.SpvOpIMul, i -> wrapped(i, (a, b) -> a * b));
    binary(table, Spv.SpvOpUDiv, i -> divide(i, false, Long::divideUnsigned));
    binary(table, Spv.SpvOpUMod, i -> divide(i, false, Long::remainderUnsigned));
    binary(table, Spv.SpvOpSDiv, i -> divide(i, true, (a, b) -> a / b));
    binary(table, Spv.SpvOpSRem, i -> divide(i, true, (a, b) -> a % b));
    binary(table, Spv.SpvOpSMod, i -> divide(i, true, Math::floorMod));
    binary(table, Spv.SpvOpFAdd, i -> rounded(i, Operation.SUM));
    binary(table, Spv.SpvOpFSub, i -> rounded(i, Operation.DIFFERENCE));
    binary(table, Spv.SpvOpFMul, i -> rounded(i, Operation.PRODUCT));
    binary(table, Spv.SpvOpFDiv, i -> module.arithmetic().rounded(real(i, 0), Operation.QUOTIENT));
    binary(table, Spv.SpvOpFRem, i -> module.arithmetic().binary(real(i, 0), (a, b) -> a % b));
    binary(
        table, Spv.SpvOpFMod, i -> module.arithmetic().binary(real(i, 0), FloatArithmetic::modulo));
  }

  /** Arithmetic that a compiler may contract, unless the module says otherwise. */
  private LongBinaryOperator rounded(Instruction i, Operation operation) {
    return module.contracts(i)
        ? module.arithmetic().contracted(real(i, 0), operation)
        : module.arithmetic().rounded(real(i, 0), operation);
  }

  private void enterBitsAndLogic(DecodingTable table) {
    binary(table, Spv.SpvOpShiftLeftLogical, i -> shift(i, (a, b) -> a << b));
    binary(table, Spv.SpvOpShiftRightLogical, i -> shift(i, (a, b) -> a >>> b));
    binary(
        table,
        Spv.SpvOpShiftRightArithmetic,
        i -> {
          IntegerFormat format = signed(resultFormat(i));
          return shift(i, (a, b) -> format.value(a) >> b);
        });
    binary(table, Spv.SpvOpBitwiseAnd, _ -> (a, b) -> a & b);
    binary(table, Spv.SpvOpLogicalAnd, _ -> (a, b) -> a & b);
    binary(table, Spv.SpvOpBitwiseOr, _ -> (a, b) -> a | b);
    binary(table, Spv.SpvOpLogicalOr, _ -> (a, b) -> a | b);
    binary(table, Spv.SpvOpBitwiseXor, _ -> (a, b) -> a ^ b);
    binary(table, Spv.SpvOpLogicalNotEqual, _ -> (a, b) -> a ^ b);
    binary(table, Spv.SpvOpLogicalEqual, _ -> (a, b) -> a == b ? 1 : 0);
  }

  private void enterComparisons(DecodingTable table) {
    binary(table, Spv.SpvOpIEqual, _ -> (a, b) -> a == b ? 1 : 0);
    binary(table, Spv.SpvOpINotEqual, _ -> (a, b) -> a != b ? 1 : 0);
    binary(table, Spv.SpvOpUGreaterThan, _ -> (a, b) -> Long.compareUnsigned(a, b) > 0 ? 1 : 0);
    binary(
        table, Spv.SpvOpUGreaterThanEqual, _ -> (a, b) -> Long.compareUnsigned(a, b) >= 0 ? 1 : 0);
    binary(table, Spv.SpvOpULessThan, _ -> (a, b) -> Long.compareUnsigned(a, b) < 0 ? 1 : 0);
    binary(table, Spv.SpvOpULessThanEqual, _ -> (a, b) -> Long.compareUnsigned(a, b) <= 0 ? 1 : 0);
    binary(table, Spv.SpvOpSGreaterThan, i -> compareSigned(i, (a, b) -> a > b ? 1 : 0));
    binary(table, Spv.SpvOpSGreaterThanEqual, i -> compareSigned(i, (a, b) -> a >= b ? 1 : 0));
    binary(table, Spv.SpvOpSLessThan, i -> compareSigned(i, (a, b) -> a < b ? 1 : 0));
    binary(table, Spv.SpvOpSLessThanEqual, i -> compareSigned(i, (a, b) -> a <= b ? 1 : 0));
    binary(table, Spv.SpvOpFOrdEqual, i -> compareFloat(i, (a, b) -> a == b));
    binary(table, Spv.SpvOpFUnordEqual, i -> compareFloat(i, (a, b) -> !(a < b || a > b)));
    binary(table, Spv.SpvOpFOrdNotEqual, i -> compareFloat(i, (a, b) -> a < b || a > b));
    binary(table, Spv.SpvOpFUnordNotEqual, i -> compareFloat(i, (a, b) -> a != b));
    binary(table, Spv.SpvOpFOrdLessThan, i -> compareFloat(i, (a, b) -> a < b));
    binary(table, Spv.SpvOpFUnordLessThan, i -> compareFloat(i, (a, b) -> !(a >= b)));
    binary(table, Spv.SpvOpFOrdGreaterThan, i -> compareFloat(i, (a, b) -> a > b));
    binary(table, Spv.SpvOpFUnordGreaterThan, i -> compareFloat(i, (a, b) -> !(a <= b)));
    binary(table, Spv.SpvOpFOrdLessThanEqual, i -> compareFloat(i, (a, b) -> a <= b));
    binary(table, Spv.SpvOpFUnordLessThanEqual, i -> compareFloat(i, (a, b) -> !(a > b)));
    binary(table, Spv.SpvOpFOrdGreaterThanEqual, i -> compareFloat(i, (a, b) -> a >= b));
    binary(table, Spv.SpvOpFUnordGreaterThanEqual, i -> compareFloat(i, (a, b) -> !(a < b)));
  }

  private static Tap.Operation action(Instruction i) {
    return switch (i.opcode()) {
      case Spv.SpvOpIAdd, Spv.SpvOpFAdd -> Tap.Operation.ADD;
      case Spv.SpvOpISub, Spv.SpvOpFSub -> Tap.Operation.SUBTRACT;
      case Spv.SpvOpIMul, Spv.SpvOpFMul -> Tap.Operation.MULTIPLY;
      default -> Tap.Operation.DIVIDE;
    };
  }

  /** The scalar type that an operand is made of. */
  private Type component(Instruction i, int operand) {
    return module.typeOf(i.operand(operand)).component();
  }

  private IntegerFormat integer(Instruction i, int operand) {
    return ((Type.Int) component(i, operand)).format();
  }

  private FloatFormat real(Instruction i, int operand) {
    return ((Type.Float) component(i, operand)).format();
  }

  private static IntegerFormat signed(IntegerFormat format) {
    return IntegerFormat.signed(format.bits());
  }

  private IntegerFormat resultFormat(Instruction i) {
    return ((Type.Int) module.type(i.type()).component()).format();
  }

  private LongBinaryOperator wrapped(Instruction i, LongBinaryOperator function) {
    long mask = resultFormat(i).mask();
    return (a, b) -> function.applyAsLong(a, b) & mask;
  }

  private LongBinaryOperator shift(Instruction i, LongBinaryOperator function) {
    IntegerFormat format = resultFormat(i);
    return (a, b) -> {
      if (b < 0 || b >= format.bits()) {
        module
            .behaviour()
            .violated(Check.ARITHMETIC, "a shift by " + b + " of " + format.bits() + " bits");
      }
      return format.wrap(function.applyAsLong(a, b));
    };
  }

  private LongBinaryOperator divide(Instruction i, boolean signed, LongBinaryOperator function) {
    IntegerFormat format =
        signed ? signed(resultFormat(i)) : IntegerFormat.unsigned(resultFormat(i).bits());
    return (a, b) -> {
      long x = format.value(a);
      long y = format.value(b);
      if (y == 0 || signed && y == -1 && x == format.minimum()) {
        module.behaviour().violated(Check.ARITHMETIC, "KHR-OP-007: " + x + " divided by " + y);
        return 0;
      }
      return format.wrap(function.applyAsLong(x, y));
    };
  }

  private LongBinaryOperator compareSigned(Instruction i, LongBinaryOperator function) {
    IntegerFormat format =
        module.taps(Tap.Site.NUMBER, null).is(Tap.NUMBER_SIGNED, true)
            ? signed(integer(i, 0))
            : IntegerFormat.unsigned(integer(i, 0).bits());
    return (a, b) -> function.applyAsLong(format.value(a), format.value(b));
  }

  private interface FloatPredicate {
    boolean test(double a, double b);
  }

  private LongBinaryOperator compareFloat(Instruction i, FloatPredicate predicate) {
    FloatFormat format = real(i, 0);
    return (a, b) -> predicate.test(format.toDouble(a), format.toDouble(b)) ? 1 : 0;
  }

  private DecodedInstruction select(Instruction i) {
    Type type = module.type(i.type());
    long isPointer = type instanceof Type.Pointer ? 1 : 0;
    long isShared =
        type instanceof Type.Pointer pointer && pointer.storage() == StorageClass.WORKGROUP ? 1 : 0;
    long isArray =
        type instanceof Type.Pointer pointer && isArray(module.type(pointer.pointee())) ? 1 : 0;
    return machine -> {
      Object condition = machine.get(i.operand(0));
      Taps taps =
          machine.taps(Tap.Site.CHOICE, type instanceof Type.CooperativeMatrix ? type : null, 0);
      if (taps.isOn(Tap.CHOICE_FIRST)) {
        condition =
            Elementwise.map(
                condition,
                first -> taps.at(Tap.CHOICE_FIRST, first, isPointer, isShared, isArray),
                machine);
      }
      Object yes = machine.get(i.operand(1));
      Object no = machine.get(i.operand(2));
      machine.set(i.result(), select(condition, yes, no, machine));
    };
  }

  private static boolean isArray(Type type) {
    return type instanceof Type.Array || type instanceof Type.RuntimeArray;
  }

  private static Object select(Object condition, Object yes, Object no, Machine machine) {
    if (condition instanceof long[] c && Lanes.isUniform(c)) {
      return c[0] != 0 ? yes : no;
    }
    if (yes instanceof Object[] a) {
      Object[] b = (Object[]) no;
      Object[] result = new Object[a.length];
      for (int part = 0; part < a.length; part++) {
        Object own = condition instanceof Object[] each ? each[part] : condition;
        result[part] = select(own, a[part], b[part], machine);
      }
      return result;
    }
    if (yes instanceof MatrixValue) {
      throw new SpirvException(
          "KHR-UNIF-006: a matrix is selected by a condition that is not uniform");
    }
    return Elementwise.map(condition, yes, no, (c, a, b) -> c != 0 ? a : b, machine);
  }
}
