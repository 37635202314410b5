// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.reports.read.FileTexts;
import coopcts.reports.read.KeptFile;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.reports.read.Rows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The failures and warnings of a run by their probable causes, a bucket each, the largest first.
 * Rows are read and not kept, but for some of the failures, so that a run may be larger than
 * memory. It does not change once it is made.
 */
public final class Buckets {

  private static final int SHOWN_FAMILIES = 6;

  /** Families that a title names. */
  private static final int NAMED_FAMILIES = 3;

  private static final String INDENT = " ".repeat(9);

  /** Failures that are kept as members where nothing else is said. */
  static final int MOST_KEPT = 20_000;

  /** Groups by what was said; what is of still other kinds goes together. */
  static final int MOST_GROUPS = 5_000;

  /** Of the passing cases of families that none failed of one in so many is looked at. */
  private static final int FAR = 8;

  /** How patterns of clamps begin. */
  private static final String CLAMP = "values are clamped to ";

  private static final String OTHER = "there are more kinds of failures than are kept apart";

  private final int failures;
  private final List<Bucket> buckets;
  private final Map<String, Bucket> byKey;

  private Buckets(int failures, List<Bucket> buckets, Map<String, Bucket> byKey) {
    this.failures = failures;
    this.buckets = buckets;
    this.byKey = byKey;
  }

  /**
   * Cases of a bucket.
   *
   * @param count number of its failures
   * @param surprises number of those that the baseline does not expect
   * @param surprise the first of those, or else the first of all
   * @param members by their names, in the run's order; the first of them where there are very many
   * @param inTheWake number of those that do not have the pattern of the others
   */
  public record Cases(int count, int surprises, Row surprise, List<Row> members, int inTheWake) {}

  /**
   * Failures of one probable cause, or warnings of one kind.
   *
   * @param id eight hexadecimal digits that stand for the cause, the same in every run
   * @param verdict of its failures
   * @param kind what they look like, without numbers and names
   * @param rules IDs of the assertions that were not kept, the one with most failures first; may be
   *     empty
   * @param families in which they are, as system and family, the one with most failures first
   * @param what what they look like and where, in words: {@code wrong values where columns >= 16}
   * @param support how many cases say that it is so there and nowhere else; or empty
   * @param cases that are in it
   */
  public record Bucket(
      String id,
      RecordedVerdict verdict,
      String kind,
      List<String> rules,
      List<String> families,
      String what,
      String support,
      Cases cases) {

    /** {@return how many cases there are} */
    public int count() {
      return cases.count;
    }

    /** {@return how many of them the baseline does not expect} */
    public int surprises() {
      return cases.surprises;
    }

    /** {@return the first of those, or else the first of all} */
    public Row surprise() {
      return cases.surprise;
    }

    /**
     * {@return the cases by their names, in the run's order; the first where there are very many}
     */
    public List<Row> members() {
      return cases.members;
    }

    /** {@return how many of them do not have the pattern of the others} */
    public int inTheWake() {
      return cases.inTheWake;
    }

    /**
     * {@return the first assertion in brackets, if there is one, and what the failures look like,
     * in one line}
     */
    public String title() {
      return rules.isEmpty() ? what : "[" + rules.getFirst() + "] " + what;
    }

    /**
     * {@return the families in which the failures are, six of them by name, and how many cases
     * support the rule, in one line}
     */
    public String where() {
      List<String> words = new ArrayList<>();
      words.add("in " + families(SHOWN_FAMILIES));
      if (!support.isEmpty()) {
        words.add(support);
      }
      if (cases.inTheWake > 0) {
        words.add(cases.inTheWake + " without the pattern");
      }
      return String.join("; ", words);
    }

    /** Its one case, or its families. */
    private String place() {
      return cases.count == 1 ? cases.members.getFirst().name() : families(NAMED_FAMILIES);
    }

    /** The families with most failures by name, and how many there are besides. */
    private String families(int most) {
      return String.join(", ", families.stream().limit(most).toList())
          + (families.size() > most ? " and %d more".formatted(families.size() - most) : "");
    }

    /** The same with words that another bucket of this kind has not. */
    private Bucket in(String place) {
      String more = " in " + place;
      return what.endsWith(more)
          ? this
          : new Bucket(id, verdict, kind, rules, families, what + more, support, cases);
    }

    /** Where nothing else is said of a single program, it is the program that fails. */
    private Bucket ofItsProgram() {
      boolean isOne = cases.count == 1 && isFailure() && support.isEmpty();
      return isOne && Traits.of(cases.members.getFirst().name()).isProgram() ? in(place()) : this;
    }

    /** {@return whether the bucket's cases count as failures; those of warnings do not} */
    public boolean isFailure() {
      return verdict != RecordedVerdict.WARN;
    }
  }

