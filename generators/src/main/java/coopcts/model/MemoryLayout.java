// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/**
 * The order in which a matrix lies in memory; values of SPIR-V's Cooperative Matrix Layout
 * (KHR-LOAD-037).
 */
public enum MemoryLayout {
  /** Rows one behind the other. */
  ROW_MAJOR("row", "gl_CooperativeMatrixLayoutRowMajor"),
  /** Columns one behind the other. */
  COLUMN_MAJOR("col", "gl_CooperativeMatrixLayoutColumnMajor");

  private final String label;
  private final String glsl;

  MemoryLayout(String label, String glsl) {
    this.label = label;
    this.glsl = glsl;
  }

  /**
   * {@return the GLSL constant of the layout, such as {@code gl_CooperativeMatrixLayoutRowMajor}}
   */
  public String glsl() {
    return glsl;
  }

  /**
   * {@return the number of lines of a matrix in this layout: its rows if row-major, its columns if
   * column-major}
   *
   * @param rows rows of the matrix
   * @param columns columns of the matrix
   */
  public int lines(int rows, int columns) {
    return this == ROW_MAJOR ? rows : columns;
  }

  /**
   * {@return the number of elements in one line of a matrix in this layout: its columns if
   * row-major, its rows if column-major}
   *
   * @param rows rows of the matrix
   * @param columns columns of the matrix
   */
  public int lineLength(int rows, int columns) {
    return this == ROW_MAJOR ? columns : rows;
  }

  @Override
  public String toString() {
    return label;
  }
}
