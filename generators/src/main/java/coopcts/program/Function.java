// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.MatrixType;
import java.util.List;
import java.util.Optional;

/**
 * A function of matrices (KHR-TYPE-008, KHR-UNIF-005). It sees its parameters, its own variables
 * and memory.
 *
 * @param name in GLSL
 * @param parameters in order
 * @param body operations in order
 * @param result the variable whose value it returns at its end, if it returns one
 */
public record Function(
    String name, List<Parameter> parameters, List<Operation> body, Optional<Matrix> result) {

  /**
   * A parameter, by the variable that it is within the function.
   *
   * @param matrix the variable within the function
   * @param direction how it is handed over
   */
  public record Parameter(Matrix matrix, Direction direction) {}

  /** How an argument is handed over. */
  public enum Direction {
    /** A copy of the argument, {@code in}. */
    IN,
    /** As a value that the function does not change. */
    CONST,
    /** Only a result, {@code out}. */
    OUT,
    /** An argument and a result, {@code inout}. */
    INOUT;

    /**
     * {@return whether the argument's value is handed to the function: for all directions but
     * {@link #OUT}}
     */
    public boolean comesIn() {
      return this != OUT;
    }

    /**
     * {@return whether the function gives the argument a value: for {@link #OUT} and {@link
     * #INOUT}}
     */
    public boolean goesOut() {
      return this == OUT || this == INOUT;
    }
  }

  /**
   * Copies the lists.
   *
   * @param name in GLSL
   * @param parameters in order
   * @param body operations in order
   * @param result the variable whose value it returns at its end, if it returns one
   */
  public Function {
    parameters = List.copyOf(parameters);
    body = List.copyOf(body);
  }

  /** The types of its parameters in order. */
  List<MatrixType> types() {
    return parameters.stream().map(parameter -> parameter.matrix().type()).toList();
  }
}
