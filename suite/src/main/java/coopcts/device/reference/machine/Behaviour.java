// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.cover.CoverageWatch;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.spirv.SpirvException;
import java.util.EnumSet;
import java.util.Set;

/**
 * How a device behaves beyond what the specifications fix: its choices, its planted bug, what it
 * checks and whom it tells. {@code ReferenceProvider} makes it from a device's name; every class
 * that executes instructions asks it.
 *
 * @param freedom its choices where the specifications leave one
 * @param fault the driver bug that it shows, or {@link ActiveFault#NONE}
 * @param unchecked kinds of rules that it does not hold shaders to; not changed after construction
 * @param blocks basic blocks that one function call may enter before it counts as endless
 * @param watch receives the events of its instructions, or {@link CoverageWatch#NONE}
 * @param violations gathers the rules that shaders broke; changed while shaders run
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
   * {@return the usual device, but for a fault that may be planted while it is open}
   *
   * @param fault that belongs to this device alone
   */
  public static Behaviour with(ActiveFault fault) {
    return new Behaviour(
        PLAIN.freedom, fault, PLAIN.unchecked, PLAIN.blocks, PLAIN.watch, new Violations(1));
  }

  /**
   * Makes the behaviour of a device that nobody watches and in which the first violation ends the
   * shader. With a planted fault it does not check {@link Check#BOUNDS}, {@link Check#RACE}, {@link
   * Check#OVERLAP} and {@link Check#TENSOR}: drivers do not check them, and the fault itself may
   * break them.
   *
   * @param freedom its choices
   * @param fault what it does wrong, or {@link ActiveFault#NONE}
   * @param unchecked kinds of rules that it does not check; copied, may be empty
   * @param blocks basic blocks that one function call may enter before it counts as endless, at
   *     least 1
   * @return a new behaviour with an empty list of violations
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
   * Returns a copy that tells a watch what it executes and checks fewer rules. The copy shares the
   * list of violations with this behaviour.
   *
   * @param by receives what is executed, in place of the present watch
   * @param more kinds of checks that are switched off in addition; copied, may be empty
   * @return the copy
   */
  public Behaviour watched(CoverageWatch by, Set<Check> more) {
    Set<Check> off = EnumSet.noneOf(Check.class);
    off.addAll(unchecked);
    off.addAll(more);
    return new Behaviour(freedom, fault, off, blocks, by, violations);
  }

  /** {@return whether a watch is told what this device executes} */
  public boolean isWatched() {
    return watch.isOn();
  }

  /**
   * Returns a copy with other choices. The copy shares the list of violations with this behaviour.
   *
   * @param other the choices, in place of the present ones
   * @return the copy
   */
  public Behaviour with(ImplementationChoices other) {
    return new Behaviour(other, fault, unchecked, blocks, watch, violations);
  }

  /**
   * Returns a copy with a new, empty list of violations. Shaders go on after a broken rule until
   * the list is full.
   *
   * @param most number of violations that are gathered; with 1 or less the first one ends the
   *     shader
   * @return the copy
   */
  public Behaviour gathering(int most) {
    return new Behaviour(freedom, fault, unchecked, blocks, watch, new Violations(most));
  }

  /**
   * {@return a copy without the planted fault, without a watch and with a new list of violations,
   * of which the first ends the shader} It tells whether a rule is broken by the shader or only by
   * the fault. What was not checked stays unchecked.
   */
  public Behaviour sound() {
    return new Behaviour(
        freedom, ActiveFault.NONE, unchecked, blocks, CoverageWatch.NONE, new Violations(1));
  }

  boolean checks(Check check) {
    return !unchecked.contains(check);
  }

  /**
   * {@return whether undefined values are followed through scalars and vectors: {@link
   * Check#INITIALIZATION} is on and no fault is planted} With a planted fault they are not: what a
   * fault leaves out is no rule that the shader breaks.
   */
  public boolean followsUndefined() {
    return checks(Check.INITIALIZATION) && !fault.isOn();
  }

  /**
   * Reports that a shader broke a rule. It returns normally where the rule is not checked, and
   * where violations are gathered; the caller then goes on with a value of its choice.
   *
   * @param check the kind of rule
   * @param message assertion or section, and what happened; where violations are gathered, messages
   *     of one place that differ only in digits count as one
   * @throws SpirvException where the rule is checked and the first broken rule ends the shader
   * @throws Violations.EnoughException where violations are gathered and 100,000 were reported
   *     before
   */
  public void violated(Check check, String message) {
    if (checks(check)) {
      violations.add(check, message);
    }
  }

  /**
   * Reports that a shader broke a rule on a subject, such as a buffer. It returns normally where
   * the rule is not checked, and where violations are gathered; the caller then goes on with a
   * value of its choice.
   *
   * @param check the kind of rule
   * @param subject what the rule is broken on; violations of one kind and subject at one place
   *     count as one
   * @param message assertion or section, and what happened
   * @throws SpirvException where the rule is checked and the first broken rule ends the shader
   * @throws Violations.EnoughException where violations are gathered and 100,000 were reported
   *     before
   */
  public void violated(Check check, String subject, String message) {
    if (checks(check)) {
      violations.add(check, subject, message);
    }
  }

  /**
   * Holds a pointer to the alignment that a load or store claims. A pointer that is no multiple of
   * it is a violation of {@link Check#ALIGNMENT} (KHR-ALIGN-005).
   *
   * @param pointer the address, of a block of {@link Memory}
   * @param claimed bytes of the instruction's Aligned operand, at least 1; 1 holds for every
   *     pointer
   * @throws SpirvException where the rule is checked and the first violation ends the shader
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
