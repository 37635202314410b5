// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.ComponentType;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorProperties;
import java.util.List;
import java.util.Optional;

/**
 * One step on cooperative vectors (CV §2), of which each invocation has its own. Variables are
 * columns of the scope of one invocation; offsets are bytes.
 */
public sealed interface VectorOperation extends Operation {

  /** Components of the longest vectors that SPIR-V has another type for. */
  int SHORT = 4;

  /** What stands in the place of a stride that says nothing. */
  int IGNORED = 48;

  /**
   * {@code coopVecLoadNV} (CV §4.3).
   *
   * @param result the loaded vector
   * @param array that is read
   * @param offset in bytes
   */
  record LoadVector(Matrix result, Array array, Index offset) implements VectorOperation {}

  /**
   * {@code coopVecStoreNV} (CV §4.3).
   *
   * @param source the stored vector
   * @param array that is written
   * @param offset in bytes
   */
  record StoreVector(Matrix source, Array array, Index offset) implements VectorOperation {}

  /**
   * Where the bias of a product lies.
   *
   * @param array that is read
   * @param offset in bytes
   */
  record Bias(Array array, Index offset) {}

  /**
   * {@code coopVecMatMulNV}, with a bias {@code coopVecMatMulAddNV} (CV §4.2).
   *
   * @param result of m components
   * @param input of k numbers
   * @param row of the device's products, which says what all components are taken for
   * @param matrix as it is stored
   * @param transposed whether it is stored with rows and columns exchanged
   * @param array that holds the matrix
   * @param offset of the matrix in bytes
   * @param bias that is added, or empty
   */
  record Multiply(
      Matrix result,
      Matrix input,
      VectorProperties row,
      VectorMatrix matrix,
      boolean transposed,
      Array array,
      Index offset,
      Optional<Bias> bias)
      implements VectorOperation {

    /**
     * Makes a copy of this product with its matrix and its bias at other places in memory.
     *
     * @param place offset of the matrix in bytes from the start of {@link #array}
     * @param other the bias, or empty for none; it replaces the one that is there
     * @return the copy
     */
    public Multiply with(Index place, Optional<Bias> other) {
      return new Multiply(result, input, row, matrix, transposed, array, place, other);
    }

    /**
     * {@return the number of components of the result: the rows of the matrix, or its columns where
     * it is stored transposed}
     */
    public int m() {
      return transposed ? matrix.columns() : matrix.rows();
    }

    /**
     * {@return the number of numbers in the input, each packed component counting four: the columns
     * of the matrix, or its rows where it is stored transposed}
     */
    public int k() {
      return transposed ? matrix.rows() : matrix.columns();
    }

    /**
     * {@return the stride in bytes that the product is given: the matrix's, or in an optimal layout
     * a number that says nothing}
     */
    public long stride() {
      return matrix.layout().isOptimal() ? IGNORED : matrix.stride();
    }
  }

  /**
   * A component-wise operator on bits; shifts take the right side modulo the width.
   *
   * @param result of the operands' type
   * @param operator between components
   * @param left operand
   * @param right operand; of no effect where the operator takes the left one alone
   * @param compound written as {@code left op= right}; result must then be left; null, as in files
   *     without it, counts as false
   */
  record Bits(Matrix result, BitOperator operator, Matrix left, Matrix right, Boolean compound)
      implements VectorOperation {

    /**
     * Replaces a missing form by the plain one.
     *
     * @param result of the operands' type
     * @param operator between components
     * @param left operand
     * @param right operand; of no effect where the operator takes the left one alone
     * @param compound written as {@code left op= right}; null counts as false
     */
    public Bits {
      compound = compound != null && compound;
    }

    /**
     * An operator whose result is assigned.
     *
     * @param result of the operands' type
     * @param operator between components
     * @param left operand
     * @param right operand
     */
    public Bits(Matrix result, BitOperator operator, Matrix left, Matrix right) {
      this(result, operator, left, right, false);
    }
  }

  /**
   * A component-wise function.
   *
   * @param result of the operands' type
   * @param function of components
   * @param operands as many as the function takes
   */
  record Apply(Matrix result, VectorFunction function, List<Matrix> operands)
      implements VectorOperation {
    /**
     * Copies the operands.
     *
     * @param result of the operands' type
     * @param function of components
     * @param operands as many as the function takes
     */
    public Apply {
      operands = List.copyOf(operands);
    }
  }

