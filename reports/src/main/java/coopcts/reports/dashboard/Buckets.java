package coopcts.reports.dashboard;

import coopcts.reports.read.Fingerprint;
import coopcts.reports.read.Outcome;
import coopcts.reports.read.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is not good in any run, grouped by its fingerprint; what hits most cases comes first. */
final class Buckets {

  private final List<Bucket> all = new ArrayList<>();
  private final Map<Row, Integer> places = new IdentityHashMap<>();

  /**
   * One cause, as far as its traces tell.
   *
   * @param cases numbers of the cases by the numbers of the runs, both rising
   * @param example a row of the newest run that has it
   */
  record Bucket(Fingerprint fingerprint, Map<Integer, List<Integer>> cases, Row[] example) {

    int worst() {
      return cases.values().stream().mapToInt(List::size).max().orElse(0);
    }
  }

  Buckets(Archive archive) {
    Map<Fingerprint, Bucket> buckets = new LinkedHashMap<>();
    Map<List<Object>, Fingerprint> known = new HashMap<>();
    Map<Row, Bucket> owners = new IdentityHashMap<>();
    for (Archive.Run run : archive.runs()) {
      for (int i = 0; i < run.rows().length; i++) {
        Row row = run.rows()[i];
        if (row != null && isShown(row.outcome())) {
          Fingerprint print =
              known.computeIfAbsent(
                  List.of(row.outcome(), row.message(), row.failedSubcases()),
                  key -> Fingerprint.of(row));
          Bucket bucket =
              buckets.computeIfAbsent(print, key -> new Bucket(key, new TreeMap<>(), new Row[1]));
          bucket.cases.computeIfAbsent(run.number(), key -> new ArrayList<>()).add(i);
          bucket.example[0] = row;
          owners.put(row, bucket);
        }
      }
    }
    all.addAll(buckets.values());
    all.sort((a, b) -> Integer.compare(b.worst(), a.worst()));
    Map<Bucket, Integer> numbers = new IdentityHashMap<>();
    for (int i = 0; i < all.size(); i++) {
      numbers.put(all.get(i), i);
    }
    owners.forEach((row, bucket) -> places.put(row, numbers.get(bucket)));
  }

  private static boolean isShown(Outcome outcome) {
    return outcome != Outcome.PASS && outcome.group() != Outcome.Group.ABSENT;
  }

  List<Bucket> all() {
    return all;
  }

  /** The number of the bucket that a row is in, or -1. */
  int of(Row row) {
    return places.getOrDefault(row, -1);
  }
}
