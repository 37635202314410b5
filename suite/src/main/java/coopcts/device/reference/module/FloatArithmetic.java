// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.machine.Freedom;
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

  private final Freedom freedom;
  private final FloatModes modes;

  /** Whether neither freedom nor a mode has anything to say: subnormals stay, ties go to even. */
  private final boolean isPlain;

  FloatArithmetic(Freedom freedom, FloatModes modes) {
    this.freedom = freedom;
    this.modes = modes;
    this.isPlain = freedom.isPlain() && modes.areNone();
  }

  /** What is rounded once from its exact result. */
  public enum Operation {
    SUM((a, b) -> bits(single(a) + single(b)), Exact::sum),
    DIFFERENCE((a, b) -> bits(single(a) - single(b)), (a, b) -> Exact.sum(a, -b)),
    PRODUCT((a, b) -> bits(single(a) * single(b)), Exact::product),
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
        isPlain ? Rounding.NEAREST_EVEN : modes.rounding(format, freedom.rounding());
    if (!freedom.isPlain() || rounding != Rounding.NEAREST_EVEN || modes.flushes(format)) {
      double rest = Double.isFinite(high) && Double.isFinite(low) ? low : 0;
      return flushed(format, format.encode(high, rest, rounding));
    }
    if (format == FloatFormat.FLOAT32) {
      return Float.floatToRawIntBits((float) high) & 0xFFFFFFFFL;
    }
    if (format == FloatFormat.FLOAT64) {
      return Double.doubleToRawLongBits(high);
    }
    return format.encode(high, Rounding.NEAREST_EVEN);
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
        : freedom.flushed(format, bits);
  }

  public LongUnaryOperator unary(FloatFormat format, DoubleUnaryOperator function) {
    return a -> encode(format, function.applyAsDouble(decode(format, a)));
  }

  public LongBinaryOperator binary(FloatFormat format, DoubleBinaryOperator function) {
    return (a, b) -> encode(format, function.applyAsDouble(decode(format, a), decode(format, b)));
  }

  /** An operation of two numbers of a format. */
  public LongBinaryOperator rounded(FloatFormat format, Operation operation) {
    if (isPlain && format == FloatFormat.FLOAT32) {
      return operation.single;
    }
    ExactFunction whole = operation.whole;
    return (a, b) -> encode(format, whole.apply(decode(format, a), decode(format, b)));
  }

  /**
   * A value of one format in another. What has 8 bits is exact in float16, its subnormals too
   * (NUM-FMT-005).
   */
  public long convert(FloatFormat from, FloatFormat to, long bits) {
    return from.bits() == 8 && to == FloatFormat.FLOAT16
        ? to.encode(from.toDouble(bits), Rounding.NEAREST_EVEN)
        : encode(to, decode(from, bits));
  }

  public long encode(FloatFormat format, Exact value) {
    return encode(format, value.high(), value.low());
  }

  /** The pattern of a number that every format holds exactly. */
  public static long identity(FloatFormat format, double value) {
    return format.encode(value, Rounding.NEAREST_EVEN);
  }

  private static Exact quotient(double a, double b) {
    double quotient = a / b;
    return new Exact(quotient, Double.isFinite(quotient) ? Math.fma(-quotient, b, a) / b : 0);
  }

  /** The remainder with the sign of the divisor, as GLSL's {@code mod}. */
  public static double modulo(double x, double y) {
    return x - y * Math.floor(x / y);
  }
}
