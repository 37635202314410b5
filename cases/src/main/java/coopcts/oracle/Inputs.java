// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.VectorMatrix;
import java.util.List;
import java.util.Map;

/**
 * What a {@link coopcts.program.Program} runs on.
 *
 * @param push the value of each push constant by its name
 * @param buffers the bytes of each array in a buffer, little-endian, in the order of the program's
 *     arrays
 * @param workgroups number of workgroups along x; 1 along y and z
 * @param matrices matrices for cooperative vectors that the device puts into buffers in its own
 *     layout
 */
public record Inputs(
    Map<String, Integer> push, List<byte[]> buffers, int workgroups, List<OwnMatrix> matrices) {

  /**
   * Copies the list of matrices.
   *
   * @param push the value of each push constant by its name
   * @param buffers the bytes of each array in a buffer, little-endian, in the order of the
   *     program's arrays
   * @param workgroups number of workgroups along x
   * @param matrices in layouts of the device's own; null, as in files without them, counts as none
   */
  public Inputs {
    matrices = matrices == null ? List.of() : List.copyOf(matrices);
  }

  /**
   * Inputs without matrices in a device's own layout.
   *
   * @param push the value of each push constant by its name
   * @param buffers the bytes of each array in a buffer, little-endian, in the order of the
   *     program's arrays
   * @param workgroups number of workgroups along x
   */
  public Inputs(Map<String, Integer> push, List<byte[]> buffers, int workgroups) {
    this(push, buffers, workgroups, List.of());
  }

  /**
   * A matrix in a layout of the device's own.
   *
   * @param array the buffer that it lies in
   * @param offset byte offset in it
   * @param rowMajor its elements, in rows as {@link VectorMatrix#rowMajor} has them
   * @param matrix shape, component type and layout
   * @param capacity bytes that it may take
   * @param trained whether the program adds to it, so that it is read back
   * @param cleared whether nobody puts it there: it is the zero matrix that zero bytes are
   *     (CV-CNV-020)
   */
  public record OwnMatrix(
      String array,
      int offset,
      byte[] rowMajor,
      VectorMatrix matrix,
      int capacity,
      boolean trained,
      Boolean cleared) {

    /**
     * Null for {@code cleared} counts as false.
     *
     * @param array the buffer that it lies in
     * @param offset byte offset in it
     * @param rowMajor its elements, in rows as {@link VectorMatrix#rowMajor} has them
     * @param matrix shape, component type and layout
     * @param capacity bytes that it may take
     * @param trained whether the program adds to it, so that it is read back
     * @param cleared whether nobody puts it there: it is the zero matrix that zero bytes are
     *     (CV-CNV-020)
     */
    public OwnMatrix {
      cleared = cleared != null && cleared;
    }

    /** Its elements. */
    MatrixNumbers numbers() {
      return MatrixNumbers.read(
          rowMajor, 0, VectorMatrix.rowMajor(matrix.component(), matrix.rows(), matrix.columns()));
    }
  }
}
