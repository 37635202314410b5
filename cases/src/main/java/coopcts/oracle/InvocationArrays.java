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
   * {@return {@code bitcastQCOM}: the same bytes as elements of another type (QC-BIT-001, -002), a
   * source that is left as it is (QC-BIT-007), and whole arrays that go into a matrix and out
   * again}
   *
   * @param arrays bytes of all invocations' arrays, little-endian, one array behind the other
   * @param element type that the bytes are read as
   * @param rule why they are expected
   */
  public static ExpectedContents same(byte[] arrays, ComponentType element, Rule rule) {
    ExpectedContents contents = new ExpectedContents(new byte[arrays.length]);
    for (int at = 0; at < arrays.length; at += element.bytes()) {
      contents.put(at, element, LittleEndian.get(arrays, at, element.bytes()), rule);
    }
    return contents;
  }

  /**
   * The bytes for devices that take the first element of a 32-bit word for the highest: no text
   * says which end comes first (QC-BIT-002).
   *
   * @param arrays bytes of all invocations' arrays, little-endian, one array behind the other,
   *     whole words
   * @param narrow type of the elements, narrower than 32 bits
   * @return a copy with the elements of each word in reverse order
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
   * {@return {@code extractSubArrayQCOM}: the elements of one invocation's array from a start on
   * (QC-SUB-001)}
   *
   * @param arrays bytes of all invocations' arrays, little-endian, one array behind the other
   * @param element type of the elements
   * @param length elements of each invocation's array
   * @param invocation counted from 0 over all subgroups
   * @param start index of the first element in that array
   * @param count number of elements
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

  /**
   * {@return the number of invocations of a subgroup that have a line of a matrix}
   *
   * @param type of the matrix
   */
  public static int count(MatrixType type) {
    return type.use() == Use.B ? type.columns() : type.rows();
  }

  /**
   * {@return the number of matrix components in a line}
   *
   * @param type of the matrix
   */
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
   * {@return {@code vectorToCoopmatQCOM}: the elements of one subgroup's matrix, row-major} Arrays
   * of invocations without a line are not looked at (QC-V2M-004); packed ones hold the same bytes
   * (QC-V2M-006 to -008).
   *
   * @param type of the matrix
   * @param subgroup invocations of a subgroup
   * @param arrays bytes of all invocations' arrays
   * @param instance the subgroup, counted from 0
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
   * {@return {@code coopmatToVectorQCOM}: the arrays that a matrix was made of, and anything in
   * invocations without a line (QC-M2V-004)}
   *
   * @param type of the matrix
   * @param element of the arrays: the matrix's component, or uint32 where they are packed
   * @param subgroup invocations of a subgroup
   * @param arrays bytes of all invocations' arrays, little-endian, one array behind the other
   * @param rule why they are expected
   */
  public static ExpectedContents lines(
      MatrixType type, ComponentType element, int subgroup, byte[] arrays, Rule rule) {
    ExpectedContents contents = new ExpectedContents(new byte[arrays.length]);
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
