// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.cover.Watch;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.freedom.Freedom;
import coopcts.device.reference.spirv.SpirvException;
import java.util.EnumSet;
import java.util.Set;

/**
 * How a device behaves beyond what the specifications fix.
 *
 * @param freedom its choices where there is one
 * @param fault what it does wrong
 * @param unchecked rules that it does not hold shaders to
 * @param blocks that one function call may enter before it counts as endless
 * @param watch who is told of what it does
 * @param violations the rules that shaders broke
 */
public record Behaviour(
    Freedom freedom,
    ActiveFault fault,
    Set<Check> unchecked,
    long blocks,
    Watch watch,
    Violations violations) {

  /** More than any shader of the suite, seconds of work. */
  public static final long MOST_BLOCKS = 50_000_000;

  public static final Behaviour PLAIN =
      new Behaviour(
          Freedom.PLAIN,
          ActiveFault.NONE,
          EnumSet.noneOf(Check.class),
          MOST_BLOCKS,
          Watch.NONE,
          new Violations(1));

  /**
   * A device with a bug, as a driver would, neither looks for races nor minds accesses outside of
   * buffers, stores to one place or coordinates outside of tensors, which the bug itself may cause.
   */
  public static Behaviour of(
      Freedom freedom, ActiveFault fault, Set<Check> unchecked, long blocks) {
    Set<Check> off = EnumSet.noneOf(Check.class);
    off.addAll(unchecked);
    if (fault.isOn()) {
      off.add(Check.BOUNDS);
      off.add(Check.RACE);
      off.add(Check.OVERLAP);
      off.add(Check.TENSOR);
    }
    return new Behaviour(freedom, fault, off, blocks, Watch.NONE, new Violations(1));
  }

  /** The same, watched, and with more left unchecked. */
  public Behaviour watched(Watch by, Set<Check> more) {
    Set<Check> off = EnumSet.noneOf(Check.class);
    off.addAll(unchecked);
    off.addAll(more);
    return new Behaviour(freedom, fault, off, blocks, by, violations);
  }

  /** The same with another freedom. */
  public Behaviour with(Freedom other) {
    return new Behaviour(other, fault, unchecked, blocks, watch, violations);
  }

  /** The same, gathering so many broken rules. */
  public Behaviour gathering(int most) {
    return new Behaviour(freedom, fault, unchecked, blocks, watch, new Violations(most));
  }

  /** The same without the fault, and with broken rules of its own. */
  public Behaviour sound() {
    return new Behaviour(
        freedom, ActiveFault.NONE, unchecked, blocks, Watch.NONE, new Violations(1));
  }

  boolean checks(Check check) {
    return !unchecked.contains(check);
  }

  /**
   * Whether what is undefined is followed through scalars and vectors. With a planted fault it is
   * not: what a fault leaves out is no rule that the shader breaks.
   */
  public boolean followsUndefined() {
    return checks(Check.INITIALIZATION) && !fault.isOn();
  }

  /**
   * Reports that a shader broke a rule; returns where the rule is not checked.
   *
   * @throws SpirvException where it is, and the first broken rule ends the shader
   */
  public void violated(Check check, String message) {
    if (checks(check)) {
      violations.add(check, message);
    }
  }

  /**
   * The same, of a variable or another subject.
   *
   * @param subject what tells violations at one place apart
   */
  public void violated(Check check, String subject, String message) {
    if (checks(check)) {
      violations.add(check, subject, message);
    }
  }

  /**
   * Reports a pointer that is not what an instruction claims of it.
   *
   * @param claimed what it is a multiple of by the instruction's Aligned operand
   */
  public void requireAligned(long pointer, int claimed) {
    if (pointer % claimed != 0) {
      violated(
          Check.ALIGNMENT,
          "KHR-ALIGN-005: a pointer that is Aligned to %d is %d bytes behind a multiple"
              .formatted(claimed, pointer % claimed));
    }
  }
}
