// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;

/**
 * Functions and operators on single components that give one of their operands or a new pattern
 * without rounding: what cooperative vectors have beside {@link Arithmetic}.
 */
public final class ElementFunctions {

  private ElementFunctions() {}

  /** The smaller one; floats must be numbers (CV-FN-006, -011). */
  public static long min(ComponentType type, long a, long b) {
    return less(type, a, b) ? a : b;
  }

  /** The larger one; floats must be numbers (CV-FN-006, -011). */
  public static long max(ComponentType type, long a, long b) {
    return less(type, a, b) ? b : a;
  }

  /** x, or the end beyond which it is; low must not be above high (CV-FN-007, -011). */
  public static long clamp(ComponentType type, long x, long low, long high) {
    return less(type, x, low) ? low : less(type, high, x) ? high : x;
  }

  /** {@code NMin}: the smaller one, and the number where x is none (CV-FN-009). */
  public static long numberMin(ComponentType type, long x, long number) {
    return isNan(type, x) || less(type, number, x) ? number : x;
  }

  /** {@code NMax}: the larger one, and the number where x is none (CV-FN-009). */
  public static long numberMax(ComponentType type, long x, long number) {
    return isNan(type, x) || less(type, x, number) ? number : x;
  }

  /** {@code NClamp}: {@code NMin} with high of {@code NMax} with low (CV-FN-009). */
  public static long numberClamp(ComponentType type, long x, long low, long high) {
    return numberMin(type, numberMax(type, x, low), high);
  }

  /** 0 where x is below the edge, else 1 (CV-FN-008). */
  public static long step(ComponentType type, long edge, long x) {
    FloatFormat format = (FloatFormat) NumberFormat.of(type);
    return less(type, x, edge) ? 0 : format.encode(1, Rounding.NEAREST_EVEN);
  }

  /** Every bit turned (CV-OP-005). */
  public static long not(ComponentType type, long a) {
    return ~a & NumberFormat.of(type).mask();
  }

  /** Bits moved up, fewer than the type has (CV-OP-005, -006). */
  public static long left(ComponentType type, long a, int by) {
    return a << by & NumberFormat.of(type).mask();
  }

  /** Bits moved down, fewer than the type has; the sign comes after them (CV-OP-005, -006). */
  public static long right(ComponentType type, long a, int by) {
    IntegerFormat format = (IntegerFormat) NumberFormat.of(type);
    return format.wrap(format.value(a) >> by);
  }

  private static boolean isNan(ComponentType type, long bits) {
    return NumberFormat.of(type) instanceof FloatFormat floats && floats.isNan(bits);
  }

  private static boolean less(ComponentType type, long a, long b) {
    return switch (NumberFormat.of(type)) {
      case IntegerFormat format -> format.value(a) < format.value(b);
      case FloatFormat format -> format.toDouble(a) < format.toDouble(b);
    };
  }
}