  /**
   * {@return the buckets of rows in memory, without anything that was found out after the run}
   *
   * @param rows of one run, in its order; those that passed or did not run are needed too, as they
   *     show where nothing fails
   */
  public static Buckets of(List<Row> rows) {
    return of(Rows.of(rows));
  }

  /**
   * {@return the buckets of rows that need not be in memory, without anything that was found out
   * after the run}
   *
   * @param rows of one run, in its order; gone through twice
   */
  public static Buckets of(Rows rows) {
    return of(rows, Causes.NONE);
  }

  /**
   * The buckets of a run, with all failures in one bucket that one planted fault or one rule
   * explains.
   *
   * @param rows of one run, in its order; gone through twice
   * @param known what was found out about the failures after the run; {@link Causes#NONE} for
   *     nothing
   * @return the buckets; at most 20,000 failures are kept as members
   */
  public static Buckets of(Rows rows, Causes known) {
    return of(rows, known, MOST_KEPT);
  }

  /**
   * The buckets of rows in memory, with all failures in one bucket that one planted fault or one
   * rule explains.
   *
   * @param rows of one run, in its order
   * @param known what was found out about the failures after the run; {@link Causes#NONE} for
   *     nothing
   * @return the buckets; at most 20,000 failures are kept as members
   */
  public static Buckets of(List<Row> rows, Causes known) {
    return of(Rows.of(rows), known);
  }

  /**
   * The buckets of a run, with a bound on the rows that are kept.
   *
   * @param rows of one run, in its order; gone through twice
   * @param causes what was found out about the failures after the run; {@link Causes#NONE} for
   *     nothing
   * @param most number of members that all buckets together keep; each keeps its first one in any
   *     case
   * @return the buckets
   */
  public static Buckets of(Rows rows, Causes causes, int most) {
    Map<String, Group> groups = new LinkedHashMap<>();
    int failures = 0;
    int kept = 0;
    for (Row row : rows.with(Buckets::isBad)) {
      Fingerprint print = Fingerprint.of(row);
      Group group = group(groups, row, print);
      boolean isKept = group.count == 0 || kept < most;
      group.add(row, print, isKept);
      kept += isKept ? 1 : 0;
      failures += row.outcome() == RecordedVerdict.WARN ? 0 : 1;
    }
    Map<String, String> owners = new HashMap<>();
    attach(groups, owners);
    Map<String, Integer> counts = new HashMap<>();
    groups.forEach((key, group) -> counts.put(id(key), group.count));
    Causes known = causes.ofAll(counts);
    join(groups, owners, known);
    separate(groups.values(), rows);
    Map<String, Bucket> byKey = new HashMap<>();
    List<Bucket> buckets = new ArrayList<>();
    groups.forEach((key, group) -> buckets.add(group.bucket(id(key), known.where(id(key)))));
    apart(buckets);
    buckets.replaceAll(Bucket::ofItsProgram);
    int at = 0;
    for (String key : groups.keySet()) {
      byKey.put(key, buckets.get(at++));
    }
    buckets.sort(
        Comparator.comparing(Bucket::isFailure).thenComparingInt(Bucket::count).reversed());
    // Of what was attached to one that was joined with a third.
    owners.forEach(
        (key, owner) ->
            byKey.put(key, byKey.get(groups.containsKey(owner) ? owner : owners.get(owner))));
    return new Buckets(failures, buckets, byKey);
  }

