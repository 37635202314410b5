// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;

/**
 * The values of a matrix as doubles, whatever type and layout they came from.
 *
 * @param rows number of rows
 * @param columns number of columns
 * @param numbers the {@code rows × columns} values, row-major; the array is kept
 */
public record MatrixNumbers(int rows, int columns, double[] numbers) {

  /**
   * {@return a matrix of whole numbers}
   *
   * @param whole its rows, at least one, of equal length; copied
   */
  public static MatrixNumbers of(int[][] whole) {
    int columns = whole[0].length;
    double[] numbers = new double[whole.length * columns];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = whole[i / columns][i % columns];
    }
    return new MatrixNumbers(whole.length, columns, numbers);
  }

  /**
   * {@return the values of a matrix in memory, row-major or column-major with its stride
   * (CV-MUL-001, -002, -004)}
   *
   * @param bytes memory, little-endian
   * @param offset of the matrix in bytes
   * @param matrix shape, component type with scalar values, layout and stride
   * @throws IllegalArgumentException for a layout of the device's own, which only the device can
   *     read
   */
  public static MatrixNumbers read(byte[] bytes, int offset, VectorMatrix matrix) {
    if (matrix.layout().isOptimal()) {
      throw new IllegalArgumentException("only the device knows " + matrix.layout());
    }
    ComponentType type = matrix.component();
    NumberFormat format = type.format();
    double[] numbers = new double[matrix.rows() * matrix.columns()];
    for (int i = 0, e = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.columns(); j++, e++) {
        int at = offset + (int) matrix.offset(i, j);
        numbers[e] = format.toDouble(LittleEndian.get(bytes, at, type.bytes()));
      }
    }
    return new MatrixNumbers(matrix.rows(), matrix.columns(), numbers);
  }

  /**
   * {@return the value at a row and a column}
   *
   * @param row counted from 0
   * @param column counted from 0
   */
  public double at(int row, int column) {
    return numbers[row * columns + column];
  }

  /** {@return a new matrix with rows and columns exchanged (CV-MUL-008)} */
  public MatrixNumbers transposed() {
    double[] turned = new double[numbers.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        turned[j * rows + i] = at(i, j);
      }
    }
    return new MatrixNumbers(columns, rows, turned);
  }
}
