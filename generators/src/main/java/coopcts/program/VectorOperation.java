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

  /** {@code coopVecLoadNV} (CV §4.3). */
  record LoadVector(Matrix result, Array array, Index offset) implements VectorOperation {}

  /** {@code coopVecStoreNV} (CV §4.3). */
  record StoreVector(Matrix source, Array array, Index offset) implements VectorOperation {}

  /** Where the bias of a product lies. */
  record Bias(Array array, Index offset) {}

  /**
   * {@code coopVecMatMulNV}, with a bias {@code coopVecMatMulAddNV} (CV §4.2).
   *
   * @param row of the device's products, which says what all components are taken for
   * @param matrix as it is stored
   * @param transposed whether it is stored with rows and columns exchanged
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

    /** The same with its matrix at another place, and with another bias or none. */
    public Multiply with(Index place, Optional<Bias> other) {
      return new Multiply(result, input, row, matrix, transposed, array, place, other);
    }

    /** Components of the result. */
    public int m() {
      return transposed ? matrix.columns() : matrix.rows();
    }

    /** Numbers of the input. */
    public int k() {
      return transposed ? matrix.rows() : matrix.columns();
    }
  }

  /** A component-wise operator on bits; shifts take the right side modulo the width. */
  record Bits(Matrix result, BitOperator operator, Matrix left, Matrix right)
      implements VectorOperation {}

  /** A component-wise function. */
  record Apply(Matrix result, VectorFunction function, List<Matrix> operands)
      implements VectorOperation {
    public Apply {
      operands = List.copyOf(operands);
    }
  }

  /** One component becomes that of another vector, or of the same (CV-COMP-002). */
  record Pick(Matrix result, Index to, Matrix source, Index from) implements VectorOperation {}

  /** A component of a vector. */
  record Component(Matrix of, Index at) {}

  /**
   * What stands in a list of components: some of them, in a constructor of their own.
   *
   * @param columns of a matrix, one behind the other; 1 for a vector or a scalar
   */
  record Part(List<Component> components, int columns) {
    public Part {
      components = List.copyOf(components);
    }

    /** Components of a column. */
    public int rows() {
      return components.size() / columns;
    }
  }

  /** The constructor from a list of components (CV-CTOR-002). */
  record Compose(Matrix result, List<Part> parts) implements VectorOperation {
    public Compose {
      parts = List.copyOf(parts);
    }

    /** All components in order. */
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

  /** A vector that becomes the same by way of something else. */
  record Move(Matrix result, Matrix source, Through through) implements VectorOperation {

    /** The global variable that it goes through. */
    public String global() {
      return "kept_%s_%d".formatted(source.type().component(), source.type().rows());
    }
  }

  /**
   * {@code coopVecOuterProductAccumulateNV} (CV §4.4), to a matrix in the training-optimal layout.
   *
   * @param component what its elements are
   * @param stride what says nothing in that layout
   */
  record AddOuter(
      Matrix left, Matrix right, ComponentType component, Array array, Index offset, Index stride)
      implements VectorOperation {
    public AddOuter {
      stride = stride == null ? Index.of(0) : stride;
    }
  }

  /** {@code coopVecReduceSumAccumulateNV} (CV §4.4). */
  record AddSum(Matrix source, Array array, Index offset) implements VectorOperation {}
}
