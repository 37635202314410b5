package coopcts.device.reference;

import coopcts.device.reference.Elementwise.Binary;
import coopcts.device.reference.Elementwise.Unary;
import coopcts.numbers.Exact;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;

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
    if (i.opcode() == Op.SELECT) {
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
      case Op.I_ADD, Op.F_ADD -> Site.Kind.ADD;
      case Op.I_SUB, Op.F_SUB -> Site.Kind.SUBTRACT;
      case Op.I_MUL, Op.F_MUL -> Site.Kind.MULTIPLY;
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
      case Op.S_NEGATE -> {
        IntegerFormat format = resultFormat(i);
        yield a -> format.wrap(-a);
      }
      case Op.F_NEGATE -> {
        long sign = real(i, 0).signBit();
        yield a -> a ^ sign;
      }
      case Op.NOT -> {
        IntegerFormat format = resultFormat(i);
        yield a -> format.wrap(~a);
      }
      case Op.LOGICAL_NOT -> a -> a ^ 1;
      case Op.BIT_COUNT -> Long::bitCount;
      case Op.BIT_REVERSE -> {
        int shift = 64 - resultFormat(i).bits();
        yield a -> Long.reverse(a) >>> shift;
      }
      case Op.IS_NAN -> {
        FloatFormat format = real(i, 0);
        yield a -> format.isNan(a) ? 1 : 0;
      }
      case Op.IS_INF -> {
        FloatFormat format = real(i, 0);
        yield a -> format.isInfinite(a) ? 1 : 0;
      }
      default -> null;
    };
  }

  private Binary binary(Instruction i) {
    return switch (i.opcode()) {
      case Op.I_ADD -> wrapped(i, (a, b) -> a + b);
      case Op.I_SUB -> wrapped(i, (a, b) -> a - b);
      case Op.I_MUL -> wrapped(i, (a, b) -> a * b);
      case Op.U_DIV -> divide(i, false, Long::divideUnsigned);
      case Op.U_MOD -> divide(i, false, Long::remainderUnsigned);
      case Op.S_DIV -> divide(i, true, (a, b) -> a / b);
      case Op.S_REM -> divide(i, true, (a, b) -> a % b);
      case Op.S_MOD -> divide(i, true, Math::floorMod);
      case Op.F_ADD -> module.arithmetic().exact(real(i, 0), Exact::sum);
      case Op.F_SUB -> module.arithmetic().exact(real(i, 0), (a, b) -> Exact.sum(a, -b));
      case Op.F_MUL -> module.arithmetic().exact(real(i, 0), Exact::product);
      case Op.F_DIV -> module.arithmetic().exact(real(i, 0), FloatArithmetic::quotient);
      case Op.F_REM -> module.arithmetic().binary(real(i, 0), (a, b) -> a % b);
      case Op.F_MOD -> module.arithmetic().binary(real(i, 0), FloatArithmetic::modulo);
      case Op.SHIFT_LEFT_LOGICAL -> shift(i, (a, b) -> a << b);
      case Op.SHIFT_RIGHT_LOGICAL -> shift(i, (a, b) -> a >>> b);
      case Op.SHIFT_RIGHT_ARITHMETIC -> {
        IntegerFormat format = signed(resultFormat(i));
        yield shift(i, (a, b) -> format.value(a) >> b);
      }
      case Op.BITWISE_AND, Op.LOGICAL_AND -> (a, b) -> a & b;
      case Op.BITWISE_OR, Op.LOGICAL_OR -> (a, b) -> a | b;
      case Op.BITWISE_XOR, Op.LOGICAL_NOT_EQUAL -> (a, b) -> a ^ b;
      case Op.LOGICAL_EQUAL -> (a, b) -> a == b ? 1 : 0;
      case Op.I_EQUAL -> (a, b) -> a == b ? 1 : 0;
      case Op.I_NOT_EQUAL -> (a, b) -> a != b ? 1 : 0;
      case Op.U_GREATER_THAN -> (a, b) -> Long.compareUnsigned(a, b) > 0 ? 1 : 0;
      case Op.U_GREATER_THAN_EQUAL -> (a, b) -> Long.compareUnsigned(a, b) >= 0 ? 1 : 0;
      case Op.U_LESS_THAN -> (a, b) -> Long.compareUnsigned(a, b) < 0 ? 1 : 0;
      case Op.U_LESS_THAN_EQUAL -> (a, b) -> Long.compareUnsigned(a, b) <= 0 ? 1 : 0;
      case Op.S_GREATER_THAN -> compareSigned(i, (a, b) -> a > b ? 1 : 0);
      case Op.S_GREATER_THAN_EQUAL -> compareSigned(i, (a, b) -> a >= b ? 1 : 0);
      case Op.S_LESS_THAN -> compareSigned(i, (a, b) -> a < b ? 1 : 0);
      case Op.S_LESS_THAN_EQUAL -> compareSigned(i, (a, b) -> a <= b ? 1 : 0);
      case Op.F_ORD_EQUAL -> compareFloat(i, (a, b) -> a == b);
      case Op.F_UNORD_EQUAL -> compareFloat(i, (a, b) -> !(a < b || a > b));
      case Op.F_ORD_NOT_EQUAL -> compareFloat(i, (a, b) -> a < b || a > b);
      case Op.F_UNORD_NOT_EQUAL -> compareFloat(i, (a, b) -> a != b);
      case Op.F_ORD_LESS_THAN -> compareFloat(i, (a, b) -> a < b);
      case Op.F_UNORD_LESS_THAN -> compareFloat(i, (a, b) -> !(a >= b));
      case Op.F_ORD_GREATER_THAN -> compareFloat(i, (a, b) -> a > b);
      case Op.F_UNORD_GREATER_THAN -> compareFloat(i, (a, b) -> !(a <= b));
      case Op.F_ORD_LESS_THAN_EQUAL -> compareFloat(i, (a, b) -> a <= b);
      case Op.F_UNORD_LESS_THAN_EQUAL -> compareFloat(i, (a, b) -> !(a > b));
      case Op.F_ORD_GREATER_THAN_EQUAL -> compareFloat(i, (a, b) -> a >= b);
      case Op.F_UNORD_GREATER_THAN_EQUAL -> compareFloat(i, (a, b) -> !(a < b));
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
