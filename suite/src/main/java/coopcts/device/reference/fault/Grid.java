// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

/**
 * Where the elements of a matrix lie in memory, for one scope instance (KHR §4.1).
 *
 * @param start address of the first element
 * @param stride bytes from line to line
 * @param blocks the block layout, or null for lines a stride apart
 * @param bytes of one element
 */
public record Grid(long start, long stride, boolean rowMajor, int bytes, ArmBlocks blocks) {

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
