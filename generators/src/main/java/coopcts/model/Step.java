// SPDX-License-Identifier: Apache-2.0
package coopcts.model;

/** What follows a run of a shader in the same command buffer, behind a barrier. */
public sealed interface Step {

  /** The shader again, with other push constants. */
  record Again(byte[] push) implements Step {}

  /** A matrix from one place to another, by command on the device. */
  record Convert(Place from, Place to) implements Step {}

  /**
   * A matrix for cooperative vectors in a bound buffer.
   *
   * @param buffer the buffer's position among the bound ones
   * @param offset in bytes, a multiple of 64
   * @param capacity bytes of the buffer that it may take
   */
  record Place(int buffer, int offset, VectorMatrix matrix, int capacity) {}
}
