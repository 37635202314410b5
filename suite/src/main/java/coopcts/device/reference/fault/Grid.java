// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

/**
 * Where the elements of a matrix lie in memory, for one scope instance (KHR §4.1).
 *
 * @param start address of the first element
 * @param stride bytes from line to line
 * @param rowMajor whether lines are rows
 * @param bytes of one element
 * @param blocks the block layout, or null for lines a stride apart
 */
public record Grid(long start, long stride, boolean rowMajor, int bytes, ArmBlocks blocks) {

  /**
   * {@return the address of an element}
   *
   * @param row counted from 0
   * @param column counted from 0
   */
  public long address(int row, int column) {
    if (blocks != null) {
      return start + blocks.offset(row, column);
    }
    return rowMajor
        ? start + row * stride + (long) column * bytes
        : start + column * stride + (long) row * bytes;
  }

  /** The same place, with blocks of elements in another order. */
  Grid inBlocks(ArmBlocks other) {
    return new Grid(start, stride, rowMajor, bytes, other);
  }

  Grid from(long other) {
    return new Grid(other, stride, rowMajor, bytes, blocks);
  }

  Grid every(long other) {
    return new Grid(start, other, rowMajor, bytes, blocks);
  }

  Grid inOrder(boolean rows) {
    return new Grid(start, stride, rows, bytes, blocks);
  }
}