  /**
   * Gives buckets words of their own, whatever their assertions are, also buckets of several runs:
   * those that say the same say their families too, or else their first case, or their identity.
   *
   * @param buckets whose {@link Bucket#what} is changed in place where another has it
   */
  public static void apart(List<Bucket> buckets) {
    List<Bucket> before = List.copyOf(buckets);
    for (Function<Bucket, String> place :
        List.<Function<Bucket, String>>of(
            Bucket::place, one -> one.members().getFirst().name(), Bucket::id)) {
      Map<String, Integer> said = new HashMap<>();
      buckets.forEach(bucket -> said.merge(bucket.what, 1, Integer::sum));
      for (int i = 0; i < before.size(); i++) {
        if (said.get(buckets.get(i).what) > 1) {
          buckets.set(i, before.get(i).in(place.apply(before.get(i))));
        }
      }
    }
  }

  /**
   * {@return whether a row with a verdict belongs to a bucket: any verdict but PASS, COMPILED,
   * NOT_SUPPORTED and SKIP}
   *
   * @param outcome of a row
   */
  public static boolean isBad(RecordedVerdict outcome) {
    return !outcome.isQuiet();
  }

  /** Failures of one kind, added up. */
  private static final class Group {
    private final Fingerprint print;
    private final Row first;
    private final List<Row> members = new ArrayList<>();
    private final Map<String, Integer> rules = new LinkedHashMap<>();
    private final Map<String, Integer> places = new LinkedHashMap<>();
    private final Separation separation = new Separation();
    private int count;
    private int surprises;
    private Row surprise;
    private final Map<String, Integer> kinds = new LinkedHashMap<>();
    private final Map<String, VaryingText> texts = new HashMap<>();

    private Group(Row first, Fingerprint print) {
      this.print = print;
      this.first = first;
    }

    private void add(Row row, Fingerprint of, boolean isKept) {
      count++;
      if (isKept) {
        members.add(row);
      }
      if (!row.expected()) {
        surprises++;
        surprise = surprise == null ? row : surprise;
      }
      if (!of.rule().isEmpty()) {
        rules.merge(of.rule(), 1, Integer::sum);
      }
      places.merge(of.place(), 1, Integer::sum);
      kinds.merge(of.kind(), 1, Integer::sum);
      String said = Fingerprint.said(row);
      texts.computeIfAbsent(of.kind(), _ -> new VaryingText(said)).add(said);
      separation.add(Traits.of(row.name()));
    }

    private void add(Group other) {
      count += other.count;
      members.addAll(other.members);
      surprises += other.surprises;
      surprise = surprise == null ? other.surprise : surprise;
      other.rules.forEach((rule, n) -> rules.merge(rule, n, Integer::sum));
      other.places.forEach((place, n) -> places.merge(place, n, Integer::sum));
      other.kinds.forEach((kind, n) -> kinds.merge(kind, n, Integer::sum));
      other.texts.forEach((kind, text) -> texts.merge(kind, text, VaryingText::with));
      separation.add(other.separation);
    }

    /** What most of the cases look like. */
    private String kind() {
      return byCount(kinds).getFirst();
    }

    private boolean isPattern(String kind) {
      return !kind.equals(Fingerprint.VALUES) && 2 * kinds.get(kind) >= count && !isNoClamp(kind);
    }

    /** Whether each case has bounds of its own, which are then those of its data. */
    private boolean isNoClamp(String kind) {
      return kind.startsWith(CLAMP) && texts.containsKey(kind) && texts.get(kind).differsByData();
    }

    /**
     * What cases of a kind said; what goes together as still other kinds has no text of its own.
     */
    private String text(String kind) {
      return print.kind().equals(OTHER) ? OTHER : texts.get(kind).toString();
    }

    /** What is wrong and where. A pattern that most of the cases do not have is none of them. */
    private String what(String kind, String where) {
      String what =
          isPattern(kind)
              ? text(kind)
              : print.verdict() == RecordedVerdict.CRASH
                  ? "the process ended in several places"
                  : Fingerprint.VALUES;
      String verdict =
          print.verdict() == RecordedVerdict.FAIL
              ? what
              : print.verdict() + (what.isEmpty() ? "" : ": " + what);
      return where.isEmpty() ? verdict : verdict + " " + where;
    }

