// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;

/** A scalar that is the same for all invocations of a scope instance. */
public sealed interface Scalar {

  /** {@return the component type of the scalar, that of the matrix whose components it becomes} */
  ComponentType type();

  /**
   * A constant written into the shader.
   *
   * @param type of the scalar
   * @param bits its pattern in the low bits
   */
  record Literal(ComponentType type, long bits) implements Scalar {}

  /**
   * A specialization constant.
   *
   * @param constant its id, type and values
   */
  record Specialized(Constant constant) implements Scalar {
    @Override
    public ComponentType type() {
      return constant.type();
    }
  }

  /**
   * A small number that is known at run time, which becomes one of the type.
   *
   * @param type of the scalar
   * @param index the number, unsigned
   */
  record Number(ComponentType type, Index index) implements Scalar {}

  /**
   * A component of a vector of the invocation's own.
   *
   * @param of the vector
   * @param at which component, counted from 0
   */
  record Component(Matrix of, Index at) implements Scalar {
    @Override
    public ComponentType type() {
      return of.type().component();
    }
  }

  /**
   * An array element, read at run time; the array's pointee is the scalar's type.
   *
   * @param array where it lies
   * @param index element of the array
   */
  record Element(Array array, Index index) implements Scalar {
    @Override
    public ComponentType type() {
      return array.pointee().component();
    }
  }
}
