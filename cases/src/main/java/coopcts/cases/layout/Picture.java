package coopcts.cases.layout;

import coopcts.model.MatrixType;
import java.util.Locale;

/** An ownership map as SVG: the grid, each cell coloured by its invocation, with its component. */
public final class Picture {

  /** A matrix's map under the names of the layouts that it is. */
  public static String of(MatrixType type, OwnershipMap map) {
    return of(map, type.label() + ": " + Recognition.text(type, map));
  }

  private static final int CELL = 26;
  private static final int MARGIN = 30;

  private Picture() {}

  private static String of(OwnershipMap map, String title) {
    int width = 2 * MARGIN + map.columns() * CELL;
    int height = 2 * MARGIN + map.rows() * CELL + 20;
    StringBuilder out = new StringBuilder();
    out.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="9">
        <title>%s</title>
        <text x="%d" y="18" font-size="12">%s</text>
        """
            .formatted(width, height, title, MARGIN, title));
    for (int row = 0; row < map.rows(); row++) {
      for (int column = 0; column < map.columns(); column++) {
        cell(out, map, row, column);
      }
    }
    out.append(
        "<text x=\"%d\" y=\"%d\">each cell: invocation, component below</text>\n</svg>\n"
            .formatted(MARGIN, height - 12));
    return out.toString();
  }

  private static void cell(StringBuilder out, OwnershipMap map, int row, int column) {
    int x = MARGIN + column * CELL;
    int y = MARGIN + row * CELL;
    var slots = map.slots(row * map.columns() + column);
    if (slots.isEmpty()) {
      out.append(
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#fff\" stroke=\"#d00\"/>\n"
              .formatted(x, y, CELL, CELL));
      return;
    }
    int invocation = slots.getFirst().invocation();
    double hue = 360.0 * invocation / map.elements().length;
    int lightness = 88 - invocation % 4 * 7;
    out.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"hsl(%.0f,60%%,%d%%)\""
                + " stroke=\"#999\"/>\n",
            x,
            y,
            CELL,
            CELL,
            hue,
            lightness));
    out.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text>\n"
            .formatted(x + CELL / 2, y + 11, invocation));
    out.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#555\">%d%s</text>\n"
            .formatted(
                x + CELL / 2, y + 22, slots.getFirst().component(), slots.size() > 1 ? "+" : ""));
  }
}
