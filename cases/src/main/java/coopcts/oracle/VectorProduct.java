// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What {@code coopVecMatMulNV} and {@code coopVecMatMulAddNV} compute: the numbers that one
 * invocation's input stands for, and the components of the product (CV §4.2, §4.3).
 */
public final class VectorProduct {

  private VectorProduct() {}

  /**
   * {@return the patterns of a vector's components in memory, one behind the other (CV-LD-001)}
   *
   * @param bytes memory, little-endian
   * @param offset of the vector in bytes
   * @param type of the components, of 1, 2, 4 or 8 bytes
   * @param count number of components
   */
  public static long[] components(byte[] bytes, int offset, ComponentType type, int count) {
    return IntStream.range(0, count)
        .mapToLong(i -> LittleEndian.get(bytes, offset + i * type.bytes(), type.bytes()))
        .toArray();
  }

  /**
   * {@return the values of a vector's components in memory, one behind the other}
   *
   * @param bytes memory, little-endian
   * @param offset of the vector in bytes
   * @param type of the components, with scalar values
   * @param count number of components
   */
  public static double[] numbers(byte[] bytes, int offset, ComponentType type, int count) {
    return interpreted(components(bytes, offset, type, count), type, type, count);
  }

  /**
   * The numbers that a product takes from its input's components.
   *
   * <p>A packed interpretation finds four 8-bit numbers in each 32-bit component, the first in the
   * lowest byte, and reads no more components than it needs (CV-IN-001 to -003). From floats to
   * integers numbers are rounded to the nearest, ties to even, and saturated (CV-IN-004, -005),
   * from integers to narrower ones saturated (CV-IN-006, -007), to floats rounded (CV-IN-008,
   * -009).
   *
   * @param components patterns of the input's components, in the low bits
   * @param type of the input's components
   * @param as interpretation of the input, which the shader names
   * @param count K of the product; the components must hold as many numbers
   * @return K numbers
   */
  public static double[] interpreted(
      long[] components, ComponentType type, ComponentType as, int count) {
    if (as.unpacked() != as) {
      return unpacked(components, (IntegerFormat) as.unpacked().format(), count);
    }
    NumberFormat format = type.format();
    NumberFormat wanted = as.format();
    return Arrays.stream(components, 0, count)
        .mapToDouble(bits -> type == as ? format.toDouble(bits) : taken(format, wanted, bits))
        .toArray();
  }

  private static double[] unpacked(long[] words, IntegerFormat format, int count) {
    return IntStream.range(0, count)
        .mapToDouble(k -> format.toDouble(format.wrap(words[k / 4] >>> 8 * (k % 4))))
        .toArray();
  }

  private static double taken(NumberFormat format, NumberFormat as, long bits) {
    double value = format.toDouble(bits);
    return switch (as) {
      case IntegerFormat whole ->
          Math.clamp(Math.rint(value), whole.minimum(), whole.toDouble(whole.maximum()));
      case FloatFormat real -> real.toDouble(real.encode(value, Rounding.NEAREST_EVEN));
    };
  }

  /**
   * {@return the M components of the product matrix · input}
   *
   * @param matrix M × K numbers
   * @param input K numbers
   */
  public static Sum[] of(MatrixNumbers matrix, double[] input) {
    return of(matrix, input, new double[matrix.rows()]);
  }

  /**
   * {@return the M components of the product matrix · input + bias (CV-MUL-010)}
   *
   * @param matrix M × K numbers
   * @param input K numbers
   * @param bias M numbers
   */
  public static Sum[] of(MatrixNumbers matrix, double[] input, double[] bias) {
    Sum[] sums = new Sum[matrix.rows()];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = new Sum().add(bias[i]);
      for (int k = 0; k < matrix.columns(); k++) {
        sums[i].addProduct(matrix.at(i, k), input[k]);
      }
    }
    return sums;
  }

  /**
   * {@return the IDs of the assertions that say where the elements of a product's matrix lie in
   * memory, as a list that the caller may change}
   *
   * @param layout of the matrix
   * @param transposed whether the product transposes the matrix
   */
  public static List<String> sentences(VectorMatrix.Layout layout, boolean transposed) {
    List<String> all =
        new ArrayList<>(
            switch (layout) {
              case ROW_MAJOR -> List.of("CV-MUL-001", "CV-MUL-004");
              case COLUMN_MAJOR -> List.of("CV-MUL-002", "CV-MUL-004");
              case INFERENCING_OPTIMAL -> List.of("CV-MUL-005", "CV-MUL-007");
              case TRAINING_OPTIMAL -> List.of("CV-MUL-006", "CV-MUL-007");
            });
    if (transposed) {
      all.add("CV-MUL-008");
    }
    return all;
  }
}
