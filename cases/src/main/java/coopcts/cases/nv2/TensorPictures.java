// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.drawing.Svg;
import coopcts.glsl.TensorGlsl;
import coopcts.oracle.TensorAddresses;
import coopcts.program.TensorLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * The tensor layouts and views that the suite tries, as SVG: memory on the left, an 8x8 matrix on
 * the right, an element in the colour of the memory that it is loaded from.
 */
public final class TensorPictures {

  private static final int SIDE = 8;

  /** Elements of memory at most. */
  private static final int MOST = 4096;

  private static final int CELL = 26;
  private static final int MARGIN = 20;

  /** Where the grids begin, below the calls that make the layout. */
  private static final int LINE = 14;

  private static final int LETTER = 7;

  private static final LongFunction<String> NUMBER =
      value -> value == 0xFFFFFFFFL ? "~0u" : Integer.toString((int) value);

  private TensorPictures() {}

  /**
   * {@return the names of all patterns of layouts that can be drawn, which are parts of case names
   * too; patterns that reach too far in memory are left out}
   */
  public static List<String> names() {
    return TensorPatterns.all().stream()
        .filter(pattern -> new TensorAddresses(pattern.at(SIDE, SIDE), SIDE).reach(SIDE) <= MOST)
        .map(TensorPattern::name)
        .toList();
  }

  /**
   * {@return the picture of a tensor layout and view as a whole SVG file}
   *
   * @param name of the pattern, one of {@link #names}
   * @throws IllegalArgumentException if no pattern has the name
   */
  public static String of(String name) {
    TensorPattern pattern =
        TensorPatterns.all().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no tensor layout " + name));
    return new Drawing(pattern).draw();
  }

  /** One picture on its way. */
  private static final class Drawing {
    private final String name;
    private final TensorLayout layout;
    private final TensorAddresses map;
    private final List<String> calls;
    private final int top;
    private final int pitch;
    private final int reach;
    private Svg svg;

    Drawing(TensorPattern pattern) {
      this.name = pattern.name();
      this.layout = pattern.at(SIDE, SIDE);
      this.map = new TensorAddresses(layout, SIDE);
      this.calls = TensorGlsl.declare(layout, "t", NUMBER).lines().map(String::strip).toList();
      this.top = 2 * MARGIN + calls.size() * LINE;
      this.pitch = (int) map.pitch();
      this.reach = (int) map.reach(SIDE);
    }

    String draw() {
      int lines = Math.ceilDiv(reach, pitch);
      int right = 3 * MARGIN + Math.max(pitch, 4) * CELL;
      int text = calls.stream().mapToInt(String::length).max().orElse(0) * LETTER;
      int width = Math.max(right + SIDE * CELL, MARGIN + text) + MARGIN;
      int height = top + Math.max(lines, SIDE) * CELL + MARGIN;
      svg = new Svg(width, height, name);
      for (int i = 0; i < calls.size(); i++) {
        svg.code(MARGIN, MARGIN + i * LINE, 11, calls.get(i));
      }
      caption(MARGIN, layout.hasBlocks() ? "memory, by blocks" : "memory");
      caption(right, "matrix");
      Map<Integer, String> labels = matrix(right);
      for (int at = 0; at < reach; at++) {
        int x = MARGIN + at % pitch * CELL;
        int y = top + at / pitch * CELL;
        cell(x, y, labels.containsKey(at) ? colour(at) : "#f4f4f4", Integer.toString(at), false);
      }
      return svg.toString();
    }

    private void caption(int x, String text) {
      svg.text(x, top - 6, 11, text);
    }

    /** Draws the matrix and returns what of memory it is loaded from. */
    private Map<Integer, String> matrix(int left) {
      Map<Integer, String> used = new TreeMap<>();
      for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) {
          int x = left + column * CELL;
          int y = top + row * CELL;
          switch (map.place(row, column)) {
            case TensorAddresses.Clipped _ -> cell(x, y, "#fff", "", false);
            case TensorAddresses.Constant _ -> cell(x, y, "#ccc", "const", false);
            case TensorAddresses.At at -> {
              String text = Long.toString(at.linear());
              if (layout.hasBlocks()) {
                text += "." + within(at);
              }
              used.put((int) at.linear(), text);
              cell(x, y, colour((int) at.linear()), text, at.clamped());
            }
          }
        }
      }
      return used;
    }

    private static String within(TensorAddresses.At at) {
      List<String> parts = new ArrayList<>();
      for (long inside : at.inBlock()) {
        parts.add(Long.toString(inside));
      }
      return String.join(",", parts);
    }

    private String colour(int at) {
      int line = at / pitch;
      double hue = 360.0 * (at % pitch) / Math.max(1, pitch);
      return Svg.hsl(hue, 65, 62 + line * 7 % 28);
    }

    private void cell(int x, int y, String fill, String text, boolean clamped) {
      svg.rectangle(x, y, CELL, CELL, fill, clamped ? "#d00" : "#999");
      svg.centred(x + CELL / 2, y + 16, text.length() > 5 ? 6 : 9, "#000", text);
    }
  }
}
