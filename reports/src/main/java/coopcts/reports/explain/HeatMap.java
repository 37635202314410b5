// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.drawing.Svg;
import coopcts.numbers.FloatFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.MismatchEvidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A grid of elements as a picture. The colour of a wrong element says by how much it is off, on one
 * scale for all pictures: units in the last place of floats, the difference of whole numbers. Where
 * there is room each has what was expected and what came; a sign says what else is known of it.
 */
public final class HeatMap {

  private static final int LEFT = 44;
  private static final int TOP = 80;
  private static final int LARGEST_CELL = 26;
  private static final int SIDE = 880;

  /** Cells smaller than this have no letters. */
  private static final int LEGIBLE = 10;

  /** Grids of so many columns and rows have their values in the cells. */
  private static final int COLUMNS_WITH_VALUES = 16;

  private static final int ROWS_WITH_VALUES = 32;
  private static final int WIDE = 60;
  private static final int HIGH = 28;

  /** Characters of a value in a cell. */
  private static final int VALUE = 9;

  /**
   * The least width of a picture, that of a character of a line, and what is before the next text.
   */
  private static final int SHORTEST = 700;

  private static final int CHARACTER = 6;
  private static final int SAMPLE = 34;
  private static final int SIGN = 24;

  /** Arrows drawn at most. */
  private static final int ARROWS = 24;

  private static final String RIGHT = "#eef5ee";
  private static final String NAN = "#e7c8f5";
  private static final String INK = "#000";
  private static final String QUIET = "#555";
  private static final String LINE = "#c8c8c8";

  /** What an element is off by at most, and its colour; the last has no bound. */
  private record Amount(double most, String colour, String ink) {}

  private static final List<Amount> SCALE =
      List.of(
          new Amount(1, "#fff0b3", "#111"),
          new Amount(16, "#ffd166", "#111"),
          new Amount(256, "#f79d4c", "#111"),
          new Amount(65_536, "#dd5b3a", "#fefefe"),
          new Amount(Double.POSITIVE_INFINITY, "#9c1f2b", "#fefefe"));

  /** Colours where the reader's theme is dark. */
  private static final Map<String, String> DARK =
      Map.ofEntries(
          Map.entry("#fff", "#191e25"),
          Map.entry(INK, "#e4e8ed"),
          Map.entry(QUIET, "#a2adb9"),
          Map.entry(LINE, "#3a444f"),
          Map.entry("#888", "#a2adb9"),
          Map.entry(RIGHT, "#1d2b23"),
          Map.entry("#0b3d73", "#8ab8f0"));

  /** Signs of which the legend tells, and what they say. */
  private static final List<Map.Entry<ElementState, String>> SIGNS =
      List.of(
          Map.entry(ElementState.ZERO, "zero"),
          Map.entry(ElementState.NAN, "NaN"),
          Map.entry(ElementState.UNTOUCHED, "as before the run"));

  private final MismatchGrid look;
  private final Svg svg;
  private final int wide;
  private final int high;
  private final int height;
  private final boolean hasValues;

  private HeatMap(
      MismatchGrid look, String title, boolean hasValues, int wide, int high, int textWidth) {
    this.look = look;
    this.hasValues = hasValues;
    this.wide = wide;
    this.high = high;
    this.height = TOP + look.rows() * high + 62;
    this.svg =
        new Svg(Math.max(LEFT + look.columns() * wide + 20, textWidth), height, title).dark(DARK);
  }

  /**
   * The picture.
   *
   * @param title of what it is
   * @param words the pattern in words, or empty
   */
  static String of(MismatchGrid look, String title, String words) {
    boolean hasValues = look.columns() <= COLUMNS_WITH_VALUES && look.rows() <= ROWS_WITH_VALUES;
    int cell =
        Math.clamp(SIDE / Math.max(1, Math.max(look.columns(), look.rows())), 2, LARGEST_CELL);
    int textWidth =
        Stream.of(
                SHORTEST,
                24 + CHARACTER * words.length(),
                width(scale(look), SAMPLE),
                width(signs(look, hasValues), SIGN))
            .max(Integer::compare)
            .orElseThrow();
    HeatMap map =
        hasValues
            ? new HeatMap(look, title, true, WIDE, HIGH, textWidth)
            : new HeatMap(look, title, false, cell, cell, textWidth);
    map.draw(title, words);
    return map.svg.toString();
  }

