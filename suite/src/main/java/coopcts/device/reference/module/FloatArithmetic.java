// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.FreeArithmetic;
import coopcts.device.reference.choice.FreeFunctions;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.numbers.Exact;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Floating-point functions on bit patterns, with the float modes of one module and the choices of
 * the device. Patterns are in the low bits. Operands and results that are subnormal are flushed
 * where a mode says so, or where the device chooses; results are rounded once, to nearest even
 * unless a mode or a choice says otherwise.
 */
public final class FloatArithmetic {

  /** What OpFDiv may be off by (NUM-PREC-003). */
  private static final double DIVISION_ULPS = 2.5;

  private final ImplementationChoices freedom;
  private final FloatModes modes;

  /** Whether neither freedom nor a mode has anything to say: subnormals stay, ties go to even. */
  private final boolean isPlain;

  FloatArithmetic(ImplementationChoices freedom, FloatModes modes) {
    this.freedom = freedom;
    this.modes = modes;
    this.isPlain = freedom.isPlain() && modes.areNone();
  }

  /** What is rounded once from its exact result. */
  public enum Operation {
    /** The sum. */
    SUM((a, b) -> bits(single(a) + single(b)), Exact::sum),
    /** The difference. */
    DIFFERENCE((a, b) -> bits(single(a) - single(b)), (a, b) -> Exact.sum(a, -b)),
    /** The product. */
    PRODUCT((a, b) -> bits(single(a) * single(b)), Exact::product),
    /** The quotient. */
    QUOTIENT((a, b) -> bits(single(a) / single(b)), FloatArithmetic::quotient);

    /** Of patterns of float32, rounded to nearest. */
    private final LongBinaryOperator single;

    private final ExactFunction whole;

    Operation(LongBinaryOperator single, ExactFunction whole) {
      this.single = single;
      this.whole = whole;
    }

    private static float single(long pattern) {
      return Float.intBitsToFloat((int) pattern);
    }

    private static long bits(float value) {
      return Float.floatToRawIntBits(value) & 0xFFFFFFFFL;
    }
  }

  /** A function of two numbers that tells what rounding to double left over. */
  @FunctionalInterface
  private interface ExactFunction {
    Exact apply(double a, double b);
  }

  /**
   * {@return the pattern of a number, in the low bits, rounded once as the device and the module's
   * modes have it} Beyond the range of an 8-bit format it is what rounding to nearest gives.
   *
   * @param format of the pattern
   * @param value the number that is rounded; may be infinite or NaN
   */
  public long encode(FloatFormat format, double value) {
    return encode(format, value, 0);
  }

  private long encode(FloatFormat format, double high, double low) {
    long right = encodeRight(format, high, low);
    return modes.passed(format, right);
  }

  private long encodeRight(FloatFormat format, double high, double low) {
    if (format.bits() == 8 && isFarOut(format, high)) {
      return format.encode(high, Rounding.NEAREST_EVEN);
    }
    Rounding rounding =
        isPlain
            ? Rounding.NEAREST_EVEN
            : modes.rounding(
                format, FreeArithmetic.rounding(freedom, format, high, rest(high, low)));
    if (!freedom.isPlain() || rounding != Rounding.NEAREST_EVEN || modes.flushes(format)) {
      return signed(format, flushed(format, format.encode(high, rest(high, low), rounding)));
    }
    if (format == FloatFormat.FLOAT32) {
      return Float.floatToRawIntBits((float) high) & 0xFFFFFFFFL;
    }
    if (format == FloatFormat.FLOAT64) {
      return Double.doubleToRawLongBits(high);
    }
    return format.encode(high, Rounding.NEAREST_EVEN);
  }

  private static double rest(double high, double low) {
    return Double.isFinite(high) && Double.isFinite(low) ? low : 0;
  }

  /** Beyond the range of an 8-bit format whatever the direction (NUM-CVT-007, NUM-CVT-008). */
  private static boolean isFarOut(FloatFormat format, double value) {
    double most = format.toDouble(format.maxFinite());
    return Math.abs(value) >= most + format.ulp(most);
  }

  private double decode(FloatFormat format, long bits) {
    return format.toDouble(flushed(format, bits));
  }

  private long flushed(FloatFormat format, long bits) {
    if (isPlain || modes.preserves(format)) {
      return bits;
    }
    return modes.flushes(format)
        ? format.isSubnormal(bits) ? bits & format.signBit() : bits
        : FreeArithmetic.flushed(freedom, format, bits);
  }

  private long signed(FloatFormat format, long bits) {
    return modes.keepsZeros(format) ? bits : FreeArithmetic.signed(freedom, format, bits);
  }

