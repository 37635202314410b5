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
        TensorOperation,
        QcomOperation,
        VectorOperation {

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

  /** {@code saturatedConvertEXT}: to an 8-bit float, within its range (NUM §3). */
  record Saturate(Matrix result, Matrix source) implements Operation {}

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

  /**
   * {@code controlBarrier} of a workgroup: coherent buffers written before it are seen after it
   * (KHR-MEM-004).
   */
  record BufferBarrier() implements Operation {}

  /** The body, once for each value of the counter from 0 to count − 1. */
  record Repeat(String counter, Index count, List<Operation> body) implements Operation {
    public Repeat {
      body = List.copyOf(body);
    }
  }

  /**
   * The same loop, run by two parts of the invocations one after the other (KHR-COMP-011): those
   * with a number in the subgroup that is a multiple of {@code step}, and the others.
   */
  record Apart(EachComponent each, int step) implements Operation {}

  /** One of two ways, whole scope instances together. */
  record If(Condition condition, List<Operation> then, List<Operation> otherwise)
      implements Operation {
    public If {
      then = List.copyOf(then);
      otherwise = List.copyOf(otherwise);
    }
  }

  /** The way whose place the selector is, or the other one where there is none. */
  record Switch(Index selector, List<List<Operation>> ways, List<Operation> otherwise)
      implements Operation {
    public Switch {
      ways = ways.stream().map(List::copyOf).toList();
      otherwise = List.copyOf(otherwise);
    }
  }

  /** Ends the innermost loop if the condition holds. */
  record Break(Condition condition) implements Operation {}

  /** Goes on with the next turn of the innermost loop if the condition holds. */
  record Continue(Condition condition) implements Operation {}

  /** Ends a function without a result if the condition holds. */
  record Return(Condition condition) implements Operation {}

  /**
   * A call.
   *
   * @param arguments one for each parameter; variables that get a value are all different
   * @param result what the returned matrix is assigned to, if the function returns one
   */
  record Call(Function function, List<Matrix> arguments, Optional<Matrix> result)
      implements Operation {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** Assigns to a member of a group. */
  record Put(Group group, Index member, Matrix source) implements Operation {}

  /** Takes a member of a group. */
  record Get(Matrix result, Group group, Index member) implements Operation {}

  /** Copies a whole group. */
  record CopyGroup(Group result, Group source) implements Operation {}

  /**
   * Every invocation of an instance with a number below {@code below} writes {@code value} plus
   * that number to array[element + instance · invocations of an instance + its number]: the
   * invocations part and meet again.
   */
  record Mark(Array array, Index element, Index below, Index value) implements Operation {}

  /** {@code coopMatReduceNV} (CM2 §4.7). */
  record Reduce(Matrix result, Matrix source, Direction direction, Fold fold)
      implements Operation {}

  /** The constructor of an operand from an accumulator, of any component type (CM2 §4.5). */
  record ChangeUse(Matrix result, Matrix source) implements Operation {}

  /** {@code coopMatTransposeNV}: an accumulator becomes an operand B (CM2 §4.6). */
  record Transpose(Matrix result, Matrix source) implements Operation {}

  /**
   * {@code coopMatPerElementNV} (CM2 §4.8).
   *
   * @param other the further matrix, where the function takes one; else the source
   * @param number the further operand, where the function takes one; else 0
   */
  record PerElement(
      Matrix result, Matrix source, Matrix other, ElementFunction function, Index number)
      implements Operation {
    public PerElement {
      number = number == null ? Index.of(0) : number;
    }
  }
}
