// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.DrawnFault;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.model.DeviceReport;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A driver bug that can be switched on: something done wrong at certain events.
 *
 * @param name by which it is switched on
 * @param system short name of the system in which it is a bug
 * @param description one line for a list
 * @param where the matrix events at which it shows, for effects that are about those
 * @param effect what is done wrong
 */
public record Fault(
    String name, String system, String description, Predicate<MatrixEvent> where, Effect effect) {

  /** What is done wrong. */
  sealed interface Effect
      permits Elements,
          Places,
          Omits,
          Overruns,
          Products,
          Components,
          Lengths,
          Turns,
          Results,
          Converts,
          Reports,
          Deviates,
          Constants,
          Loses,
          TapFault {}

  /** Elements come out wrong: what an element should be becomes what it is. */
  record Elements(ElementChange change) implements Effect {}

  /** A matrix is taken from or put to the wrong place. */
  record Places(PlaceChange change) implements Effect {}

  /** A store leaves elements out. */
  record Omits(ElementPredicate which) implements Effect {}

  /** A store writes more than its elements: bytes behind each line. */
  record Overruns(int bytes) implements Effect {}

  /** A product is computed in a wrong way. */
  record Products(UnaryOperator<ProductSettings> change) implements Effect {}

  /** A component is taken from or put to the wrong element. */
  record Components(ComponentChange change) implements Effect {}

  /** {@code length()} is wrong. */
  record Lengths(LengthChange change) implements Effect {}

  /** An algorithm takes a wrong turn, perhaps for some types only. */
  record Turns(FaultPoint bug, Predicate<Type> only) implements Effect {}

  /** What certain instructions make of vectors and arrays is spoiled. */
  record Results(InstructionPredicate which, ResultChange change) implements Effect {}

  /** Numbers are converted wrongly. */
  record Converts(Predicate<ConversionEvent> which, ConversionChange change) implements Effect {}

  /**
   * The device reports something false of itself.
   *
   * @param change makes the false report of the true one
   */
  public record Reports(UnaryOperator<DeviceReport> change) implements Effect {}

  /** An effect where bins of cover points are met together. */
  record Deviates(DrawnFault deviation) implements Effect {}

  /** A specialization constant is not honoured. */
  record Constants(ConstantChange change) implements Effect {}

  /** Something gets lost on a way to the driver. */
  record Loses(SubmissionPath way, SubmissionLoss loss) implements Effect {}

  /** What can get lost on the way. */
  public enum SubmissionLoss {
    /** The values of specialization constants: their defaults are taken. */
    CONSTANTS,
    /** The name of the entry point: the module's first one is taken. */
    ENTRY,
    /** The push constants: they are zero. */
    PUSH,
    /** The last workgroup along x, where there are several. */
    WORKGROUP,
    /** What the shader wrote into the last buffer that it writes to. */
    BUFFER,
    /** What it wrote into the last 16 bytes of each buffer. */
    END
  }

  @FunctionalInterface
  interface ElementChange {
    /**
     * The element's value, given its place, its right value, and the operand (or the right value
     * again).
     */
    long change(MatrixEvent event, int row, int column, long right, long operand);
  }

  @FunctionalInterface
  interface ElementPredicate {
    boolean test(MatrixEvent event, int row, int column);
  }

  @FunctionalInterface
  interface PlaceChange {
    Grid change(MatrixEvent event, Grid right);
  }

  @FunctionalInterface
  interface ComponentChange {
    int change(MatrixEvent event, int lane, int element);
  }

  @FunctionalInterface
  interface InstructionPredicate {
    /**
     * @param isVector whether the instruction makes a cooperative vector
     */
    boolean test(Instruction i, ShaderStage stage, boolean isVector);
  }

  @FunctionalInterface
  interface ResultChange {
    /** The components, given the right ones, their type and the first active invocation. */
    Object[] change(Object[] right, Type component, int firstActive);
  }

  @FunctionalInterface
  interface ConversionChange {
    /** The converted number, given what it was and what it should be. */
    long change(ConversionEvent event, long operand, long right);
  }

  @FunctionalInterface
  interface LengthChange {
    int change(Type.CooperativeMatrix type, int lane, int length);
  }

  @FunctionalInterface
  interface ConstantChange {
    /**
     * The value used, given the constant's id, its width in bits, its default and its specialized
     * value.
     */
    long change(int id, int bits, long otherwise, long value);
  }
}
