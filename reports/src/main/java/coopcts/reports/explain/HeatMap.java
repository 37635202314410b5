// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import coopcts.drawing.Svg;
import coopcts.oracle.Evidence;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A grid of elements as a picture: which are right, by how much others are off, which hold NaN,
 * zero, what stood there before, or what another element should hold. Every state has a sign or a
 * hatching beside its colour.
 */
public final class HeatMap {

  private static final int LEFT = 44;
  private static final int TOP = 80;
  private static final int LARGEST_CELL = 26;
  private static final int SIDE = 880;

  /** Cells smaller than this have no letters. */
  private static final int LEGIBLE = 10;

  /** Arrows drawn at most. */
  private static final int ARROWS = 24;

  private final Look look;
  private final Svg svg;
  private final int cell;
  private final int height;
  private final Map<State, String> fills = new EnumMap<>(State.class);

  private HeatMap(Look look, String title, int cell, int width, int height) {
    this.look = look;
    this.cell = cell;
    this.height = height;
    this.svg = new Svg(width, height, title);
    fills.put(State.NONE, "#ffffff");
    fills.put(State.RIGHT, "#eef5ee");
    fills.put(State.NEAR, "#ffe08a");
    fills.put(State.FAR, "#e0603a");
    fills.put(State.NAN, svg.hatching("nan", "#e7c8f5", "#7a1fa2", 45, 4));
    fills.put(State.ZERO, svg.hatching("zero", "#ffffff", "#555555", 90, 4));
    fills.put(State.UNTOUCHED, svg.hatching("untouched", "#d8d8d8", "#777777", -45, 5));
    fills.put(State.MOVED, "#8fc1ee");
  }

  /**
   * The picture.
   *
   * @param title of what it is
   * @param words the pattern in words, or empty
   */
  public static String of(Look look, String title, String words) {
    int cell =
        Math.clamp(SIDE / Math.max(1, Math.max(look.columns(), look.rows())), 2, LARGEST_CELL);
    int width = Math.max(LEFT + look.columns() * cell + 20, Math.max(640, 24 + 6 * words.length()));
    int height = TOP + look.rows() * cell + 60;
    HeatMap map = new HeatMap(look, title, cell, width, height);
    map.draw(title, words);
    return map.svg.toString();
  }

  private void draw(String title, String words) {
    Evidence.Grid grid = look.grid();
    svg.text(LEFT - 32, 16, 13, title);
    int judged = look.size() - look.count(State.NONE);
    svg.text(
        LEFT - 32,
        32,
        11,
        "%s: %d of %d elements are wrong".formatted(grid.title(), look.wrong(), judged));
    svg.text(LEFT - 32, 47, 11, words);
    for (int row = 0; row < look.rows(); row++) {
      for (int column = 0; column < look.columns(); column++) {
        element(row, column);
      }
    }
    numbers();
    arrows();
    legend();
  }

  private void element(int row, int column) {
    int i = look.grid().index(row, column);
    State state = look.at(i);
    int x = LEFT + column * cell;
    int y = TOP + row * cell;
    String stroke = cell < 6 ? "none" : "#c8c8c8";
    if (!state.isWrong()) {
      svg.rectangle(x, y, cell, cell, fills.get(state), stroke);
      return;
    }
    svg.rectangle(x, y, cell, cell, fills.get(state), stroke, tip(row, column, i));
    if (cell < LEGIBLE) {
      return;
    }
    String text = sign(i, state);
    int size = text.length() > 3 ? 7 : Math.min(10, cell - 3);
    svg.centred(x + cell / 2, y + cell / 2 + size / 2 - 1, size, "#000", text);
  }

  /** The letter of a state; units where they are few, and the place where a moved value belongs. */
  private String sign(int i, State state) {
    if (state == State.NEAR) {
      return Long.toString((long) look.units(i));
    }
    if (state == State.MOVED && cell >= LARGEST_CELL - 6) {
      return look.source(i) / look.columns() + "," + look.source(i) % look.columns();
    }
    return state.sign();
  }

  private String tip(int row, int column, int i) {
    Evidence.Grid grid = look.grid();
    return "row %d, column %d: expected %s, got %s"
        .formatted(
            row,
            column,
            grid.accepted()[i].show(grid.format()),
            grid.format().show(grid.actual()[i]));
  }

  /** Numbers of rows and columns, as many as there is room for. */
  private void numbers() {
    int step = cell >= 14 ? 1 : cell >= 7 ? 4 : 32;
    for (int row = 0; row < look.rows(); row += step) {
      svg.ending(LEFT - 4, TOP + row * cell + cell / 2 + 3, 9, "#555", Integer.toString(row));
    }
    for (int column = 0; column < look.columns(); column += step) {
      svg.centred(LEFT + column * cell + cell / 2, TOP - 5, 9, "#555", Integer.toString(column));
    }
    svg.ending(LEFT - 4, TOP - 16, 9, "#555", "row");
    svg.text(LEFT, TOP - 16, 9, look.grid().isMatrix() ? "column" : "element");
  }

  /** From where a value belongs to where it stands. */
  private void arrows() {
    if (cell < LEGIBLE || look.count(State.MOVED) > ARROWS) {
      return;
    }
    for (int i = 0; i < look.size(); i++) {
      if (look.at(i) == State.MOVED) {
        int from = look.source(i);
        svg.arrow(middleX(from), middleY(from), middleX(i), middleY(i), "#0b3d73");
      }
    }
  }

  private int middleX(int i) {
    return LEFT + i % look.columns() * cell + cell / 2;
  }

  private int middleY(int i) {
    return TOP + i / look.columns() * cell + cell / 2;
  }

  private void legend() {
    int x = LEFT - 32;
    int y = height - 40;
    for (Map.Entry<State, String> entry : labels()) {
      int count = look.count(entry.getKey());
      if (count > 0) {
        String text = entry.getValue() + " (" + count + ")";
        if (x > LEFT && x + 24 + 6 * text.length() > Math.max(620, LEFT + look.columns() * cell)) {
          x = LEFT - 32;
          y += 20;
        }
        svg.rectangle(x, y, 16, 14, fills.get(entry.getKey()), "#888");
        svg.centred(x + 8, y + 11, 9, "#000", entry.getKey().sign());
        svg.text(x + 20, y + 11, 10, text);
        x += 34 + 6 * text.length();
      }
    }
  }

  private static List<Map.Entry<State, String>> labels() {
    return List.of(
        Map.entry(State.RIGHT, "right"),
        Map.entry(State.NEAR, "off by so many ULP"),
        Map.entry(State.FAR, "another number"),
        Map.entry(State.NAN, "NaN"),
        Map.entry(State.ZERO, "zero"),
        Map.entry(State.UNTOUCHED, "as before the run"),
        Map.entry(State.MOVED, "value of the element at row,column"));
  }
}
