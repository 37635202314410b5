// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

/** What a loop over components assigns to component i of the result. */
public sealed interface ComponentValue {

  /** The same scalar to each. */
  record Same(Scalar value) implements ComponentValue {}

  /** Component i of another matrix of the same type (KHR-COMP-005). */
  record Of(Matrix matrix) implements ComponentValue {}

  /** Components i of two matrices of the same type, combined (KHR-COMP-005). */
  record Combined(BinaryOperator operator, Matrix left, Matrix right) implements ComponentValue {}
}
