// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.MatrixType;

/** Which elements a reduction combines (CM2 §4.7). */
public enum Direction {
  /** Those of a row (CM2-RED-001); the result may have any number of columns (CM2-RED-009). */
  ROW("Row"),
  /** Those of a column (CM2-RED-002); the result may have any number of rows (CM2-RED-009). */
  COLUMN("Column"),
  /** All (CM2-RED-003); the result may have any shape (CM2-RED-010). */
  ALL("RowAndColumn"),
  /** Two rows and two columns (CM2-RED-004); the result is half as high and wide. */
  QUADS("2x2");

  private final String word;

  Direction(String word) {
    this.word = word;
  }

  /**
   * {@return the GLSL constant that {@code coopMatReduceNV} takes for the direction, such as {@code
   * gl_CooperativeMatrixReduceRowNV}}
   */
  public String glsl() {
    return "gl_CooperativeMatrixReduce" + word + "NV";
  }

  /**
   * {@return whether the result of a reduction in this direction may have a shape (CM2 §4.7)} A row
   * reduction keeps the rows, a column reduction the columns, and 2 × 2 halves both; {@link #ALL}
   * takes any shape.
   *
   * @param from type of the source, of which rows and columns count
   * @param to type of the result, of which rows and columns count
   */
  public boolean fits(MatrixType from, MatrixType to) {
    return switch (this) {
      case ROW -> to.rows() == from.rows();
      case COLUMN -> to.columns() == from.columns();
      case ALL -> true;
      case QUADS -> 2 * to.rows() == from.rows() && 2 * to.columns() == from.columns();
    };
  }
}
