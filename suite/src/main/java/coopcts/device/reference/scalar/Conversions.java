// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.fault.ConversionEvent;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Check;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Maintenance1;
import coopcts.device.reference.spirv.Type;
import coopcts.model.ComponentType;
import coopcts.model.Use;
import coopcts.numbers.Exact;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import java.util.function.BiFunction;
import java.util.function.LongUnaryOperator;
import org.lwjgl.util.spvc.Spv;

/**
 * Decodes conversions between component types, of scalars, vectors and cooperative matrices, and
 * bit casts.
 */
public final class Conversions implements InstructionGroup {

  private final Module module;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public Conversions(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(Spv.SpvOpConvertFToU, i -> convert(i, floatToInteger(i)));
    table.add(Spv.SpvOpConvertFToS, i -> convert(i, floatToInteger(i)));
    table.add(Spv.SpvOpConvertSToF, i -> convert(i, saturated(i, integerToFloat(i, true))));
    table.add(Spv.SpvOpConvertUToF, i -> convert(i, saturated(i, integerToFloat(i, false))));
    table.add(
        Spv.SpvOpUConvert,
        i -> {
          IntegerFormat to = integer(module.type(i.type()));
          return convert(i, to::wrap);
        });
    table.add(
        Spv.SpvOpSConvert,
        i -> {
          int bits = integer(module.typeOf(i.operand(0))).bits();
          IntegerFormat from =
              taps(i).is(Tap.CONVERT_SIGNED, true)
                  ? IntegerFormat.signed(bits)
                  : IntegerFormat.unsigned(bits);
          IntegerFormat to = integer(module.type(i.type()));
          return convert(i, a -> to.wrap(from.value(a)));
        });
    table.add(
        Spv.SpvOpFConvert,
        i -> {
          FloatFormat from = real(module.typeOf(i.operand(0)));
          FloatFormat to = real(module.type(i.type()));
          LongUnaryOperator plain =
              taps(i).is(Tap.CONVERT_DIRECT, true)
                  ? a -> module.arithmetic().convert(from, to, a)
                  : a -> to.encode(brain(from.toDouble(a)), Rounding.NEAREST_EVEN);
          if (module.contracts(i) && !saturates(i) && !module.behaviour().fault().isOn()) {
            return convert(i, module.arithmetic().converted(from, to));
          }
          LongUnaryOperator saturated = saturated(i, plain);
          return convert(i, a -> from.isNan(a) ? plain.applyAsLong(a) : saturated.applyAsLong(a));
        });
    table.add(
        Spv.SpvOpQuantizeToF16,
        i ->
            convert(
                i,
                a -> {
                  float half =
                      Float.float16ToFloat(Float.floatToFloat16(Float.intBitsToFloat((int) a)));
                  return Float.floatToRawIntBits(
                          Math.abs(half) < 0x1p-14f ? Math.copySign(0f, half) : half)
                      & 0xFFFFFFFFL;
                }));
    table.add(Spv.SpvOpBitcast, this::bitcast);
    table.add(
        Spv.SpvOpConvertPtrToU, i -> machine -> machine.set(i.result(), machine.get(i.operand(0))));
    table.add(
        Spv.SpvOpConvertUToPtr, i -> machine -> machine.set(i.result(), machine.get(i.operand(0))));
  }

  private Taps taps(Instruction i) {
    boolean changesUse =
        module.type(i.type()) instanceof Type.CooperativeMatrix to
            && module.typeOf(i.operand(0)) instanceof Type.CooperativeMatrix from
            && from.use() != to.use();
    return module.taps(Tap.Site.CONVERT, module.type(i.type()), changesUse ? 1 : 0);
  }

  private static IntegerFormat integer(Type type) {
    return ((Type.Int) type.component()).format();
  }

  private static FloatFormat real(Type type) {
    return ((Type.Float) type.component()).format();
  }

  private DecodedInstruction convert(Instruction i, LongUnaryOperator right) {
    LongUnaryOperator function =
        module.behaviour().fault().isTapped(Tap.Site.VALUE) ? tapped(i, right) : right;
    return module.type(i.type()) instanceof Type.CooperativeMatrix matrix
        ? Elementwise.unary(i, matrix, function, Tap.Operation.CONVERT, placed(i, matrix))
        : Elementwise.unary(i.result(), i.operand(0), function);
  }

