// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.oracle.Judgement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a failing job is explained with: pictures and a table beside it, and words. */
public final class Explanation {

  /** Pictures of one run at most. */
  private static final int PICTURES = 4;

  private Explanation() {}

  /**
   * {@return the pattern of the wrong elements in words; empty where there is none}
   *
   * @param judgement of a run
   * @param before the buffers' bytes before the run, in the order of the evidence; may be fewer
   */
  public static List<String> words(Judgement judgement, List<byte[]> before) {
    Pattern pattern = Patterns.of(judgement.evidence(), before);
    return pattern.words().isEmpty() ? List.of() : List.of("looks like: " + pattern.words());
  }

  /**
   * Writes pictures and a table of a judgement with mismatches; of one without it writes nothing.
   *
   * @param folder for the files, made where it is missing
   * @param stem first part of the files' names
   * @param title for readers
   * @param judgement of a run
   * @param before the buffers' bytes before the run; may be fewer
   * @throws IOException if a file cannot be written
   */
  public static void write(
      Path folder, String stem, String title, Judgement judgement, List<byte[]> before)
      throws IOException {
    String words = Patterns.of(judgement.evidence(), before).words();
    write(folder, stem, title, words, judgement, before);
  }

  /**
   * Writes pictures and a table where the pattern is known already.
   *
   * @param folder for the files, made where it is missing
   * @param stem first part of the files' names
   * @param title for readers
   * @param words for the pattern of the wrong elements, or empty
   * @param judgement of a run
   * @param before the buffers' bytes before the run; may be fewer
   * @throws IOException if a file cannot be written
   */
  public static void write(
      Path folder,
      String stem,
      String title,
      String words,
      Judgement judgement,
      List<byte[]> before)
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
      Files.writeString(folder.resolve(plain(name) + ".svg"), HeatMap.of(look, title, words));
    }
    Files.writeString(folder.resolve(plain(stem) + ".elements.csv"), ElementTable.csv(looks));
  }

  private static String plain(String name) {
    return name.replaceAll("[^A-Za-z0-9_.+-]", "_");
  }
}
