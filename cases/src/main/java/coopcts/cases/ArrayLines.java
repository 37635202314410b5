// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.InvocationArrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * How a matrix and the arrays of GL_QCOM_cooperative_matrix_conversion belong together (QC §2, §4):
 * an invocation's array, its line, is a row, or for use B a column. With uint32 elements it is
 * packed, lower-numbered components in lower bits.
 *
 * @param type of the matrix
 * @param packed whether array elements are uint32
 */
public record ArrayLines(MatrixType type, boolean packed) {

  /** Bytes of a line of use A or B. */
  private static final int LINE_BYTES = 32;

  /** Scope instances in a workgroup. */
  public static final int INSTANCES = 2;

  /** Workgroups of a dispatch. */
  public static final int WORKGROUPS = 2;

  /** Scope instances of a dispatch. */
  public static final int ALL = INSTANCES * WORKGROUPS;

  /** The feature without which invocations have no lines of matrices. */
  public static final String FEATURE = "cooperativeMatrixConversion";

  /**
   * {@return the lines of a matrix type; empty where the extension has no conversion of its scope,
   * use, component type and shape, or a subgroup has fewer invocations than the matrix lines}
   *
   * @param report of the device, whose default subgroup size counts
   * @param type of the matrix
   * @param packed whether array elements are uint32; not for matrices of uint32 themselves
   */
  public static Optional<ArrayLines> of(DeviceReport report, MatrixType type, boolean packed) {
    ArrayLines lines = new ArrayLines(type, packed);
    ComponentType component = type.component();
    boolean takes =
        switch (type.use()) {
          case A, B ->
              List.of(
                          ComponentType.FLOAT32,
                          ComponentType.FLOAT16,
                          ComponentType.SINT8,
                          ComponentType.UINT8)
                      .contains(component)
                  && lines.length() * component.bytes() == LINE_BYTES;
          case ACCUMULATOR ->
              List.of(
                          ComponentType.UINT32,
                          ComponentType.SINT32,
                          ComponentType.FLOAT32,
                          ComponentType.FLOAT16)
                      .contains(component)
                  && isPart(report.subgroup().size(), type.columns());
        };
    boolean packs = !packed || component != ComponentType.UINT32;
    return takes
            && packs
            && type.scope() == Scope.SUBGROUP
            && lines.count() <= report.subgroup().size()
        ? Optional.of(lines)
        : Optional.empty();
  }

  /** GLSL's restriction of an accumulator's columns. */
  private static boolean isPart(int size, int columns) {
    return columns == size || columns == size / 2 || columns == size / 4;
  }

  /** {@return how many invocations of a scope instance have a line} */
  public int count() {
    return InvocationArrays.count(type);
  }

  /** {@return components of a line} */
  public int length() {
    return InvocationArrays.length(type);
  }

  /** {@return elements of an invocation's array} */
  public int elements() {
    return length() * type.component().bytes() / element().bytes();
  }

  /** {@return the matrix's component type} */
  public ComponentType component() {
    return type.component();
  }

  /**
   * {@return whether an element of the array holds several components, in an order that no text
   * says}
   */
  public boolean isOfParts() {
    return packed && component().bytes() < 4;
  }

  /** {@return the array's element type} */
  public ComponentType element() {
    return packed ? ComponentType.UINT32 : type.component();
  }

  /** {@return bytes of a line} */
  public int bytes() {
    return length() * type.component().bytes();
  }

  /**
   * Bytes in which every 32-bit word is a normal float32 and both of its halves are normal float16:
   * whatever they are taken for, no value is one that may be changed (QC §4).
   *
   * @param bytes how many
   * @param random what they are drawn from
   * @return a new array
   */
  public static byte[] normal(int bytes, SplittableRandom random) {
    byte[] filled = new byte[bytes];
    for (int at = 0; at + 2 <= bytes; at += 2) {
      int exponent = random.nextInt(1, 31);
      int half = random.nextInt(2) << 15 | exponent << 10 | random.nextInt(1 << 10);
      LittleEndian.put(filled, at, 2, half);
    }
    return filled;
  }
}
