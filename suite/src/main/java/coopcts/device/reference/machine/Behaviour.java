// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.cover.CoverageWatch;
import coopcts.device.reference.fault.ActiveFault;
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
    ImplementationChoices freedom,
    ActiveFault fault,
    Set<Check> unchecked,
    long blocks,
    CoverageWatch watch,
    Violations violations) {

  /** More than any shader of the suite, seconds of work. */
  public static final long MOST_BLOCKS = 50_000_000;

  /** The usual device: plain choices, no fault, all checks. */
  public static final Behaviour PLAIN =
      new Behaviour(
          ImplementationChoices.PLAIN,
          ActiveFault.NONE,
          EnumSet.noneOf(Check.class),
          MOST_BLOCKS,
          CoverageWatch.NONE,
          new Violations(1));

  /**
   * A device. One with a planted fault neither looks for races nor checks accesses outside of
   * buffers, stores to one place and coordinates outside of tensors: a driver would not either, and
   * the fault itself may cause them.
   *
   * @param freedom its choices
   * @param fault what it does wrong, or {@link ActiveFault#NONE}
   * @param unchecked rules that it does not check
   * @param blocks blocks of instructions that a dispatch may execute
   * @return the behaviour, in which the first violation ends the shader
   */
  public static Behaviour of(
      ImplementationChoices freedom, ActiveFault fault, Set<Check> unchecked, long blocks) {
    Set<Check> off = EnumSet.noneOf(Check.class);
    off.addAll(unchecked);
    if (fault.isOn()) {
      off.add(Check.BOUNDS);
      off.add(Check.RACE);
      off.add(Check.OVERLAP);
      off.add(Check.TENSOR);
    }
    return new Behaviour(freedom, fault, off, blocks, CoverageWatch.NONE, new Violations(1));
  }

  /**
   * {@return the same behaviour, watched and with fewer checks}
   *
   * @param by receives what is executed
   * @param more kinds of checks that are switched off too
   */
  public Behaviour watched(CoverageWatch by, Set<Check> more) {
    Set<Check> off = EnumSet.noneOf(Check.class);
    off.addAll(unchecked);
    off.addAll(more);
    return new Behaviour(freedom, fault, off, blocks, by, violations);
  }

  /**
   * {@return the same behaviour with other choices}
   *
   * @param other the choices
   */
  public Behaviour with(ImplementationChoices other) {
    return new Behaviour(other, fault, unchecked, blocks, watch, violations);
  }

  /**
   * {@return the same behaviour, which goes on after broken rules}
   *
   * @param most number of violations after which the shader ends
   */
  public Behaviour gathering(int most) {
    return new Behaviour(freedom, fault, unchecked, blocks, watch, new Violations(most));
  }

  /** {@return the same behaviour without the planted fault, with its own list of violations} */
  public Behaviour sound() {
    return new Behaviour(
        freedom, ActiveFault.NONE, unchecked, blocks, CoverageWatch.NONE, new Violations(1));
  }

  boolean checks(Check check) {
    return !unchecked.contains(check);
  }

  /**
   * {@return whether undefined values are followed through scalars and vectors} With a planted
   * fault they are not: what a fault leaves out is no rule that the shader breaks.
   */
  public boolean followsUndefined() {
    return checks(Check.INITIALIZATION) && !fault.isOn();
  }

  /**
   * Reports that a shader broke a rule. It returns where the rule is not checked or violations are
   * gathered.
   *
   * @param check the kind of rule
   * @param message assertion or section, and what happened
   * @throws SpirvException where it is, and the first broken rule ends the shader
   */
  public void violated(Check check, String message) {
    if (checks(check)) {
      violations.add(check, message);
    }
  }

  /**
   * Reports that a shader broke a rule on a variable or another subject. It returns where the rule
   * is not checked or violations are gathered.
   *
   * @param check the kind of rule
   * @param subject what tells violations at one place apart
   * @param message assertion or section, and what happened
   * @throws SpirvException where it is, and the first broken rule ends the shader
   */
  public void violated(Check check, String subject, String message) {
    if (checks(check)) {
      violations.add(check, subject, message);
    }
  }

  /**
   * Reports a pointer that is less aligned than an instruction claims. It is a violation of {@link
   * Check#ALIGNMENT}.
   *
   * @param pointer the address
   * @param claimed bytes of the instruction's Aligned operand, at least 1
   * @throws SpirvException where the first violation ends the shader
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
