// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

/**
 * The block layouts of SPV_ARM_cooperative_matrix_layouts (KHR §5): blocks of 4 rows of 16 bytes,
 * enumerated row by row or column by column, and groups of them interleaved by words.
 *
 * @param byRows whether blocks are enumerated row by row
 * @param rows of the matrix
 * @param columns of the matrix
 * @param bytes of one element
 * @param interleave blocks of a group: 1, 2 or 4
 */
public record ArmBlocks(boolean byRows, int rows, int columns, int bytes, int interleave) {

  private static final int BLOCK_ROWS = 4;
  private static final int ROW_BYTES = 16;
  private static final int WORD = 4;

  /** {@return the same blocks, enumerated along the other direction} */
  public ArmBlocks exchanged() {
    return new ArmBlocks(!byRows, rows, columns, bytes, interleave);
  }

  /** {@return the same blocks, one after the other} */
  public ArmBlocks apart() {
    return new ArmBlocks(byRows, rows, columns, bytes, 1);
  }

  /** The byte offset of an element from the start of the matrix. */
  long offset(int row, int column) {
    int blockColumns = ROW_BYTES / bytes;
    int blockRow = row / BLOCK_ROWS;
    int blockColumn = column / blockColumns;
    int number =
        byRows
            ? blockRow * (columns / blockColumns) + blockColumn
            : blockColumn * (rows / BLOCK_ROWS) + blockRow;
    int within = row % BLOCK_ROWS * ROW_BYTES + column % blockColumns * bytes;
    long group = (long) (number / interleave) * interleave * BLOCK_ROWS * ROW_BYTES;
    return group + (within / WORD * interleave + number % interleave) * WORD + within % WORD;
  }
}
