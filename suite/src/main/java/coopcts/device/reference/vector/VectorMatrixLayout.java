// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.vector;

import coopcts.model.VectorMatrix;

/**
 * Where the elements of a matrix for cooperative vectors lie in memory. The optimal layouts are
 * this device's own: blocks of 8 × 8 elements in an order that no shader could guess, padded to
 * whole blocks; zero bytes are a zero matrix.
 *
 * @param order row-major, column-major, inferencing-optimal or training-optimal
 * @param rows rows of the matrix as it is stored
 * @param elementBytes bytes of an element
 * @param stride bytes from row to row or column to column; optimal layouts have none
 */
record VectorMatrixLayout(
    VectorMatrix.Layout order, int rows, int columns, int elementBytes, long stride) {

  private static final int BLOCK = 8;

  private int blockRows() {
    return Math.ceilDiv(rows, BLOCK);
  }

  private int blockColumns() {
    return Math.ceilDiv(columns, BLOCK);
  }

  /** The byte offset of an element. */
  long offset(int row, int column) {
    return switch (order) {
      case ROW_MAJOR -> row * stride + (long) column * elementBytes;
      case COLUMN_MAJOR -> column * stride + (long) row * elementBytes;
      case INFERENCING_OPTIMAL -> {
        int block = column / BLOCK * blockRows() + row / BLOCK;
        yield shuffled(block, row, column, 37);
      }
      case TRAINING_OPTIMAL -> {
        int block = row / BLOCK * blockColumns() + (blockColumns() - 1 - column / BLOCK);
        yield shuffled(block, row, column, 29);
      }
    };
  }

  /** The factor is odd, so that each element of a block has a place of its own. */
  private long shuffled(int block, int row, int column, int factor) {
    int size = BLOCK * BLOCK;
    int within = row % BLOCK * BLOCK + column % BLOCK;
    return ((long) block * size + within * factor % size) * elementBytes;
  }

  /** Bytes of the whole matrix. */
  long size() {
    return switch (order) {
      case ROW_MAJOR -> rows == 0 ? 0 : (rows - 1) * stride + (long) columns * elementBytes;
      case COLUMN_MAJOR -> columns == 0 ? 0 : (columns - 1) * stride + (long) rows * elementBytes;
      case INFERENCING_OPTIMAL, TRAINING_OPTIMAL ->
          (long) blockRows() * blockColumns() * BLOCK * BLOCK * elementBytes;
    };
  }
}
