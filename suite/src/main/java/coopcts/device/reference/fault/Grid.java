// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

/**
 * Where the elements of a matrix lie in memory, for one scope instance (KHR §4.1). A line is a row
 * or a column, whichever lies together.
 *
 * @param start address of the first element
 * @param stride bytes from the beginning of a line to that of the next
 * @param rowMajor whether lines are rows
 * @param bytes of one element
 * @param blocks the block layout, or null for lines a stride apart
 */
public record Grid(long start, long stride, boolean rowMajor, int bytes, ArmBlocks blocks) {

  /**
   * {@return the address of an element's first byte} That it lies in memory is not checked.
   *
   * @param row of the element, from 0
   * @param column of the element, from 0
   */
  public long address(int row, int column) {
    if (blocks != null) {
      return start + blocks.offset(row, column);
    }
    return rowMajor
        ? start + row * stride + (long) column * bytes
        : start + column * stride + (long) row * bytes;
  }
}
