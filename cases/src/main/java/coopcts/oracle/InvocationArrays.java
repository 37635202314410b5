// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Use;
import coopcts.numbers.LittleEndian;

/**
 * Arrays that single invocations hold, one behind the other in memory, and the matrices that a
 * subgroup makes of them: the builtins of GL_QCOM_cooperative_matrix_conversion (QC §2 to §4). All
 * of them move bits.
 */
public final class InvocationArrays {

  private InvocationArrays() {}

  /**
   * {@code bitcastQCOM}: the same bytes as elements of another type (QC-BIT-001, -002), a source
   * that is left as it is (QC-BIT-007), and whole arrays that go into a matrix and out again.
   */
  public static Contents same(byte[] arrays, ComponentType element, Rule rule) {
    Contents contents = new Contents(new byte[arrays.length]);
    for (int at = 0; at < arrays.length; at += element.bytes()) {
      contents.put(at, element, LittleEndian.get(arrays, at, element.bytes()), rule);
    }
    return contents;
  }

  /**
   * The same arrays as they are where the first of the elements in a word of 32 bits is the
   * highest, not the lowest: no text says which it is (QC-BIT-002).
   */
  public static byte[] turned(byte[] arrays, ComponentType narrow) {
    int width = narrow.bytes();
    int each = 4 / width;
    byte[] turned = new byte[arrays.length];
    for (int at = 0; at < arrays.length; at += width) {
      int place = at / width;
      int other = place / each * each + (each - 1 - place % each);
      System.arraycopy(arrays, other * width, turned, at, width);
    }
    return turned;
  }

  /**
   * {@code extractSubArrayQCOM}: the elements of one invocation's array from a start on
   * (QC-SUB-001).
   *
   * @param length elements of each invocation's array
   */
  public static long[] part(
      byte[] arrays, ComponentType element, int length, int invocation, int start, int count) {
    long[] part = new long[count];
    for (int i = 0; i < count; i++) {
      int at = (invocation * length + start + i) * element.bytes();
      part[i] = LittleEndian.get(arrays, at, element.bytes());
    }
    return part;
  }

  /** How many invocations of a subgroup have a line of a matrix. */
  public static int count(MatrixType type) {
    return type.use() == Use.B ? type.columns() : type.rows();
  }

  /** Components of a line. */
  public static int length(MatrixType type) {
    return type.use() == Use.B ? type.rows() : type.columns();
  }

  /**
   * The row-major number of a line's component: an invocation's array is a row, or for use B a
   * column (QC-V2M-001 to -003, QC-M2V-001 to -003).
   */
  static int index(MatrixType type, int line, int at) {
    return type.use() == Use.B ? at * type.columns() + line : line * type.columns() + at;
  }

  /**
   * {@code vectorToCoopmatQCOM}: the elements of one subgroup's matrix, row-major. Arrays of
   * invocations without a line are not looked at (QC-V2M-004); packed ones hold the same bytes
   * (QC-V2M-006 to -008).
   *
   * @param subgroup invocations of a subgroup
   */
  public static long[] matrix(MatrixType type, int subgroup, byte[] arrays, int instance) {
    int width = type.component().bytes();
    long[] bits = new long[type.size()];
    for (int line = 0; line < count(type); line++) {
      int start = (instance * subgroup + line) * length(type) * width;
      for (int at = 0; at < length(type); at++) {
        bits[index(type, line, at)] = LittleEndian.get(arrays, start + at * width, width);
      }
    }
    return bits;
  }

  /**
   * {@code coopmatToVectorQCOM}: the arrays that a matrix was made of, and anything in invocations
   * without a line (QC-M2V-004).
   *
   * @param element of the arrays: the matrix's component, or uint32 where they are packed
   */
  public static Contents lines(
      MatrixType type, ComponentType element, int subgroup, byte[] arrays, Rule rule) {
    Contents contents = new Contents(new byte[arrays.length]);
    int bytes = length(type) * type.component().bytes();
    for (int at = 0; at < arrays.length; at += element.bytes()) {
      Acceptance wanted =
          at / bytes % subgroup < count(type)
              ? new Acceptance.OneOf(LittleEndian.get(arrays, at, element.bytes()))
              : new Acceptance.Anything();
      contents.put(at, element, wanted, rule);
    }
    return contents;
  }
}
