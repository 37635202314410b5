package coopcts.reports.explain;

import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The failures of a run by their probable causes, the largest first.
 *
 * @param failures how many there are in all
 */
public record Buckets(int failures, List<Bucket> buckets) {

  private static final int SHOWN_FAMILIES = 6;
  private static final String INDENT = " ".repeat(9);

  /** Kinds that name no pattern: another failure of the same system may be their cause. */
  private static final Set<String> VAGUE = Set.of(Fingerprint.VALUES, "bytes beside the elements");

  /**
   * Failures of one probable cause.
   *
   * @param id eight digits that stand for it, the same in every run
   * @param kind what they look like
   * @param rules the assertions that were not kept, the one with most failures first
   * @param families by system and family
   * @param axes what of their names all of them share and no good case has, in words; or empty
   * @param members by their names, in the run's order
   * @param inTheWake how many of them show wrong values without a pattern
   */
  public record Bucket(
      String id,
      RecordedVerdict verdict,
      String kind,
      List<String> rules,
      List<String> families,
      String axes,
      List<Row> members,
      int inTheWake) {

    public int count() {
      return members.size();
    }

    /** What they look like, without the assertion. */
    public String what() {
      String what = kind.equals(Fingerprint.VALUES) ? "wrong values" : kind;
      return verdict == RecordedVerdict.FAIL ? what : verdict + (what.isEmpty() ? "" : ": " + what);
    }

    /** One line for a reader. */
    public String title() {
      return rules.isEmpty() ? what() : "[" + rules.getFirst() + "] " + what();
    }

    /** Where they are and what sets them apart, in one line. */
    public String where() {
      List<String> words = new ArrayList<>();
      words.add(
          "in "
              + String.join(", ", families.stream().limit(SHOWN_FAMILIES).toList())
              + (families.size() > SHOWN_FAMILIES
                  ? " and %d more".formatted(families.size() - SHOWN_FAMILIES)
                  : ""));
      if (!axes.isEmpty()) {
        words.add(axes);
      }
      if (inTheWake > 0) {
        words.add(inTheWake + " without the pattern");
      }
      return String.join("; ", words);
    }

    /** Whether they are counted among the failures; a warning is a bucket, and no failure. */
    public boolean isFailure() {
      return verdict != RecordedVerdict.WARN;
    }
  }

  /** The buckets of all that neither passed nor was absent. */
  public static Buckets of(List<Row> rows) {
    return of(rows, Causes.NONE);
  }

  /**
   * The same, where those that one fault explains are one.
   *
   * @param known what was found out about them when the run was over
   */
  public static Buckets of(List<Row> rows, Causes known) {
    Map<String, List<Row>> groups = new LinkedHashMap<>();
    Map<Row, Fingerprint> prints = new IdentityHashMap<>();
    int failures = 0;
    for (Row row : rows) {
      if (row.outcome() != RecordedVerdict.PASS
          && row.outcome().group() != RecordedVerdict.Group.ABSENT) {
        Fingerprint print = Fingerprint.of(row);
        prints.put(row, print);
        groups.computeIfAbsent(key(row, print), _ -> new ArrayList<>()).add(row);
        failures += row.outcome() == RecordedVerdict.WARN ? 0 : 1;
      }
    }
    attach(groups, prints);
    join(groups, known);
    Axes axes =
        new Axes(
            rows.stream()
                .filter(row -> row.outcome() == RecordedVerdict.PASS)
                .map(Row::name)
                .toList());
    List<Bucket> buckets = new ArrayList<>();
    groups.forEach((key, group) -> buckets.add(bucket(id(key), group, prints, axes)));
    buckets.sort(
        Comparator.comparing(Bucket::isFailure).thenComparingInt(Bucket::count).reversed());
    return new Buckets(failures, buckets);
  }

