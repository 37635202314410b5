package coopcts.cases.vector;

import coopcts.inputs.Data;
import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Contents;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;

/** Matrices and vectors of whole numbers in memory. */
final class Numbers {

  private Numbers() {}

  /** A matrix as row-major bytes. */
  static byte[] rows(ComponentType type, int[][] numbers) {
    VectorMatrix rows = rowMajor(type, numbers);
    byte[] bytes = new byte[rows.bytes()];
    for (int i = 0; i < rows.rows(); i++) {
      for (int j = 0; j < rows.columns(); j++) {
        LittleEndian.put(
            bytes, (int) rows.offset(i, j), type.bytes(), Data.encode(type, numbers[i][j]));
      }
    }
    return bytes;
  }

  private static VectorMatrix rowMajor(ComponentType type, int[][] numbers) {
    return VectorMatrix.rowMajor(type, numbers.length, numbers[0].length);
  }

  /** Vectors one behind the other, a stride of the families apart. */
  static byte[] vectors(ComponentType type, int[][] numbers, int length) {
    int stride = VectorFamily.stride(type, length);
    byte[] bytes = new byte[numbers.length * stride];
    for (int v = 0; v < numbers.length; v++) {
      for (int i = 0; i < length; i++) {
        LittleEndian.put(
            bytes, v * stride + i * type.bytes(), type.bytes(), Data.encode(type, numbers[v][i]));
      }
    }
    return bytes;
  }

  /** A matrix that is read back, as long as nothing is said of its elements. */
  static Contents open(VectorMatrix rows) {
    Contents contents = new Contents(new byte[rows.bytes()]);
    ComponentType type = rows.component();
    for (int at = 0; at < rows.bytes(); at += type.bytes()) {
      contents.put(at, type, new Acceptance.Anything(), Rule.must("CV-OUT-007"));
    }
    return contents;
  }

  /** A matrix as it is read back: row-major, with anything between the rows. */
  static Expectation.Buffer readBack(ComponentType type, int[][] numbers, Rule rule) {
    VectorMatrix rows = rowMajor(type, numbers);
    Contents contents = open(rows);
    put(contents, 0, rows, numbers, rule);
    return contents.buffer();
  }

  /** Expects a row-major matrix from an offset on. */
  static void put(Contents contents, int offset, VectorMatrix rows, int[][] numbers, Rule rule) {
    ComponentType type = rows.component();
    for (int i = 0; i < numbers.length; i++) {
      for (int j = 0; j < numbers[i].length; j++) {
        contents.put(
            offset + (int) rows.offset(i, j), type, Data.encode(type, numbers[i][j]), rule);
      }
    }
  }
}
