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
   * Makes the type of a cooperative vector {@code coopvecNV<component, length>}: one column that a
   * single invocation holds.
   *
   * @param component type of its components
   * @param length number of components, at least 1
   * @return the type, of {@code length} rows, one column, scope invocation and use accumulator
   * @throws IllegalArgumentException if {@code length} is less than 1
   */
  public static MatrixType vector(ComponentType component, int length) {
    return new MatrixType(component, Scope.INVOCATION, length, 1, Use.ACCUMULATOR);
  }

  /** {@return whether this type is a cooperative vector: its scope is invocation} */
  public boolean isVector() {
    return scope == Scope.INVOCATION;
  }

  /**
   * {@return the number of elements, rows × columns} The caller makes sure that it fits into 31
   * bits.
   */
  public int size() {
    return rows * columns;
  }

  /**
   * {@return this type with another component type; scope, rows, columns and use stay}
   *
   * @param other component type of the result
   */
  public MatrixType with(ComponentType other) {
    return new MatrixType(other, scope, rows, columns, use);
  }

  /**
   * Whether GLSL's constructor can convert this type to another by its components alone: scope,
   * rows, columns and use are equal, and the component type differs.
   *
   * @param other the wanted type
   * @return false where the types are equal, or differ in anything but the component type
   */
  public boolean convertsTo(MatrixType other) {
    return !equals(other) && with(other.component).equals(other);
  }

  /**
   * {@return the bytes of one line of the matrix in memory, without padding}
   *
   * @param layout says what a line is: a row if row-major, a column if column-major
   */
  public int lineBytes(MemoryLayout layout) {
    return layout.lineLength(rows, columns) * component.bytes();
  }

  /**
   * {@return the alignment in bytes that the pointer and the stride of a load or store need:
   * min(16, bytes of a line) (KHR-ALIGN-001, -002)}
   *
   * @param layout says what a line is: a row if row-major, a column if column-major
   */
  public int alignment(MemoryLayout layout) {
    return Math.min(16, lineBytes(layout));
  }

  /**
   * {@return the name in case names: component type, use, rows and columns, such as {@code
   * float16.a.16x8}} The scope is not in it.
   */
  public String label() {
    return component + "." + use + "." + rows + "x" + columns;
  }
}
