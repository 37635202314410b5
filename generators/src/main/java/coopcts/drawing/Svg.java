// SPDX-License-Identifier: Apache-2.0
package coopcts.drawing;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A drawing in SVG that grows by a shape with each call; {@link #toString} gives the whole file.
 * Texts are escaped; colours and names are written as they are. Nothing outside the file is
 * referred to. Coordinates are pixels from the upper left corner, with y downwards.
 */
public final class Svg {

  private final StringBuilder body = new StringBuilder();
  private final StringBuilder definitions = new StringBuilder();
  private final int width;
  private final int height;
  private final String title;

  /**
   * Begins an empty drawing on a white ground.
   *
   * @param width in pixels
   * @param height in pixels
   * @param title what a screen reader says, in characters that need not be escaped
   */
  public Svg(int width, int height, String title) {
    this.width = width;
    this.height = height;
    this.title = title;
  }

  /** A text in XML. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /**
   * {@return a colour in CSS, {@code hsl(...)}, which all methods here take}
   *
   * @param hue in degrees, which CSS takes modulo 360
   * @param saturation in percent, 0 to 100
   * @param lightness in percent, 0 to 100
   */
  public static String hsl(double hue, int saturation, int lightness) {
    return String.format(Locale.ROOT, "hsl(%.0f,%d%%,%d%%)", hue, saturation, lightness);
  }

  /**
   * Adds a rectangle above what is drawn already.
   *
   * @param x of its left edge, in pixels
   * @param y of its upper edge, in pixels
   * @param w its width in pixels
   * @param h its height in pixels
   * @param fill its colour in CSS, or {@code none}
   * @param stroke colour of its outline in CSS, or {@code none}
   * @return this drawing
   */
  public Svg rectangle(int x, int y, int w, int h, String fill, String stroke) {
    body.append(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"%s\"/>\n"
            .formatted(x, y, w, h, fill, stroke));
    return this;
  }

  /**
   * Adds a rectangle with a text that browsers show where the pointer rests.
   *
   * @param x of its left edge, in pixels
   * @param y of its upper edge, in pixels
   * @param w its width in pixels
   * @param h its height in pixels
   * @param fill its colour in CSS, or {@code none}
   * @param stroke colour of its outline in CSS, or {@code none}
   * @param tip the text, in characters that need not be escaped
   * @return this drawing
   */
  public Svg rectangle(int x, int y, int w, int h, String fill, String stroke, String tip) {
    body.append(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"%s\"><title>%s</title></rect>\n"
            .formatted(x, y, w, h, fill, stroke, escaped(tip)));
    return this;
  }

  /**
   * Replaces colours where a reader's browser prefers a dark theme. Shapes added before or after
   * the call count, if their colour's text is equal.
   *
   * @param colours the dark theme's colour by that of the light one, each written as it is given to
   *     the methods that add shapes
   * @return this drawing
   */
  public Svg dark(Map<String, String> colours) {
    definitions.append("<style>@media (prefers-color-scheme:dark){");
    // Constant maps have another order in each process.
    new TreeMap<>(colours)
        .forEach(
            (light, dark) ->
                definitions.append(
                    "[fill=\"%1$s\"]{fill:%2$s}[stroke=\"%1$s\"]{stroke:%2$s}"
                        .formatted(light, dark)));
    definitions.append("}</style>\n");
    return this;
  }

  /**
   * Adds a black text that begins at a point on its base line.
   *
   * @param x of its start, in pixels
   * @param y of its base line, in pixels
   * @param size of the font in pixels
   * @param text in plain characters
   * @return this drawing
   */
  public Svg text(int x, int y, int size, String text) {
    return text(x, y, size, "start", "#000", text);
  }

  /**
   * Adds a text whose middle lies at a point.
   *
   * @param x of its middle, in pixels
   * @param y of its base line, in pixels
   * @param size of the font in pixels
   * @param colour in CSS
   * @param text in plain characters
   * @return this drawing
   */
  public Svg centred(int x, int y, int size, String colour, String text) {
    return text(x, y, size, "middle", colour, text);
  }

  /**
   * Adds a text that ends at a point.
   *
   * @param x of its end, in pixels
   * @param y of its base line, in pixels
   * @param size of the font in pixels
   * @param colour in CSS
   * @param text in plain characters
   * @return this drawing
   */
  public Svg ending(int x, int y, int size, String colour, String text) {
    return text(x, y, size, "end", colour, text);
  }

  /**
   * Adds a coloured text that begins at a point.
   *
   * @param x of its start, in pixels
   * @param y of its base line, in pixels
   * @param size of the font in pixels
   * @param colour in CSS
   * @param text in plain characters
   * @return this drawing
   */
  public Svg text(int x, int y, int size, String colour, String text) {
    return text(x, y, size, "start", colour, text);
  }

  /**
   * Adds a black text in a monospaced font.
   *
   * @param x of its start, in pixels
   * @param y of its base line, in pixels
   * @param size of the font in pixels
   * @param text in plain characters
   * @return this drawing
   */
  public Svg code(int x, int y, int size, String text) {
    body.append(
        "<text x=\"%d\" y=\"%d\" font-size=\"%d\" font-family=\"monospace\">%s</text>\n"
            .formatted(x, y, size, escaped(text)));
    return this;
  }

  private Svg text(int x, int y, int size, String anchor, String colour, String text) {
    body.append(
        "<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n"
            .formatted(x, y, size, anchor, colour, escaped(text)));
    return this;
  }

  /**
   * Adds a line.
   *
   * @param x1 of its start, in pixels
   * @param y1 of its start, in pixels
   * @param x2 of its end, in pixels
   * @param y2 of its end, in pixels
   * @param stroke its colour in CSS
   * @param thickness in pixels
   * @return this drawing
   */
  public Svg line(int x1, int y1, int x2, int y2, String stroke, int thickness) {
    body.append(
        "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"%d\"/>\n"
            .formatted(x1, y1, x2, y2, stroke, thickness));
    return this;
  }

  /**
   * Adds a line with a head at its end. All heads have the colour of the first arrow.
   *
   * @param x1 of its start, in pixels
   * @param y1 of its start, in pixels
   * @param x2 of its end, in pixels
   * @param y2 of its end, in pixels
   * @param stroke its colour in CSS
   * @return this drawing
   */
  public Svg arrow(int x1, int y1, int x2, int y2, String stroke) {
    if (definitions.indexOf("id=\"head\"") < 0) {
      definitions.append(
          """
          <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">
          <path d="M0 0L8 4L0 8z" fill="%s"/></marker>
          """
              .formatted(stroke));
    }
    body.append(
        "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" marker-end=\"url(#head)\"/>\n"
            .formatted(x1, y1, x2, y2, stroke));
    return this;
  }

  /** The file. */
  @Override
  public String toString() {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="9" role="img">
    <title>%s</title>
    %s<rect width="100%%" height="100%%" fill="#fff"/>
    %s</svg>
    """
        .formatted(
            width,
            height,
            width,
            height,
            escaped(title),
            definitions.isEmpty() ? "" : "<defs>\n" + definitions + "</defs>\n",
            body);
  }
}
