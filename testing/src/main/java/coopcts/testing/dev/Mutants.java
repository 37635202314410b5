// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Plants small mistakes into the code, a line each and one after the other, and asks whether {@code
 * ./dev test} of the changed file notices them. A seed draws them, so that nobody chooses which.
 */
final class Mutants {

  /** Where they are planted, in turn. */
  static final List<String> PACKAGES =
      List.of(
          "generators/src/main/java/coopcts/numbers",
          "cases/src/main/java/coopcts/oracle",
          "generators/src/main/java/coopcts/glsl",
          "suite/src/main/java/coopcts/run",
          "reports/src/main/java/coopcts/reports");

  /** What stands in a line, and what in its place is a mistake. */
  private static final Map<String, String> CHANGES =
      Map.ofEntries(
          Map.entry(" < ", " <= "),
          Map.entry(" <= ", " < "),
          Map.entry(" > ", " >= "),
          Map.entry(" >= ", " > "),
          Map.entry(" == ", " != "),
          Map.entry(" != ", " == "),
          Map.entry(" && ", " || "),
          Map.entry(" || ", " && "),
          Map.entry(" + ", " - "),
          Map.entry(" - ", " + "),
          Map.entry(" * ", " / "),
          Map.entry(" / ", " * "),
          Map.entry(" << ", " >> "),
          Map.entry(" >> ", " << "),
          Map.entry(" & ", " | "),
          Map.entry(" | ", " & "),
          Map.entry("return true", "return false"),
          Map.entry("return false", "return true"),
          Map.entry("(!", "("),
          Map.entry("Math.min(", "Math.max("),
          Map.entry("Math.max(", "Math.min("),
          Map.entry(".anyMatch(", ".allMatch("),
          Map.entry(".allMatch(", ".anyMatch("));

  /**
   * A mistake.
   *
   * @param line from 0
   * @param at the column, from 0, where {@code before} stands
   */
  record Mutant(Path file, int line, int at, String before, String after) {

    String applied(String text) {
      List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
      String old = lines.get(line);
      lines.set(line, old.substring(0, at) + after + old.substring(at + before.length()));
      return String.join("\n", lines);
    }

    String shown(Path root) {
      return "%s:%d: '%s' for '%s'"
          .formatted(root.relativize(file), line + 1, after.strip(), before.strip());
    }
  }

  /** In which Linux counts the time of processes, a second. */
  private static final double TICKS = 100;

  private final Workspace workspace;
  private final SplittableRandom random;
  private final List<List<Mutant>> all = new ArrayList<>();

  Mutants(Workspace workspace, long seed) throws IOException {
    this.workspace = workspace;
    this.random = new SplittableRandom(seed);
    for (String place : PACKAGES) {
      List<Mutant> own = new ArrayList<>();
      for (Path file : Tree.files(workspace.root().resolve(place))) {
        if (file.toString().endsWith(".java")) {
          own.addAll(of(file, Files.readString(file)));
        }
      }
      all.add(own);
    }
  }

  /** All that can be planted into a source; texts and comments are left as they are. */
  static List<Mutant> of(Path file, String text) {
    List<Mutant> found = new ArrayList<>();
    String[] lines = text.split("\n", -1);
    for (int line = 0; line < lines.length; line++) {
      String code = lines[line];
      if (code.contains("\"") || code.strip().matches("(\\*|/\\*|//|@|import |package ).*")) {
        continue;
      }
      for (Map.Entry<String, String> change : CHANGES.entrySet()) {
        for (int at = code.indexOf(change.getKey());
            at >= 0;
            at = code.indexOf(change.getKey(), at + 1)) {
          found.add(new Mutant(file, line, at, change.getKey(), change.getValue()));
        }
      }
    }
    found.sort((one, other) -> one.line != other.line ? one.line - other.line : one.at - other.at);
    return found;
  }

  /**
   * Plants mistakes and runs what belongs to each.
   *
   * @param count how many
   * @param only the one that is planted, from 1; 0 for all
   * @return whether nine of ten are noticed
   */
  boolean run(int count, int only) throws Exception {
    if (!workspace.build()) {
      return false;
    }
    List<String> table = new ArrayList<>();
    int planted = 0;
    int red = 0;
    for (int i = 0; i < count; i++) {
      List<Mutant> from = all.get(i % all.size());
      // A number for each: one of them can be planted alone.
      SplittableRandom own = random.split();
      if (only != 0 && only != i + 1) {
        continue;
      }
      planted++;
      Verdict verdict = Verdict.UNCOMPILED;
      while (verdict == Verdict.UNCOMPILED) {
        Mutant mutant = from.get(own.nextInt(from.size()));
        System.out.printf("dev: mutant %d, %s%n", i + 1, mutant.shown(workspace.root()));
        long start = System.nanoTime();
        double before = processor();
        verdict = verdict(mutant);
        if (verdict != Verdict.UNCOMPILED) {
          table.add(
              "%-5s %3d s, of processors %3.0f s  %2d %s"
                  .formatted(
                      verdict,
                      (System.nanoTime() - start) / 1_000_000_000,
                      processor() - before,
                      i + 1,
                      mutant.shown(workspace.root())));
        }
      }
      red += verdict == Verdict.RED ? 1 : 0;
    }
    // The classes are those of the sources again.
    boolean isBuilt = workspace.build();
    table.forEach(System.out::println);
    System.out.printf("%d of %d mutants are red%n", red, planted);
    return isBuilt && red * 10 >= planted * 9;
  }

  /**
   * Seconds of processors that this process and those that it waited for have had so far, which a
   * machine with much else to do does not change; 0 where the system does not say.
   */
  private static double processor() throws IOException {
    Path stat = Path.of("/proc/self/stat");
    if (!Files.exists(stat)) {
      return 0;
    }
    String text = Files.readString(stat);
    // Behind the name: user, system, and both of its children.
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
    return Stream.of(fields).skip(11).limit(4).mapToLong(Long::parseLong).sum() / TICKS;
  }

  private enum Verdict {
    RED,
    GREEN,
    UNCOMPILED;

    @Override
    public String toString() {
      return this == RED ? "RED" : "green";
    }
  }

  private Verdict verdict(Mutant mutant) throws Exception {
    byte[] before = Files.readAllBytes(mutant.file());
    // Who ends this process finds the sources as they were.
    Thread restoring = new Thread(() -> restore(mutant.file(), before));
    Runtime.getRuntime().addShutdownHook(restoring);
    try {
      Files.writeString(mutant.file(), mutant.applied(Files.readString(mutant.file())));
      if (!workspace.build()) {
        return Verdict.UNCOMPILED;
      }
      TestSelection selection = new TestSelection(workspace.root());
      selection.addFiles(List.of(mutant.file()));
      boolean passed = new TestRun(workspace, List.of()).run(selection.chosen());
      return passed ? Verdict.GREEN : Verdict.RED;
    } finally {
      restore(mutant.file(), before);
      Runtime.getRuntime().removeShutdownHook(restoring);
    }
  }

  private static void restore(Path file, byte[] text) {
    try {
      Files.write(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " holds a planted mistake", e);
    }
  }
}
