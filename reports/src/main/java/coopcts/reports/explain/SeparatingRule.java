// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A rule that sets failing cases apart from those that pass, with the number of cases that it rests
 * on.
 *
 * @param conditions all of them hold
 * @param failing number of failing cases that it holds for
 * @param others number of failing cases for which it is not known to hold; at most half of all that
 *     were looked at
 * @param passing number of passing cases that were looked at
 * @param exceptions number of those for which it holds; if there are any, the rule says where else
 *     nothing fails, and not that all fails there
 */
public record SeparatingRule(
    List<TraitCondition> conditions, int failing, int others, int passing, int exceptions) {

  private static final String THERE_IS = "there is ";

  /** Of the cases for which a rule with exceptions holds so many have to fail. */
  static final double OFTEN = 1.0 / 3;

  /** Of the cases that pass it may hold for so many. */
  static final double SELDOM = 1.0 / 5;

  /**
   * A rule that holds for no passing case.
   *
   * @param conditions all of them hold
   * @param failing number of failing cases that it holds for
   * @param others number of failing cases that it does not hold for
   * @param passing number of passing cases that it was compared with
   */
  public SeparatingRule(List<TraitCondition> conditions, int failing, int others, int passing) {
    this(conditions, failing, others, passing, 0);
  }

  /**
   * {@return whether all conditions are true of a case, or of one of its subcases} What is said of
   * a kind of instruction is true of one of them as a whole.
   *
   * @param of the traits of the case or subcase
   */
  public boolean holds(Traits of) {
    if (!conditions.stream().allMatch(condition -> condition.isTrueOf(of))) {
      return false;
    }
    Map<String, Set<String>> ofKinds = new HashMap<>();
    for (TraitCondition condition : conditions) {
      if (condition instanceof TraitCondition.Does(String fact, String kind) && !kind.isEmpty()) {
        ofKinds.computeIfAbsent(kind, _ -> new HashSet<>()).add(fact);
      }
    }
    return ofKinds.values().stream()
        .allMatch(
            facts ->
                facts.size() < 2
                    || of.instructions().stream().anyMatch(one -> one.facts().containsAll(facts)));
  }

  /**
   * {@return this rule without one of its conditions, for all that fails without it}
   *
   * @param condition one of those of the rule
   */
  public SeparatingRule without(TraitCondition condition) {
    return new SeparatingRule(
        conditions.stream().filter(one -> !one.equals(condition)).toList(),
        failing,
        others,
        passing,
        exceptions);
  }

  /**
   * {@return the same with further failing cases}
   *
   * @param more for which it holds
   * @param not for which it does not hold
   */
  public SeparatingRule with(int more, int not) {
    return new SeparatingRule(conditions, failing + more, others + not, passing, exceptions);
  }

  /** {@return whether names alone decide: no condition is about what shaders do} */
  public boolean isOfNames() {
    return conditions.stream().noneMatch(TraitCondition.Does.class::isInstance);
  }

  /**
   * This rule with the numbers of all cases of a run, by their names, and not only of those that it
   * was found from. Call it for a rule of names only ({@link #isOfNames}).
   *
   * @param failing names of the cases that fail by this cause
   * @param passing names of the cases of the same families that pass
   * @return the rule with the new numbers; empty if it does not hold for most of the failing cases,
   *     or holds for a passing one although it had no exceptions, or for too many
   */
  public Optional<SeparatingRule> heldAgainst(
      Collection<String> failing, Collection<String> passing) {
    int held = (int) failing.stream().filter(this::holdsByName).count();
    int more = failing.size() - held;
    int too = (int) passing.stream().filter(this::holdsByName).count();
    SeparatingRule of = new SeparatingRule(conditions, held, more, passing.size(), too);
    return 2 * more > failing.size() || (exceptions == 0 ? too > 0 : more > 0 || !of.saysEnough())
        ? Optional.empty()
        : Optional.of(of);
  }

  /**
   * The rule of a bucket with failing cases whose names say nothing.
   *
   * @param fail how many cases fail in all: those that were not looked at are others
   * @return the rule with the new number; empty where it holds for fewer than half of them
   */
  public Optional<SeparatingRule> ofAll(int fail) {
    return 2 * failing < fail
        ? Optional.empty()
        : Optional.of(new SeparatingRule(conditions, failing, fail - failing, passing, exceptions));
  }

  /** {@return whether so few of the cases for which it holds pass that it may join causes} */
  public boolean isSharp() {
    return exceptions <= SELDOM * failing;
  }

  /** {@return whether it holds for all failing cases and for no passing one} */
  public boolean isExact() {
    return others == 0 && exceptions == 0;
  }

  /** Whether it has few enough exceptions to be worth a word. */
  boolean saysEnough() {
    return failing >= OFTEN * (failing + exceptions) && exceptions <= SELDOM * passing;
  }

  /** Whether the name says that it holds; that of a program says nothing. */
  boolean holdsByName(String name) {
    Traits of = Traits.of(name);
    return of.isSystematic() && holds(of);
  }

  /**
   * {@return the conditions as a clause, such as {@code where columns >= 16}} It begins with "only
   * where" if the rule holds for passing cases too, and with "mostly where" if it does not hold for
   * all failing ones.
   */
  public String words() {
    return (others > 0 ? "mostly where " : exceptions > 0 ? "only where " : "where ")
        + joined(conditions.stream().map(TraitCondition::words).toList());
  }

  /**
   * Conditions as one clause: "there is a load and there is a store" is "there is a load and a
   * store".
   */
  static String joined(List<String> conditions) {
    StringBuilder clause = new StringBuilder();
    String before = "";
    for (String condition : conditions) {
      boolean continues = before.startsWith(THERE_IS) && condition.startsWith(THERE_IS);
      clause
          .append(before.isEmpty() ? "" : " and ")
          .append(continues ? condition.substring(THERE_IS.length()) : condition);
      before = condition;
    }
    return clause.toString();
  }

  /** How many cases say so. */
  String support() {
    return support(failing + others);
  }

  /**
   * The same where not all failing cases were looked at. A rule of names has been held against all
   * cases of the run that pass; what others do is known of those alone that were looked at.
   *
   * @param fail how many fail in all
   */
  String support(int fail) {
    int seen = failing + others;
    String all =
        others == 0
            ? String.format(Locale.ROOT, "all %,d", failing)
            : String.format(Locale.ROOT, "%,d of %,d", failing, seen);
    return all
        + (seen < fail
            ? String.format(Locale.ROOT, " looked at, of %,d failing cases,", fail)
            : " failing cases")
        + " are so, and "
        + (exceptions == 0 ? "none" : String.format(Locale.ROOT, "%,d", exceptions))
        + String.format(
            Locale.ROOT,
            isOfNames() ? " of the %,d that pass beside them" : " of %,d looked at that pass",
            passing);
  }
}
