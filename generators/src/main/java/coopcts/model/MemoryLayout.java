// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/**
 * The order in which a matrix lies in memory; values of SPIR-V's Cooperative Matrix Layout
 * (KHR-LOAD-037).
 */
public enum MemoryLayout {
  ROW_MAJOR("row", "gl_CooperativeMatrixLayoutRowMajor"),
  COLUMN_MAJOR("col", "gl_CooperativeMatrixLayoutColumnMajor");

  private final String label;
  private final String glsl;

  MemoryLayout(String label, String glsl) {
    this.label = label;
    this.glsl = glsl;
  }

  public String glsl() {
    return glsl;
  }

  /**
   * The number of lines (rows if row-major, columns if column-major) of a rows × columns matrix.
   */
  public int lines(int rows, int columns) {
    return this == ROW_MAJOR ? rows : columns;
  }

  /** The number of components that lie side by side in one line. */
  public int lineLength(int rows, int columns) {
    return this == ROW_MAJOR ? columns : rows;
  }

  @Override
  public String toString() {
    return label;
  }
}