    private Bucket bucket(String id, Optional<Causes.Where> known) {
      Causes.Where where =
          known.orElseGet(
              () -> {
                SeparatingRule rule = separation.rule();
                return rule == null
                    ? Causes.Where.NOWHERE
                    : rule.ofAll(count).map(Causes.Where::of).orElse(Causes.Where.NOWHERE);
              });
      return new Bucket(
          id,
          print.verdict(),
          print.kind(),
          byCount(rules),
          byCount(places),
          what(kind(), where.words()),
          where.support(),
          new Cases(
              count,
              surprises,
              surprise == null ? first : surprise,
              List.copyOf(members),
              isPattern(kind()) ? count - kinds.get(kind()) : 0));
    }
  }

  /** Finds for each group what sets it apart from the cases that pass. */
  private static void separate(Collection<Group> groups, Rows rows) {
    Map<String, List<Separation>> byPlace =
        Separation.byPlace(groups.stream().map(group -> group.separation).toList());
    if (byPlace.isEmpty()) {
      return;
    }
    Set<Separation> all = new LinkedHashSet<>();
    byPlace.values().forEach(all::addAll);
    int others = 0;
    for (String name : rows.names(RecordedVerdict::isClean)) {
      List<Separation> concerned = byPlace.get(Traits.place(name));
      if (concerned != null) {
        Traits passing = Traits.of(name);
        concerned.forEach(separation -> separation.passes(passing));
      } else if (others++ % FAR == 0) {
        Traits passing = Traits.of(name);
        all.forEach(separation -> separation.passesElsewhere(passing));
      }
    }
  }

  private static Group group(Map<String, Group> groups, Row row, Fingerprint print) {
    String key = key(row, print);
    Group known = groups.get(key);
    if (known == null && groups.size() >= MOST_GROUPS) {
      return groups.computeIfAbsent(
          other(print),
          _ -> new Group(row, new Fingerprint(print.verdict(), "", OTHER, print.place(), false)));
    }
    return known == null ? groups.computeIfAbsent(key, _ -> new Group(row, print)) : known;
  }

