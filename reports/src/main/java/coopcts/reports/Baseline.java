// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.model.DeviceReport;
import coopcts.plan.Verdict;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is known of a driver: which cases fail ({@code *-fails.txt}), which come out one way or the
 * other ({@code *-flakes.txt}), which are not run ({@code *-skips.txt}), and which must not be
 * unsupported ({@code *-supported.txt}). A file that says {@code # device: TEXT} or {@code #
 * driver: TEXT} holds only for a device or driver in whose name the text is found. A run takes what
 * the baseline expects for no failure. It does not change once it is read.
 */
public final class Baseline {

  /** Expects every case to be good. */
  public static final Baseline NONE = new Baseline(List.of());

  /** What the files of a baseline are for, by the end of their names. */
  enum BaselineKind {
    FAILS,
    FLAKES,
    SKIPS,
    SUPPORTED;

    private String suffix() {
      return "-" + name().toLowerCase(Locale.ROOT) + ".txt";
    }

    /** The kind of a file. */
    static Optional<BaselineKind> of(Path file) {
      return Stream.of(values())
          .filter(kind -> file.getFileName().toString().endsWith(kind.suffix()))
          .findFirst();
    }
  }

  /** The first line of a file of regular expressions, as deqp-runner's skips and flakes are. */
  private static final Pattern EXPRESSIONS =
      Pattern.compile("#\\s*regular expressions\\b.*", Pattern.CASE_INSENSITIVE);

  /** What no name has, and no glob but for its stars. */
  private static final Pattern NO_GLOB = Pattern.compile("[\\\\\\[\\](){}|^$+?]");

  /** Name and word; what deqp-runner's results have behind them is a time. */
  private static final Pattern FAIL =
      Pattern.compile("([^,]+),\\s*([\\w()]+)\\s*(?:,[0-9.eE+-]+)?");

  /**
   * A line of a file.
   *
   * @param expression what stands in the glob's place where the file is of regular expressions,
   *     else null
   * @param word what the cases come to, in the file of those that fail, else null
   * @param text the whole line
   */
  record BaselineLine(
      Path file,
      int number,
      BaselineKind kind,
      Glob glob,
      Pattern expression,
      ExpectedWord word,
      String text) {

    /** What is left of a text without its comment. */
    static String content(String text) {
      return text.replaceAll("#.*", "").strip();
    }

    /**
     * @param expressions whether the file is of regular expressions
     * @throws UsageException if the line is not understood
     */
    static BaselineLine of(
        Path file,
        int number,
        BaselineKind kind,
        String text,
        boolean expressions,
        Aliases aliases) {
      String content = content(text);
      if (kind == BaselineKind.FAILS) {
        return fail(file, number, text, aliases);
      }
      if (expressions) {
        try {
          return new BaselineLine(
              file, number, kind, new Glob(content), Pattern.compile(content), null, text);
        } catch (PatternSyntaxException e) {
          throw new UsageException(
              "%s, line %d: '%s' is no regular expression: %s"
                  .formatted(file, number, content, e.getDescription()));
        }
      }
      if (NO_GLOB.matcher(content).find()) {
        throw new UsageException(
            "%s, line %d: '%s' is no glob, in which * alone is special; a file of regular"
                    .formatted(file, number, content)
                + " expressions has '# regular expressions' as its first line");
      }
      return new BaselineLine(file, number, kind, glob(content, aliases), null, null, text);
    }

    private static BaselineLine fail(Path file, int number, String text, Aliases aliases) {
      Matcher fail = FAIL.matcher(content(text));
      try {
        if (fail.matches()) {
          return new BaselineLine(
              file,
              number,
              BaselineKind.FAILS,
              glob(fail.group(1).strip(), aliases),
              null,
              ExpectedWord.of(fail.group(2)),
              text);
        }
      } catch (IllegalArgumentException e) {
        // Said below.
      }
      throw new UsageException(
          "%s, line %d: '%s' is not of the form case,VERDICT, with one of %s"
              .formatted(file, number, content(text), ExpectedWord.ALL));
    }

    boolean matches(String name) {
      return expression != null ? expression.matcher(name).find() : glob.matches(name);
    }

    boolean says(Verdict verdict) {
      return word.says(verdict);
    }

    /** Whether it is a glob that looks like the start of an expression followed by any text. */
    boolean mayBeExpression() {
      String content = glob.toString();
      return (kind == BaselineKind.FLAKES || kind == BaselineKind.SKIPS)
          && expression == null
          && content.contains(".*")
          && !content.contains("**")
          && !content.startsWith("*");
    }

    private static Glob glob(String text, Aliases aliases) {
      return new Glob(aliases.current(text));
    }

    @Override
    public String toString() {
      return "%s, line %d: %s".formatted(file.getFileName(), number, content(text));
    }
  }

  private final List<BaselineLine> lines;
  private final Map<String, BaselineLine> fails = new HashMap<>();
  private final List<BaselineLine> failGlobs = new ArrayList<>();
  private final List<BaselineLine> flakes;
  private final List<BaselineLine> skips;
  private final List<Glob> supported;
  private final Map<String, Set<String>> identities = new TreeMap<>();
  private boolean flakesPass;

