// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import coopcts.causes.NearNames;
import coopcts.combinations.Evenly;
import coopcts.device.reference.fault.Faults;
import coopcts.plan.Case;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What of all cases an audit of diagnoses runs, and what is kept back to judge its rules. */
final class AuditSplit {

  /** Cases that claim an assertion which the fault breaks, and others, evenly from all. */
  private static final int CLAIMING = 40;

  private static final int OTHERS = 20;

  /** Of all cases one in so many is kept back: no rule is made from it. */
  private static final int KEPT_BACK = 3;

  /**
   * Of the cases that were kept back so many judge rules: of those that claim an assertion which
   * the fault breaks, of all, and of those that are chosen by {@link NearNames} for what failed.
   */
  private static final int JUDGES_CLAIMING = 120;

  private static final int JUDGES = 80;

  private static final int JUDGES_NEAR = 120;

  private AuditSplit() {}

  /** Whether a case is one of the judges', the same for all faults. */
  static boolean isKeptBack(String name) {
    return Math.floorMod(name.hashCode(), KEPT_BACK) == 0;
  }

  /** Names of the cases that are run for a fault; none is kept back. */
  static Set<String> chosen(Faults.Entry fault, Collection<Case> cases) {
    List<Case> free = cases.stream().filter(tested -> !isKeptBack(tested.name())).toList();
    return evenly(fault, free, CLAIMING, OTHERS);
  }

  /**
   * The cases that judge the rules of a fault, of those that were kept back.
   *
   * @param cases among which they are
   * @param known names of all that the rules were made from; none of them judges
   * @param failed names of those of them that failed
   */
  static List<Case> judges(
      Faults.Entry fault, Collection<Case> cases, Set<String> known, List<String> failed) {
    Map<String, Case> others = new LinkedHashMap<>();
    cases.stream()
        .filter(tested -> isKeptBack(tested.name()) && !known.contains(tested.name()))
        .forEach(tested -> others.put(tested.name(), tested));
    Set<String> names = evenly(fault, others.values(), JUDGES_CLAIMING, JUDGES);
    names.addAll(NearNames.of(List.copyOf(others.keySet()), failed, JUDGES_NEAR));
    return names.stream().map(others::get).toList();
  }

  private static Set<String> evenly(
      Faults.Entry fault, Collection<Case> cases, int claiming, int others) {
    Map<Boolean, List<String>> all =
        cases.stream()
            .collect(
                Collectors.partitioningBy(
                    tested -> tested.assertions().stream().anyMatch(fault.breaks()::contains),
                    Collectors.mapping(Case::name, Collectors.toList())));
    Set<String> names = new LinkedHashSet<>(Evenly.of(all.get(true), claiming));
    names.addAll(Evenly.of(all.get(false), others));
    return names;
  }
}
