// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.reports.Journal;
import coopcts.reports.read.Row;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What cases did before, by their names.
 *
 * @param times milliseconds that they took, with the tries before the last
 * @param fatal those that ended their process, did not end, or lost the device
 */
record CaseHistory(Map<String, Long> times, Set<String> fatal) {

  static final CaseHistory NONE = new CaseHistory(Map.of(), Set.of());

  /** Of the run in a folder. */
  static CaseHistory of(Path folder) {
    CaseHistory history = new CaseHistory(new HashMap<>(), new HashSet<>());
    Journal.scan(folder, history::add);
    return history;
  }

  static CaseHistory of(List<Row> results) {
    CaseHistory history = new CaseHistory(new HashMap<>(), new HashSet<>());
    results.forEach(history::add);
    return history;
  }

  private void add(Row result) {
    long earlier = result.earlier().stream().mapToLong(Row.Try::millis).sum();
    times.put(result.name(), result.millis() + earlier);
    if (Recovery.isLoss(result.verdict())) {
      fatal.add(result.name());
    }
  }

  /** This one, and another one's word where both know a case. */
  CaseHistory with(CaseHistory other) {
    Map<String, Long> all = new HashMap<>(times);
    all.putAll(other.times);
    Set<String> deadly = new HashSet<>(fatal);
    deadly.removeAll(other.times.keySet());
    deadly.addAll(other.fatal);
    return new CaseHistory(all, deadly);
  }
}