  private Baseline(List<BaselineLine> lines) {
    this.lines = lines;
    for (BaselineLine line : of(BaselineKind.FAILS)) {
      if (line.glob.isName()) {
        fails.put(line.glob.toString(), line);
      } else {
        failGlobs.add(line);
      }
    }
    this.flakes = of(BaselineKind.FLAKES);
    this.skips = of(BaselineKind.SKIPS);
    this.supported = of(BaselineKind.SUPPORTED).stream().map(BaselineLine::glob).toList();
  }

  private List<BaselineLine> of(BaselineKind kind) {
    return lines.stream().filter(line -> line.kind == kind).toList();
  }

  /**
   * {@return a baseline by which nothing that some cases come to is a surprise}
   *
   * @param names of the cases
   */
  public static Baseline open(Collection<String> names) {
    return new Baseline(
        names.stream()
            .map(
                name ->
                    new BaselineLine(
                        Path.of(""), 0, BaselineKind.FLAKES, new Glob(name), null, null, name))
            .toList());
  }

  /**
   * {@return the baseline of all text files of a folder} Names of earlier versions are understood.
   *
   * @param folder of the baseline; one file, also a CSV file of deqp-runner's results, is a
   *     baseline too
   * @throws UsageException if there is no such folder or file, it cannot be read, a line is not
   *     understood, or a text file's name does not end in {@code -fails.txt}, {@code -flakes.txt},
   *     {@code -skips.txt} or {@code -supported.txt}
   */
  public static Baseline read(Path folder) {
    return read(folder, Aliases.known());
  }

  /** The same; lines may have the names that cases had before. */
  static Baseline read(Path folder, Aliases aliases) {
    boolean lone = Files.isRegularFile(folder);
    if (!lone && !Files.isDirectory(folder)) {
      throw new UsageException("--baseline " + folder + " is no folder and no file");
    }
    List<BaselineLine> lines = new ArrayList<>();
    Map<String, Set<String>> identities = new TreeMap<>();
    for (Path file : lone ? List.of(folder) : files(folder)) {
      BaselineKind kind =
          BaselineKind.of(file)
              .or(() -> isResults(file) ? Optional.of(BaselineKind.FAILS) : Optional.empty())
              .orElseThrow(
                  () ->
                      new UsageException(
                          file
                              + " is none of *-fails.txt, *-flakes.txt, *-skips.txt,"
                              + " *-supported.txt"));
      List<String> texts = texts(file);
      boolean expressions = areExpressions(file, kind, texts);
      for (int i = 0; i < texts.size(); i++) {
        String text = texts.get(i);
        if (!BaselineLine.content(text).isEmpty()) {
          lines.add(BaselineLine.of(file, i + 1, kind, text, expressions, aliases));
        } else {
          identity(text, identities);
        }
      }
    }
    Baseline baseline = new Baseline(lines);
    baseline.identities.putAll(identities);
    return baseline;
  }

  /** Whether a file is one of deqp-runner's, such as the failures.csv of an earlier run. */
  private static boolean isResults(Path file) {
    return file.getFileName().toString().endsWith(".csv");
  }

  /**
   * Whether a file says that it is of regular expressions.
   *
   * @throws UsageException if it says so and cannot be
   */
  private static boolean areExpressions(Path file, BaselineKind kind, List<String> texts) {
    boolean says = !texts.isEmpty() && EXPRESSIONS.matcher(texts.getFirst()).matches();
    if (says && kind != BaselineKind.FLAKES && kind != BaselineKind.SKIPS) {
      throw new UsageException(
          file + " cannot be of regular expressions; *-flakes.txt and *-skips.txt can");
    }
    return says;
  }

  /**
   * Rejects a line of flakes or skips that matches no name as a glob, but would match one as a
   * regular expression, which deqp-runner has in these files. Call it once the names of the run are
   * known.
   *
   * @param names of all cases of the run
   * @throws UsageException if there is such a line; the message names file and line
   */
  public void requireGlobs(Set<String> names) {
    for (BaselineLine line : lines) {
      if (line.mayBeExpression() && names.stream().noneMatch(line::matches)) {
        Pattern read = Pattern.compile(line.glob.toString());
        long others = names.stream().filter(name -> read.matcher(name).find()).count();
        if (others > 0) {
          throw new UsageException(
              "%s, line %d: '%s' matches no case as a glob, and %d as a regular expression; * stops"
                      .formatted(line.file, line.number, BaselineLine.content(line.text), others)
                  + " at a dot and ** does not, and a file of regular expressions has"
                  + " '# regular expressions' as its first line");
        }
      }
    }
  }

