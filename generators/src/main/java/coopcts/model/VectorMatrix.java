// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.Locale;

/**
 * A matrix in memory as cooperative vectors multiply it: its type, shape and the place of its
 * elements, not their values (CV §4.2, §4.5).
 *
 * @param component type of its elements
 * @param rows number of rows, the length of the result vector
 * @param columns number of columns, the length of the input vector
 * @param layout order of the elements in memory
 * @param stride bytes from row to row if row-major or from column to column if column-major; 0 for
 *     optimal layouts
 */
public record VectorMatrix(
    ComponentType component, int rows, int columns, Layout layout, long stride) {

  /** The layouts by the value of {@code VkCooperativeVectorMatrixLayoutNV}. */
  public enum Layout {
    /** Rows one behind the other. */
    ROW_MAJOR("RowMajor"),
    /** Columns one behind the other. */
    COLUMN_MAJOR("ColumnMajor"),
    /** The device's own order for products. */
    INFERENCING_OPTIMAL("InferencingOptimal"),
    /** The device's own order for products and for sums of outer products. */
    TRAINING_OPTIMAL("TrainingOptimal");

    private final String glsl;

    Layout(String glsl) {
      this.glsl = "gl_CooperativeVectorMatrixLayout" + glsl + "NV";
    }

    /**
     * {@return the GLSL constant of the layout, such as {@code
     * gl_CooperativeVectorMatrixLayoutRowMajorNV}}
     */
    public String glsl() {
      return glsl;
    }

    /**
     * {@return whether the device alone knows where the elements lie: such a matrix has stride 0
     * and no element offsets}
     */
    public boolean isOptimal() {
      return this == INFERENCING_OPTIMAL || this == TRAINING_OPTIMAL;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * {@return a matrix in row-major order whose stride is the least multiple of 16 bytes greater
   * than the bytes of a row, so that each row has padding}
   *
   * @param component type of its elements
   * @param rows number of rows, at least 1
   * @param columns number of columns, at least 1
   */
  public static VectorMatrix rowMajor(ComponentType component, int rows, int columns) {
    long line = (long) columns * component.bytes();
    return new VectorMatrix(component, rows, columns, Layout.ROW_MAJOR, stride(line));
  }

  /**
   * {@return a matrix of this component type and shape in another layout} Its stride is 0 in
   * optimal layouts. Else it is the least multiple of 16 bytes greater than the bytes of a row
   * (row-major) or column (column-major).
   *
   * @param other the wanted layout
   */
  public VectorMatrix in(Layout other) {
    long line = (long) (other == Layout.ROW_MAJOR ? columns : rows) * component.bytes();
    return new VectorMatrix(component, rows, columns, other, other.isOptimal() ? 0 : stride(line));
  }

  /**
   * Chooses another stride, to try drivers with lines at many distances: this stride or 32 bytes
   * more, powers of two from 1,024 bytes, 4,112 bytes and 16 × odd numbers (CV-MUL-002 to
   * CV-MUL-004).
   *
   * @param turn at least 0; its remainder by 5 selects one of the five strides, 0 this matrix's own
   * @return the matrix with the stride selected; this matrix in an optimal layout, which has no
   *     stride
   */
  public VectorMatrix apart(int turn) {
    if (layout.isOptimal()) {
      return this;
    }
    long farther =
        switch (turn % 5) {
          case 0 -> stride;
          case 1 -> stride + 32;
          case 2 -> Math.max(1024, 2 * Long.highestOneBit(stride));
          case 3 -> 4096 + 16;
          default -> stride / 32 * 32 + 240;
        };
    return new VectorMatrix(component, rows, columns, layout, farther);
  }

  private static long stride(long line) {
    return line / 16 * 16 + 16;
  }

  /**
   * The place of an element's first byte. It has no meaning in optimal layouts, where the caller
   * must not ask.
   *
   * @param row counted from 0
   * @param column counted from 0
   * @return bytes from the start of the matrix; indices are not checked against the shape
   */
  public long offset(int row, int column) {
    return layout == Layout.ROW_MAJOR
        ? row * stride + (long) column * component.bytes()
        : column * stride + (long) row * component.bytes();
  }

  /**
   * {@return the size in bytes of a matrix in row-major or column-major order: stride × lines, the
   * padding behind the last line included} It is 0 in optimal layouts, whose size the device alone
   * knows.
   */
  public int bytes() {
    return (int) ((layout == Layout.ROW_MAJOR ? rows : columns) * stride);
  }
}
