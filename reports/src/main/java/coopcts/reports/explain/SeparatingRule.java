// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What sets failing cases apart from those that pass.
 *
 * @param conditions all of them hold
 * @param failing cases that it holds for
 * @param others that fail and for which it does not hold: a few at most
 * @param passing cases that pass beside them; it holds for none of them
 */
public record SeparatingRule(
    List<TraitCondition> conditions, int failing, int others, int passing) {

  /**
   * {@return whether all conditions are true of a case, or of one of its subcases}
   *
   * @param of the case's traits
   */
  public boolean holds(Traits of) {
    return conditions.stream().allMatch(condition -> condition.isTrueOf(of));
  }

  /** {@return whether names alone decide: no condition is about what shaders do} */
  public boolean isOfNames() {
    return conditions.stream().noneMatch(TraitCondition.Does.class::isInstance);
  }

  /**
   * A rule of names, held against all cases of a run and not only those that it was found from.
   *
   * @param failing names of those that fail by this cause
   * @param passing names of those of the same families that pass
   * @return the rule with the numbers of all of them; nothing where one that passes is so, or most
   *     of those that fail are not
   */
  public Optional<SeparatingRule> heldAgainst(
      Collection<String> failing, Collection<String> passing) {
    int held = (int) failing.stream().filter(this::holdsByName).count();
    int more = failing.size() - held;
    return 2 * more > failing.size() || passing.stream().anyMatch(this::holdsByName)
        ? Optional.empty()
        : Optional.of(new SeparatingRule(conditions, held, more, passing.size()));
  }

  /** Whether the name says that it holds; that of a program says nothing. */
  boolean holdsByName(String name) {
    Traits of = Traits.of(name);
    return of.isSystematic() && holds(of);
  }

  /**
   * {@return the conditions as a clause, such as {@code where columns >= 16}} A rule with
   * exceptions begins with "mostly".
   */
  public String words() {
    return (others == 0 ? "where " : "mostly where ")
        + conditions.stream().map(TraitCondition::words).collect(Collectors.joining(" and "));
  }

  /** How many cases say so. */
  String support() {
    return support(failing + others);
  }

  /**
   * The same where not all cases were looked at.
   *
   * @param fail how many fail in all
   */
  String support(int fail) {
    int seen = failing + others;
    String all =
        others == 0
            ? String.format(Locale.ROOT, "all %,d", failing)
            : String.format(Locale.ROOT, "%,d of %,d", failing, seen);
    return seen < fail
        ? String.format(
            Locale.ROOT,
            "%s looked at, of %,d, are so, and none of %,d that pass",
            all,
            fail,
            passing)
        : String.format(
            Locale.ROOT, "%s are so, and none of the %,d that pass beside them", all, passing);
  }
}
