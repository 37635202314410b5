package coopcts.reports;

import coopcts.plan.Verdict;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is known of a driver: which cases fail ({@code *-fails.txt}), which come out one way or the
 * other ({@code *-flakes.txt}), which are not run ({@code *-skips.txt}), and which must not be
 * unsupported ({@code *-supported.txt}).
 */
public final class Baseline {

  /** Expects every case to be good. */
  public static final Baseline NONE = new Baseline(Map.of(), List.of(), List.of(), List.of());

  private final Map<String, Verdict> fails;
  private final List<Glob> flakes;
  private final List<Glob> skips;
  private final List<Glob> supported;

  private Baseline(
      Map<String, Verdict> fails, List<Glob> flakes, List<Glob> skips, List<Glob> supported) {
    this.fails = fails;
    this.flakes = flakes;
    this.skips = skips;
    this.supported = supported;
  }

  /**
   * Reads all files of a folder.
   *
   * @throws UsageException if there is no such folder, or a line is not understood
   */
  public static Baseline read(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new UsageException("--baseline " + folder + " is no folder");
    }
    Map<String, Verdict> fails = new HashMap<>();
    List<Glob> flakes = new ArrayList<>();
    List<Glob> skips = new ArrayList<>();
    List<Glob> supported = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.txt")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        for (String line : lines(file)) {
          if (name.endsWith("-fails.txt")) {
            fail(file, line, fails);
          } else if (name.endsWith("-flakes.txt")) {
            flakes.add(new Glob(line));
          } else if (name.endsWith("-skips.txt")) {
            skips.add(new Glob(line));
          } else if (name.endsWith("-supported.txt")) {
            supported.add(new Glob(line));
          }
        }
      }
    } catch (IOException e) {
      throw new UsageException("the baseline in " + folder + " cannot be read: " + e.getMessage());
    }
    return new Baseline(fails, flakes, skips, supported);
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(line -> line.replaceAll("#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private static void fail(Path file, String line, Map<String, Verdict> fails) {
    int comma = line.lastIndexOf(',');
    try {
      fails.put(
          line.substring(0, comma).strip(), Verdict.valueOf(line.substring(comma + 1).strip()));
    } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
      throw new UsageException("%s: '%s' is not of the form case,VERDICT".formatted(file, line));
    }
  }

  public boolean skips(String name) {
    return matches(skips, name);
  }

  /** Whether a case may have this verdict. */
  public boolean expects(String name, Verdict verdict) {
    if (verdict == Verdict.SKIP || matches(flakes, name)) {
      return true;
    }
    Verdict listed = fails.get(name);
    if (listed != null) {
      return listed == verdict;
    }
    if (verdict == Verdict.NOT_SUPPORTED) {
      return supported.stream().noneMatch(glob -> glob.reaches(name));
    }
    return verdict.isGood();
  }

  /** The globs of what must be supported of which no case was among those seen. */
  public List<String> vanished(Set<String> names) {
    return supported.stream()
        .filter(glob -> names.stream().noneMatch(glob::reaches))
        .map(Glob::toString)
        .collect(Collectors.toList());
  }

  private static boolean matches(List<Glob> globs, String name) {
    return globs.stream().anyMatch(glob -> glob.matches(name));
  }
}
