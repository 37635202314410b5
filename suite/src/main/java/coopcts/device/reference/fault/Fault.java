// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.DrawnFault;
import coopcts.device.reference.spirv.Type;
import coopcts.model.DeviceReport;
import coopcts.model.SubmissionPath;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A driver bug that can be switched on: something done wrong at certain events.
 *
 * @param name by which it is switched on
 * @param system short name of the system in which it is a bug
 * @param description one line for a list
 * @param effect what is done wrong
 */
public record Fault(String name, String system, String description, Effect effect) {

  /** What is done wrong. */
  sealed interface Effect permits Turns, Converts, Reports, Deviates, Loses, TapFault {}

  /** An algorithm takes a wrong turn, perhaps for some types only. */
  record Turns(FaultPoint bug, Predicate<Type> only) implements Effect {}

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
  interface ConversionChange {
    /** The converted number, given what it was and what it should be. */
    long change(ConversionEvent event, long operand, long right);
  }
}
