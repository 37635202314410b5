// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Use;
import java.util.List;
import java.util.Optional;

/**
 * The builtins of GL_QCOM_cooperative_matrix_conversion (QC §2): an invocation's own array, here
 * its <em>line</em>, is a row of a matrix, or for use B a column. Invocations beyond the last line
 * have arrays too, which mean nothing.
 */
public sealed interface QcomOperation extends Operation {

  /** How lines are written. */
  enum ArrayForm {
    /** Arrays of the matrix's component type. */
    PLAIN,
    /** Arrays of uint32, in which lower-numbered components lie in lower bits. */
    PACKED,
    /** From the component type to uint32 by {@code bitcastQCOM}. */
    CAST,
    /** From uint32 to the component type by {@code bitcastQCOM}. */
    UNCAST,
    /** From the component type to uint32 and back, both by {@code bitcastQCOM}. */
    RECAST;

    /**
     * {@return whether a matrix is taken apart into lines of uint32, whatever its component type:
     * {@link #PACKED} and {@link #UNCAST}}
     */
    public boolean takesWords() {
      return this == PACKED || this == UNCAST;
    }

    /**
     * {@return whether a matrix is made of lines of uint32, whatever its component type: {@link
     * #PACKED} and {@link #CAST}}
     */
    public boolean makesOfWords() {
      return this == PACKED || this == CAST;
    }
  }

  /**
   * {@code vectorToCoopmatQCOM} of lines that every invocation reads at array[element + (instance ·
   * invocations of an instance + its number) · elements of a line].
   *
   * @param result the matrix that is made
   * @param array that is read
   * @param element index of the first element of all lines
   * @param form how lines are written
   * @param kept where every invocation writes its line then, as it read it, if it does
   */
  record FromLines(Matrix result, Array array, Index element, ArrayForm form, Optional<Array> kept)
      implements QcomOperation {

    /**
     * Replaces a missing array by none.
     *
     * @param result the matrix that is made
     * @param array that is read
     * @param element index of the first element of all lines
     * @param form how lines are written
     * @param kept where lines are written then, or empty; null counts as empty
     */
    public FromLines {
      kept = kept == null ? Optional.empty() : kept;
    }

    /**
     * Lines that are not written again.
     *
     * @param result the matrix that is made
     * @param array that is read
     * @param element index of the first element of all lines
     * @param form how lines are written
     */
    public FromLines(Matrix result, Array array, Index element, ArrayForm form) {
      this(result, array, element, form, Optional.empty());
    }
  }

  /**
   * {@code coopmatToVectorQCOM}; the invocations that have a line write it there.
   *
   * @param source the matrix
   * @param array that is written
   * @param element index of the first element of all lines
   * @param form how lines are written
   * @param rectified whether what is below zero becomes zero while arrays of the component type
   *     hold it; null, as in files without it, counts as false
   */
  record ToLines(Matrix source, Array array, Index element, ArrayForm form, Boolean rectified)
      implements QcomOperation {

    /**
     * Replaces what is not said.
     *
     * @param source the matrix
     * @param array that is written
     * @param element index of the first element of all lines
     * @param form how lines are written
     * @param rectified whether what is below zero becomes zero; null counts as false
     */
    public ToLines {
      rectified = rectified != null && rectified;
    }

    /**
     * Lines as they are.
     *
     * @param source the matrix
     * @param array that is written
     * @param element index of the first element of all lines
     * @param form how lines are written
     */
    public ToLines(Matrix source, Array array, Index element, ArrayForm form) {
      this(source, array, element, form, false);
    }
  }

