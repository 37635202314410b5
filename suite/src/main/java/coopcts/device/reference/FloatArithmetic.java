package coopcts.device.reference;

import coopcts.device.reference.Elementwise.Binary;
import coopcts.device.reference.Elementwise.Unary;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * Floating-point functions on bit patterns, rounded to nearest even. Sums, products and quotients
 * of two numbers of at most 24 significant bits, rounded to double first and to their format then,
 * come out correctly rounded.
 */
final class FloatArithmetic {

  private FloatArithmetic() {}

  static double decode(FloatFormat format, long bits) {
    return format.toDouble(bits);
  }

  static long encode(FloatFormat format, double value) {
    if (format == FloatFormat.FLOAT32) {
      return Float.floatToRawIntBits((float) value) & 0xFFFFFFFFL;
    }
    if (format == FloatFormat.FLOAT64) {
      return Double.doubleToRawLongBits(value);
    }
    return format.encode(value, Rounding.NEAREST_EVEN);
  }

  static Unary unary(FloatFormat format, DoubleUnaryOperator function) {
    return a -> encode(format, function.applyAsDouble(decode(format, a)));
  }

  static Binary binary(FloatFormat format, DoubleBinaryOperator function) {
    return (a, b) -> encode(format, function.applyAsDouble(decode(format, a), decode(format, b)));
  }

  /** The remainder with the sign of the divisor, as GLSL's {@code mod}. */
  static double modulo(double x, double y) {
    return x - y * Math.floor(x / y);
  }
}
