package coopcts.device.reference;

import coopcts.device.reference.Elementwise.Binary;
import coopcts.device.reference.Elementwise.Unary;
import coopcts.numbers.Exact;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import org.lwjgl.util.spvc.Spv;

/**
 * Arithmetic, bit, logical and comparison instructions on scalars, vectors and cooperative
 * matrices.
 */
final class Scalars {

  private final Module module;

  Scalars(Module module) {
    this.module = module;
  }

  Step decode(Instruction i) {
    if (i.opcode() == Spv.SpvOpSelect) {
      return select(i);
    }
    if (i.type() == 0 || i.count() == 0) {
      return null;
    }
    Type type = module.type(i.type());
    Unary unary = unary(i);
    if (unary != null) {
      return type instanceof Type.CooperativeMatrix matrix
          ? Elementwise.unary(i, matrix, unary, Site.Kind.NEGATE)
          : Elementwise.unary(i.result(), i.operand(0), unary);
    }
    Binary binary = binary(i);
    if (binary != null) {
      return type instanceof Type.CooperativeMatrix matrix
          ? Elementwise.binary(i, matrix, binary, kind(i))
          : Elementwise.binary(i.result(), i.operand(0), i.operand(1), binary);
    }
    return null;
  }

  private static Site.Kind kind(Instruction i) {
    return switch (i.opcode()) {
      case Spv.SpvOpIAdd, Spv.SpvOpFAdd -> Site.Kind.ADD;
      case Spv.SpvOpISub, Spv.SpvOpFSub -> Site.Kind.SUBTRACT;
      case Spv.SpvOpIMul, Spv.SpvOpFMul -> Site.Kind.MULTIPLY;
      default -> Site.Kind.DIVIDE;
    };
  }

  /** The scalar type that an operand is made of. */
  private Type component(Instruction i, int operand) {
    return component(module.typeOf(i.operand(operand)));
  }

  static Type component(Type type) {
    return switch (type) {
      case Type.Vector vector -> vector.element();
      case Type.ColumnMatrix matrix -> matrix.column().element();
      case Type.CooperativeMatrix matrix -> matrix.component();
      default -> type;
    };
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
    return ((Type.Int) component(module.type(i.type()))).format();
  }

  private Unary unary(Instruction i) {
    return switch (i.opcode()) {
      case Spv.SpvOpSNegate -> {
        IntegerFormat format = resultFormat(i);
        yield a -> format.wrap(-a);
      }
      case Spv.SpvOpFNegate -> {
        long sign = real(i, 0).signBit();
        yield a -> a ^ sign;
      }
      case Spv.SpvOpNot -> {
        IntegerFormat format = resultFormat(i);
        yield a -> format.wrap(~a);
      }
      case Spv.SpvOpLogicalNot -> a -> a ^ 1;
      case Spv.SpvOpBitCount -> Long::bitCount;
      case Spv.SpvOpBitReverse -> {
        int shift = 64 - resultFormat(i).bits();
        yield a -> Long.reverse(a) >>> shift;
      }
      case Spv.SpvOpIsNan -> {
        FloatFormat format = real(i, 0);
        yield a -> format.isNan(a) ? 1 : 0;
      }
      case Spv.SpvOpIsInf -> {
        FloatFormat format = real(i, 0);
        yield a -> format.isInfinite(a) ? 1 : 0;
      }
      default -> null;
    };
  }

