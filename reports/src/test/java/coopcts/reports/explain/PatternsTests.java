// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import static org.testng.Assert.assertEquals;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.numbers.Rounding;
import coopcts.oracle.Acceptance;
import coopcts.oracle.MismatchEvidence;
import coopcts.oracle.Rule;
import coopcts.plan.Verdict;
import coopcts.reports.TestRow;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What wrong elements have in common is found, and said in a sentence with its numbers. */
public final class PatternsTests {

  private static final NumberFormat INT = IntegerFormat.signed(32);
  private static final FloatFormat FLOAT = FloatFormat.FLOAT32;
  private static final int SIDE = 4;
  private static final List<String> NAMES = List.of("a", "b", "result");

  /** What should stand in an element: numbers without a rule between them. */
  private static final IntToLongFunction WANTED = i -> 1_000_003L * (i + 1) * (i + 7) % 900_007;

  private static MismatchEvidence.Grid grid(
      int instance, NumberFormat format, IntToLongFunction wanted, IntToLongFunction got) {
    int size = SIDE * SIDE;
    long[] expected = IntStream.range(0, size).mapToLong(wanted).toArray();
    Acceptance[] accepted = new Acceptance[size];
    for (int i = 0; i < size; i++) {
      accepted[i] = new Acceptance.OneOf(expected[i]);
    }
    return new MismatchEvidence.Grid(
        2,
        "result",
        instance,
        format,
        SIDE,
        SIDE,
        new MismatchEvidence.Elements(
            IntStream.range(0, size).map(i -> i * format.bits() / 8).toArray(),
            accepted,
            expected,
            IntStream.range(0, size).mapToLong(got).toArray()),
        Rule.must("KHR-LOAD-001"));
  }

  private static byte[] bytes(int count, IntToLongFunction values) {
    byte[] bytes = new byte[4 * count];
    for (int i = 0; i < count; i++) {
      LittleEndian.put(bytes, 4 * i, 4, values.applyAsLong(i));
    }
    return bytes;
  }

  /** Two inputs that hold nothing of what should come out, and a result that nothing is in. */
  private static List<byte[]> before() {
    return List.of(bytes(64, PatternsTests::held), bytes(64, i -> 77 * i + 5), new byte[64]);
  }

  private static long held(int i) {
    return 10_007L * (i + 3) * (i + 3) % 65_521;
  }

  private static Object[] whole(
      PatternKind kind, String words, IntToLongFunction wanted, IntToLongFunction got) {
    return new Object[] {kind, words, INT, wanted, got};
  }

  private static Object[] real(
      PatternKind kind, String words, IntToLongFunction wanted, IntToLongFunction got) {
    return new Object[] {kind, words, FLOAT, wanted, got};
  }

  /** Elements that hold what should stand elsewhere; outside of the matrix is something else. */
  private static Object[] moved(PatternKind kind, String words, IntUnaryOperator from) {
    return whole(
        kind,
        words,
        WANTED,
        i -> from.applyAsInt(i) < 0 ? -7 - i : WANTED.applyAsLong(from.applyAsInt(i)));
  }

  /** Elements that come from the first input, by its strides in elements. */
  private static Object[] read(
      PatternKind kind, String words, IntUnaryOperator should, IntUnaryOperator is) {
    return whole(kind, words, i -> held(should.applyAsInt(i)), i -> held(is.applyAsInt(i)));
  }

  private static IntUnaryOperator strided(int start, int row, int column) {
    return i -> start + i / SIDE * row + i % SIDE * column;
  }

  private static IntUnaryOperator shift(int down, int right) {
    return i -> {
      int row = i / SIDE - down;
      int column = i % SIDE - right;
      return row < 0 || column < 0 ? -1 : row * SIDE + column;
    };
  }

  private static long number(double value) {
    return FLOAT.encode(value, Rounding.NEAREST_EVEN);
  }

  private static double fraction(int i) {
    return 1 + (i * 37 % 64 + 0.37) / 65;
  }

  private static IntToLongFunction fractions(double factor) {
    return i -> number(fraction(i) * factor);
  }

  private static IntToLongFunction through(Rounding rounding) {
    return i ->
        number(FloatFormat.FLOAT16.toDouble(FloatFormat.FLOAT16.encode(fraction(i), rounding)));
  }

