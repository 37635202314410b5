// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.oracle.Judgement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Explains the mismatches of a job's run: a line of words, and pictures and a table in a folder.
 */
public final class Explanation {

  /** Pictures of one run at most. */
  private static final int PICTURES = 4;

  private Explanation() {}

  /**
   * {@return the pattern of the wrong elements in one line that begins with {@code looks like:};
   * empty if no pattern is found or nothing is wrong}
   *
   * @param judgement of a run
   * @param before the buffers' bytes before the run, in order of binding; buffers at the end may be
   *     missing
   */
  public static List<String> words(Judgement judgement, List<byte[]> before) {
    Pattern pattern = Patterns.of(judgement.evidence(), before);
    return pattern.words().isEmpty() ? List.of() : List.of("looks like: " + pattern.words());
  }

  /**
   * Writes a heat map for each of the first four grids with wrong elements, {@code
   * STEM.BUFFER.svg}, each with its own pattern in words, and a table of all their elements, {@code
   * STEM.elements.csv}. It writes nothing if there are no wrong elements.
   *
   * @param folder for the files, which exists
   * @param stem first part of the files' names; characters that are no letters, digits or {@code
   *     _.+-} become underscores
   * @param title for readers, in the pictures
   * @param judgement of a run
   * @param before the buffers' bytes before the run, in order of binding; buffers at the end may be
   *     missing
   * @throws IOException if a file cannot be written
   */
  public static void write(
      Path folder, String stem, String title, Judgement judgement, List<byte[]> before)
      throws IOException {
    List<MismatchGrid> looks = MismatchGrid.all(judgement.evidence(), before);
    if (judgement.clean() || looks.isEmpty()) {
      return;
    }
    List<String> names = new ArrayList<>();
    for (MismatchGrid look : looks.subList(0, Math.min(PICTURES, looks.size()))) {
      String name =
          stem
              + "."
              + look.grid().name()
              + (look.grid().isMatrix() ? "." + look.grid().instance() : "");
      name += names.contains(name) ? "." + names.size() : "";
      names.add(name);
      String words = Patterns.words(look, judgement.evidence(), before);
      Files.writeString(folder.resolve(plain(name) + ".svg"), HeatMap.of(look, title, words));
    }
    Files.writeString(folder.resolve(plain(stem) + ".elements.csv"), ElementTable.csv(looks));
  }

  private static String plain(String name) {
    return name.replaceAll("[^A-Za-z0-9_.+-]", "_");
  }
}
