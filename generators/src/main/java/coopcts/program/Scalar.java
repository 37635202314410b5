// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;

/** A scalar that is the same for all invocations of a scope instance. */
public sealed interface Scalar {

  ComponentType type();

  /** A constant written into the shader. */
  record Literal(ComponentType type, long bits) implements Scalar {}

  /** A specialization constant. */
  record Specialized(Constant constant) implements Scalar {
    @Override
    public ComponentType type() {
      return constant.type();
    }
  }

  /** A small number that is known at run time, which becomes one of the type. */
  record Number(ComponentType type, Index index) implements Scalar {}

  /** An array element, read at run time; the array's pointee is the scalar's type. */
  record Element(Array array, Index index) implements Scalar {
    @Override
    public ComponentType type() {
      return array.pointee().component();
    }
  }
}
