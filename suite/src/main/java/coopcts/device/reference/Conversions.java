package coopcts.device.reference;

import coopcts.device.reference.Elementwise.Unary;
import coopcts.numbers.Exact;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import org.lwjgl.util.spvc.Spv;

/** Conversions between component types, of scalars, vectors and cooperative matrices. */
final class Conversions {

  private final Module module;

  Conversions(Module module) {
    this.module = module;
  }

  Step decode(Instruction i) {
    return switch (i.opcode()) {
      case Spv.SpvOpConvertFToU, Spv.SpvOpConvertFToS -> convert(i, floatToInteger(i));
      case Spv.SpvOpConvertSToF -> convert(i, saturated(i, integerToFloat(i, true)));
      case Spv.SpvOpConvertUToF -> convert(i, saturated(i, integerToFloat(i, false)));
      case Spv.SpvOpUConvert -> {
        IntegerFormat to = integer(module.type(i.type()));
        yield convert(i, to::wrap);
      }
      case Spv.SpvOpSConvert -> {
        IntegerFormat from = IntegerFormat.signed(integer(module.typeOf(i.operand(0))).bits());
        IntegerFormat to = integer(module.type(i.type()));
        yield convert(i, a -> to.wrap(from.value(a)));
      }
      case Spv.SpvOpFConvert -> {
        FloatFormat from = real(module.typeOf(i.operand(0)));
        FloatFormat to = real(module.type(i.type()));
        Unary plain = a -> module.arithmetic().convert(from, to, a);
        Unary saturated = saturated(i, plain);
        yield convert(i, a -> from.isNan(a) ? plain.apply(a) : saturated.apply(a));
      }
      case Spv.SpvOpQuantizeToF16 ->
          convert(
              i,
              a -> {
                float half =
                    Float.float16ToFloat(Float.floatToFloat16(Float.intBitsToFloat((int) a)));
                return Float.floatToRawIntBits(
                        Math.abs(half) < 0x1p-14f ? Math.copySign(0f, half) : half)
                    & 0xFFFFFFFFL;
              });
      case Spv.SpvOpBitcast -> bitcast(i);
      case Spv.SpvOpConvertPtrToU, Spv.SpvOpConvertUToPtr ->
          machine -> machine.set(i.result(), machine.get(i.operand(0)));
      default -> null;
    };
  }

  private static IntegerFormat integer(Type type) {
    return ((Type.Int) Scalars.component(type)).format();
  }

  private static FloatFormat real(Type type) {
    return ((Type.Float) Scalars.component(type)).format();
  }

  private Step convert(Instruction i, Unary function) {
    return module.type(i.type()) instanceof Type.CooperativeMatrix matrix
        ? Elementwise.unary(i, matrix, function, Site.Kind.CONVERT)
        : Elementwise.unary(i.result(), i.operand(0), function);
  }

  /** What is out of range is the largest number of the same sign, where the result says so. */
  private Unary saturated(Instruction i, Unary function) {
    if (module.decoration(
                i.result(), Spv.SpvDecorationSaturatedToLargestFloat8NormalConversionEXT, 0)
            == 0
        || module.conduct().fault().has(Bug.MODE_SATURATION, module.type(i.type()))) {
      return function;
    }
    FloatFormat to = real(module.type(i.type()));
    return a -> {
      long result = function.apply(a);
      return to.isFinite(result) ? result : result & to.signBit() | to.maxFinite();
    };
  }

  private Unary floatToInteger(Instruction i) {
    FloatFormat from = real(module.typeOf(i.operand(0)));
    int bits = integer(module.type(i.type())).bits();
    IntegerFormat to =
        i.opcode() == Spv.SpvOpConvertFToS
            ? IntegerFormat.signed(bits)
            : IntegerFormat.unsigned(bits);
    double low = to.isSigned() ? -Math.scalb(1.0, bits - 1) : 0;
    double end = Math.scalb(1.0, to.isSigned() ? bits - 1 : bits);
    return a -> {
      double value = from.toDouble(a);
      double whole = value < 0 ? Math.ceil(value) : Math.floor(value);
      if (!(whole >= low && whole < end)) {
        module
            .conduct()
            .violated(
                Check.ARITHMETIC,
                "KHR-CONV-005: " + value + " has no place in an integer of " + bits + " bits");
        return 0;
      }
      return to.wrap(whole >= 0x1p63 ? (long) (whole - 0x1p63) ^ Long.MIN_VALUE : (long) whole);
    };
  }

  private Unary integerToFloat(Instruction i, boolean signed) {
    int bits = integer(module.typeOf(i.operand(0))).bits();
    IntegerFormat from = signed ? IntegerFormat.signed(bits) : IntegerFormat.unsigned(bits);
    FloatFormat to = real(module.type(i.type()));
    return a -> {
      return module.arithmetic().encode(to, Exact.ofLong(from.value(a), signed));
    };
  }

  private Step bitcast(Instruction i) {
    Type from = module.typeOf(i.operand(0));
    Type to = module.type(i.type());
    if (to instanceof Type.CooperativeMatrix) {
      return convert(i, a -> a);
    }
    int fromBytes = bytes(from);
    int toBytes = bytes(to);
    if (fromBytes == toBytes) {
      return machine -> machine.set(i.result(), machine.get(i.operand(0)));
    }
    int fromParts = from instanceof Type.Vector vector ? vector.count() : 1;
    int toParts = to instanceof Type.Vector vector ? vector.count() : 1;
    return machine -> {
      Object source = machine.get(i.operand(0));
      Object[] parts = fromParts == 1 ? new Object[] {source} : (Object[]) source;
      Object[] result = repacked(parts, fromBytes, toBytes, toParts, machine);
      machine.set(i.result(), toParts == 1 ? result[0] : result);
    };
  }

  /** The same bits in components of another width, lower-numbered components in lower bits. */
  static Object[] repacked(
      Object[] parts, int fromBytes, int toBytes, int toParts, Machine machine) {
    if (fromBytes == toBytes) {
      return parts;
    }
    Object[] result = new Object[toParts];
    for (int part = 0; part < toParts; part++) {
      if (toBytes < fromBytes) {
        int each = fromBytes / toBytes;
        int shift = 8 * toBytes * (part % each);
        long mask = (1L << 8 * toBytes) - 1;
        result[part] = Elementwise.map(parts[part / each], a -> a >>> shift & mask, machine);
      } else {
        int each = toBytes / fromBytes;
        Object joined = parts[part * each];
        for (int k = 1; k < each; k++) {
          int shift = 8 * fromBytes * k;
          joined =
              Elementwise.map(joined, parts[part * each + k], (a, b) -> a | b << shift, machine);
        }
        result[part] = joined;
      }
    }
    return result;
  }

  private static int bytes(Type type) {
    return (int) Scalars.component(type).size();
  }
}