  /** What stands where before its elements are converted. */
  private BiFunction<MatrixValue, Machine, MatrixValue> placed(
      Instruction i, Type.CooperativeMatrix to) {
    boolean isTransposed = module.decoration(i.result(), Maintenance1.DECORATION_TRANSPOSE, 0) != 0;
    Taps taps = taps(i);
    return (source, machine) ->
        taps.is(Tap.CONVERT_TRANSPOSES, isTransposed, to.use() == Use.ACCUMULATOR ? 1 : 0)
            ? source.transposed()
            : source;
  }

  /** A conversion with its results passed through the taps. */
  private LongUnaryOperator tapped(Instruction i, LongUnaryOperator right) {
    Type type = module.type(i.type());
    ComponentType from = module.typeOf(i.operand(0)).component().componentType();
    ComponentType to = type.component().componentType();
    Taps taps =
        module.taps(
            Tap.Site.VALUE,
            type,
            from.ordinal(),
            to.ordinal(),
            from.isFloat() ? 1 : 0,
            to.isFloat() ? 1 : 0,
            saturates(i) ? 1 : 0,
            type instanceof Type.CooperativeMatrix ? 1 : 0);
    return taps.isOn() ? new ConversionEvent(from, to).tapped(taps, right) : right;
  }

  private boolean saturates(Instruction i) {
    return module.decoration(
            i.result(), Spv.SpvDecorationSaturatedToLargestFloat8NormalConversionEXT, 0)
        != 0;
  }

  /** What is out of range is the largest number of the same sign, where the result says so. */
  private LongUnaryOperator saturated(Instruction i, LongUnaryOperator function) {
    if (!taps(i).is(Tap.CONVERT_SATURATES, saturates(i))) {
      return function;
    }
    FloatFormat to = real(module.type(i.type()));
    return a -> {
      long result = function.applyAsLong(a);
      return to.isFinite(result) ? result : result & to.signBit() | to.maxFinite();
    };
  }

  private LongUnaryOperator floatToInteger(Instruction i) {
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
            .behaviour()
            .violated(
                Check.ARITHMETIC,
                "KHR-CONV-005: " + value + " has no place in an integer of " + bits + " bits");
        return 0;
      }
      return to.wrap(whole >= 0x1p63 ? (long) (whole - 0x1p63) ^ Long.MIN_VALUE : (long) whole);
    };
  }

  /** By way of bfloat16. */
  private static double brain(double value) {
    FloatFormat brain = FloatFormat.BFLOAT16;
    return brain.toDouble(brain.encode(value, Rounding.NEAREST_EVEN));
  }

  private LongUnaryOperator integerToFloat(Instruction i, boolean signed) {
    int bits = integer(module.typeOf(i.operand(0))).bits();
    IntegerFormat from =
        signed && taps(i).is(Tap.CONVERT_SIGNED, true)
            ? IntegerFormat.signed(bits)
            : IntegerFormat.unsigned(bits);
    FloatFormat to = real(module.type(i.type()));
    return a -> {
      return module.arithmetic().encode(to, Exact.ofLong(from.value(a), signed));
    };
  }

  private DecodedInstruction bitcast(Instruction i) {
    Type from = module.typeOf(i.operand(0));
    Type to = module.type(i.type());
    if (to instanceof Type.CooperativeMatrix) {
      return convert(i, a -> a);
    }
    int fromBytes = bytes(from);
    int toBytes = bytes(to);
    if (fromBytes == toBytes) {
      FloatFormat small = small(to) != null ? small(to) : small(from);
      Taps taps = module.taps(Tap.Site.CONVERT, to, 0);
      return taps.isOn(Tap.CONVERT_BITS) && small != null
          ? convert(i, a -> taps.at(Tap.CONVERT_BITS, a, small.isSubnormal(a) ? 1 : 0))
          : machine -> machine.set(i.result(), machine.get(i.operand(0)));
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

  /** The format of bfloat16 and 8-bit floats; null for other types. */
  private static FloatFormat small(Type type) {
    return type.component() instanceof Type.Float(FloatFormat format)
            && (format.bits() == 8 || format == FloatFormat.BFLOAT16)
        ? format
        : null;
  }

  /**
   * {@return the same bits in components of another width, in a new array; the given array where
   * the width stays} Components with lower numbers are in the lower bits, as in OpBitcast.
   *
   * @param parts scalar components for all invocations (see {@link
   *     coopcts.device.reference.machine.Lanes}); not changed
   * @param fromBytes bytes of a component before: 1, 2, 4 or 8
   * @param toBytes bytes of a component after: 1, 2, 4 or 8
   * @param toParts number of components after, at most as many as the bits give; further bits are
   *     dropped
   * @param machine the workgroup, whose active invocations are computed
   */
  public static Object[] repacked(
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
    return (int) type.component().size();
  }
}
