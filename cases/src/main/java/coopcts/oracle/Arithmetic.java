// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import coopcts.program.BinaryOperator;

/**
 * The acceptable results of an operation on single components, by the rules of NUM §4 to §6.
 * Patterns stand in the low bits of a {@code long}, the rest zero. Families whose shaders are
 * templates use it.
 */
public final class Arithmetic {

  private static final Rule RULE = Rule.must("NUM-PREC-001");

  private Arithmetic() {}

  private static Values single(ComponentType type, long bits) {
    return Values.exact(of(type), new long[] {bits}, RULE);
  }

  private static MatrixType of(ComponentType type) {
    return new MatrixType(type, Scope.SUBGROUP, 1, 1, Use.ACCUMULATOR);
  }

  private static Acceptance first(Values values) {
    return values.open(0) == null ? new Acceptance.OneOf(values.bits()[0]) : values.open(0);
  }

  /** The pattern of a small whole number. */
  static long whole(ComponentType type, long value) {
    return switch (type.format()) {
      case IntegerFormat format -> format.wrap(value);
      case FloatFormat format -> format.encode(value, Rounding.NEAREST_EVEN);
    };
  }

  /**
   * {@return the acceptable patterns of {@code a op b}} A result is {@link Acceptance.Anything}
   * where no rule bounds it: an operand that is Inf or NaN, an integer divided by 0, a float by 0
   * or a subnormal.
   *
   * @param type of both operands and of the result; it has scalar values
   * @param operator add, subtract, multiply or divide
   * @param a pattern of the left operand
   * @param b pattern of the right operand
   */
  public static Acceptance binary(ComponentType type, BinaryOperator operator, long a, long b) {
    return first(Elementwise.binary(of(type), operator, single(type, a), single(type, b)));
  }

  /**
   * {@return the acceptable patterns of a number with its sign changed; integers wrap}
   *
   * @param type of operand and result; it has scalar values
   * @param a pattern of the operand
   */
  public static Acceptance negate(ComponentType type, long a) {
    return first(Elementwise.negate(of(type), single(type, a)));
  }

  /**
   * {@return the acceptable patterns of a number in another type} It is {@link Acceptance.Anything}
   * where the result is undefined: Inf or NaN, or a float beyond the range of an integer type.
   *
   * @param from the number's type
   * @param to the wanted type
   * @param bits pattern of the number
   */
  public static Acceptance convert(ComponentType from, ComponentType to, long bits) {
    return first(Conversion.convert(of(to), single(from, bits)));
  }

  /**
   * {@return the acceptable patterns of a result that needs no rounding: the pattern itself} A zero
   * of a float type may have either sign, which no mode keeps (NUM §5).
   *
   * @param type of the result; it has scalar values
   * @param bits pattern of the result
   */
  public static Acceptance exact(ComponentType type, long bits) {
    return type.format() instanceof FloatFormat format && format.isZero(bits)
        ? new Acceptance.OneOf(bits, bits ^ format.signBit())
        : new Acceptance.OneOf(bits);
  }

  /**
   * {@return the acceptable patterns of a·b + c, within the precision of a product and a sum
   * (NUM-PREC-007)}
   *
   * @param type a float type, of all operands and the result; a ClassCastException is thrown for an
   *     integer
   * @param a pattern of the first factor, a finite number
   * @param b pattern of the second factor, a finite number
   * @param c pattern of the addend, a finite number
   */
  public static Acceptance fma(ComponentType type, long a, long b, long c) {
    FloatFormat format = (FloatFormat) type.format();
    return Interval.fma(format, point(format, a), point(format, b), point(format, c));
  }

  private static double[] point(FloatFormat format, long bits) {
    double value = format.toDouble(bits);
    return new double[] {value, value};
  }

  /** The functions that cooperative vectors have, with the precision of NUM §6. */
  public enum Function {
    /** The natural exponential. */
    EXP,
    /** The natural logarithm. */
    LOG,
    /** The hyperbolic tangent. */
    TANH,
    /** The arc tangent. */
    ATAN
  }

  /**
   * {@return the acceptable patterns of a function of one number, as a range within the precision
   * that Vulkan requires (NUM §6)} Subnormal results may be flushed to zero.
   *
   * @param type float16 or float32
   * @param function of one number
   * @param bits pattern of the number; the caller makes sure that number and result are finite
   */
  public static Acceptance function(ComponentType type, Function function, long bits) {
    FloatFormat format = (FloatFormat) type.format();
    boolean half = type == ComponentType.FLOAT16;
    double x = format.toDouble(bits);
    double exact =
        switch (function) {
          case EXP -> Math.exp(x);
          case LOG -> Math.log(x);
          case TANH -> Math.tanh(x);
          case ATAN -> Math.atan(x);
        };
    double error =
        switch (function) {
          case EXP -> expUlps(half, x) * format.ulp(exact);
          case LOG -> x >= 0.5 && x <= 2 ? half ? 0x1p-7 : 0x1p-21 : 3 * format.ulp(exact);
          case ATAN -> (half ? 5 : 4096) * format.ulp(exact);
          case TANH -> tanhError(format, half, x, exact);
        };
    double low = exact - error;
    double high = exact + error;
    double smallest = Math.scalb(1.0, format.minExponent());
    if (low < smallest && high > -smallest) {
      low = Math.min(low, 0);
      high = Math.max(high, 0);
    }
    return new Acceptance.Within(low, high);
  }

  private static double expUlps(boolean half, double x) {
    return (half ? 1 : 3) + 2 * Math.abs(x);
  }

  /** tanh inherits its precision from (eˣ − e⁻ˣ) / (eˣ + e⁻ˣ), each step with its own error. */
  private static double tanhError(FloatFormat format, boolean half, double x, double exact) {
    double[] up = around(format, Math.exp(x), expUlps(half, x));
    double[] down = around(format, Math.exp(-x), expUlps(half, x));
    double unit = 2 * format.unitRoundoff();
    double[] difference = {up[0] - down[1], up[1] - down[0]};
    double[] sum = {(up[0] + down[0]) * (1 - unit), (up[1] + down[1]) * (1 + unit)};
    double worst = 0;
    for (double top : difference) {
      for (double bottom : sum) {
        worst = Math.max(worst, Math.abs(top / bottom - exact));
      }
    }
    return worst * (1 + 8 * unit) + 4 * format.ulp(exact) + unit;
  }

  private static double[] around(FloatFormat format, double value, double ulps) {
    double error = ulps * format.ulp(value);
    return new double[] {value - error, value + error};
  }
}
