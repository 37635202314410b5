// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Where in a grid the wrong elements are, in words. */
final class Region {

  /** Rows or columns as {@link #named} has them, and as earlier journals do. */
  private static final String LINES =
      "(?:(?:the last|even|odd|all|one|every \\d+\\.) )?(?:\\d+ of \\d+ )?(?:row|column)s?"
          + "(?: in \\d+)?,?(?: [\\d, to]*\\d)?(?:,? from (?:row |column )?\\d+ on)?";

  private static final java.util.regex.Pattern WORDS =
      java.util.regex.Pattern.compile(
          "every element|(?:all but )?the diagonal|(?:within )?"
              + LINES
              + "(?:, "
              + LINES
              + ")?(?: alone)?");

  /** How much of a region must be wrong before it is called by its name. */
  private static final double COVERED = 0.75;

  private final int rows;
  private final int columns;
  private final int judged;
  private final boolean[] wrong;
  private final int count;

  private Region(int rows, int columns, int judged, boolean[] wrong) {
    this.rows = rows;
    this.columns = columns;
    this.judged = judged;
    this.wrong = wrong;
    int all = 0;
    for (boolean one : wrong) {
      all += one ? 1 : 0;
    }
    this.count = all;
  }

  /** The region's words with the size of the grid, such as {@code rows 9 to 15 of 16x16}. */
  static String sized(MismatchGrid look) {
    String words = of(look);
    return "%s of %dx%d"
        .formatted(words.isEmpty() ? "scattered" : words, look.rows(), look.columns());
  }

  /** Whether a text is a region's words and nothing else. */
  static boolean isWords(String text) {
    return WORDS.matcher(text).matches();
  }

  /** The region's words, or empty where the wrong elements are scattered. */
  static String of(MismatchGrid look) {
    return of(List.of(look));
  }

  /** The region of what is wrong in any of some grids of one shape. */
  static String of(List<MismatchGrid> looks) {
    MismatchGrid first = looks.getFirst();
    boolean[] wrong = new boolean[first.size()];
    for (MismatchGrid look : looks) {
      for (int i = 0; i < wrong.length; i++) {
        wrong[i] |= look.at(i).isWrong();
      }
    }
    int judged = first.size() - first.count(ElementState.NONE);
    return new Region(first.rows(), first.columns(), judged, wrong).words();
  }

  private String words() {
    if (count >= judged * 0.95) {
      return "every element";
    }
    if (count == 1) {
      int i = IntStream.range(0, wrong.length).filter(at -> wrong[at]).findFirst().orElse(0);
      return "row %d, column %d alone".formatted(i / columns, i % columns);
    }
    List<Integer> high = lines(rows, columns, true);
    List<Integer> wide = lines(columns, rows, false);
    if (high.size() < rows && covers(high.size() * columns)) {
      return named("row", high, rows);
    }
    if (wide.size() < columns && covers(wide.size() * rows)) {
      return named("column", wide, columns);
    }
    if (high.size() < rows && wide.size() < columns && covers(high.size() * wide.size())) {
      return named("row", high, rows) + ", " + named("column", wide, columns);
    }
    if (only(i -> i / columns == i % columns)) {
      return "the diagonal";
    }
    if (only(i -> i / columns != i % columns) && covers(wrong.length - Math.min(rows, columns))) {
      return "all but the diagonal";
    }
    if (high.size() < rows && high.size() > 1 && isBlock(high)) {
      return "within " + named("row", high, rows);
    }
    if (wide.size() < columns && wide.size() > 1 && isBlock(wide)) {
      return "within " + named("column", wide, columns);
    }
    return "";
  }

  private boolean covers(int elements) {
    return count >= elements * COVERED;
  }

  private boolean only(IntPredicate place) {
    return IntStream.range(0, wrong.length).filter(i -> wrong[i]).allMatch(place);
  }

  /** The rows or columns that have wrong elements. */
  private List<Integer> lines(int count, int length, boolean areRows) {
    List<Integer> lines = new ArrayList<>();
    for (int line = 0; line < count; line++) {
      for (int at = 0; at < length; at++) {
        if (wrong[areRows ? line * columns + at : at * columns + line]) {
          lines.add(line);
          break;
        }
      }
    }
    return lines;
  }

  private static boolean isBlock(List<Integer> lines) {
    return lines.getLast() - lines.getFirst() == lines.size() - 1;
  }

  /** Lines by their numbers: one, a range, every k-th, or a list. */
  static String named(String what, List<Integer> lines, int count) {
    if (lines.size() == 1) {
      return lines.getFirst() == count - 1 ? "the last " + what : what + " " + lines.getFirst();
    }
    if (isBlock(lines)) {
      return lines.getFirst() == 0 && lines.getLast() == count - 1
          ? "all " + what + "s"
          : "%ss %d to %d".formatted(what, lines.getFirst(), lines.getLast());
    }
    int step = lines.get(1) - lines.get(0);
    boolean isEven = true;
    for (int i = 1; i < lines.size(); i++) {
      isEven &= lines.get(i) - lines.get(i - 1) == step;
    }
    if (isEven && lines.size() > 2) {
      return step == 2
          ? (lines.getFirst() % 2 == 0 ? "even " : "odd ") + what + "s"
          : "one %s in %d, from %s %d on".formatted(what, step, what, lines.getFirst());
    }
    return lines.size() <= 8
        ? what + "s " + String.join(", ", lines.stream().map(Object::toString).toList())
        : "%d of %d %ss".formatted(lines.size(), count, what);
  }
}
