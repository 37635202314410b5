// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
import coopcts.oracle.MismatchEvidence;
import coopcts.oracle.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Pictures and grids of letters say no more than the elements do. */
public final class HeatMapTests {

  private static final Path GOLDEN = Path.of("src/test/resources/coopcts/reports/explain");

  /** Writes the pictures anew where they are not as they should be. */
  private static final String UPDATE = "coopcts.golden.update";

  private static MismatchGrid look(
      NumberFormat format, int rows, int columns, IntToLongFunction wanted, IntToLongFunction got) {
    return look(format, rows, columns, wanted, got, null);
  }

  private static MismatchGrid look(
      NumberFormat format,
      int rows,
      int columns,
      IntToLongFunction wanted,
      IntToLongFunction got,
      byte[] before) {
    int size = rows * columns;
    long[] expected = IntStream.range(0, size).mapToLong(wanted).toArray();
    Acceptance[] accepted = new Acceptance[size];
    for (int i = 0; i < size; i++) {
      accepted[i] = new Acceptance.OneOf(expected[i]);
    }
    return new MismatchGrid(
        new MismatchEvidence.Grid(
            0,
            "result",
            0,
            format,
            rows,
            columns,
            new MismatchEvidence.Elements(
                IntStream.range(0, size).map(i -> i * format.bits() / 8).toArray(),
                accepted,
                expected,
                IntStream.range(0, size).mapToLong(got).toArray()),
            Rule.must("KHR-LOAD-001")),
        before);
  }

  private static long real(double value) {
    return FloatFormat.FLOAT32.encode(value, Rounding.NEAREST_EVEN);
  }

  private static String picture(MismatchGrid look) {
    return HeatMap.of(look, "a case", "");
  }

  private static int count(String text, String what) {
    return text.split(Pattern.quote(what), -1).length - 1;
  }

  /**
   * Grids of each size that is drawn in a way of its own: how large a cell is, and what is in it.
   */
  @DataProvider
  public static Object[][] sizes() {
    return new Object[][] {
      {"values", 6, 5}, {"letters", 33, 20}, {"numbers", 20, 97}, {"dots", 190, 12}
    };
  }

  /** Of every state two elements that are not beside each other, the last among them. */
  @Test(dataProvider = "sizes")
  public void picturesLookAsReviewed(String name, int rows, int columns) throws IOException {
    int size = rows * columns;
    byte[] before = new byte[4 * size];
    LittleEndian.put(before, 4 * (size - 2), 4, real(-7.25));
    LittleEndian.put(before, 4 * (columns + 3), 4, real(-7.25));
    MismatchGrid look =
        look(
            FloatFormat.FLOAT32,
            rows,
            columns,
            i -> real(1.5 * i + 1),
            i ->
                i == 1 || i == size - 1
                    ? real(1.5 * i + 1) + 1
                    : i == 2 || i == columns + 1
                        ? real(-1e30)
                        : i == 3 || i == size - 4
                            ? real(Double.NaN)
                            : i == 4 || i == columns
                                ? real(1.5 * (size - 3) + 1)
                                : i == columns + 3 || i == size - 2
                                    ? real(-7.25)
                                    : i == size - 6 ? real(0) : real(1.5 * i + 1),
            before);
    same(name + ".svg", HeatMap.of(look, "khr.load.case", "a pattern in words"));
    same(name + ".txt", String.join("\n", TextGrid.of(look)) + "\n");
  }

