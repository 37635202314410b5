// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import java.util.Optional;

/**
 * The builtins of GL_QCOM_cooperative_matrix_conversion on arrays of single invocations (QC §2), in
 * programs of the scope of one. Each invocation reads an array of its own, makes another one of it,
 * and writes that one and then the first.
 */
public sealed interface ArrayOperation extends Operation {

  /** {@return the memory that an invocation's array is read from, one behind the other} */
  Array source();

  /** {@return the memory that what was made is written to, one behind the other} */
  Array result();

  /** {@return the memory that the array that was read is written to; as {@link #source}} */
  Array kept();

  /** {@return the number of elements of an invocation's array} */
  int whole();

  /** {@return the number of elements of what is made of it} */
  int made();

  /**
   * {@code bitcastQCOM}, once or by way of another type.
   *
   * @param source that an invocation's array is read from
   * @param result that what was made is written to
   * @param kept that the array that was read is written to
   * @param bytes of an invocation's array, one of {@link QcomOperation#CAST_BYTES}
   * @param between elements of the array that is cast a second time; empty for one cast, and so is
   *     null, as in files without it
   */
  record Recast(Array source, Array result, Array kept, int bytes, Optional<Pointee> between)
      implements ArrayOperation {

    /**
     * Replaces a missing second cast by none.
     *
     * @param source that an invocation's array is read from
     * @param result that what was made is written to
     * @param kept that the array that was read is written to
     * @param bytes of an invocation's array, one of {@link QcomOperation#CAST_BYTES}
     * @param between elements of the array that is cast a second time, or empty; null counts as
     *     empty
     */
    public Recast {
      between = between == null ? Optional.empty() : between;
    }

    @Override
    public int whole() {
      return bytes / source.pointee().bytes();
    }

    @Override
    public int made() {
      return bytes / result.pointee().bytes();
    }
  }

  /**
   * {@code extractSubArrayQCOM}.
   *
   * @param source that an invocation's array is read from
   * @param result that the part is written to
   * @param kept that the array that was read is written to
   * @param whole elements of an invocation's array
   * @param made elements of the part
   * @param start the part's first element, a multiple of its length
   */
  record Cut(Array source, Array result, Array kept, int whole, int made, Index start)
      implements ArrayOperation {}
}
