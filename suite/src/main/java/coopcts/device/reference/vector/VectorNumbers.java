// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.vector;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.FreeArithmetic;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.Type;
import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;

/** Patterns of the component types that matrices, inputs and biases of cooperative vectors have. */
final class VectorNumbers {

  private VectorNumbers() {}

  static ComponentType interpretation(long value) {
    return ComponentType.ofVulkan((int) value)
        .orElseThrow(
            () -> new SpirvException("CV §2.4: no component type has the number " + value));
  }

  static FloatFormat floats(ComponentType type) {
    if (type.glsl().isPresent() && type.format() instanceof FloatFormat format) {
      return format;
    }
    throw new SpirvException(type + " is no type of floats");
  }

  static IntegerFormat integers(ComponentType type) {
    ComponentType number = type.unpacked();
    return number.isSigned()
        ? IntegerFormat.signed(number.bits())
        : IntegerFormat.unsigned(number.bits());
  }

  static boolean isPacked(ComponentType type) {
    return type.unpacked() != type;
  }

  /** The number that a pattern stands for; integers of at most 32 bits. */
  static double number(ComponentType type, long pattern) {
    return type.isFloat() ? floats(type).toDouble(pattern) : (double) integers(type).value(pattern);
  }

  /** The pattern of the number one. */
  static long one(ComponentType type) {
    return type.isFloat() ? floats(type).encode(1, Rounding.NEAREST_EVEN) : 1;
  }

  static ComponentType componentType(FloatFormat format) {
    return new Type.Float(format).componentType();
  }

  /** The pattern of an element of a matrix from what memory has for it, or the other way. */
  static long stored(long bits, ComponentType type, Taps taps) {
    return taps.isOn() ? taps.at(Tap.STORED_ELEMENT, bits, one(type)) : bits;
  }

  /** An input component as its interpretation has it: CV §4.1. */
  static double interpreted(
      long pattern, ComponentType from, ComponentType as, ImplementationChoices freedom) {
    double value =
        number(
            from,
            from.isFloat() ? FreeArithmetic.flushed(freedom, floats(from), pattern) : pattern);
    if (as.isFloat()) {
      FloatFormat format = floats(as);
      boolean kept = as.isFloat8() && freedom.takes(Choice.VECTOR_INPUTS);
      Rounding rounding =
          from.isFloat()
              ? FreeArithmetic.rounding(freedom, Choice.VECTOR_INPUTS)
              : Rounding.NEAREST_EVEN;
      return kept ? value : format.toDouble(format.encode(value, rounding));
    }
    if (Double.isNaN(value)) {
      throw new SpirvException("CV-IN-011: NaN is interpreted as an integer");
    }
    IntegerFormat format = integers(as);
    return Math.clamp(Math.rint(value), (double) format.minimum(), (double) format.maximum());
  }
}