  /**
   * {@return the pattern that a load gives, in the low bits} Where no mode keeps zeros, infinities
   * and NaN, the device may choose to load 0 in place of −0, and the greatest finite number in
   * place of infinities and NaN ({@link Choice#LOADED_SPECIALS}).
   *
   * @param format of the pattern
   * @param bits pattern that memory holds, in the low bits
   */
  public long loaded(FloatFormat format, long bits) {
    boolean isFinite = format.isFinite(bits);
    boolean isSpecial = !isFinite || bits == format.signBit();
    return isSpecial && !modes.keepsZeros(format) && freedom.takes(Choice.LOADED_SPECIALS)
        ? isFinite ? 0 : format.maxFinite()
        : bits;
  }

  /**
   * {@return the pattern of one component that an instruction takes or gives, in the low bits}
   * Where the device may ignore the sign of a zero, a zero may have the other sign; all else is as
   * it was.
   *
   * @param format of the pattern
   * @param bits pattern before, in the low bits
   * @param place any number that tells components of one instruction apart; equal ones may be
   *     changed alike
   * @param bound whether the instruction is one for which the mode SignedZeroInfNanPreserve holds;
   *     where it does and the module has that mode, nothing is changed
   */
  public long moved(FloatFormat format, long bits, int place, boolean bound) {
    return bound && modes.keepsZeros(format)
        ? bits
        : FreeArithmetic.moved(freedom, format, bits, place);
  }

  /**
   * {@return a function of one number on patterns, rounded once} An instruction's decoder makes it;
   * the step applies it to each component.
   *
   * @param format of operand and result
   * @param function on numbers; its result is what is rounded
   */
  public LongUnaryOperator unary(FloatFormat format, DoubleUnaryOperator function) {
    return a -> encode(format, function.applyAsDouble(decode(format, a)));
  }

  /**
   * {@return a function of two numbers on patterns, rounded once} An instruction's decoder makes
   * it; the step applies it to each component.
   *
   * @param format of operands and result
   * @param function on numbers; its result is what is rounded
   */
  public LongBinaryOperator binary(FloatFormat format, DoubleBinaryOperator function) {
    return (a, b) -> encode(format, function.applyAsDouble(decode(format, a), decode(format, b)));
  }

  /**
   * {@return an arithmetic operation on patterns, in the low bits, which rounds the exact result
   * once} A quotient may also deviate as {@link Choice#ULPS} and {@link Choice#DIVISION_BEYOND} let
   * it. Operands and results never go on unrounded: {@link #contracted} is for that.
   *
   * @param format of both operands and of the result
   * @param operation sum, difference, product or quotient
   */
  public LongBinaryOperator rounded(FloatFormat format, Operation operation) {
    if (isPlain && format == FloatFormat.FLOAT32) {
      return operation.single;
    }
    ExactFunction whole = operation.whole;
    return operation == Operation.QUOTIENT
        ? (a, b) -> quotient(format, decode(format, a), decode(format, b))
        : (a, b) -> encode(format, whole.apply(decode(format, a), decode(format, b)));
  }

  private long quotient(FloatFormat format, double a, double b) {
    if (FreeFunctions.isLeast(freedom, format, a, b)) {
      return 1;
    }
    Exact value = quotient(a, b);
    double off = FreeFunctions.off(freedom, format, value.high(), DIVISION_ULPS);
    return off == value.high() ? encode(format, value) : encode(format, off);
  }

  /**
   * {@return an arithmetic operation whose operands and results may be handed on without rounding
   * (contraction)} Applied to patterns it rounds its exact result once.
   *
   * @param format of both operands and of the result
   * @param operation sum, difference, product or quotient
   */
  public Contracted contracted(FloatFormat format, Operation operation) {
    return new Contracted() {
      @Override
      public long applyAsLong(long a, long b) {
        return encode(format, exact(number(a), number(b)));
      }

      @Override
      public Exact exact(double a, double b) {
        return operation.whole.apply(a, b);
      }

      @Override
      public double number(long pattern) {
        return decode(format, pattern);
      }

      @Override
      public long encoded(Exact value) {
        return encode(format, value);
      }
    };
  }

  /**
   * An arithmetic operation in two forms: on patterns, rounded once; and on numbers, exact. The
   * second is for operands and results that go on without rounding (AllowContract).
   */
  public interface Contracted extends LongBinaryOperator {

    /**
     * {@return the result before rounding: a double and what rounding to it left over}
     *
     * @param a first operand, which may be unrounded
     * @param b second operand, which may be unrounded
     */
    Exact exact(double a, double b);

    /**
     * {@return the number of an operand's pattern, a subnormal one flushed where the device flushes
     * it}
     *
     * @param pattern in the low bits
     */
    double number(long pattern);

