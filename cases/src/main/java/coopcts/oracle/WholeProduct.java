// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

/** Products of matrices of 32-bit integers, for families that compute with small whole numbers. */
public final class WholeProduct {

  private WholeProduct() {}

  /**
   * The product of two matrices, in 32-bit integers that wrap.
   *
   * @param a rows × depth elements, row-major
   * @param b depth × columns elements, row-major
   * @param rows of a and of the result
   * @param depth columns of a and rows of b
   * @param columns of b and of the result
   * @return a new array of rows × columns elements, row-major
   */
  public static int[] of(int[] a, int[] b, int rows, int depth, int columns) {
    int[] c = new int[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        for (int k = 0; k < depth; k++) {
          c[i * columns + j] += a[i * depth + k] * b[k * columns + j];
        }
      }
    }
    return c;
  }
}
