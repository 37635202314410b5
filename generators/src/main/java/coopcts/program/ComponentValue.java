// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

/** What a loop over components assigns to component i of the result. */
public sealed interface ComponentValue {

  /**
   * The same scalar to each.
   *
   * @param value of every component
   */
  record Same(Scalar value) implements ComponentValue {}

  /**
   * Component i of another matrix of the same type (KHR-COMP-005).
   *
   * @param matrix that is read
   */
  record Of(Matrix matrix) implements ComponentValue {}

  /**
   * The same, with its sign changed where the type has arithmetic: component 1 behind all others,
   * by a literal, of a matrix that is a value (KHR-COMP-012).
   *
   * @param matrix that is read
   */
  record Piecewise(Matrix matrix) implements ComponentValue {}

  /**
   * Component i of the left matrix where it is less than that of the right one, else that one.
   *
   * @param left operand
   * @param right operand
   */
  record Lesser(Matrix left, Matrix right) implements ComponentValue {}

  /**
   * Component i of the left matrix, which is then combined in place with that of the right one
   * (KHR-COMP-003); the right matrix is not the result.
   *
   * @param operator between components
   * @param left operand
   * @param right operand
   */
  record Stepwise(BinaryOperator operator, Matrix left, Matrix right) implements ComponentValue {}

  /**
   * Components i of two matrices of the same type, combined (KHR-COMP-005).
   *
   * @param operator between components
   * @param left operand
   * @param right operand
   */
  record Combined(BinaryOperator operator, Matrix left, Matrix right) implements ComponentValue {}
}
