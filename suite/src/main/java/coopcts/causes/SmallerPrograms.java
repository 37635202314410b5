// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.plan.Case;
import coopcts.plan.Reducible;
import coopcts.plan.ShaderPlan;
import coopcts.reports.read.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What programs that fail are made smaller to, as further cases: some fail too, and those that pass
 * lack what it takes to fail.
 */
final class SmallerPrograms {

  /** Behind a message stands what the program was reduced to. */
  private static final Pattern REDUCED = Pattern.compile("; as ((?:random|found)\\.\\S+): ");

  /** Between the steps of reduction in a name. */
  private static final Pattern LAST_STEP = Pattern.compile("(?:-|\\.r)\\d+$");

  /** On the way from a program to what is left of it so many programs are taken at most. */
  private static final int ON_THE_WAY = 6;

  private SmallerPrograms() {}

  /**
   * {@return the names of what a failing program was reduced to, the last step first, and of some
   * of the steps before} It is empty where the message names none.
   */
  static List<String> onTheWay(Row row) {
    Matcher matcher = REDUCED.matcher(row.message());
    List<String> names = new ArrayList<>();
    if (matcher.find()) {
      String name = matcher.group(1);
      while (!name.equals(row.name()) && names.size() < ON_THE_WAY) {
        names.add(name);
        String shorter = LAST_STEP.matcher(name).replaceFirst("");
        name = shorter.equals(name) ? row.name() : shorter;
      }
    }
    return names;
  }

  /**
   * Cases that are a step smaller than one that fails; none where it cannot be made smaller.
   *
   * @param end when no further step is taken, as {@link System#nanoTime} has it
   */
  static List<Case> of(Case failing, long end) {
    List<Case> smaller = new ArrayList<>();
    Optional<Reducible> whole = reducible(failing);
    for (int step = 0;
        whole.isPresent() && step < whole.get().steps() && System.nanoTime() < end;
        step++) {
      whole.get().step(step).ifPresent(plan -> smaller.add(named(plan, failing)));
    }
    return smaller;
  }

  /** What a failing case was made smaller to, as a case of its own name. */
  static Case named(ShaderPlan plan, Case failing) {
    return Case.of(plan.smaller().orElseThrow().name(), failing.assertions(), () -> plan);
  }

  /** Statements of a program, or the greatest number where it is none. */
  static int statements(Case tested) {
    return reducible(tested).map(Reducible::statements).orElse(Integer.MAX_VALUE);
  }

  static boolean isProgram(Case tested) {
    return reducible(tested).isPresent();
  }

  /** The steps of a program; empty where it is none. */
  static Optional<Reducible> reducible(Case tested) {
    try {
      return tested.plan().get() instanceof ShaderPlan plan ? plan.smaller() : Optional.empty();
    } catch (RuntimeException | StackOverflowError e) {
      // What cannot be planned has no steps.
      return Optional.empty();
    }
  }
}
