// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.function.LongUnaryOperator;

/**
 * A conversion of numbers whose results pass a tap, and what else a driver may make of an operand.
 *
 * @param from type of the operand
 * @param to type of the result
 */
public record ConversionEvent(ComponentType from, ComponentType to) {

  /** Units of the size of numbers. */
  private static final int UNITS = 1024;

  /**
   * {@return the conversion with its results passed through the tap}
   *
   * @param taps of the conversion
   * @param right the right conversion, of patterns in the low bits
   */
  public LongUnaryOperator tapped(Taps taps, LongUnaryOperator right) {
    long mask = to.format().mask();
    return operand -> {
      long result = right.applyAsLong(operand);
      return taps.among(Tap.VALUE_CONVERTED, result, operands(operand, result)) & mask;
    };
  }

  private long[] operands(long operand, long right) {
    FloatFormat source = from.isFloat() ? (FloatFormat) from.format() : null;
    FloatFormat target = to.isFloat() ? (FloatFormat) to.format() : null;
    double value = from.format().toDouble(operand);
    boolean isNegative = source != null && source.isNegative(operand);
    double largest = target == null ? 0 : target.toDouble(target.maxFinite());
    return new long[] {
      operand,
      isNegative && target != null ? target.signBit() : 0,
      is(source != null && source.isNan(operand)),
      is(source != null && source.isInfinite(operand)),
      is(source != null && source.isSubnormal(operand)),
      is(source != null && target != null && isCut(source, target, operand)),
      (long) (Math.abs(value) * UNITS),
      is(target != null && target.isFinite(right)),
      is(target != null && Math.abs(value) >= largest + target.ulp(largest)),
      source == null || target == null
          ? 0
          : target.encode(source.toDouble(source.minNormal()), Rounding.NEAREST_EVEN),
      target == null ? 0 : target.maxFinite(),
      target == null ? 0 : target.overflow(),
      target != null && target.isFinite(right) && target.magnitude(right) > 2 ? right - 2 : right,
      value == Math.rint(value) ? right : value < 0 ? right - 1 : right + 1
    };
  }

  private static long is(boolean answer) {
    return answer ? 1 : 0;
  }

  /** Whether what marks a NaN is lost with the low bits. */
  private static boolean isCut(FloatFormat source, FloatFormat target, long operand) {
    int lost = source.mantissaBits() - target.mantissaBits();
    return target.bits() < source.bits()
        && source.isNan(operand)
        && lost > 0
        && (operand >>> lost & (1L << target.mantissaBits()) - 1) == 0;
  }
}
