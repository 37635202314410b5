package coopcts.reports.explain;

import coopcts.plan.Verdict;
import coopcts.reports.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The failures of a run by their probable causes, the largest first.
 *
 * @param failures how many there are in all
 */
public record Buckets(int failures, List<Bucket> buckets) {

  /** Kinds that name no pattern: another failure of the same system may be their cause. */
  private static final Set<String> VAGUE = Set.of("values", "bytes beside the elements");

  /**
   * Failures of one probable cause.
   *
   * @param kind what they look like
   * @param rules the assertions that were not kept, the one with most failures first
   * @param families by system and family
   * @param axes what of their names all of them share and no good case has, in words; or empty
   * @param members by their names, in the run's order
   * @param inTheWake how many of them show wrong values without a pattern
   */
  public record Bucket(
      Verdict verdict,
      String kind,
      List<String> rules,
      List<String> families,
      String axes,
      List<String> members,
      int inTheWake) {

    public int count() {
      return members.size();
    }

    /** One line for a reader. */
    public String title() {
      String what = kind.equals("values") ? "wrong values" : kind;
      String rule = rules.isEmpty() ? "" : "[" + rules.getFirst() + "] ";
      return verdict == Verdict.FAIL ? rule + what : verdict + ": " + rule + what;
    }
  }

  /** The buckets of all results that are not good. */
  public static Buckets of(List<Result> results) {
    List<Result> bad = results.stream().filter(result -> !result.verdict().isGood()).toList();
    Map<String, List<Result>> groups = new LinkedHashMap<>();
    Map<Result, Fingerprint> prints = new IdentityHashMap<>();
    for (Result result : bad) {
      Fingerprint print = Fingerprint.of(result);
      prints.put(result, print);
      groups.computeIfAbsent(key(result, print), _ -> new ArrayList<>()).add(result);
    }
    attach(groups, prints);
    List<Result> good =
        results.stream().filter(result -> result.verdict() == Verdict.PASS).toList();
    List<Bucket> buckets =
        groups.values().stream()
            .map(group -> bucket(group, prints, good))
            .sorted(Comparator.comparingInt(Bucket::count).reversed())
            .toList();
    return new Buckets(bad.size(), buckets);
  }

  private static boolean isVague(Fingerprint print) {
    return VAGUE.contains(print.kind()) && print.verdict() == Verdict.FAIL;
  }

  private static String key(Result result, Fingerprint print) {
    if (print.verdict() == Verdict.CRASH) {
      return print.verdict() + print.kind();
    }
    String system = result.part(0);
    return isVague(print)
        ? system + print.verdict() + print.rule() + print.kind()
        : system + print.verdict() + print.kind();
  }

  /** Wrong values without a pattern go with the one pattern of their system, if there is one. */
  private static void attach(Map<String, List<Result>> groups, Map<Result, Fingerprint> prints) {
    Map<String, List<String>> clear = new LinkedHashMap<>();
    groups.forEach(
        (key, group) -> {
          Fingerprint print = prints.get(group.getFirst());
          if (print.isPattern()) {
            clear.computeIfAbsent(group.getFirst().part(0), _ -> new ArrayList<>()).add(key);
          }
        });
    for (String key : List.copyOf(groups.keySet())) {
      List<Result> group = groups.get(key);
      List<String> causes = clear.getOrDefault(group.getFirst().part(0), List.of());
      if (isVague(prints.get(group.getFirst())) && causes.size() == 1) {
        groups.get(causes.getFirst()).addAll(group);
        groups.remove(key);
      }
    }
  }

  private static Bucket bucket(
      List<Result> group, Map<Result, Fingerprint> prints, List<Result> good) {
    Fingerprint first = prints.get(group.getFirst());
    return new Bucket(
        first.verdict(),
        first.kind(),
        byCount(group.stream().map(result -> prints.get(result).rule()).filter(r -> !r.isEmpty())),
        byCount(group.stream().map(result -> prints.get(result).place())),
        Axes.words(names(group), names(good)),
        names(group),
        isVague(first)
            ? 0
            : (int) group.stream().filter(result -> isVague(prints.get(result))).count());
  }

  private static List<String> names(List<Result> results) {
    return results.stream().map(Result::name).toList();
  }

  private static List<String> byCount(Stream<String> all) {
    Map<String, Long> counts =
        all.collect(Collectors.groupingBy(one -> one, LinkedHashMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** {@code 1,324 failures, 2 causes}; empty where there are none. */
  public String headline() {
    return failures == 0
        ? ""
        : "%s, %s".formatted(counted(failures, "failure"), counted(buckets.size(), "cause"));
  }

  private static String counted(int count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }

  /** A line for the headline, then up to so many buckets with a line or two each. */
  public List<String> lines(int most) {
    List<String> lines = new ArrayList<>();
    if (failures > 0) {
      lines.add(headline());
    }
    for (Bucket bucket : buckets.subList(0, Math.min(most, buckets.size()))) {
      lines.add(String.format(Locale.ROOT, "%,7d  %s", bucket.count(), bucket.title()));
      List<String> more = new ArrayList<>();
      more.add("in " + String.join(", ", bucket.families().stream().limit(6).toList()));
      Optional.of(bucket.axes()).filter(axes -> !axes.isEmpty()).ifPresent(more::add);
      if (bucket.inTheWake() > 0) {
        more.add(bucket.inTheWake() + " without the pattern");
      }
      lines.add("         " + String.join("; ", more));
      lines.add("         such as " + bucket.members().getFirst());
    }
    if (buckets.size() > most) {
      lines.add("         and %d causes more".formatted(buckets.size() - most));
    }
    return lines;
  }

  /** The bucket that a case is in. */
  public Optional<Bucket> of(String name) {
    return buckets.stream().filter(bucket -> bucket.members().contains(name)).findFirst();
  }

  /** The families that have failures. */
  public Set<String> families() {
    return buckets.stream()
        .flatMap(bucket -> bucket.families().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
