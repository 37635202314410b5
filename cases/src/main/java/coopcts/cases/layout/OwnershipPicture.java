// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.layout;

import coopcts.drawing.Svg;
import coopcts.model.MatrixType;

/** An ownership map as SVG: the grid, each cell coloured by its invocation, with its component. */
public final class OwnershipPicture {

  private static final int CELL = 26;
  private static final int MARGIN = 30;

  private OwnershipPicture() {}

  /**
   * Draws a matrix's ownership map. The title names the matrix type and the known layouts that
   * agree with the map ({@link Recognition#text}).
   *
   * @param type of the matrix
   * @param map which element each component is
   * @return a whole SVG file
   */
  public static String of(MatrixType type, OwnershipMap map) {
    return of(map, type.label() + ": " + Recognition.text(type, map));
  }

  private static String of(OwnershipMap map, String title) {
    int height = 2 * MARGIN + map.rows() * CELL + 20;
    Svg svg = new Svg(2 * MARGIN + map.columns() * CELL, height, title);
    svg.text(MARGIN, 18, 12, title);
    for (int row = 0; row < map.rows(); row++) {
      for (int column = 0; column < map.columns(); column++) {
        cell(svg, map, row, column);
      }
    }
    svg.text(MARGIN, height - 12, 9, "each cell: invocation, component below");
    return svg.toString();
  }

  private static void cell(Svg svg, OwnershipMap map, int row, int column) {
    int x = MARGIN + column * CELL;
    int y = MARGIN + row * CELL;
    var slots = map.slots(row * map.columns() + column);
    if (slots.isEmpty()) {
      svg.rectangle(x, y, CELL, CELL, "#fff", "#d00");
      return;
    }
    int invocation = slots.getFirst().invocation();
    double hue = 360.0 * invocation / map.elements().length;
    svg.rectangle(x, y, CELL, CELL, Svg.hsl(hue, 60, 88 - invocation % 4 * 7), "#999");
    svg.centred(x + CELL / 2, y + 11, 9, "#000", Integer.toString(invocation));
    svg.centred(
        x + CELL / 2,
        y + 22,
        9,
        "#555",
        slots.getFirst().component() + (slots.size() > 1 ? "+" : ""));
  }
}
