// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.MemoryLayout;

/**
 * Where the components of a matrix lie, in bytes from the start of its array (KHR §4.1). Loads and
 * stores of the oracle use it; it knows no bounds.
 *
 * @param start byte offset of component (0, 0)
 * @param stride bytes from one row to the next, or from one column to the next if column-major
 * @param componentBytes bytes of one component
 * @param layout row-major or column-major
 * @param rule why components are expected there
 */
public record Addresses(
    long start, long stride, int componentBytes, MemoryLayout layout, Rule rule) {

  /**
   * {@return the byte offset of component (row, column)}
   *
   * @param row counted from 0
   * @param column counted from 0
   */
  public long of(int row, int column) {
    return layout == MemoryLayout.ROW_MAJOR
        ? start + row * stride + (long) column * componentBytes
        : start + column * stride + (long) row * componentBytes;
  }
}
