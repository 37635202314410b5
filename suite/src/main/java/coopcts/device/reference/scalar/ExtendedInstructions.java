// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.module.DecodingTable;
import coopcts.device.reference.module.FloatArithmetic;
import coopcts.device.reference.module.InstructionGroup;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.scalar.Elementwise.Ternary;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.device.reference.spirv.UnsupportedException;
import coopcts.grammar.Role;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.lwjgl.util.spvc.Spv;

/** Decodes the functions of GLSL.std.450 that work component by component. */
public final class ExtendedInstructions implements InstructionGroup {

  private final Module module;

  /**
   * Prepares to decode these instructions of one module. {@link #enterInto} adds them to the table
   * that decodes the module.
   *
   * @param module whose types, constants and behaviour the instructions use
   */
  public ExtendedInstructions(Module module) {
    this.module = module;
  }

  @Override
  public void enterInto(DecodingTable table) {
    table.add(Spv.SpvOpExtInst, this::function);
  }

  private DecodedInstruction function(Instruction i) {
    DecodedInstruction whole = new ExtendedComposites(module).decode(i);
    int number = i.operand(Role.INSTRUCTION);
    DecodedInstruction step =
        whole != null
            ? whole
            : switch (module.type(i.type()).component()) {
              case Type.Float(FloatFormat format) -> floats(i, number, format);
              case Type.Int(IntegerFormat format) -> integers(i, number, format);
              default -> null;
            };
    if (step == null) {
      throw new UnsupportedException("function " + number + " of GLSL.std.450 is not supported");
    }
    return step;
  }

  private static DecodedInstruction unary(Instruction i, LongUnaryOperator function) {
    return Elementwise.unary(i.result(), i.operand(2), function);
  }

  private static DecodedInstruction binary(Instruction i, LongBinaryOperator function) {
    return Elementwise.binary(i.result(), i.operand(2), i.operand(3), function);
  }

  private static DecodedInstruction ternary(Instruction i, Ternary function) {
    return Elementwise.ternary(i.result(), i.operand(2), i.operand(3), i.operand(4), function);
  }

  private DecodedInstruction floats(Instruction i, int number, FloatFormat format) {
    FloatArithmetic arithmetic = module.arithmetic();
    boolean isHalf = format == FloatFormat.FLOAT16;
    return switch (number) {
      case 1, 2 -> unary(i, arithmetic.unary(format, Math::rint));
      case 3 -> unary(i, arithmetic.unary(format, x -> x < 0 ? Math.ceil(x) : Math.floor(x)));
      case 4 -> unary(i, a -> format.magnitude(a));
      case 6 -> unary(i, arithmetic.unary(format, Math::signum));
      case 8 -> unary(i, arithmetic.unary(format, Math::floor));
      case 9 -> unary(i, arithmetic.unary(format, Math::ceil));
      case 10 -> unary(i, arithmetic.unary(format, x -> x - Math.floor(x)));
      case 11 -> unary(i, arithmetic.unary(format, Math::toRadians));
      case 12 -> unary(i, arithmetic.unary(format, Math::toDegrees));
      case 13 -> unary(i, arithmetic.unary(format, Math::sin));
      case 14 -> unary(i, arithmetic.unary(format, Math::cos));
      case 15 -> unary(i, arithmetic.unary(format, Math::tan));
      case 16 -> unary(i, arithmetic.unary(format, Math::asin));
      case 17 -> unary(i, arithmetic.unary(format, Math::acos));
      case 18 -> unary(i, arithmetic.rough(format, Math::atan, _ -> isHalf ? 5 : 4096));
      case 19 -> unary(i, arithmetic.unary(format, Math::sinh));
      case 20 -> unary(i, arithmetic.unary(format, Math::cosh));
      case 21 -> unary(i, arithmetic.rough(format, Math::tanh, _ -> 2));
      default -> furtherFloats(i, number, format);
    };
  }

