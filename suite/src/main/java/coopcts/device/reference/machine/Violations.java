// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.SpirvException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rules that the shaders of one device break. Either the first one ends the shader, or all are
 * gathered up to some number, each once at a place of the source, while the device goes on as if
 * they were not checked. One thread uses it, for one dispatch at a time: {@link #begin}.
 */
public final class Violations {

  /** Blocks that are still entered behind the first broken rule. */
  private static final int MOST_BLOCKS = 200_000;

  /** Broken rules that are looked at, those that were told before among them. */
  private static final int MOST_SEEN = 100_000;

  private static final Pattern DIGITS = Pattern.compile("\\d+");

  private final int most;
  private final List<Violation> found = new ArrayList<>();
  private final Set<ViolationPlace> places = new HashSet<>();
  private final List<Unlocated> pending = new ArrayList<>();
  private int blocks;
  private int seen;
  private Instruction now;

  /**
   * A broken rule.
   *
   * @param check the kind of rule
   * @param message assertion or section, what happened, and the instruction at which it happened
   *     where it is known
   */
  public record Violation(Check check, String message) {}

  /** What has not been given its place yet. */
  private record Unlocated(Check check, String subject, String message) {}

  /** Where violations of one kind are one: a line of the source, or an instruction without one. */
  private record ViolationPlace(
      Check check, String subject, int line, int column, Instruction at) {}

  /**
   * Ends a shader while violations are gathered: so many were found that nothing further is looked
   * for. Those that were found are in {@link #all}.
   */
  public static final class EnoughException extends RuntimeException {
    private static final long serialVersionUID = 1;

    EnoughException(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * @param most how many are gathered; 1 ends the shader with the first
   */
  Violations(int most) {
    this.most = most;
  }

  /**
   * {@return whether the first violation ends the shader with a {@code SpirvException}; then none
   * is gathered}
   */
  public boolean isFirstOnly() {
    return most <= 1;
  }

  /**
   * Names the instruction that is executed from now on, for the messages about races that involve
   * it.
   *
   * @param instruction that is executed next
   */
  public void enter(Instruction instruction) {
    now = instruction;
  }

  /** The instruction that is executed; null where nobody says so. */
  Instruction now() {
    return now;
  }

  /**
   * Begins a dispatch, or the preparation of a pipeline. Earlier violations are dropped.
   *
   * @param before violations that were found when the pipeline was made, in order; copied; they
   *     count as found
   */
  public void begin(List<Violation> before) {
    found.clear();
    found.addAll(before);
    places.clear();
    pending.clear();
    blocks = 0;
    seen = 0;
  }

  /**
   * Ends a dispatch, or the preparation of a pipeline. Violations that were not {@linkplain #locate
   * located} are taken without a place.
   *
   * @return a copy of the violations since the last {@link #begin}, in order of occurrence; empty
   *     for none
   */
  public List<Violation> all() {
    List.copyOf(pending).forEach(one -> place(one, null, ""));
    pending.clear();
    return List.copyOf(found);
  }

  /**
   * @param subject what tells violations of one class at one place apart
   * @throws SpirvException if the first one ends the shader
   */
  void add(Check check, String subject, String message) {
    if (isFirstOnly()) {
      throw new SpirvException(message);
    }
    if (++seen > MOST_SEEN) {
      throw new EnoughException("rules were broken " + MOST_SEEN + " times");
    }
    pending.add(new Unlocated(check, subject, message));
  }

  void add(Check check, String message) {
    add(check, isFirstOnly() ? "" : DIGITS.matcher(message).replaceAll("#"), message);
  }

  /** {@return whether there are violations for which {@link #locate} was not called yet} */
  public boolean hasPending() {
    return !pending.isEmpty();
  }

  /**
   * Gives the violations that have no place yet the place at which they happened. A violation of
   * the kind and subject of an earlier one at the same source line and column is dropped.
   *
   * @param at the instruction, or null where they are about none
   * @param where who executed it, in words for the message; empty where nobody did
   * @throws EnoughException if more are found than are gathered
   */
  public void locate(Instruction at, String where) {
    List<Unlocated> all = List.copyOf(pending);
    pending.clear();
    for (Unlocated one : all) {
      if (!place(one, at, where)) {
        throw new EnoughException("more than " + most + " were found");
      }
    }
  }

  /** Takes a violation in, unless there is one like it; returns whether there was room. */
  private boolean place(Unlocated one, Instruction at, String where) {
    boolean hasLine = at != null && at.line() != 0;
    ViolationPlace place =
        new ViolationPlace(
            one.check,
            one.subject,
            hasLine ? at.line() : 0,
            hasLine ? at.column() : 0,
            hasLine ? null : at);
    if (places.contains(place)) {
      return true;
    }
    if (found.size() == most) {
      return false;
    }
    places.add(place);
    found.add(
        new Violation(
            one.check,
            at == null ? one.message : new SpirvException(one.message).at(at, where).getMessage()));
    return true;
  }

  /**
   * Counts a basic block that is entered, so that a shader that goes on behind a violation cannot
   * run without end. Without violations it does nothing.
   *
   * @throws EnoughException if more than 200,000 blocks ran after the first violation
   */
  public void entered() {
    if (!found.isEmpty() && ++blocks > MOST_BLOCKS) {
      throw new EnoughException(MOST_BLOCKS + " blocks were run behind the first");
    }
  }
}