    /**
     * {@return the pattern of a result, in the low bits, rounded once}
     *
     * @param value the result before rounding
     */
    long encoded(Exact value);
  }

  /**
   * {@return a conversion between formats whose operand and result may be handed on without
   * rounding (contraction)} Applied to a pattern it rounds once. From 8-bit formats to float16 it
   * flushes nothing (NUM-FMT-005).
   *
   * @param from format of the operand
   * @param to format of the result
   */
  public ContractedConversion converted(FloatFormat from, FloatFormat to) {
    return new ContractedConversion() {
      @Override
      public long applyAsLong(long a) {
        return convert(from, to, a);
      }

      @Override
      public double number(long pattern) {
        return isKept(from, to) ? from.toDouble(pattern) : decode(from, pattern);
      }

      @Override
      public long encoded(double value) {
        return encode(to, value);
      }
    };
  }

  /**
   * A conversion in two forms: on patterns, rounded once; and on numbers, for operands and results
   * that go on without rounding (AllowContract).
   */
  public interface ContractedConversion extends LongUnaryOperator {

    /**
     * {@return the number of the operand's pattern, a subnormal one flushed where the device
     * flushes it}
     *
     * @param pattern in the low bits
     */
    double number(long pattern);

    /**
     * {@return the pattern of the result, in the low bits, rounded once}
     *
     * @param value the number before rounding
     */
    long encoded(double value);
  }

  /**
   * {@return a function of one number on patterns, off by up to a bound where {@link Choice#ULPS}
   * is open, else rounded once}
   *
   * @param format of operand and result
   * @param function on numbers
   * @param ulps greatest error that the specification allows for an operand, in units in the last
   *     place of the result's format
   */
  public LongUnaryOperator rough(
      FloatFormat format, DoubleUnaryOperator function, DoubleUnaryOperator ulps) {
    return a -> {
      double x = decode(format, a);
      double value = function.applyAsDouble(x);
      return encode(format, FreeFunctions.off(freedom, format, value, ulps.applyAsDouble(x)));
    };
  }

  /**
   * {@return the pattern of a · b + c computed as one operation, in the low bits} Where {@link
   * Choice#FMA} is open, for all formats but float64, the product keeps only some bits more than
   * the format has.
   *
   * @param format of operands and result
   * @param a first factor, a number of the format
   * @param b second factor, a number of the format
   * @param c addend, a number of the format
   */
  public long fused(FloatFormat format, double a, double b, double c) {
    if (format == FloatFormat.FLOAT64 || !freedom.has(Choice.FMA)) {
      return encode(format, Math.fma(a, b, c));
    }
    return encode(format, Exact.sum(FreeFunctions.product(freedom, format, a * b), c));
  }

  /**
   * {@return the pattern of a number in another format, in the low bits, rounded once} From 8-bit
   * formats to float16 it is exact, subnormals included (NUM-FMT-005).
   *
   * @param from format of the operand
   * @param to format of the result
   * @param bits pattern of the operand, in the low bits
   */
  public long convert(FloatFormat from, FloatFormat to, long bits) {
    return isKept(from, to)
        ? to.encode(from.toDouble(bits), Rounding.NEAREST_EVEN)
        : encode(to, decode(from, bits));
  }

  private static boolean isKept(FloatFormat from, FloatFormat to) {
    return from.bits() == 8 && to == FloatFormat.FLOAT16;
  }

  /**
   * {@return the pattern of an exact value, in the low bits, rounded once as the device and the
   * module's modes have it} Beyond the range of an 8-bit format it is what rounding to nearest
   * gives.
   *
   * @param format of the pattern
   * @param value a double and what rounding to it left over
   */
  public long encode(FloatFormat format, Exact value) {
    return encode(format, value.high(), value.low());
  }

  /**
   * {@return the pattern of a number that the format holds exactly, in the low bits, whatever modes
   * and choices say} Subgroup reductions begin with it.
   *
   * @param format of the pattern
   * @param value the number, such as 0, 1 or an infinity; one that the format does not hold is
   *     rounded to nearest even
   */
  public static long identity(FloatFormat format, double value) {
    return format.encode(value, Rounding.NEAREST_EVEN);
  }

  private static Exact quotient(double a, double b) {
    double quotient = a / b;
    return new Exact(quotient, Double.isFinite(quotient) ? Math.fma(-quotient, b, a) / b : 0);
  }

  /**
   * {@return x − y · floor(x / y), the remainder with the sign of the divisor that GLSL's {@code
   * mod} gives}
   *
   * @param x dividend
   * @param y divisor; 0 gives NaN
   */
  public static double modulo(double x, double y) {
    return x - y * Math.floor(x / y);
  }
}
