// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.model.DeviceReport;
import coopcts.plan.Verdict;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is known of a driver: which cases fail ({@code *-fails.txt}), which come out one way or the
 * other ({@code *-flakes.txt}), which are not run ({@code *-skips.txt}), and which must not be
 * unsupported ({@code *-supported.txt}). A file that says {@code # device: TEXT} or {@code #
 * driver: TEXT} is of a device or driver in whose name the text is found.
 */
public final class Baseline {

  /** Expects every case to be good. */
  public static final Baseline NONE = new Baseline(List.of());

  /** What the files of a baseline are for, by the end of their names. */
  enum Kind {
    FAILS,
    FLAKES,
    SKIPS,
    SUPPORTED;

    private String suffix() {
      return "-" + name().toLowerCase(Locale.ROOT) + ".txt";
    }

    /** The kind of a file. */
    static Optional<Kind> of(Path file) {
      return Stream.of(values())
          .filter(kind -> file.getFileName().toString().endsWith(kind.suffix()))
          .findFirst();
    }
  }

  /**
   * A line of a file.
   *
   * @param verdict of the cases, in the file of those that fail, else null
   * @param text the whole line
   */
  record Line(Path file, int number, Kind kind, Glob glob, Verdict verdict, String text) {

    /** What is left of a text without its comment. */
    static String content(String text) {
      return text.replaceAll("#.*", "").strip();
    }

    /**
     * @throws UsageException if the line is not understood
     */
    static Line of(Path file, int number, Kind kind, String text, Aliases aliases) {
      String content = content(text);
      if (kind != Kind.FAILS) {
        return new Line(file, number, kind, glob(content, aliases), null, text);
      }
      int comma = content.lastIndexOf(',');
      try {
        return new Line(
            file,
            number,
            kind,
            glob(content.substring(0, comma).strip(), aliases),
            Verdict.valueOf(content.substring(comma + 1).strip()),
            text);
      } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
        throw new UsageException(
            "%s, line %d: '%s' is not of the form case,VERDICT".formatted(file, number, content));
      }
    }

    private static Glob glob(String text, Aliases aliases) {
      return new Glob(aliases.current(text));
    }

    @Override
    public String toString() {
      return "%s, line %d: %s".formatted(file.getFileName(), number, content(text));
    }
  }

  private final List<Line> lines;
  private final Map<String, Line> fails = new HashMap<>();
  private final List<Line> failGlobs = new ArrayList<>();
  private final List<Glob> flakes;
  private final List<Glob> skips;
  private final List<Glob> supported;
  private final Map<String, Set<String>> identities = new TreeMap<>();
  private boolean flakesPass;

  private Baseline(List<Line> lines) {
    this.lines = lines;
    for (Line line : of(Kind.FAILS)) {
      if (line.glob.isName()) {
        fails.put(line.glob.toString(), line);
      } else {
        failGlobs.add(line);
      }
    }
    this.flakes = of(Kind.FLAKES).stream().map(Line::glob).toList();
    this.skips = of(Kind.SKIPS).stream().map(Line::glob).toList();
    this.supported = of(Kind.SUPPORTED).stream().map(Line::glob).toList();
  }

  private List<Line> of(Kind kind) {
    return lines.stream().filter(line -> line.kind == kind).toList();
  }

  /**
   * Reads all files of a folder.
   *
   * @throws UsageException if there is no such folder, a line is not understood, or a text file has
   *     a name that says nothing
   */
  public static Baseline read(Path folder) {
    return read(folder, Aliases.known());
  }

  /** The same; lines may have the names that cases had before. */
  static Baseline read(Path folder, Aliases aliases) {
    if (!Files.isDirectory(folder)) {
      throw new UsageException("--baseline " + folder + " is no folder");
    }
    List<Line> lines = new ArrayList<>();
    Map<String, Set<String>> identities = new TreeMap<>();
    for (Path file : files(folder)) {
      Kind kind =
          Kind.of(file)
              .orElseThrow(
                  () ->
                      new UsageException(
                          file
                              + " is none of *-fails.txt, *-flakes.txt, *-skips.txt,"
                              + " *-supported.txt"));
      List<String> texts = texts(file);
      for (int i = 0; i < texts.size(); i++) {
        String text = texts.get(i);
        if (!Line.content(text).isEmpty()) {
          lines.add(Line.of(file, i + 1, kind, text, aliases));
        } else {
          identity(text, identities);
        }
      }
    }
    Baseline baseline = new Baseline(lines);
    baseline.identities.putAll(identities);
    return baseline;
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
      List<String> texts = new ArrayList<>(Files.readAllLines(file));
      if (!texts.isEmpty() && texts.getFirst().startsWith("\uFEFF")) {
        texts.set(0, texts.getFirst().substring(1));
      }
      return texts;
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

  /** Lets a case that comes out one way and, tried again, another pass wherever it is. */
  public Baseline withFlakesPassing() {
    Baseline other = new Baseline(lines);
    other.identities.putAll(identities);
    other.flakesPass = true;
    return other;
  }

  /**
   * Whether it is of this device and driver.
   *
   * @throws UsageException if it says that it is of another
   */
  public void requireOf(DeviceReport.Identity identity) {
    require("device", identity.name());
    require("driver", identity.driver() + " " + identity.driverInfo());
  }

  /** The devices and drivers that it says it is of, such as {@code (driver: 570)}; may be empty. */
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

  /** Whether a name has a text in it, in whatever case. */
  public static boolean contains(String name, String text) {
    return name.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
  }

  public boolean skips(String name) {
    return Glob.any(skips, name);
  }

  /** Whether a case may have this verdict. A line with its whole name goes before a glob. */
  public boolean expects(String name, Verdict verdict) {
    if (verdict == Verdict.SKIP
        || flakesPass && verdict == Verdict.FLAKE
        || Glob.any(flakes, name)) {
      return true;
    }
    Optional<Line> listed = fail(name);
    if (listed.isPresent()) {
      return listed.get().verdict == verdict;
    }
    if (verdict == Verdict.NOT_SUPPORTED) {
      return supported.stream().noneMatch(glob -> glob.reaches(name));
    }
    return verdict.isGood();
  }

  private Optional<Line> fail(String name) {
    Line exact = fails.get(name);
    return exact != null
        ? Optional.of(exact)
        : failGlobs.stream().filter(line -> line.glob.matches(name)).findFirst();
  }

  /** The globs of what must be supported of which no case was among those seen. */
  public List<String> vanished(Set<String> names) {
    return supported.stream()
        .filter(glob -> names.stream().noneMatch(glob::reaches))
        .map(Glob::toString)
        .collect(Collectors.toList());
  }

  /**
   * Lines that say nothing true of a whole run: they match no case, or nothing that they match is
   * bad any more.
   */
  public List<String> stale(List<Result> results) {
    Set<Line> met = new HashSet<>();
    Set<Line> holds = new HashSet<>();
    for (Result result : results) {
      for (Line line : lines) {
        if (line.glob.matches(result.name())
            || line.kind == Kind.SUPPORTED && line.glob.reaches(result.name())) {
          met.add(line);
          if (line.kind != Kind.FAILS || result.verdict() == line.verdict) {
            holds.add(line);
          }
        }
      }
    }
    return lines.stream()
        .filter(line -> line.kind != Kind.SUPPORTED && !holds.contains(line))
        .map(
            line ->
                line + (met.contains(line) ? " does not come out so any more" : " matches no case"))
        .toList();
  }
}