  private static String other(Fingerprint print) {
    return print.verdict() + " " + OTHER;
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

  private static String key(Row row, Fingerprint print) {
    if (print.verdict() == RecordedVerdict.CRASH) {
      return print.verdict() + " " + print.kind();
    }
    String key = row.part(0) + " " + print.verdict() + " " + print.kind();
    if (isChosen(row) && print.isOfElements()) {
      return key + " " + row.name();
    }
    return print.isVague() ? key + " " + print.rule() : key;
  }

  /** Each program that is kept has failed by a cause of its own: alike wrong values say little. */
  private static boolean isChosen(Row row) {
    return row.part(0).equals("found");
  }

  /** Wrong values without a pattern go with the one pattern of their system, if there is one. */
  private static void attach(Map<String, Group> groups, Map<String, String> owners) {
    Map<String, List<String>> clear = new LinkedHashMap<>();
    groups.forEach(
        (key, group) -> {
          if (group.print.isPattern() && !isChosen(group.first)) {
            clear.computeIfAbsent(group.first.part(0), _ -> new ArrayList<>()).add(key);
          }
        });
    for (String key : List.copyOf(groups.keySet())) {
      Group group = groups.get(key);
      List<String> causes = clear.getOrDefault(group.first.part(0), List.of());
      if (group.print.isVague() && causes.size() == 1) {
        groups.get(causes.getFirst()).add(groups.remove(key));
        owners.put(key, causes.getFirst());
      }
    }
  }

  /** What one rule explains or looks like one fault is of one cause; the largest names it. */
  private static void join(Map<String, Group> groups, Map<String, String> owners, Causes known) {
    Map<String, String> firsts = new HashMap<>();
    List<String> keys =
        groups.keySet().stream()
            .sorted(Comparator.comparing(key -> -groups.get(key).count))
            .toList();
    for (String key : keys) {
      Fingerprint print = groups.get(key).print;
      String cause = known.common(id(key));
      // What was said in words of its own is not told as wrong values.
      boolean isOfOne = print.isOfElements() || print.verdict() == RecordedVerdict.CRASH;
      String nature = print.verdict() + " " + (isOfOne ? "" : print.kind());
      String first = cause.isEmpty() ? key : firsts.computeIfAbsent(nature + " " + cause, _ -> key);
      if (!first.equals(key)) {
        groups.get(first).add(groups.remove(key));
        owners.put(key, first);
      }
    }
  }

  private static List<String> byCount(Map<String, Integer> counts) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * {@return the bucket that a row belongs to} It is empty for PASS, COMPILED, NOT_SUPPORTED and
   * SKIP, and for a row of another run whose kind of failure has no bucket here. A warning has a
   * bucket.
   *
   * @param row of the run that the buckets were made of
   */
  public Optional<Bucket> of(Row row) {
    if (!isBad(row.outcome())) {
      return Optional.empty();
    }
    Fingerprint print = Fingerprint.of(row);
    Bucket own = byKey.get(key(row, print));
    return Optional.ofNullable(own == null ? byKey.get(other(print)) : own);
  }

  /** {@return the number of failures in all buckets; warnings do not count} */
  public int failures() {
    return failures;
  }

  /**
   * {@return all buckets: those of failures, the largest first, then those of warnings, the largest
   * first}
   */
  public List<Bucket> buckets() {
    return buckets;
  }

  /**
   * {@return the buckets of failures, the largest first, without those of warnings; empty if
   * nothing failed}
   */
  public List<Bucket> causes() {
    return buckets.stream().filter(Bucket::isFailure).toList();
  }

  /**
   * {@return the numbers of failures and of their causes in words, such as {@code 1,324 failures, 2
   * causes}; empty text if nothing failed}
   */
  public String headline() {
    return failures == 0
        ? ""
        : "%s, %s".formatted(counted(failures, "failure"), counted(causes().size(), "cause"));
  }

  private static String counted(int count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }

  /**
   * The headline and the largest buckets as lines of text for the console: wrong elements of the
   * first case of which files are kept are letters in a grid. Buckets that the baseline expects are
   * left out; failures that it expects are counted in the last line.
   *
   * @param most number of buckets
   * @param found what was found out about the failures after the run; {@link Causes#NONE} for
   *     nothing
   * @param run the run's folder, in which evidence is looked up
   * @return lines without control characters; empty if nothing failed
   */
  public List<String> lines(int most, Causes found, Path run) {
    List<String> lines = new ArrayList<>();
    boolean hasGrid = false;
    List<Bucket> causes = causes().stream().filter(bucket -> bucket.surprises() > 0).toList();
    if (!causes.isEmpty()) {
      lines.add(headline());
    }
    for (Bucket bucket : causes.subList(0, Math.min(most, causes.size()))) {
      lines.add(String.format(Locale.ROOT, "%,7d  %s", bucket.count(), bucket.title()));
      lines.add(INDENT + bucket.where());
      lines.add(INDENT + "such as " + bucket.surprise().name());
      List<String> grid = grid(bucket, run);
      grid.forEach(line -> lines.add(INDENT + line));
      hasGrid |= grid.size() > 1;
      found
          .of(bucket)
          .ifPresent(
              cause -> {
                if (!cause.faults().isEmpty()) {
                  lines.add(INDENT + cause.likeness());
                }
                if (cause.smallest() != null) {
                  lines.add(INDENT + cause.smallest());
                }
                if (!cause.unknown().isEmpty()) {
                  lines.add(INDENT + cause.gaps());
                }
              });
    }
    if (causes.size() > most) {
      lines.add(INDENT + "and %d causes more".formatted(causes.size() - most));
    }
    if (hasGrid) {
      lines.add(TextGrid.LEGEND);
    }
    long gaps =
        causes.stream()
            .flatMap(bucket -> found.of(bucket).stream())
            .filter(cause -> !cause.unknown().isEmpty())
            .count();
    if (gaps > 0) {
      lines.add("not all was found out of " + counted((int) gaps, "cause"));
    }
    int known = failures - causes.stream().mapToInt(Bucket::surprises).sum();
    if (known > 0) {
      lines.add(counted(known, "known failure"));
    }
    return lines.stream().map(FileTexts::plain).toList();
  }

  /** The grid of the first case of which anything is kept. */
  private static List<String> grid(Bucket bucket, Path run) {
    for (Row row : bucket.members()) {
      for (KeptFile file : row.details().isEmpty() ? List.<KeptFile>of() : KeptFile.of(run, row)) {
        if (file.name().equals("mismatches.txt")) {
          try {
            return TextGrid.brief(file.text());
          } catch (IOException e) {
            // Its folder is named elsewhere, and the journal has what was found.
            return List.of();
          }
        }
      }
    }
    return List.of();
  }
}