  private void draw(String title, String words) {
    MismatchEvidence.Grid grid = look.grid();
    svg.text(LEFT - 32, 16, 13, title);
    int judged = look.size() - look.count(ElementState.NONE);
    svg.text(
        LEFT - 32,
        32,
        11,
        "%s: %d of %d elements are wrong, %s"
            .formatted(grid.title(), look.wrong(), judged, Region.sized(look)));
    svg.text(LEFT - 32, 47, 11, words);
    svg.rectangle(LEFT, TOP, look.columns() * wide, look.rows() * high, RIGHT, LINE);
    lines();
    for (int i = 0; i < look.size(); i++) {
      if (look.at(i) != ElementState.RIGHT) {
        element(i);
      }
    }
    numbers();
    arrows();
    scale();
    signs();
  }

  private void lines() {
    for (int row = 1; high >= 6 && row < look.rows(); row++) {
      svg.line(LEFT, TOP + row * high, LEFT + look.columns() * wide, TOP + row * high, LINE, 1);
    }
    for (int column = 1; high >= 6 && column < look.columns(); column++) {
      svg.line(LEFT + column * wide, TOP, LEFT + column * wide, TOP + look.rows() * high, LINE, 1);
    }
  }

  private void element(int i) {
    ElementState state = look.at(i);
    int x = LEFT + i % look.columns() * wide;
    int y = TOP + i / look.columns() * high;
    String stroke = high < 6 ? "none" : LINE;
    if (state == ElementState.NONE) {
      svg.rectangle(x, y, wide, high, "#fff", stroke);
      return;
    }
    Amount amount = amount(i);
    String fill = state == ElementState.NAN ? NAN : amount.colour;
    String ink = state == ElementState.NAN ? "#111" : amount.ink;
    svg.rectangle(x, y, wide, high, fill, stroke, tip(i));
    if (hasValues) {
      svg.centred(x + wide / 2, y + 11, 8, ink, expected(i));
      svg.centred(x + wide / 2, y + 22, 9, ink, shortened(got(i)));
      if (state == ElementState.UNTOUCHED || look.isFrom(i)) {
        svg.text(x + 1, y + 9, 7, ink, state.sign());
      }
    } else if (high >= LEGIBLE) {
      int size = Math.min(10, high - 3);
      svg.centred(x + wide / 2, y + high / 2 + size / 2 - 1, size, ink, sign(i, state));
    }
  }

  private Amount amount(int i) {
    double units = look.units(i);
    return SCALE.stream().filter(amount -> units <= amount.most).findFirst().orElseThrow();
  }

  /** The letter of a state; a moved value's is said only where an arrow could be drawn. */
  private String sign(int i, ElementState state) {
    return state == ElementState.MOVED && !look.isFrom(i)
            || state == ElementState.NEAR
            || state == ElementState.FAR
        ? ""
        : state.sign();
  }

  private String got(int i) {
    return look.grid().format().show(look.grid().actual()[i]);
  }

  private String expected(int i) {
    MismatchEvidence.Grid grid = look.grid();
    return switch (grid.accepted()[i]) {
      case Acceptance.OneOf(long[] patterns) ->
          shortened(grid.format().show(patterns[0])) + (patterns.length > 1 ? " …" : "");
      case Acceptance.Within(double low, double high) ->
          String.format(Locale.ROOT, "%.3g..%.3g", low, high);
      case Acceptance.NotANumber _ -> "NaN";
      case Acceptance.Anything _ -> "";
    };
  }

  private static String shortened(String number) {
    return number.length() <= VALUE || number.equals("NaN")
        ? number
        : String.format(Locale.ROOT, "%.4g", Double.parseDouble(number));
  }

  private String tip(int i) {
    MismatchEvidence.Grid grid = look.grid();
    String source =
        look.isFrom(i)
            ? ", the value of row %d, column %d"
                .formatted(look.source(i) / look.columns(), look.source(i) % look.columns())
            : "";
    return "row %d, column %d: expected %s, got %s%s%s"
        .formatted(
            i / look.columns(),
            i % look.columns(),
            grid.accepted()[i].show(grid.format()),
            got(i),
            look.at(i) == ElementState.NAN ? "" : off(look.units(i)),
            source);
  }

