// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.Locale;

/**
 * A matrix in memory as cooperative vectors multiply it (CV §4.2, §4.5).
 *
 * @param component type of its elements
 * @param rows number of rows, the length of the result vector
 * @param columns number of columns, the length of the input vector
 * @param layout order of the elements in memory
 * @param stride bytes from row to row or column to column; 0 for optimal layouts
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
     * {@return the GLSL constant without a vendor's suffix of its own, {@code
     * gl_CooperativeVectorMatrixLayout} and the layout's name and {@code NV}}
     */
    public String glsl() {
      return glsl;
    }

    /**
     * {@return whether the device alone knows where the elements lie: such a matrix has no stride
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
   * {@return a matrix in row-major order} Its stride is the least multiple of 16 bytes that leaves
   * padding behind each row.
   *
   * @param component type of its elements
   * @param rows number of rows
   * @param columns number of columns
   */
  public static VectorMatrix rowMajor(ComponentType component, int rows, int columns) {
    long line = (long) columns * component.bytes();
    return new VectorMatrix(component, rows, columns, Layout.ROW_MAJOR, stride(line));
  }

  /**
   * {@return the same elements in another layout} The stride is chosen as {@link #rowMajor} does,
   * and 0 for optimal layouts.
   *
   * @param other the wanted layout
   */
  public VectorMatrix in(Layout other) {
    long line = (long) (other == Layout.ROW_MAJOR ? columns : rows) * component.bytes();
    return new VectorMatrix(component, rows, columns, other, other.isOptimal() ? 0 : stride(line));
  }

  /**
   * The same with lines as near as {@link #rowMajor} has them, or far from each other: powers of
   * two and odd multiples of 16 bytes, up to 4,112 bytes (CV-MUL-002 to CV-MUL-004).
   *
   * @param turn selects one of five distances by its remainder; at least 0
   * @return the matrix with another stride; the same matrix in an optimal layout, which has no
   *     lines
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
   * The byte offset of an element in row-major or column-major order. It has no meaning for optimal
   * layouts.
   *
   * @param row counted from 0
   * @param column counted from 0
   * @return bytes from the start of the matrix
   */
  public long offset(int row, int column) {
    return layout == Layout.ROW_MAJOR
        ? row * stride + (long) column * component.bytes()
        : column * stride + (long) row * component.bytes();
  }

  /**
   * The size of the matrix in row-major or column-major order. It has no meaning for optimal
   * layouts.
   *
   * @return bytes, the padding of the last line included
   */
  public int bytes() {
    return (int) ((layout == Layout.ROW_MAJOR ? rows : columns) * stride);
  }
}