  /**
   * One component becomes that of another vector, or of the same (CV-COMP-002).
   *
   * @param result the vector that changes
   * @param to index of the component that changes
   * @param source the vector that is read
   * @param from index of the component that is read
   */
  record Pick(Matrix result, Index to, Matrix source, Index from) implements VectorOperation {}

  /**
   * One component becomes {@code length()} of a vector modulo {@link #MOST}, which numbers of all
   * types hold (CV-COMP-001).
   *
   * @param result the vector that changes
   * @param to index of the component that changes
   * @param of the vector whose components are counted
   */
  record Measure(Matrix result, Index to, Matrix of) implements VectorOperation {
    /** What lengths are taken modulo. */
    public static final int MOST = 100;
  }

  /**
   * A component of a vector.
   *
   * @param of the vector
   * @param at its index
   */
  record Component(Matrix of, Index at) {}

  /**
   * What stands in a list of components: some of them, in a constructor of their own.
   *
   * @param components column by column
   * @param columns of a matrix, one behind the other; 1 for a vector or a scalar
   */
  record Part(List<Component> components, int columns) {
    /**
     * Copies the components.
     *
     * @param components column by column
     * @param columns of a matrix, one behind the other; 1 for a vector or a scalar
     */
    public Part {
      components = List.copyOf(components);
    }

    /**
     * {@return the number of components in each column of the part: all of them where it is a
     * vector or a scalar}
     */
    public int rows() {
      return components.size() / columns;
    }
  }

  /**
   * The constructor from a list of components (CV-CTOR-002).
   *
   * @param result of as many components
   * @param parts in order
   */
  record Compose(Matrix result, List<Part> parts) implements VectorOperation {
    /**
     * Copies the parts.
     *
     * @param result of as many components
     * @param parts in order
     */
    public Compose {
      parts = List.copyOf(parts);
    }

    /** {@return the components of all parts in order, as many as the result has} */
    public List<Component> components() {
      return parts.stream().flatMap(part -> part.components.stream()).toList();
    }
  }

  /** What a vector can go through unchanged. */
  enum Through {
    /** An ordinary long vector (CV-CTOR-007). */
    LONG_VECTOR,
    /** A global variable of each invocation's own. */
    GLOBAL
  }

  /**
   * A vector that becomes the same by way of something else.
   *
   * @param result of the source's type
   * @param source operand
   * @param through what the vector passes
   */
  record Move(Matrix result, Matrix source, Through through) implements VectorOperation {

    /**
     * {@return the name of the GLSL variable that the vector goes through where {@link #through} is
     * {@link Through#GLOBAL}} Vectors of one component type and length share a variable.
     */
    public String global() {
      return "kept_%s_%d".formatted(source.type().component(), source.type().rows());
    }
  }

  /**
   * {@code coopVecOuterProductAccumulateNV} (CV §4.4), to a matrix in the training-optimal layout.
   *
   * @param left vector of as many components as the matrix has rows
   * @param right vector of as many components as the matrix has columns
   * @param component what its elements are
   * @param array that holds the matrix
   * @param offset of the matrix in bytes
   * @param stride what says nothing in that layout
   */
  record AddOuter(
      Matrix left, Matrix right, ComponentType component, Array array, Index offset, Index stride)
      implements VectorOperation {
    /**
     * Replaces a missing stride by 0.
     *
     * @param left vector of as many components as the matrix has rows
     * @param right vector of as many components as the matrix has columns
     * @param component what its elements are
     * @param array that holds the matrix
     * @param offset of the matrix in bytes
     * @param stride in bytes, which has no effect in that layout; null for 0
     */
    public AddOuter {
      stride = stride == null ? Index.of(0) : stride;
    }
  }

  /**
   * {@code coopVecReduceSumAccumulateNV} (CV §4.4).
   *
   * @param source the vector that is added
   * @param array that holds the sums
   * @param offset of the sums in bytes
   */
  record AddSum(Matrix source, Array array, Index offset) implements VectorOperation {}
}