  /**
   * A matrix to lines, their components from {@code start} on by {@code extractSubArrayQCOM} where
   * the other matrix's lines are shorter, and lines to that one.
   *
   * @param result the matrix that is made
   * @param source the matrix that is taken apart
   * @param start a multiple of the components of the result's lines
   * @param form how lines are written
   * @param between what happens to other matrices while the arrays hold the lines
   * @param rectified whether what is below zero becomes zero while arrays of the component type
   *     hold it; null, as in files without it, counts as false
   */
  record ThroughLines(
      Matrix result,
      Matrix source,
      Index start,
      ArrayForm form,
      List<Operation> between,
      Boolean rectified)
      implements QcomOperation {

    /**
     * Copies the operations between.
     *
     * @param result the matrix that is made
     * @param source the matrix that is taken apart
     * @param start a multiple of the components of the result's lines
     * @param form how lines are written
     * @param between what happens to other matrices while the arrays hold the lines
     * @param rectified whether what is below zero becomes zero; null counts as false
     */
    public ThroughLines {
      between = List.copyOf(between);
      rectified = rectified != null && rectified;
    }

    /**
     * Lines as they are.
     *
     * @param result the matrix that is made
     * @param source the matrix that is taken apart
     * @param start a multiple of the components of the result's lines
     * @param form how lines are written
     * @param between what happens to other matrices while the arrays hold the lines
     */
    public ThroughLines(
        Matrix result, Matrix source, Index start, ArrayForm form, List<Operation> between) {
      this(result, source, start, form, between, false);
    }

    ThroughLines(Matrix result, Matrix source, Index start, ArrayForm form) {
      this(result, source, start, form, List.of());
    }

    /**
     * {@return a copy of this operation with other operations between taking apart and making}
     *
     * @param other operations that use neither of the two matrices; they replace those that were
     *     there, and the list is copied
     */
    public ThroughLines with(List<Operation> other) {
      return new ThroughLines(result, source, start, form, other, rectified);
    }
  }

  /** {@return how the arrays that hold lines are written in GLSL} */
  ArrayForm form();

  /**
   * {@return the number of invocations of a subgroup that have a line: the columns of a matrix of
   * use B, the rows of any other}
   *
   * @param type of the matrix
   */
  static int count(MatrixType type) {
    return type.use() == Use.B ? type.columns() : type.rows();
  }

  /**
   * {@return the number of matrix components in a line: the rows of a matrix of use B, the columns
   * of any other}
   *
   * @param type of the matrix
   */
  static int length(MatrixType type) {
    return type.use() == Use.B ? type.rows() : type.columns();
  }

  /** Bytes of an array that {@code bitcastQCOM} takes. */
  List<Integer> CAST_BYTES = List.of(32, 64, 128, 256);

  /**
   * Whether lines of a matrix, or parts of them, can be lines of another one: component types are
   * equal, and the other has no more lines and no longer ones. Parts can be cut only of 32-bit
   * types and float16, not in the packed form.
   *
   * @param from type of the matrix that is taken apart
   * @param to type of the matrix that is made
   * @param form how lines are written; the cast forms need arrays of {@link #CAST_BYTES}
   * @return true where the form can be written for these types
   */
  static boolean fits(MatrixType from, MatrixType to, ArrayForm form) {
    ComponentType type = from.component();
    boolean whole = length(from) == length(to);
    boolean wide = type.bits() == 32 || type == ComponentType.FLOAT16;
    int bytes = length(form == ArrayForm.UNCAST ? from : to) * type.bytes();
    return type == to.component()
        && count(to) <= count(from)
        && length(to) <= length(from)
        && (whole || wide && form != ArrayForm.PACKED)
        && switch (form) {
          case PLAIN -> true;
          case PACKED -> type != ComponentType.UINT32;
          case CAST, UNCAST, RECAST ->
              wide && type != ComponentType.UINT32 && CAST_BYTES.contains(bytes);
        };
  }

  /**
   * {@return the component type of the elements of an array of lines in memory: the matrix's in the
   * plain form, else uint32}
   *
   * @param type of the matrix
   * @param form how lines are written
   */
  static ComponentType element(MatrixType type, ArrayForm form) {
    return form == ArrayForm.PLAIN ? type.component() : ComponentType.UINT32;
  }

  /**
   * {@return the number of array elements in one line}
   *
   * @param type of the matrix
   * @param form how lines are written; in all but the plain form elements are uint32, and the bytes
   *     of a line must be a multiple of 4
   */
  static int elements(MatrixType type, ArrayForm form) {
    return length(type) * type.component().bytes() / element(type, form).bytes();
  }
}
