// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Use;
import coopcts.numbers.LittleEndian;

/**
 * What the builtins of GL_QCOM_cooperative_matrix_conversion make of arrays that single invocations
 * hold, and of the matrices that a subgroup makes of them (QC §2 to §4). All of them only move
 * bits. The arrays of all invocations lie in memory one behind the other, by subgroup and
 * invocation, little-endian. A line is a row of the matrix, or a column for use B; the n-th
 * invocation of a subgroup holds line n.
 */
public final class InvocationArrays {

  private InvocationArrays() {}

  /**
   * {@return the arrays with every byte expected to be as it was, compared as elements of a type}
   * {@code bitcastQCOM} does so (QC-BIT-001, -002), a source that is left alone (QC-BIT-007), and
   * whole arrays that go into a matrix and out again.
   *
   * @param arrays bytes of all invocations' arrays, of whole elements
   * @param element type that the result is compared as
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
   * The arrays of a device that takes the first element of a 32-bit word from its highest bits: no
   * text says which end comes first (QC-BIT-002).
   *
   * @param arrays bytes of all invocations' arrays, of whole 32-bit words; not changed
   * @param narrow type of the elements, of 1 or 2 bytes
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
   * {@return what {@code extractSubArrayQCOM} gives: the patterns of some elements of one
   * invocation's array (QC-SUB-001)}
   *
   * @param arrays bytes of all invocations' arrays
   * @param element type of the elements
   * @param length number of elements of each invocation's array
   * @param invocation counted from 0 over all subgroups
   * @param start index, from 0, of the first element in that array
   * @param count number of elements; {@code start + count} is at most {@code length}
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
   * {@return how many lines a matrix has, and so how many invocations of a subgroup hold one}
   *
   * @param type of the matrix
   */
  public static int count(MatrixType type) {
    return type.use() == Use.B ? type.columns() : type.rows();
  }

  /**
   * {@return the number of components in a line of a matrix}
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
   * {@return the patterns of the matrix that {@code vectorToCoopmatQCOM} makes for one subgroup,
   * row-major} Arrays of invocations that hold no line do not count (QC-V2M-004); packed arrays
   * hold the same bytes (QC-V2M-006 to -008).
   *
   * @param type of the matrix
   * @param subgroup number of invocations of a subgroup
   * @param arrays bytes of all invocations' arrays, each of one line
   * @param instance index of the subgroup, from 0
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
   * {@return the arrays after {@code coopmatToVectorQCOM} of matrices that were made of the given
   * arrays: the lines as they were} Invocations that hold no line store none (QC-M2V-004).
   *
   * @param type of the matrix
   * @param element type that the result is compared as: the matrix's component, or uint32 for
   *     packed arrays
   * @param subgroup number of invocations of a subgroup
   * @param arrays bytes of all invocations' arrays, each of one line
   * @param rule why they are expected
   */
  public static ExpectedContents lines(
      MatrixType type, ComponentType element, int subgroup, byte[] arrays, Rule rule) {
    ExpectedContents contents = new ExpectedContents(new byte[arrays.length]);
    int bytes = length(type) * type.component().bytes();
    for (int at = 0; at < arrays.length; at += element.bytes()) {
      if (at / bytes % subgroup < count(type)) {
        long wanted = LittleEndian.get(arrays, at, element.bytes());
        contents.put(at, element, new Acceptance.OneOf(wanted), rule);
      }
    }
    return contents;
  }
}