  /** A pattern, its sentence, the format, what should be and what is. */
  @DataProvider
  public Object[][] patterns() {
    int[] cycle = {1, 2, 0, 3};
    return new Object[][] {
      real(PatternKind.NAN, "elements are NaN", fractions(1), _ -> 0x7FC00000),
      whole(PatternKind.ZERO, "elements are zero", WANTED, _ -> 0),
      read(
          PatternKind.TRANSPOSED,
          "rows and columns are exchanged",
          strided(0, 8, 1),
          strided(0, 1, 8)),
      read(
          PatternKind.ORDER,
          "memory is accessed as if row-major and column-major were exchanged, with lines 4 bytes"
              + " apart and elements 20, not 32 and 4",
          strided(0, 8, 1),
          strided(0, 1, 5)),
      read(
          PatternKind.STRIDE,
          "memory is accessed as if the stride were 5 elements, not 8",
          strided(0, 8, 1),
          strided(0, 5, 1)),
      read(
          PatternKind.EARLIER,
          "a is accessed as if it began 3 elements earlier",
          strided(3, 8, 1),
          strided(0, 8, 1)),
      read(
          PatternKind.LATER,
          "a is accessed as if it began 2 elements later",
          strided(0, 8, 1),
          strided(2, 8, 1)),
      whole(PatternKind.CONTENTS, "elements hold the contents of a", WANTED, i -> held(i)),
      whole(
          PatternKind.BUFFER,
          "elements hold the contents of a, not of b",
          i -> 77L * i + 5,
          i -> held(i)),
      whole(
          PatternKind.INSTANCE,
          "elements hold the values of instance 1",
          i -> WANTED.applyAsLong(i) + 2_000_000,
          WANTED),
      moved(PatternKind.ROWS_SHIFTED, "rows are shifted by 1", shift(1, 0)),
      moved(PatternKind.COLUMNS_SHIFTED, "columns are shifted by 1", shift(0, 1)),
      moved(PatternKind.BOTH_SHIFTED, "rows are shifted by 1 and columns by 1", shift(1, 1)),
      moved(PatternKind.ROW_REPEATED, "wrong rows repeat row 0", i -> i % SIDE),
      moved(PatternKind.COLUMN_REPEATED, "wrong columns repeat column 3", i -> i / SIDE * SIDE + 3),
      moved(PatternKind.ROWS_SWAPPED, "rows are swapped: 0 with 1, 2 with 3", i -> i ^ SIDE),
      moved(PatternKind.COLUMNS_SWAPPED, "columns are swapped: 0 with 1, 2 with 3", i -> i ^ 1),
      moved(
          PatternKind.ROWS_MIXED,
          "rows hold the values of other rows: row 0 holds row 1, row 1 holds row 2, row 2 holds"
              + " row 0",
          i -> cycle[i / SIDE] * SIDE + i % SIDE),
      moved(
          PatternKind.COLUMNS_MIXED,
          "columns hold the values of other columns: column 0 holds column 1, column 1 holds"
              + " column 2, column 2 holds column 0",
          i -> i / SIDE * SIDE + cycle[i % SIDE]),
      moved(
          PatternKind.PAIRS_SWAPPED,
          "pairs of elements are swapped",
          i -> i == 0 ? 6 : i == 6 ? 0 : i),
      moved(PatternKind.MOVED, "each element holds another element's value", i -> (5 * i + 3) % 16),
      real(PatternKind.SIGN_LOST, "values lose their sign", fractions(-1), fractions(1)),
      real(
          PatternKind.SIGN_CHANGED,
          "values have the opposite sign",
          i -> number(i % 2 == 0 ? fraction(i) : -fraction(i)),
          i -> number(i % 2 == 0 ? -fraction(i) : fraction(i))),
      real(
          PatternKind.ROUNDED,
          "values are rounded to float16",
          fractions(1),
          through(Rounding.NEAREST_EVEN)),
      real(
          PatternKind.ROUNDED_TOWARD_ZERO,
          "values are rounded to float16, toward zero",
          fractions(1),
          through(Rounding.TOWARD_ZERO)),
      whole(
          PatternKind.LOW_BITS,
          "values keep only their low 12 bits",
          i -> WANTED.applyAsLong(i) | 0x100800,
          i -> (WANTED.applyAsLong(i) | 0x100800) & 0xFFF),
      whole(
          PatternKind.LOW_BITS_SIGNED,
          "values keep only their low 12 bits, with sign extension",
          i -> WANTED.applyAsLong(i) | 0x100800,
          i -> ((WANTED.applyAsLong(i) | 0x100800) & 0xFFF) - 0x1000 & 0xFFFFFFFFL),
      whole(
          PatternKind.CLAMPED,
          "values are clamped to at least -128 and at most 127",
          i -> i % 2 == 0 ? 1000 + i : -1000 - i & 0xFFFFFFFFL,
          i -> i % 2 == 0 ? 127 : -128 & 0xFFFFFFFFL),
      whole(PatternKind.CLAMPED_TO, "values are clamped to 127", i -> 1000 + i, i -> 127),
      whole(
          PatternKind.LOST_BIT,
          "values lose their lowest bit",
          i -> 100_003L * (i + 1) | 1,
          i -> (100_003L * (i + 1) | 1) & ~1),
      whole(
          PatternKind.LOST_BITS,
          "values lose their lowest 6 bits",
          i -> 100_003L * (i + 1) | 0x38,
          i -> 100_003L * (i + 1) & ~0x3F),
      real(
          PatternKind.ONE_ULP,
          "values are off by one ULP",
          fractions(1),
          i -> fractions(1).applyAsLong(i) + 1),
      real(
          PatternKind.FEW_ULP,
          "values are off by at most 3 ULP",
          fractions(1),
          i -> fractions(1).applyAsLong(i) + 1 + i % 3),
      whole(PatternKind.ONE, "values are off by one", i -> 1000L * i, i -> 1000L * i + 1),
      whole(
          PatternKind.FEW,
          "values are off by at most 3",
          i -> 1000L * i,
          i -> 1000L * i + 1 + i % 3),
      whole(
          PatternKind.ADDEND_MISSING,
          "a is left out of the sum",
          i -> 5_000_000 + WANTED.applyAsLong(i) + held(i),
          i -> 5_000_000 + WANTED.applyAsLong(i)),
      whole(
          PatternKind.ADDEND_TWICE,
          "a is added once too often",
          i -> 5_000_000 + WANTED.applyAsLong(i),
          i -> 5_000_000 + WANTED.applyAsLong(i) + held(i)),
      real(
          PatternKind.TWICE,
          "values are twice as large as they should be",
          fractions(1),
          fractions(2)),
      real(
          PatternKind.HALF,
          "values are half as large as they should be",
          fractions(1),
          fractions(0.5)),
      real(PatternKind.FACTOR, "values are multiplied by -4.0", fractions(1), fractions(-4)),
      whole(
          PatternKind.NONE, "values are wrong", WANTED, i -> 40_000_000L + 1_000L * i * i + 17L * i)
    };
  }