  /** The text files of a folder in the order of their names. */
  static List<Path> files(Path folder) {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*.txt")) {
      all.forEach(files::add);
    } catch (IOException e) {
      throw new UsageException("the baseline in " + folder + " cannot be read: " + e.getMessage());
    }
    files.sort(null);
    return files;
  }

  /** All lines of a file, without the mark that some editors put at its start. */
  static List<String> texts(Path file) {
    try {
      return TextFiles.read(file).lines().toList();
    } catch (IOException e) {
      throw new UsageException(file + " cannot be read: " + e.getMessage());
    }
  }

  private static void identity(String text, Map<String, Set<String>> identities) {
    for (String what : List.of("device", "driver")) {
      String start = "# " + what + ":";
      if (text.startsWith(start)) {
        identities
            .computeIfAbsent(what, _ -> new LinkedHashSet<>())
            .add(text.substring(start.length()).strip());
      }
    }
  }

  /**
   * {@return a copy that expects {@link Verdict#FLAKE} of every case} This baseline does not
   * change.
   */
  public Baseline withFlakesPassing() {
    Baseline other = new Baseline(lines);
    other.identities.putAll(identities);
    other.flakesPass = true;
    return other;
  }

  /**
   * Checks that the baseline is of a device and driver. One that names neither is of all.
   *
   * @param identity of the device that is run
   * @throws UsageException if the baseline names devices or drivers, and none of them is this one
   */
  public void requireOf(DeviceReport.Identity identity) {
    require("device", identity.name());
    require("driver", identity.driver() + " " + identity.driverInfo());
  }

  /**
   * {@return the devices and drivers that the baseline names, such as {@code (driver: 570)}; empty
   * text if it names none}
   */
  public String ties() {
    return identities.isEmpty()
        ? ""
        : identities.entrySet().stream()
            .map(tie -> tie.getKey() + ": " + String.join(" or ", tie.getValue()))
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private void require(String what, String actual) {
    Set<String> named = identities.getOrDefault(what, Set.of());
    if (!named.isEmpty() && named.stream().noneMatch(text -> contains(actual, text))) {
      throw new UsageException(
          "the baseline is of %s '%s', this is '%s'"
              .formatted(what, String.join("' or '", named), actual));
    }
  }

  /**
   * {@return whether a name contains a text; upper and lower case count as equal}
   *
   * @param name of a device or driver
   * @param text that is looked for; every name contains the empty text
   */
  public static boolean contains(String name, String text) {
    return name.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
  }

  /**
   * {@return whether a line of a {@code *-skips.txt} matches a case, so that it is not run}
   *
   * @param name of the case
   */
  public boolean skips(String name) {
    return skips.stream().anyMatch(line -> line.matches(name));
  }

  /**
   * {@return whether a verdict of a case is no surprise} A case that no line matches is expected to
   * be good ({@link Verdict#isGood}). A skipped case is never a surprise, nor is any verdict of a
   * case that a line of flakes matches. Among lines of failures, one with the whole name takes
   * precedence over globs.
   *
   * @param name of the case
   * @param verdict that the case has
   */
  public boolean expects(String name, Verdict verdict) {
    if (verdict == Verdict.SKIP
        || flakesPass && verdict == Verdict.FLAKE
        || flakes.stream().anyMatch(line -> line.matches(name))) {
      return true;
    }
    Optional<BaselineLine> listed = fail(name);
    if (listed.isPresent()) {
      return listed.get().says(verdict);
    }
    if (verdict == Verdict.NOT_SUPPORTED) {
      return supported.stream().noneMatch(glob -> glob.reaches(name));
    }
    return verdict.isGood();
  }

  private Optional<BaselineLine> fail(String name) {
    BaselineLine exact = fails.get(name);
    return exact != null
        ? Optional.of(exact)
        : failGlobs.stream().filter(line -> line.glob.matches(name)).findFirst();
  }

  /**
   * {@return the globs of {@code *-supported.txt} that no supported case matches}
   *
   * @param names of the cases that the device supported, or the beginnings of their names up to a
   *     dot
   */
  public List<String> vanished(Set<String> names) {
    return supported.stream()
        .filter(glob -> names.stream().noneMatch(glob::reaches))
        .map(Glob::toString)
        .collect(Collectors.toList());
  }

  /**
   * {@return the lines that no longer hold after a whole run, each with file, number and reason:
   * they match no case, or, in {@code *-fails.txt}, no case with the verdict that they say}
   *
   * @param results of all cases of the run
   */
  public List<String> stale(List<Row> results) {
    Set<BaselineLine> met = new HashSet<>();
    Set<BaselineLine> holds = new HashSet<>();
    for (Row result : results) {
      for (BaselineLine line : lines) {
        if (line.matches(result.name())
            || line.kind == BaselineKind.SUPPORTED && line.glob.reaches(result.name())) {
          met.add(line);
          if (line.kind != BaselineKind.FAILS || line.says(result.verdict())) {
            holds.add(line);
          }
        }
      }
    }
    return lines.stream()
        .filter(line -> line.kind != BaselineKind.SUPPORTED && !holds.contains(line))
        .map(
            line ->
                line + (met.contains(line) ? " does not come out so any more" : " matches no case"))
        .toList();
  }
}
