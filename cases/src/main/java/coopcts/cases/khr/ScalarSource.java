// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.khr;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.Constant;
import coopcts.program.Index;
import coopcts.program.Pointee;
import coopcts.program.Scalar;
import java.util.Locale;

/** Where a shader takes a scalar from (KHR-CTOR-003 to -005). */
enum ScalarSource {
  LITERAL,
  SPECIALIZED,
  ELEMENT;

  /** The array that {@link #ELEMENT} reads, element by scope instance. */
  static Array array(ComponentType type) {
    return Array.buffer("scalars", Pointee.scalar(type), Access.READ);
  }

  /**
   * The scalar; its value is that of {@link #value(ComponentType)}, unless it is read at run time.
   */
  Scalar scalar(ComponentType type) {
    return switch (this) {
      case LITERAL -> new Scalar.Literal(type, value(type));
      case SPECIALIZED ->
          new Scalar.Specialized(new Constant(7, "SCALAR", type, encode(type, 1), value(type)));
      case ELEMENT -> new Scalar.Element(array(type), new Index.Instance());
    };
  }

  /** A value with several mantissa bits, negative where the type can. */
  static long value(ComponentType type) {
    return encode(type, type.kind() == ComponentType.NumberKind.UNSIGNED ? 3 : -3);
  }

  private static long encode(ComponentType type, int value) {
    return switch (type.format()) {
      case IntegerFormat format -> format.wrap(value);
      case FloatFormat format -> format.encode(value * 0.5, Rounding.NEAREST_EVEN);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
