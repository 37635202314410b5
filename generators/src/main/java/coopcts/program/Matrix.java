// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.MatrixType;
import java.util.Optional;

/**
 * A matrix variable of a program.
 *
 * @param name in GLSL
 * @param type component type, scope, shape and use
 * @param rows the specialization constant that gives the number of rows, if one does
 * @param columns the specialization constant that gives the number of columns, if one does
 */
public record Matrix(
    String name, MatrixType type, Optional<Constant> rows, Optional<Constant> columns) {

  /**
   * Checks the constants' values against the shape.
   *
   * @param name in GLSL
   * @param type component type, scope, shape and use
   * @param rows the specialization constant that gives the number of rows, if one does
   * @param columns the specialization constant that gives the number of columns, if one does
   * @throws IllegalArgumentException if a constant's value is not the number of rows or columns
   */
  public Matrix {
    rows.ifPresent(constant -> requireSize(constant, type.rows()));
    columns.ifPresent(constant -> requireSize(constant, type.columns()));
  }

  /**
   * A matrix whose rows and columns are literals.
   *
   * @param name in GLSL
   * @param type component type, scope, shape and use
   */
  public Matrix(String name, MatrixType type) {
    this(name, type, Optional.empty(), Optional.empty());
  }

  /** That of the name alone: variables of one name are rare. */
  @Override
  public int hashCode() {
    return name.hashCode();
  }

  private static void requireSize(Constant constant, int size) {
    if (constant.bits() != size) {
      throw new IllegalArgumentException(
          constant.name() + " is " + constant.bits() + ", not " + size);
    }
  }
}
