// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import java.util.List;
import java.util.Optional;

/**
 * One step of a cooperative program. Every operation on matrices is executed by all invocations of
 * a scope instance together.
 */
public sealed interface Operation
    permits Operation.Load,
        Operation.Store,
        Operation.MulAdd,
        Operation.Fill,
        Operation.Convert,
        Operation.Saturate,
        Operation.Binary,
        Operation.Negate,
        Operation.Scale,
        Operation.Copy,
        Operation.EachComponent,
        Operation.WriteLength,
        Operation.WriteSubgroupSize,
        Operation.Stage,
        Operation.Barrier,
        Operation.BufferBarrier,
        Operation.Repeat,
        Operation.Apart,
        Operation.If,
        Operation.Switch,
        Operation.Break,
        Operation.Continue,
        Operation.Return,
        Operation.Call,
        Operation.Put,
        Operation.Get,
        Operation.CopyGroup,
        Operation.Mark,
        Operation.Reduce,
        Operation.ChangeUse,
        Operation.Transpose,
        Operation.PerElement,
        ArrayOperation,
        TensorOperation,
        QcomOperation,
        VectorOperation {

  /**
   * {@code coopMatLoad} (KHR §4.1).
   *
   * @param result the loaded matrix
   * @param from place in memory
   */
  record Load(Matrix result, Place from) implements Operation {}

  /**
   * {@code coopMatStore} (KHR §4.1).
   *
   * @param source the stored matrix
   * @param to place in memory
   */
  record Store(Matrix source, Place to) implements Operation {}

  /**
   * {@code coopMatMulAdd}: result = a · b + c (KHR §4.3, §4.4).
   *
   * @param result m × n
   * @param a m × k
   * @param b k × n
   * @param c m × n; of another component type than the result in SPIR-V alone (KHR-MULADD-016)
   * @param saturating with the operand SaturatingAccumulation
   */
  record MulAdd(Matrix result, Matrix a, Matrix b, Matrix c, boolean saturating)
      implements Operation {}

  /**
   * The constructor from a scalar: every component gets the value (KHR-CTOR-001).
   *
   * @param result the new matrix
   * @param value of every component
   */
  record Fill(Matrix result, Scalar value) implements Operation {}

  /**
   * The constructor from a matrix of another component type (KHR §4.6).
   *
   * @param result the new matrix
   * @param source of the same shape and use
   */
  record Convert(Matrix result, Matrix source) implements Operation {}

  /**
   * {@code saturatedConvertEXT}: to an 8-bit float, within its range (NUM §3).
   *
   * @param result of an 8-bit float
   * @param source of the same shape and use
   */
  record Saturate(Matrix result, Matrix source) implements Operation {}

  /**
   * A component-wise operator (KHR §4.5).
   *
   * @param result of the operands' type
   * @param operator between components
   * @param left operand
   * @param right operand
   * @param compound written as {@code left op= right}; result must then be left
   */
  record Binary(Matrix result, BinaryOperator operator, Matrix left, Matrix right, boolean compound)
      implements Operation {}

  /**
   * The sign change of every component.
   *
   * @param result of the source's type
   * @param source operand
   */
  record Negate(Matrix result, Matrix source) implements Operation {}

  /**
   * The product of a matrix and a scalar.
   *
   * @param result of the source's type
   * @param source operand
   * @param factor of the same component type
   * @param form how it is written
   */
  record Scale(Matrix result, Matrix source, Scalar factor, ScaleForm form) implements Operation {

    /** How the product is written. */
    public enum ScaleForm {
      /** The matrix is the left operand. */
      MATRIX_SCALAR,
      /** The scalar is the left operand. */
      SCALAR_MATRIX,
      /** {@code source *= factor}; result must be source. */
      COMPOUND
    }
  }

  /**
   * A plain copy of a matrix variable.
   *
   * @param result of the source's type
   * @param source operand
   */
  record Copy(Matrix result, Matrix source) implements Operation {}

  /**
   * A loop over {@code length()} in which every invocation sets each component that it owns
   * (KHR-COMP-002).
   *
   * @param result the matrix that is set
   * @param value of each component
   */
  record EachComponent(Matrix result, ComponentValue value) implements Operation {}

  /**
   * Every invocation writes {@code length()} to array[element + instance · invocations of an
   * instance + its number within the instance].
   *
   * @param matrix whose length is asked for
   * @param array of 32-bit integers
   * @param element index of the first element that is written
   */
  record WriteLength(Matrix matrix, Array array, Index element) implements Operation {}

  /**
   * Every invocation writes the size of its subgroup to array[element + its number in the
   * dispatch].
   *
   * @param array of 32-bit unsigned integers
   * @param element index of the first element that is written
   */
  record WriteSubgroupSize(Array array, Index element) implements Operation {}

  /**
   * All invocations of the workgroup together copy {@code count} elements from one array to another
   * of the same pointee type, then wait for each other.
   *
   * @param from the array that is read
   * @param fromElement its first element
   * @param to the array that is written
   * @param toElement its first element
   * @param count elements
   * @param lines where what is read lies in lines, how these lie; empty where it lies together
   */
  record Stage(
      Array from,
      Index fromElement,
      Array to,
      Index toElement,
      Index count,
      Optional<StageLines> lines)
      implements Operation {

    /**
     * Lines of a larger array, which come to lie one behind the other.
     *
     * @param length elements of a line
     * @param pitch elements from line to line
     */
    public record StageLines(int length, int pitch) {}

    /**
     * Replaces missing lines by none.
     *
     * @param from the array that is read
     * @param fromElement its first element
     * @param to the array that is written
     * @param toElement its first element
     * @param count elements
     * @param lines how lines lie, or empty; null, as in files without it, counts as empty
     */
    public Stage {
      lines = lines == null ? Optional.empty() : lines;
    }

    /**
     * A copy of what lies together.
     *
     * @param from the array that is read
     * @param fromElement its first element
     * @param to the array that is written
     * @param toElement its first element
     * @param count elements
     */
    public Stage(Array from, Index fromElement, Array to, Index toElement, Index count) {
      this(from, fromElement, to, toElement, count, Optional.empty());
    }
  }

  /** {@code barrier()}: shared memory written before it is seen after it (KHR-MEM-001, -002). */
  record Barrier() implements Operation {}

  /**
   * {@code controlBarrier} of a workgroup: coherent buffers written before it are seen after it
   * (KHR-MEM-004).
   */
  record BufferBarrier() implements Operation {}

  /**
   * The body, once for each value of the counter from 0 to count − 1.
   *
   * @param counter its name
   * @param count number of iterations
   * @param body operations of an iteration
   */
  record Repeat(String counter, Index count, List<Operation> body) implements Operation {
    /**
     * Copies the body.
     *
     * @param counter its name
     * @param count number of iterations
     * @param body operations of an iteration
     */
    public Repeat {
      body = List.copyOf(body);
    }
  }

  /**
   * The same loop, run by two parts of the invocations one after the other (KHR-COMP-011): those
   * with a number in the subgroup that is a multiple of {@code step}, and the others.
   *
   * @param each the loop over components
   * @param step selects the first part of the invocations
   */
  record Apart(EachComponent each, int step) implements Operation {}

  /**
   * One of two ways, whole scope instances together.
   *
   * @param condition the same for a whole scope instance
   * @param then where it holds
   * @param otherwise where it does not; may be empty
   */
  record If(Condition condition, List<Operation> then, List<Operation> otherwise)
      implements Operation {
    /**
     * Copies both branches.
     *
     * @param condition the same for a whole scope instance
     * @param then where it holds
     * @param otherwise where it does not; may be empty
     */
    public If {
      then = List.copyOf(then);
      otherwise = List.copyOf(otherwise);
    }

    /** {@return whether both ways copy to one variable and do no more} */
    public boolean chooses() {
      return then.size() == 1
          && otherwise.size() == 1
          && switch (then.getFirst()) {
            case Copy(Matrix one, var _) ->
                otherwise.getFirst() instanceof Copy(Matrix other, var _) && one.equals(other);
            case CopyGroup(Group one, var _) ->
                otherwise.getFirst() instanceof CopyGroup(Group other, var _) && one.equals(other);
            default -> false;
          };
    }

    /** {@return the matrix that both ways copy another to, where they do no more} */
    public Optional<Matrix> chosen() {
      return chooses() && then.getFirst() instanceof Copy(Matrix one, var _)
          ? Optional.of(one)
          : Optional.empty();
    }
  }

  /**
   * The way whose place the selector is, or the other one where there is none.
   *
   * @param selector unsigned
   * @param ways bodies of the values 0, 1, 2 …
   * @param otherwise body of all other values
   */
  record Switch(Index selector, List<List<Operation>> ways, List<Operation> otherwise)
      implements Operation {
    /**
     * Copies the bodies.
     *
     * @param selector unsigned
     * @param ways bodies of the values 0, 1, 2 …
     * @param otherwise body of all other values
     */
    public Switch {
      ways = ways.stream().map(List::copyOf).toList();
      otherwise = List.copyOf(otherwise);
    }
  }

  /**
   * Ends the innermost loop if the condition holds.
   *
   * @param condition the same for a whole scope instance
   */
  record Break(Condition condition) implements Operation {}

  /**
   * Goes on with the next turn of the innermost loop if the condition holds.
   *
   * @param condition the same for a whole scope instance
   */
  record Continue(Condition condition) implements Operation {}

  /**
   * Ends a function without a result if the condition holds.
   *
   * @param condition the same for a whole scope instance
   */
  record Return(Condition condition) implements Operation {}

  /**
   * A call.
   *
   * @param function that is called
   * @param arguments one for each parameter; variables that get a value are all different
   * @param result what the returned matrix is assigned to, if the function returns one
   */
  record Call(Function function, List<Matrix> arguments, Optional<Matrix> result)
      implements Operation {
    /**
     * Copies the arguments.
     *
     * @param function that is called
     * @param arguments one for each parameter; variables that get a value are all different
     * @param result what the returned matrix is assigned to, if the function returns one
     */
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * Assigns to a member of a group.
   *
   * @param group that changes
   * @param member its index
   * @param source of the member's type
   */
  record Put(Group group, Index member, Matrix source) implements Operation {}

  /**
   * Takes a member of a group.
   *
   * @param result of the member's type
   * @param group that is read
   * @param member its index
   */
  record Get(Matrix result, Group group, Index member) implements Operation {}

  /**
   * Copies a whole group.
   *
   * @param result of the source's type
   * @param source the group that is copied
   */
  record CopyGroup(Group result, Group source) implements Operation {}

  /**
   * Every invocation of an instance with a number below {@code below} writes {@code value} plus
   * that number to array[element + instance · invocations of an instance + its number]: the
   * invocations part and meet again.
   *
   * @param array of 32-bit integers
   * @param element index of the first element that is written
   * @param below how many invocations of an instance write
   * @param value the number that is added to an invocation's own
   */
  record Mark(Array array, Index element, Index below, Index value) implements Operation {}

  /**
   * {@code coopMatReduceNV} (CM2 §4.7).
   *
   * @param result its shape follows from direction and source
   * @param source operand
   * @param direction which elements are combined
   * @param fold how two elements are combined
   */
  record Reduce(Matrix result, Matrix source, Direction direction, Fold fold)
      implements Operation {}

  /**
   * The constructor of an operand from an accumulator, of any component type (CM2 §4.5).
   *
   * @param result of use A or B
   * @param source an accumulator
   */
  record ChangeUse(Matrix result, Matrix source) implements Operation {}

  /**
   * {@code coopMatTransposeNV}: an accumulator becomes an operand B (CM2 §4.6).
   *
   * @param result of use B, with rows and columns exchanged
   * @param source an accumulator
   */
  record Transpose(Matrix result, Matrix source) implements Operation {}

  /**
   * {@code coopMatPerElementNV} (CM2 §4.8).
   *
   * @param result of the source's type
   * @param source operand
   * @param other the further matrix, where the function takes one; else the source
   * @param function what becomes of each element
   * @param number the further operand, where the function takes one; else 0
   */
  record PerElement(
      Matrix result, Matrix source, Matrix other, ElementFunction function, Index number)
      implements Operation {
    /**
     * Replaces a missing number by 0.
     *
     * @param result of the source's type
     * @param source operand
     * @param other the further matrix, where the function takes one; else the source
     * @param function what becomes of each element
     * @param number the further operand, or null for 0
     */
    public PerElement {
      number = number == null ? Index.of(0) : number;
    }
  }
}
