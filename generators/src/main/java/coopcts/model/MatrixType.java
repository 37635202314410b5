// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/**
 * A cooperative matrix type {@code coopmat<component, scope, rows, columns, use>} (KHR §2.1).
 *
 * @param rows number of rows, at least 1
 * @param columns number of columns, at least 1
 */
public record MatrixType(ComponentType component, Scope scope, int rows, int columns, Use use) {

  public MatrixType {
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException("a matrix needs at least one row and one column");
    }
  }

  /**
   * A cooperative vector {@code coopvecNV<component, length>}: a column of one invocation's own.
   */
  public static MatrixType vector(ComponentType component, int length) {
    return new MatrixType(component, Scope.INVOCATION, length, 1, Use.ACCUMULATOR);
  }

  /** Whether it is a vector that one invocation holds alone. */
  public boolean isVector() {
    return scope == Scope.INVOCATION;
  }

  /** The number of elements, rows × columns. */
  public int size() {
    return rows * columns;
  }

  /** The same shape and use with another component type. */
  public MatrixType with(ComponentType other) {
    return new MatrixType(other, scope, rows, columns, use);
  }

  /** Whether the other is another type of the same shape and use: one is converted to the other. */
  public boolean convertsTo(MatrixType other) {
    return !equals(other) && with(other.component).equals(other);
  }

  /** The bytes of one line (row or column) of the matrix in memory. */
  public int lineBytes(MemoryLayout layout) {
    return layout.lineLength(rows, columns) * component.bytes();
  }

  /**
   * The alignment in bytes that pointer and stride need: min(16, bytes of a line) (KHR-ALIGN-001,
   * -002).
   */
  public int alignment(MemoryLayout layout) {
    return Math.min(16, lineBytes(layout));
  }

  /** The name used in case names, such as {@code float16.a.16x8}. */
  public String label() {
    return component + "." + use + "." + rows + "x" + columns;
  }
}