  private static String id(String key) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 4);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isVague(Fingerprint print) {
    return VAGUE.contains(print.kind()) && print.verdict() == RecordedVerdict.FAIL;
  }

  private static String key(Row row, Fingerprint print) {
    if (print.verdict() == RecordedVerdict.CRASH) {
      return print.verdict() + " " + print.kind();
    }
    String key = row.part(0) + " " + print.verdict() + " " + print.kind();
    return isVague(print) ? key + " " + print.rule() : key;
  }

  /** Wrong values without a pattern go with the one pattern of their system, if there is one. */
  private static void attach(Map<String, List<Row>> groups, Map<Row, Fingerprint> prints) {
    Map<String, List<String>> clear = new LinkedHashMap<>();
    groups.forEach(
        (key, group) -> {
          Fingerprint print = prints.get(group.getFirst());
          if (print.isPattern()) {
            clear.computeIfAbsent(group.getFirst().part(0), _ -> new ArrayList<>()).add(key);
          }
        });
    for (String key : List.copyOf(groups.keySet())) {
      List<Row> group = groups.get(key);
      List<String> causes = clear.getOrDefault(group.getFirst().part(0), List.of());
      if (isVague(prints.get(group.getFirst())) && causes.size() == 1) {
        groups.get(causes.getFirst()).addAll(group);
        groups.remove(key);
      }
    }
  }

  /** What looks like the same fault is of one cause; the largest gives it its name. */
  private static void join(Map<String, List<Row>> groups, Causes known) {
    Map<String, String> firsts = new HashMap<>();
    List<String> keys =
        groups.keySet().stream()
            .sorted(Comparator.comparing(key -> -groups.get(key).size()))
            .toList();
    for (String key : keys) {
      String fault = known.fault(id(key));
      String first = fault.isEmpty() ? key : firsts.computeIfAbsent(fault, _ -> key);
      if (!first.equals(key)) {
        groups.get(first).addAll(groups.remove(key));
      }
    }
  }

  private static Bucket bucket(
      String id, List<Row> group, Map<Row, Fingerprint> prints, Axes axes) {
    Fingerprint first = prints.get(group.getFirst());
    return new Bucket(
        id,
        first.verdict(),
        first.kind(),
        byCount(group.stream().map(row -> prints.get(row).rule()).filter(r -> !r.isEmpty())),
        byCount(group.stream().map(row -> prints.get(row).place())),
        axes.words(group.stream().map(Row::name).toList()),
        List.copyOf(group),
        isVague(first) ? 0 : (int) group.stream().filter(row -> isVague(prints.get(row))).count());
  }

  private static List<String> byCount(Stream<String> all) {
    Map<String, Long> counts =
        all.collect(Collectors.groupingBy(one -> one, LinkedHashMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The bucket of each row that is in one, by what the row is and not what it says. */
  public Map<Row, Bucket> byRow() {
    Map<Row, Bucket> all = new IdentityHashMap<>();
    buckets.forEach(bucket -> bucket.members().forEach(row -> all.put(row, bucket)));
    return all;
  }

  /** The buckets of failures, without those of warnings. */
  public List<Bucket> causes() {
    return buckets.stream().filter(Bucket::isFailure).toList();
  }

  /** {@code 1,324 failures, 2 causes}; empty where there are none. */
  public String headline() {
    return failures == 0
        ? ""
        : "%s, %s".formatted(counted(failures, "failure"), counted(causes().size(), "cause"));
  }

  private static String counted(int count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }

  /**
   * A line for the headline, then up to so many buckets with a few lines each.
   *
   * @param known what was found out about them when the run was over
   */
  public List<String> lines(int most, Causes known) {
    List<String> lines = new ArrayList<>();
    if (failures > 0) {
      lines.add(headline());
    }
    List<Bucket> causes = causes();
    for (Bucket bucket : causes.subList(0, Math.min(most, causes.size()))) {
      lines.add(String.format(Locale.ROOT, "%,7d  %s", bucket.count(), bucket.title()));
      lines.add(INDENT + bucket.where());
      lines.add(INDENT + "such as " + bucket.members().getFirst().name());
      known
          .of(bucket)
          .ifPresent(
              cause -> {
                if (!cause.faults().isEmpty()) {
                  lines.add(INDENT + cause.likeness());
                }
                if (cause.smallest() != null) {
                  lines.add(
                      INDENT
                          + "smallest shader, %d lines in main: %s"
                              .formatted(cause.smallest().lines(), cause.smallest().job()));
                }
              });
    }
    if (causes.size() > most) {
      lines.add(INDENT + "and %d causes more".formatted(causes.size() - most));
    }
    return lines;
  }
}