  private static void same(String name, String text) throws IOException {
    Path file = GOLDEN.resolve(name);
    if (Boolean.getBoolean(UPDATE)) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, text);
    }
    assertEquals(text, Files.readString(file), name + "; -D" + UPDATE + "=true writes it anew");
  }

  @Test
  public void wholeNumbersAreOffByTheirDifference() {
    MismatchGrid look =
        look(IntegerFormat.signed(32), 4, 4, i -> 1000 * i, i -> 1000 * i + (i == 5 ? 3 : 0));
    String picture = picture(look);
    assertTrue(picture.contains("row 1, column 1: expected 5000, got 5003, off by 3<"), picture);
    assertFalse(picture.contains("ULP"), picture);
    assertTrue(picture.contains(">5000<") && picture.contains(">5003<"), "both stand in the cell");
  }

  /** A row's minimum stands in all of its elements: what is in another row came there anyhow. */
  @Test
  public void fewValuesHaveNoSource() {
    MismatchGrid look =
        look(FloatFormat.FLOAT32, 16, 16, i -> real(i / 16), i -> real(i / 16 >= 9 ? 1 : i / 16));
    assertEquals(look.count(ElementState.MOVED), 7 * 16, "each value is that of row 1");
    String picture = picture(look);
    assertEquals(count(picture, "marker-end"), 0);
    assertFalse(picture.contains("value of one other element"), picture);
    assertFalse(picture.contains("the value of row"), picture);
    assertEquals(
        TextGrid.of(look).getFirst(), "result, instance 0: 112 wrong, rows 9 to 15 of 16x16");
    assertEquals(TextGrid.of(look).get(10), "    9  xxxxxxxxxxxxxxxx");
    assertEquals(TextGrid.of(look).get(9), "    8  ................");
    assertEquals(
        TextGrid.brief("first: wrong\n\n" + String.join("\n", TextGrid.of(look)) + "\nmore"),
        List.of(
            "result, instance 0: 112 wrong, rows 9 to 15 of 16x16",
            "  0 to 8  ................",
            " 9 to 15  xxxxxxxxxxxxxxxx"));
    assertEquals(TextGrid.brief("a crash: 3 wrong"), List.of());
  }

  @Test
  public void aValueOfOneElementAloneHasAnArrowAndItsChance() {
    MismatchGrid look =
        look(FloatFormat.FLOAT32, 8, 8, i -> real(i * 1.5), i -> real((i == 3 ? 60 : i) * 1.5));
    String picture = picture(look);
    assertEquals(count(picture, "marker-end"), 1);
    assertTrue(picture.contains("the value of row 7, column 4"), picture);
    assertTrue(
        picture.contains("value of one other element alone (1), by chance 1 in 64"), picture);
    assertTrue(TextGrid.of(look).get(1).startsWith("    0  ...>"));
  }

  /** Whole numbers that lie dense are those of another element by chance. */
  @Test
  public void denseWholeNumbersHaveNoSource() {
    MismatchGrid look = look(IntegerFormat.unsigned(8), 8, 8, i -> i, i -> i == 3 ? 60 : i);
    assertEquals(look.count(ElementState.MOVED), 1);
    assertFalse(look.isFrom(3));
    assertEquals(count(picture(look), "marker-end"), 0);
  }

  /** A value that another element holds by chance is as far off as it is. */
  @Test
  public void theLettersSayHowFarOff() {
    MismatchGrid look =
        look(IntegerFormat.unsigned(8), 8, 8, i -> i, i -> i == 3 ? 5 : i == 4 ? 60 : i);
    assertEquals(look.count(ElementState.MOVED), 2);
    assertEquals(TextGrid.of(look).get(1), "    0  ...~x...");
  }

  /** No number is so many units away from none. */
  @Test
  public void aNaNIsNotOffByAnything() {
    long nan = real(Double.NaN);
    String picture =
        picture(look(FloatFormat.FLOAT32, 2, 2, i -> real(i + 1), i -> i == 2 ? nan : real(i + 1)));
    assertTrue(picture.contains("row 1, column 0: expected 3.0, got NaN<"), picture);
    assertFalse(picture.contains("got NaN, off by"), picture);
  }

  /** Whatever is wrong, the colours mean the same, and there is a dark theme. */
  @Test
  public void allPicturesHaveOneScale() {
    MismatchGrid near = look(FloatFormat.FLOAT32, 2, 2, i -> real(i + 1), i -> real(i + 1) + 1);
    MismatchGrid far = look(FloatFormat.FLOAT32, 64, 64, i -> real(i + 1), i -> real(-3e30 - i));
    for (String colour : List.of("#fff0b3", "#ffd166", "#f79d4c", "#dd5b3a", "#9c1f2b")) {
      assertTrue(picture(near).contains(colour) && picture(far).contains(colour), colour);
    }
    assertEquals(count(picture(far), "\"#9c1f2b\""), 64 * 64 + 1, "each element, and the scale");
    assertTrue(picture(near).contains("@media (prefers-color-scheme:dark)"));
    assertEquals(
        count(picture(near), "\"#fff0b3\""), 5, "four elements by one unit, and the scale");
    assertEquals(TextGrid.of(far).size(), 1, "too large to print");
  }
}
