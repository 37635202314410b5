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
 * Floating-point functions on bit patterns. Sums, products and quotients are rounded once, in the
 * direction that the device's freedom chooses; rounding to nearest by way of double is exact for
 * operands of at most 24 significant bits.
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
   * {@return the pattern of a number, rounded as the device does}
   *
   * @param format of the pattern
   * @param value that is rounded
   */
  public long encode(FloatFormat format, double value) {
    return encode(format, value, 0);
  }

  private long encode(FloatFormat format, double high, double low) {
    long right = encodeRight(format, high, low);
    return modes.spoils() ? modes.spoilt(format, right) : right;
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
   * {@return the pattern that a load gives on this device where no mode keeps NaN, infinities and
   * the sign of a zero}
   *
   * @param format of the pattern
   * @param bits that memory holds
   */
  public long loaded(FloatFormat format, long bits) {
    boolean isFinite = format.isFinite(bits);
    boolean isSpecial = !isFinite || bits == format.signBit();
    return isSpecial && !modes.keepsZeros(format) && freedom.takes(Choice.LOADED_SPECIALS)
        ? isFinite ? 0 : format.maxFinite()
        : bits;
  }

  /**
   * {@return the pattern of a part of a value that an instruction gives or takes, in the low bits:
   * with the other sign where it is a zero that the device's choice moves, else as it is}
   *
   * @param format of the pattern
   * @param bits pattern before, in the low bits
   * @param place number of the part, which the device's choice may depend on
   * @param bound whether the instruction is one of those that a mode keeps a zero's sign in
   */
  public long moved(FloatFormat format, long bits, int place, boolean bound) {
    return bound && modes.keepsZeros(format)
        ? bits
        : FreeArithmetic.moved(freedom, format, bits, place);
  }

  /**
   * {@return a function of one number on patterns, rounded once}
   *
   * @param format of operand and result
   * @param function on numbers
   */
  public LongUnaryOperator unary(FloatFormat format, DoubleUnaryOperator function) {
    return a -> encode(format, function.applyAsDouble(decode(format, a)));
  }

  /**
   * {@return a function of two numbers on patterns, rounded once}
   *
   * @param format of operands and result
   * @param function on numbers
   */
  public LongBinaryOperator binary(FloatFormat format, DoubleBinaryOperator function) {
    return (a, b) -> encode(format, function.applyAsDouble(decode(format, a), decode(format, b)));
  }

  /**
   * {@return an arithmetic operation on patterns, rounded once}
   *
   * @param format of operands and result
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
   * {@return an arithmetic operation that can use operands and give results without rounding
   * (contraction)}
   *
   * @param format of operands and result
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

  /** A function of two numbers that takes more than their patterns. */
  public interface Contracted extends LongBinaryOperator {

    /**
     * {@return the exact result}
     *
     * @param a first operand
     * @param b second operand
     */
    Exact exact(double a, double b);

    /**
     * {@return the number of an operand's pattern, after the device's treatment of subnormals}
     *
     * @param pattern in the low bits
     */
    double number(long pattern);

    /**
     * {@return the pattern of a result, rounded once}
     *
     * @param value the exact result
     */
    long encoded(Exact value);
  }

  /**
   * {@return a conversion that can use operands and give results without rounding (contraction)}
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

  /** A conversion of a number that takes more than its pattern. */
  public interface ContractedConversion extends LongUnaryOperator {

    /**
     * {@return the number of the operand's pattern, after the device's treatment of subnormals}
     *
     * @param pattern in the low bits
     */
    double number(long pattern);

    /**
     * {@return the pattern of the result, rounded once}
     *
     * @param value the exact number
     */
    long encoded(double value);
  }

  /**
   * {@return a function on patterns with the error that the device's freedom chooses}
   *
   * @param format of operand and result
   * @param function on numbers
   * @param ulps greatest error for a number, in units in the last place
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
   * {@return the pattern of a · b + c in the low bits: fused, or, for formats other than float64
   * where {@link Choice#FMA} is open, with a product that keeps only some bits more than the format
   * has}
   *
   * @param format of operands and result
   * @param a first factor
   * @param b second factor
   * @param c addend
   */
  public long fused(FloatFormat format, double a, double b, double c) {
    if (format == FloatFormat.FLOAT64 || !freedom.has(Choice.FMA)) {
      return encode(format, Math.fma(a, b, c));
    }
    return encode(format, Exact.sum(FreeFunctions.product(freedom, format, a * b), c));
  }

  /**
   * {@return the pattern of a value in another format, in the low bits} Conversions from 8-bit
   * formats to float16 are exact, subnormals included (NUM-FMT-005).
   *
   * @param from format of the operand
   * @param to format of the result
   * @param bits pattern in the low bits
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
   * {@return the pattern of an exact value, rounded once as the device does}
   *
   * @param format of the pattern
   * @param value that is rounded
   */
  public long encode(FloatFormat format, Exact value) {
    return encode(format, value.high(), value.low());
  }

  /**
   * {@return the pattern of a number that every format holds exactly, such as 0 or 1}
   *
   * @param format of the pattern
   * @param value the number
   */
  public static long identity(FloatFormat format, double value) {
    return format.encode(value, Rounding.NEAREST_EVEN);
  }

  private static Exact quotient(double a, double b) {
    double quotient = a / b;
    return new Exact(quotient, Double.isFinite(quotient) ? Math.fma(-quotient, b, a) / b : 0);
  }

  /**
   * {@return the remainder with the sign of the divisor, as GLSL's {@code mod} gives}
   *
   * @param x dividend
   * @param y divisor; 0 gives NaN
   */
  public static double modulo(double x, double y) {
    return x - y * Math.floor(x / y);
  }
}
