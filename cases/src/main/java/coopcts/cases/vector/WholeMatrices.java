// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.vector;

import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Arithmetic;
import coopcts.oracle.Expectation;
import coopcts.oracle.ExpectedContents;
import coopcts.oracle.MatrixNumbers;
import coopcts.oracle.Rule;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Matrices and vectors of whole numbers in memory. */
final class WholeMatrices {

  private WholeMatrices() {}

  /** Rows of small whole numbers, from −most to most. */
  static int[][] random(int rows, int columns, int most, SplittableRandom random) {
    int[][] numbers = new int[rows][];
    for (int row = 0; row < rows; row++) {
      numbers[row] = random.ints(columns, -most, most + 1).toArray();
    }
    return numbers;
  }

  /** A vector's numbers. */
  static double[] vector(int[] numbers) {
    return IntStream.of(numbers).asDoubleStream().toArray();
  }

  /** A matrix as row-major bytes. */
  static byte[] rows(ComponentType type, MatrixNumbers numbers) {
    VectorMatrix rows = VectorMatrix.rowMajor(type, numbers.rows(), numbers.columns());
    byte[] bytes = new byte[rows.bytes()];
    for (int i = 0; i < rows.rows(); i++) {
      for (int j = 0; j < rows.columns(); j++) {
        long bits = InputPatterns.encode(type, (long) numbers.at(i, j));
        LittleEndian.put(bytes, (int) rows.offset(i, j), type.bytes(), bits);
      }
    }
    return bytes;
  }

  /** Vectors one behind the other, a stride of the families apart. */
  static byte[] vectors(ComponentType type, int[][] numbers, int length) {
    int stride = VectorFamily.stride(type, length);
    byte[] bytes = new byte[numbers.length * stride];
    for (int v = 0; v < numbers.length; v++) {
      for (int i = 0; i < length; i++) {
        LittleEndian.put(
            bytes,
            v * stride + i * type.bytes(),
            type.bytes(),
            InputPatterns.encode(type, numbers[v][i]));
      }
    }
    return bytes;
  }

  /** A matrix that is read back, as long as nothing is said of its elements. */
  static ExpectedContents open(VectorMatrix rows) {
    ExpectedContents contents = new ExpectedContents(new byte[rows.bytes()]);
    ComponentType type = rows.component();
    for (int at = 0; at < rows.bytes(); at += type.bytes()) {
      contents.put(at, type, new Acceptance.Anything(), Rule.must("CV-OUT-007"));
    }
    return contents;
  }

  /** A matrix as it is read back: row-major, with anything between the rows. */
  static Expectation.Buffer readBack(ComponentType type, MatrixNumbers numbers, Rule rule) {
    VectorMatrix rows = VectorMatrix.rowMajor(type, numbers.rows(), numbers.columns());
    ExpectedContents contents = open(rows);
    put(contents, 0, rows, numbers, rule);
    return contents.buffer();
  }

  /** Expects a row-major matrix that arithmetic made, from an offset on. */
  static void put(
      ExpectedContents contents, int offset, VectorMatrix rows, MatrixNumbers numbers, Rule rule) {
    ComponentType type = rows.component();
    for (int i = 0; i < numbers.rows(); i++) {
      for (int j = 0; j < numbers.columns(); j++) {
        long bits = InputPatterns.encode(type, (long) numbers.at(i, j));
        contents.put(offset + (int) rows.offset(i, j), type, Arithmetic.exact(type, bits), rule);
      }
    }
  }
}
