// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;

/**
 * A conversion of numbers: what a driver bug may depend on.
 *
 * @param from type of the operand
 * @param to type of the result
 * @param isSaturating whether what is out of range shall become the largest number
 * @param isMatrix whether the elements of a cooperative matrix are converted
 */
public record ConversionEvent(
    ComponentType from, ComponentType to, boolean isSaturating, boolean isMatrix) {

  boolean isFrom(ComponentType type) {
    return from == type;
  }

  boolean isTo(ComponentType type) {
    return to == type;
  }

  boolean isFloat() {
    return from.isFloat() && to.isFloat();
  }

  /** The float format that is converted from. */
  FloatFormat source() {
    return (FloatFormat) from.format();
  }

  /** The float format that is converted to. */
  FloatFormat target() {
    return (FloatFormat) to.format();
  }

  double value(long operand) {
    return from.format().toDouble(operand);
  }
}
