package coopcts.program;

import java.util.List;

/**
 * One step of a cooperative program. Every operation on matrices is executed by all invocations of
 * a scope instance together.
 */
public sealed interface Operation {

  /** {@code coopMatLoad} (KHR §4.1). */
  record Load(Matrix result, Place from) implements Operation {}

  /** {@code coopMatStore} (KHR §4.1). */
  record Store(Matrix source, Place to) implements Operation {}

  /** {@code coopMatMulAdd}: result = a · b + c (KHR §4.3, §4.4). */
  record MulAdd(Matrix result, Matrix a, Matrix b, Matrix c, boolean saturating)
      implements Operation {}

  /** The constructor from a scalar: every component gets the value (KHR-CTOR-001). */
  record Fill(Matrix result, Scalar value) implements Operation {}

  /** The constructor from a matrix of another component type (KHR §4.6). */
  record Convert(Matrix result, Matrix source) implements Operation {}

  /**
   * A component-wise operator (KHR §4.5).
   *
   * @param compound written as {@code left op= right}; result must then be left
   */
  record Binary(Matrix result, BinaryOperator operator, Matrix left, Matrix right, boolean compound)
      implements Operation {}

  /** The sign change of every component. */
  record Negate(Matrix result, Matrix source) implements Operation {}

  /** The product of a matrix and a scalar. */
  record Scale(Matrix result, Matrix source, Scalar factor, Form form) implements Operation {

    /** How the product is written. */
    public enum Form {
      MATRIX_SCALAR,
      SCALAR_MATRIX,
      /** {@code source *= factor}; result must be source. */
      COMPOUND
    }
  }

  /** A plain copy of a matrix variable. */
  record Copy(Matrix result, Matrix source) implements Operation {}

  /**
   * A loop over {@code length()} in which every invocation sets each component that it owns
   * (KHR-COMP-002).
   */
  record EachComponent(Matrix result, ComponentValue value) implements Operation {}

  /**
   * Every invocation writes {@code length()} to array[element + instance · invocations of an
   * instance + its number within the instance].
   */
  record WriteLength(Matrix matrix, Array array, Index element) implements Operation {}

  /**
   * All invocations of the workgroup together copy {@code count} elements from one array to another
   * of the same pointee type, then wait for each other.
   */
  record Stage(Array from, Index fromElement, Array to, Index toElement, Index count)
      implements Operation {}

  /** {@code barrier()}: shared memory written before it is seen after it (KHR-MEM-001, -002). */
  record Barrier() implements Operation {}

  /** The body, once for each value of the counter from 0 to count − 1. */
  record Repeat(String counter, Index count, List<Operation> body) implements Operation {
    public Repeat {
      body = List.copyOf(body);
    }
  }
}
