// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.oracle.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Draws wrong elements as letters in a grid, for terminals and files of text. */
public final class TextGrid {

  /** What is printed of a grid; larger ones have their region in words alone. */
  private static final int MOST_COLUMNS = 96;

  private static final int MOST_ROWS = 48;

  /** Grids of one judgement; matrices are alike in all instances. */
  private static final int GRIDS = 1;

  /** Lines of a grid in brief. */
  private static final int BRIEF = 8;

  private static final Pattern HEADLINE = Pattern.compile("\\S.*: \\d+ wrong, .*");
  private static final Pattern ROW = Pattern.compile(" {2,5}(\\d{1,3})  (\\S.*)");

  static final String LEGEND =
      ". right, ~ off by up to 16 (ULP of floats), x by more, 0 zero, N NaN, - as before the run, >"
          + " another element's value";

  private TextGrid() {}

  /**
   * The first grid of a judgement that has wrong elements, a legend, and the number of further such
   * grids.
   *
   * @param judgement of a run
   * @param before the buffers' bytes before the run, in order of binding; buffers at the end may be
   *     missing
   * @return lines of text, a headline first; a grid of more than 96 columns or 48 rows has its
   *     headline alone. Empty if no element is wrong.
   */
  public static List<String> of(Judgement judgement, List<byte[]> before) {
    List<MismatchGrid> looks =
        judgement.clean() ? List.of() : MismatchGrid.all(judgement.evidence(), before);
    List<String> lines = new ArrayList<>();
    for (MismatchGrid look : looks.subList(0, Math.min(GRIDS, looks.size()))) {
      lines.addAll(of(look));
    }
    if (looks.size() > GRIDS) {
      lines.add("and %d more such grids".formatted(looks.size() - GRIDS));
    }
    return lines;
  }

  /**
   * The first grid of a text that has one, in few lines: a headline, and rows that are alike in one
   * line. What takes more lines is its headline alone.
   */
  static List<String> brief(String text) {
    List<String> lines = text.lines().dropWhile(line -> !HEADLINE.matcher(line).matches()).toList();
    if (lines.isEmpty()) {
      return List.of();
    }
    List<int[]> places = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      Matcher row = ROW.matcher(line);
      if (!row.matches()) {
        break;
      }
      int number = Integer.parseInt(row.group(1));
      if (!rows.isEmpty() && rows.getLast().equals(row.group(2))) {
        places.getLast()[1] = number;
      } else {
        places.add(new int[] {number, number});
        rows.add(row.group(2));
      }
    }
    List<String> brief = new ArrayList<>(List.of(lines.getFirst()));
    for (int i = 0; i < rows.size() && rows.size() <= BRIEF; i++) {
      int[] at = places.get(i);
      String place = at[0] == at[1] ? "" + at[0] : at[0] + " to " + at[1];
      brief.add("%8s  %s".formatted(place, rows.get(i)));
    }
    return brief;
  }

  /** A headline, and a line for each row. */
  static List<String> of(MismatchGrid look) {
    List<String> lines = new ArrayList<>();
    lines.add("%s: %d wrong, %s".formatted(look.grid().title(), look.wrong(), Region.sized(look)));
    if (look.columns() > MOST_COLUMNS || look.rows() > MOST_ROWS) {
      return lines;
    }
    for (int row = 0; row < look.rows(); row++) {
      StringBuilder line = new StringBuilder("  %3d  ".formatted(row));
      for (int column = 0; column < look.columns(); column++) {
        line.append(letter(look, look.grid().index(row, column)));
      }
      lines.add(line.toString().stripTrailing());
    }
    lines.add("  " + LEGEND);
    return lines;
  }

  private static String letter(MismatchGrid look, int i) {
    return switch (look.at(i)) {
      case NONE -> " ";
      case RIGHT -> ".";
      case MOVED -> (look.isFrom(i) ? ElementState.MOVED : look.distance(i)).sign();
      default -> look.at(i).sign();
    };
  }
}