  private Binary binary(Instruction i) {
    return switch (i.opcode()) {
      case Spv.SpvOpIAdd -> wrapped(i, (a, b) -> a + b);
      case Spv.SpvOpISub -> wrapped(i, (a, b) -> a - b);
      case Spv.SpvOpIMul -> wrapped(i, (a, b) -> a * b);
      case Spv.SpvOpUDiv -> divide(i, false, Long::divideUnsigned);
      case Spv.SpvOpUMod -> divide(i, false, Long::remainderUnsigned);
      case Spv.SpvOpSDiv -> divide(i, true, (a, b) -> a / b);
      case Spv.SpvOpSRem -> divide(i, true, (a, b) -> a % b);
      case Spv.SpvOpSMod -> divide(i, true, Math::floorMod);
      case Spv.SpvOpFAdd -> module.arithmetic().exact(real(i, 0), Exact::sum);
      case Spv.SpvOpFSub -> module.arithmetic().exact(real(i, 0), (a, b) -> Exact.sum(a, -b));
      case Spv.SpvOpFMul -> module.arithmetic().exact(real(i, 0), Exact::product);
      case Spv.SpvOpFDiv -> module.arithmetic().exact(real(i, 0), FloatArithmetic::quotient);
      case Spv.SpvOpFRem -> module.arithmetic().binary(real(i, 0), (a, b) -> a % b);
      case Spv.SpvOpFMod -> module.arithmetic().binary(real(i, 0), FloatArithmetic::modulo);
      case Spv.SpvOpShiftLeftLogical -> shift(i, (a, b) -> a << b);
      case Spv.SpvOpShiftRightLogical -> shift(i, (a, b) -> a >>> b);
      case Spv.SpvOpShiftRightArithmetic -> {
        IntegerFormat format = signed(resultFormat(i));
        yield shift(i, (a, b) -> format.value(a) >> b);
      }
      case Spv.SpvOpBitwiseAnd, Spv.SpvOpLogicalAnd -> (a, b) -> a & b;
      case Spv.SpvOpBitwiseOr, Spv.SpvOpLogicalOr -> (a, b) -> a | b;
      case Spv.SpvOpBitwiseXor, Spv.SpvOpLogicalNotEqual -> (a, b) -> a ^ b;
      case Spv.SpvOpLogicalEqual -> (a, b) -> a == b ? 1 : 0;
      case Spv.SpvOpIEqual -> (a, b) -> a == b ? 1 : 0;
      case Spv.SpvOpINotEqual -> (a, b) -> a != b ? 1 : 0;
      case Spv.SpvOpUGreaterThan -> (a, b) -> Long.compareUnsigned(a, b) > 0 ? 1 : 0;
      case Spv.SpvOpUGreaterThanEqual -> (a, b) -> Long.compareUnsigned(a, b) >= 0 ? 1 : 0;
      case Spv.SpvOpULessThan -> (a, b) -> Long.compareUnsigned(a, b) < 0 ? 1 : 0;
      case Spv.SpvOpULessThanEqual -> (a, b) -> Long.compareUnsigned(a, b) <= 0 ? 1 : 0;
      case Spv.SpvOpSGreaterThan -> compareSigned(i, (a, b) -> a > b ? 1 : 0);
      case Spv.SpvOpSGreaterThanEqual -> compareSigned(i, (a, b) -> a >= b ? 1 : 0);
      case Spv.SpvOpSLessThan -> compareSigned(i, (a, b) -> a < b ? 1 : 0);
      case Spv.SpvOpSLessThanEqual -> compareSigned(i, (a, b) -> a <= b ? 1 : 0);
      case Spv.SpvOpFOrdEqual -> compareFloat(i, (a, b) -> a == b);
      case Spv.SpvOpFUnordEqual -> compareFloat(i, (a, b) -> !(a < b || a > b));
      case Spv.SpvOpFOrdNotEqual -> compareFloat(i, (a, b) -> a < b || a > b);
      case Spv.SpvOpFUnordNotEqual -> compareFloat(i, (a, b) -> a != b);
      case Spv.SpvOpFOrdLessThan -> compareFloat(i, (a, b) -> a < b);
      case Spv.SpvOpFUnordLessThan -> compareFloat(i, (a, b) -> !(a >= b));
      case Spv.SpvOpFOrdGreaterThan -> compareFloat(i, (a, b) -> a > b);
      case Spv.SpvOpFUnordGreaterThan -> compareFloat(i, (a, b) -> !(a <= b));
      case Spv.SpvOpFOrdLessThanEqual -> compareFloat(i, (a, b) -> a <= b);
      case Spv.SpvOpFUnordLessThanEqual -> compareFloat(i, (a, b) -> !(a > b));
      case Spv.SpvOpFOrdGreaterThanEqual -> compareFloat(i, (a, b) -> a >= b);
      case Spv.SpvOpFUnordGreaterThanEqual -> compareFloat(i, (a, b) -> !(a < b));
      default -> null;
    };
  }

  private Binary wrapped(Instruction i, Binary function) {
    long mask = resultFormat(i).mask();
    return (a, b) -> function.apply(a, b) & mask;
  }

  private Binary shift(Instruction i, Binary function) {
    IntegerFormat format = resultFormat(i);
    return (a, b) -> {
      if (b < 0 || b >= format.bits()) {
        module
            .conduct()
            .violated(Check.ARITHMETIC, "a shift by " + b + " of " + format.bits() + " bits");
      }
      return format.wrap(function.apply(a, b));
    };
  }

  private Binary divide(Instruction i, boolean signed, Binary function) {
    IntegerFormat format =
        signed ? signed(resultFormat(i)) : IntegerFormat.unsigned(resultFormat(i).bits());
    return (a, b) -> {
      long x = format.value(a);
      long y = format.value(b);
      if (y == 0 || signed && y == -1 && x == format.minimum()) {
        module.conduct().violated(Check.ARITHMETIC, "KHR-OP-007: " + x + " divided by " + y);
        return 0;
      }
      return format.wrap(function.apply(x, y));
    };
  }

  private Binary compareSigned(Instruction i, Binary function) {
    IntegerFormat format = signed(integer(i, 0));
    return (a, b) -> function.apply(format.value(a), format.value(b));
  }

  private interface FloatPredicate {
    boolean test(double a, double b);
  }

  private Binary compareFloat(Instruction i, FloatPredicate predicate) {
    FloatFormat format = real(i, 0);
    return (a, b) -> predicate.test(format.toDouble(a), format.toDouble(b)) ? 1 : 0;
  }

  private Step select(Instruction i) {
    return machine -> {
      Object condition = machine.get(i.operand(0));
      Object yes = machine.get(i.operand(1));
      Object no = machine.get(i.operand(2));
      machine.set(i.result(), select(condition, yes, no, machine));
    };
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
