// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.combinations.Evenly;
import coopcts.reports.explain.SeparatingRule;
import coopcts.reports.explain.TraitCondition;
import coopcts.reports.explain.Traits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Cases that differ from one that fails by one parameter, or else by few: what becomes of them says
 * what this parameter does to the failure. Each has a change of its own.
 */
final class OneChange {

  /** A case, and in what it differs from the failing case that is nearest. */
  private record Changed<T>(T tested, Set<String> changes) {}

  /** So many failing cases are compared with. */
  private static final int COMPARED = 12;

  private OneChange() {}

  /**
   * Chooses cases.
   *
   * @param failing names of cases
   * @param others to choose from
   * @param name of one of the others
   * @param most that are chosen
   * @return those of the fewest changes first, none with the very changes of another
   */
  static <T> List<T> of(
      Collection<String> failing, Collection<T> others, Function<T, String> name, int most) {
    List<Map<String, Object>> from =
        Evenly.of(failing, COMPARED).stream().map(OneChange::parameters).toList();
    List<Changed<T>> changed = new ArrayList<>();
    for (T other : others) {
      changed.add(new Changed<>(other, changes(parameters(name.apply(other)), from)));
    }
    changed.sort(Comparator.comparing(one -> one.changes.size()));
    Set<Set<String>> seen = new HashSet<>();
    return changed.stream()
        .filter(one -> seen.add(one.changes))
        .limit(most)
        .map(Changed::tested)
        .toList();
  }

  /**
   * Chooses cases for which all conditions of a rule hold but one: the rule is too narrow where
   * such a case fails.
   *
   * @param rule that is tried
   * @param failing names of cases
   * @param others to choose from
   * @param name of one of the others
   * @param traits of one of the others, or of each of its subcases
   * @param most that are chosen
   * @return cases, of each condition about as many, those of the fewest changes first
   */
  static <T> List<T> nearMisses(
      SeparatingRule rule,
      Collection<String> failing,
      Collection<T> others,
      Function<T, String> name,
      Function<T, List<Traits>> traits,
      int most) {
    Map<TraitCondition, List<T>> without = new LinkedHashMap<>();
    rule.conditions().forEach(condition -> without.put(condition, new ArrayList<>()));
    for (T other : others) {
      List<Traits> all = traits.apply(other);
      if (all.stream().noneMatch(rule::holds)) {
        without.forEach(
            (condition, cases) -> {
              if (all.stream().anyMatch(one -> rule.without(condition).holds(one))) {
                cases.add(other);
              }
            });
      }
    }
    Set<T> chosen = new LinkedHashSet<>();
    int share = (most + without.size() - 1) / without.size();
    without.values().forEach(cases -> chosen.addAll(of(failing, cases, name, share)));
    return List.copyOf(chosen);
  }

  /** Parameters and the words of which they are made: of two words one may have changed alone. */
  private static Map<String, Object> parameters(String name) {
    Traits of = Traits.of(name);
    Map<String, Object> parameters = new TreeMap<>(of.values());
    parameters.putAll(of.numbers());
    return parameters;
  }

  private static Set<String> changes(Map<String, ?> of, List<Map<String, Object>> from) {
    Set<String> fewest = null;
    for (Map<String, Object> one : from) {
      Set<String> changes = new TreeSet<>();
      of.forEach(
          (parameter, value) -> {
            if (!Objects.equals(one.get(parameter), value)) {
              changes.add(parameter + " " + value);
            }
          });
      one.keySet().stream()
          .filter(parameter -> !of.containsKey(parameter))
          .forEach(parameter -> changes.add("no " + parameter));
      if (fewest == null || changes.size() < fewest.size()) {
        fewest = changes;
      }
    }
    return fewest == null ? Set.of() : fewest;
  }
}
