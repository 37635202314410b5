// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.read.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The buckets of all runs, those of one cause together; what hits most cases comes first. */
final class Findings {

  private final List<Finding> all = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<Buckets> ofRun = new ArrayList<>();

  /**
   * One cause, as far as its traces tell.
   *
   * @param newest the bucket of the newest run that has it
   * @param cause what was found out about it last, if anything
   * @param cases numbers of the cases by the numbers of the runs, both rising
   */
  record Finding(
      Buckets.Bucket newest, Optional<Causes.Cause> cause, Map<Integer, List<Integer>> cases) {

    int worst() {
      return cases.values().stream().mapToInt(List::size).max().orElse(0);
    }
  }

  Findings(RunArchive archive) {
    Map<String, Finding> findings = new LinkedHashMap<>();
    for (RunArchive.Run run : archive.runs()) {
      Causes causes = Causes.read(run.recorded().folder());
      Buckets buckets = Buckets.of(run.recording().rows(), causes, 0);
      Map<String, List<Integer>> cases = new LinkedHashMap<>();
      for (int i = 0; i < run.rows().length; i++) {
        if (run.has(i) && Buckets.isBad(run.outcome(i))) {
          int number = i;
          buckets
              .of(run.row(i))
              .ifPresent(
                  bucket -> cases.computeIfAbsent(bucket.id(), _ -> new ArrayList<>()).add(number));
        }
      }
      for (Buckets.Bucket bucket : buckets.buckets()) {
        Finding known = findings.get(bucket.id());
        Map<Integer, List<Integer>> own = known == null ? new TreeMap<>() : known.cases;
        own.put(run.number(), cases.get(bucket.id()));
        Optional<Causes.Cause> cause = causes.of(bucket);
        findings.put(
            bucket.id(),
            new Finding(bucket, cause.isPresent() || known == null ? cause : known.cause, own));
      }
      ofRun.add(buckets);
    }
    all.addAll(findings.values());
    all.sort((a, b) -> Integer.compare(b.worst(), a.worst()));
    List<Buckets.Bucket> apart = new ArrayList<>(all.stream().map(Finding::newest).toList());
    Buckets.apart(apart);
    for (int i = 0; i < all.size(); i++) {
      all.set(i, new Finding(apart.get(i), all.get(i).cause, all.get(i).cases));
    }
    all.forEach(finding -> numbers.put(finding.newest().id(), numbers.size()));
  }

  List<Finding> all() {
    return all;
  }

  /** The number of the bucket that a row of a run is in, or -1. */
  int of(RunArchive.Run run, Row row) {
    return ofRun.get(run.number()).of(row).map(bucket -> numbers.get(bucket.id())).orElse(-1);
  }
}