  private String off(double units) {
    return Double.isInfinite(units)
        ? ""
        : units < 1e15
            ? String.format(Locale.ROOT, ", off by %,d%s", (long) units, unit(look))
            : String.format(Locale.ROOT, ", off by %.3g%s", units, unit(look));
  }

  private static String unit(MismatchGrid look) {
    return look.grid().format() instanceof FloatFormat ? " ULP" : "";
  }

  /** Numbers of rows and columns, as many as there is room for. */
  private void numbers() {
    int step = high >= 14 ? 1 : high >= 7 ? 4 : 32;
    for (int row = 0; row < look.rows(); row += step) {
      svg.ending(LEFT - 4, TOP + row * high + high / 2 + 3, 9, QUIET, Integer.toString(row));
    }
    for (int column = 0; column < look.columns(); column += step) {
      svg.centred(LEFT + column * wide + wide / 2, TOP - 5, 9, QUIET, Integer.toString(column));
    }
    svg.ending(LEFT - 4, TOP - 16, 9, QUIET, "row");
    svg.text(LEFT, TOP - 16, 9, look.grid().isMatrix() ? "column" : "element");
  }

  /** From where a value belongs to where it stands. */
  private void arrows() {
    List<Integer> moved = moved(look);
    if (high < LEGIBLE || moved.size() > ARROWS) {
      return;
    }
    for (int i : moved) {
      int from = look.source(i);
      svg.arrow(middleX(from), middleY(from), middleX(i), middleY(i), "#0b3d73");
    }
  }

  /** Elements that hold another's value, as far as that is no coincidence. */
  private static List<Integer> moved(MismatchGrid look) {
    List<Integer> moved = new ArrayList<>();
    for (int i = 0; i < look.size(); i++) {
      if (look.isFrom(i)) {
        moved.add(i);
      }
    }
    return moved;
  }

  private int middleX(int i) {
    return LEFT + i % look.columns() * wide + wide / 2;
  }

  private int middleY(int i) {
    return TOP + i / look.columns() * high + high / 2;
  }

  /** What stands beside each colour: all colours, the same in every picture. */
  private static List<String> scale(MismatchGrid look) {
    List<String> texts = new ArrayList<>(List.of("right"));
    for (Amount amount : SCALE) {
      texts.add(
          Double.isInfinite(amount.most)
              ? "more"
              : String.format(Locale.ROOT, "off by up to %,d%s", (long) amount.most, unit(look)));
    }
    texts.add("NaN");
    return texts;
  }

  private void scale() {
    List<String> colours = new ArrayList<>(List.of(RIGHT));
    SCALE.forEach(amount -> colours.add(amount.colour));
    colours.add(NAN);
    int x = LEFT - 32;
    int y = height - 44;
    List<String> texts = scale(look);
    for (int i = 0; i < texts.size(); i++) {
      svg.rectangle(x, y, 16, 14, colours.get(i), "#888");
      svg.text(x + 20, y + 11, 11, texts.get(i));
      x += SAMPLE + CHARACTER * texts.get(i).length();
    }
  }

  /** What the signs in the cells mean, of those that are there. */
  private static List<String> signs(MismatchGrid look, boolean hasValues) {
    List<String> texts = new ArrayList<>();
    if (hasValues) {
      texts.add("in a cell:  expected, below it what came");
    }
    for (Map.Entry<ElementState, String> sign : SIGNS) {
      int count = look.count(sign.getKey());
      if (count > 0) {
        texts.add("%s  %s (%d)".formatted(sign.getKey().sign(), sign.getValue(), count));
      }
    }
    int moved = moved(look).size();
    if (moved > 0) {
      texts.add(
          "%s  value of one other element alone (%d), by chance 1 in %d"
              .formatted(ElementState.MOVED.sign(), moved, Math.round(1 / look.chance())));
    }
    return texts;
  }

  private void signs() {
    int x = LEFT - 32;
    for (String text : signs(look, hasValues)) {
      svg.text(x, height - 12, 11, text);
      x += SIGN + CHARACTER * text.length();
    }
  }

  /** Of texts that stand in one line. */
  private static int width(List<String> texts, int between) {
    return LEFT - 32 + texts.stream().mapToInt(text -> between + CHARACTER * text.length()).sum();
  }
}
