// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/**
 * A cooperative matrix type {@code coopmat<component, scope, rows, columns, use>} (KHR §2.1).
 *
 * @param component type of its elements
 * @param scope invocations that hold a matrix together
 * @param rows number of rows, at least 1
 * @param columns number of columns, at least 1
 * @param use its place in a product
 */
public record MatrixType(ComponentType component, Scope scope, int rows, int columns, Use use) {

  /**
   * Checks the size.
   *
   * @param component type of its elements
   * @param scope invocations that hold a matrix together
   * @param rows number of rows, at least 1
   * @param columns number of columns, at least 1
   * @param use its place in a product
   * @throws IllegalArgumentException if there is no row or no column
   */
  public MatrixType {
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException("a matrix needs at least one row and one column");
    }
  }

  /**
   * A cooperative vector {@code coopvecNV<component, length>}: one column that a single invocation
   * holds.
   *
   * @param component type of its components
   * @param length number of components, at least 1
   * @return the type, of {@code length} rows, one column and scope invocation
   */
  public static MatrixType vector(ComponentType component, int length) {
    return new MatrixType(component, Scope.INVOCATION, length, 1, Use.ACCUMULATOR);
  }

  /** {@return whether it is a vector that one invocation holds alone} */
  public boolean isVector() {
    return scope == Scope.INVOCATION;
  }

  /** {@return the number of elements, rows × columns} */
  public int size() {
    return rows * columns;
  }

  /**
   * {@return the same shape and use with another component type}
   *
   * @param other component type of the result
   */
  public MatrixType with(ComponentType other) {
    return new MatrixType(other, scope, rows, columns, use);
  }

  /**
   * Whether a conversion to the other type keeps shape, scope and use, and changes the component
   * type.
   *
   * @param other the wanted type
   * @return false for the same type
   */
  public boolean convertsTo(MatrixType other) {
    return !equals(other) && with(other.component).equals(other);
  }

  /**
   * {@return the bytes of one line of the matrix in memory, without padding}
   *
   * @param layout whose lines are meant: rows or columns
   */
  public int lineBytes(MemoryLayout layout) {
    return layout.lineLength(rows, columns) * component.bytes();
  }

  /**
   * {@return the alignment in bytes that pointer and stride need: min(16, bytes of a line)
   * (KHR-ALIGN-001, -002)}
   *
   * @param layout whose lines are meant: rows or columns
   */
  public int alignment(MemoryLayout layout) {
    return Math.min(16, lineBytes(layout));
  }

  /** {@return the name used in case names, such as {@code float16.a.16x8}} */
  public String label() {
    return component + "." + use + "." + rows + "x" + columns;
  }
}
