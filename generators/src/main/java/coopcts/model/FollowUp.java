// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/** What follows a run of a shader in the same command buffer, behind a barrier. */
public sealed interface FollowUp {

  /**
   * Dispatches the shader again.
   *
   * @param push bytes of the push constants, as many as the first run had
   */
  record Again(byte[] push) implements FollowUp {}

  /**
   * Converts a matrix for cooperative vectors by a command on the device ({@code
   * vkCmdConvertCooperativeVectorMatrixNV}).
   *
   * @param from the source, which is not changed
   * @param to the destination; its layout and component type may differ
   */
  record Convert(MatrixPlace from, MatrixPlace to) implements FollowUp {}

  /**
   * A matrix for cooperative vectors in a bound buffer.
   *
   * @param buffer the buffer's position among the bound ones
   * @param offset in bytes, a multiple of 64
   * @param matrix shape, component type, layout and stride
   * @param capacity bytes of the buffer that it may take
   */
  record MatrixPlace(int buffer, int offset, VectorMatrix matrix, int capacity) {}
}