  @Test(dataProvider = "patterns")
  public void patternsAreSentences(
      PatternKind kind,
      String words,
      NumberFormat format,
      IntToLongFunction wanted,
      IntToLongFunction got) {
    MismatchEvidence.Grid wrong = grid(0, format, wanted, got);
    List<MismatchEvidence.Grid> all = List.of(wrong, grid(1, format, WANTED, WANTED));
    Pattern pattern =
        Patterns.of(new MismatchGrid(wrong, before().getLast()), NAMES, before(), all);
    assertEquals(pattern, new Pattern(kind, words));
    assertEquals(Sentences.complaints(words), List.of());
    String title = title(words);
    assertEquals(Sentences.complaints(title), List.of(), title);
    assertEquals(title, words.replaceFirst("(swapped|of other \\w+): .*", "$1"));
  }

  private static String title(String pattern) {
    return Buckets.of(
            List.of(
                TestRow.of(
                    "khr.load.float16.a.4x4.subgroup.row.buffer.float16",
                    Verdict.FAIL,
                    true,
                    "subcases",
                    1,
                    "failedSubcases",
                    List.of("first"),
                    "message",
                    "first: result+0 (instance 0, row 0, column 0): expected 1, got 2"
                        + " [KHR-LOAD-001] (and 15 more); looks like: every element: "
                        + pattern
                        + ", in every instance")))
        .buckets()
        .getFirst()
        .what();
  }

  /** Every kind is found above, but for those that need no grid, and what others say. */
  @Test
  public void everyPatternIsTested() {
    Set<PatternKind> left = EnumSet.allOf(PatternKind.class);
    Stream.of(patterns()).forEach(row -> left.remove(row[0]));
    assertEquals(
        left,
        EnumSet.of(
            PatternKind.PROPERTY, PatternKind.BYTES, PatternKind.UNTOUCHED, PatternKind.SEVERAL));
    for (PatternKind kind : List.of(PatternKind.BYTES, PatternKind.UNTOUCHED)) {
      assertEquals(Sentences.complaints(kind.of().words()), List.of());
    }
  }

  /** What stood there before is told from what another element should hold. */
  @Test
  public void whatIsUntouchedIsSaid() {
    MismatchEvidence.Grid wrong = grid(0, INT, WANTED, _ -> 0x01010101);
    byte[] held = bytes(SIDE * SIDE, _ -> 0x01010101);
    assertEquals(
        Patterns.of(new MismatchGrid(wrong, held), NAMES, List.of(), List.of(wrong)),
        PatternKind.UNTOUCHED.of());
  }

  /** The check of sentences finds what it is there for. */
  @Test
  public void whatIsNoSentenceIsFound() {
    for (String text :
        List.of(
            "as if the stride were n elements, not n",
            "zero",
            "CRASH: ended",
            "rows out of place: row 3 holds row n",
            "values are clamped to %d",
            "values are clamped to at most null",
            "the values of instance 3")) {
      assertEquals(Sentences.complaints(text).size(), 1, text);
    }
  }
}