  private DecodedInstruction furtherFloats(Instruction i, int number, FloatFormat format) {
    FloatArithmetic arithmetic = module.arithmetic();
    boolean isHalf = format == FloatFormat.FLOAT16;
    return switch (number) {
      case 25 -> binary(i, arithmetic.binary(format, Math::atan2));
      case 26 -> binary(i, arithmetic.binary(format, Math::pow));
      case 27 ->
          unary(i, arithmetic.rough(format, Math::exp, x -> (isHalf ? 1 : 3) + 2 * Math.abs(x)));
      case 28 -> unary(i, arithmetic.rough(format, Math::log, x -> x >= 0.5 && x <= 2 ? 0 : 3));
      case 29 -> unary(i, arithmetic.unary(format, x -> Math.pow(2, x)));
      case 30 -> unary(i, arithmetic.unary(format, x -> Math.log(x) / Math.log(2)));
      case 31 -> unary(i, arithmetic.unary(format, Math::sqrt));
      case 32 -> unary(i, arithmetic.unary(format, x -> 1 / Math.sqrt(x)));
      case 37, 79 -> binary(i, arithmetic.binary(format, ExtendedInstructions::minimum));
      case 40, 80 -> binary(i, arithmetic.binary(format, ExtendedInstructions::maximum));
      case 43, 81 ->
          ternary(
              i,
              (x, low, high) ->
                  arithmetic.encode(
                      format,
                      minimum(
                          maximum(format.toDouble(x), format.toDouble(low)),
                          format.toDouble(high))));
      case 46 ->
          ternary(
              i,
              (x, y, t) ->
                  arithmetic.encode(
                      format,
                      format.toDouble(x) * (1 - format.toDouble(t))
                          + format.toDouble(y) * format.toDouble(t)));
      case 48 -> binary(i, arithmetic.binary(format, (edge, x) -> x < edge ? 0 : 1));
      case 50 ->
          ternary(
              i,
              (a, b, c) ->
                  arithmetic.fused(
                      format,
                      format.toDouble(a),
                      format.toDouble(b),
                      adds(i) ? format.toDouble(c) : 0));
      default -> null;
    };
  }

  private static double minimum(double a, double b) {
    return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.min(a, b);
  }

  private static double maximum(double a, double b) {
    return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
  }

  private static DecodedInstruction integers(Instruction i, int number, IntegerFormat format) {
    IntegerFormat signed = IntegerFormat.signed(format.bits());
    return switch (number) {
      case 5 -> unary(i, a -> format.wrap(Math.abs(signed.value(a))));
      case 7 -> unary(i, a -> format.wrap(Long.signum(signed.value(a))));
      case 38 -> binary(i, (a, b) -> Long.compareUnsigned(a, b) < 0 ? a : b);
      case 39 -> binary(i, (a, b) -> signed.value(a) < signed.value(b) ? a : b);
      case 41 -> binary(i, (a, b) -> Long.compareUnsigned(a, b) > 0 ? a : b);
      case 42 -> binary(i, (a, b) -> signed.value(a) > signed.value(b) ? a : b);
      case 44 ->
          ternary(
              i,
              (x, low, high) -> {
                long raised = Long.compareUnsigned(x, low) < 0 ? low : x;
                return Long.compareUnsigned(raised, high) > 0 ? high : raised;
              });
      case 45 ->
          ternary(
              i,
              (x, low, high) -> {
                long raised = signed.value(x) < signed.value(low) ? low : x;
                return signed.value(raised) > signed.value(high) ? high : raised;
              });
      case 73 -> unary(i, a -> format.wrap(a == 0 ? -1 : Long.numberOfTrailingZeros(a)));
      case 74 ->
          unary(
              i,
              a -> {
                long value = signed.value(a) < 0 ? ~signed.value(a) : signed.value(a);
                return format.wrap(value == 0 ? -1 : 63 - Long.numberOfLeadingZeros(value));
              });
      case 75 -> unary(i, a -> format.wrap(a == 0 ? -1 : 63 - Long.numberOfLeadingZeros(a)));
      default -> null;
    };
  }

  private boolean adds(Instruction i) {
    long isVector = module.type(i.type()) instanceof Type.Vector ? 1 : 0;
    return module.taps(Tap.Site.NUMBER, null).is(Tap.NUMBER_ADDS, true, isVector);
  }
}
