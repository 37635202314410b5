// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

import java.util.Locale;

/**
 * A matrix in memory as cooperative vectors multiply it (CV §4.2, §4.5).
 *
 * @param component of its elements
 * @param stride bytes from row to row or column to column; 0 for optimal layouts
 */
public record VectorMatrix(
    ComponentType component, int rows, int columns, Layout layout, long stride) {

  /** The layouts by the value of {@code VkCooperativeVectorMatrixLayoutNV}. */
  public enum Layout {
    ROW_MAJOR("RowMajor"),
    COLUMN_MAJOR("ColumnMajor"),
    INFERENCING_OPTIMAL("InferencingOptimal"),
    TRAINING_OPTIMAL("TrainingOptimal");

    private final String glsl;

    Layout(String glsl) {
      this.glsl = "gl_CooperativeVectorMatrixLayout" + glsl + "NV";
    }

    /** The GLSL constant. */
    public String glsl() {
      return glsl;
    }

    public boolean isOptimal() {
      return this == INFERENCING_OPTIMAL || this == TRAINING_OPTIMAL;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Rows one behind the other, at the least stride that is a multiple of 16 and not tight. */
  public static VectorMatrix rowMajor(ComponentType component, int rows, int columns) {
    long line = (long) columns * component.bytes();
    return new VectorMatrix(component, rows, columns, Layout.ROW_MAJOR, stride(line));
  }

  /** The same matrix in another layout. */
  public VectorMatrix in(Layout other) {
    long line = (long) (other == Layout.ROW_MAJOR ? columns : rows) * component.bytes();
    return new VectorMatrix(component, rows, columns, other, other.isOptimal() ? 0 : stride(line));
  }

  /**
   * The same with lines as near as {@link #rowMajor} has them, or far apart: powers of two and odd
   * multiples of 16 bytes, up to 4,112 (CV-MUL-002 to CV-MUL-004). Optimal layouts have no lines.
   *
   * @param turn which of the distances
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

  /** The byte offset of an element in row-major or column-major order. */
  public long offset(int row, int column) {
    return layout == Layout.ROW_MAJOR
        ? row * stride + (long) column * component.bytes()
        : column * stride + (long) row * component.bytes();
  }

  /** Bytes that row-major or column-major order takes, the last line's padding included. */
  public int bytes() {
    return (int) ((layout == Layout.ROW_MAJOR ? rows : columns) * stride);
  }
}
