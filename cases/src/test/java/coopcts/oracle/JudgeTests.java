// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.model.VectorMatrix;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.LittleEndian;
import coopcts.program.BinaryOperator;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Every byte is judged: what differs is found where it is, and is named by its rule. */
public final class JudgeTests {

  private static final Rule RULE = Rule.must("KHR-LOAD-001");
  private static final Rule OTHER = Rule.must("KHR-STORE-001");
  private static final MatrixType TYPE =
      new MatrixType(ComponentType.SINT16, Scope.SUBGROUP, 2, 3, Use.ACCUMULATOR);

  private static Judgement judge(Expectation.Buffer buffer, byte[] actual) {
    return Judge.compare(
        new Expectation(List.of(buffer), List.of()), List.of("result"), List.of(actual));
  }

  /** A matrix of 1 to 6 with lines 8 bytes apart, from byte 4 of 24. */
  private static ExpectedContents matrix(MemoryLayout layout) {
    byte[] before = new byte[32];
    Arrays.fill(before, (byte) 0xCD);
    return new ExpectedContents(before)
        .matrix(TYPE, layout, 4, 8, 3, new long[] {1, 2, 3, 4, 5, 6}, RULE);
  }

  private static byte[] bytes(ExpectedContents contents) {
    return contents.buffer().exact().orElseThrow();
  }

  @Test
  void whatIsAsExpectedIsClean() {
    for (MemoryLayout layout : List.of(MemoryLayout.ROW_MAJOR, MemoryLayout.COLUMN_MAJOR)) {
      ExpectedContents contents = matrix(layout);
      Judgement judgement = judge(contents.buffer(), bytes(contents));
      assertTrue(judgement.clean());
      assertEquals(judgement.missed(), 0);
      assertEquals(judgement.words(), "");
    }
  }

  @Test
  void rowsAndColumnsLieApart() {
    byte[] rows = bytes(matrix(MemoryLayout.ROW_MAJOR));
    assertEquals(LittleEndian.get(rows, 4, 2), 1);
    assertEquals(LittleEndian.get(rows, 8, 2), 3);
    assertEquals(LittleEndian.get(rows, 12, 2), 4);
    byte[] columns = bytes(matrix(MemoryLayout.COLUMN_MAJOR));
    assertEquals(LittleEndian.get(columns, 6, 2), 4);
    assertEquals(LittleEndian.get(columns, 12, 2), 2);
    assertEquals(columns[10], (byte) 0xCD);
  }

  /** Each byte of the buffer, changed alone, is one mismatch at its element. */
  @Test
  void everyByteIsJudged() {
    for (MemoryLayout layout : List.of(MemoryLayout.ROW_MAJOR, MemoryLayout.COLUMN_MAJOR)) {
      ExpectedContents contents = matrix(layout);
      for (int at = 0; at < 32; at++) {
        byte[] actual = bytes(contents);
        actual[at] ^= 1;
        Judgement judgement = judge(contents.buffer(), actual);
        assertEquals(judgement.missed(), 1, "byte " + at);
        Mismatch first = judgement.first().getFirst();
        int line = (at - 4) / 8;
        int within = (at - 4) % 8 / 2;
        boolean byRows = layout == MemoryLayout.ROW_MAJOR;
        boolean isElement = at >= 4 && line < (byRows ? 2 : 3) && within < (byRows ? 3 : 2);
        if (isElement) {
          assertEquals(first.offset(), at & ~1);
          assertEquals(first.rule(), RULE);
          assertEquals(
              first.where(),
              "instance 3, row %d, column %d"
                  .formatted(byRows ? line : within, byRows ? within : line));
        } else {
          assertEquals(first.offset(), at);
          assertEquals(first.where(), "no store was meant for this byte");
          assertEquals(first.rule().assertion(), "KHR-STORE-003");
          assertEquals(first.expected(), "0xcd");
          assertEquals(first.actual(), "0xcc");
        }
      }
    }
  }

  @Test
  void allMismatchesAreCounted() {
    ExpectedContents contents = matrix(MemoryLayout.ROW_MAJOR);
    byte[] actual = bytes(contents);
    Arrays.fill(actual, (byte) 0);
    Judgement judgement = judge(contents.buffer(), actual);
    assertEquals(judgement.missed(), 6 + 32 - 12);
    assertEquals(judgement.first().size(), 32 - 6);
    Judgement few =
        Judge.compare(
            new Expectation(List.of(contents.buffer()), List.of()),
            List.of("result"),
            List.of(actual),
            1);
    assertEquals(few.first().size(), 2, "the first, and the first of the other rule");
    assertEquals(few.missed(), 32 - 6);
    assertEquals(few.evidence().mismatches().size(), 32 - 6);
  }

  @Test
  void whatMayStandThereMay() {
    ExpectedContents contents =
        new ExpectedContents(new byte[16])
            .put(0, ComponentType.FLOAT32, new Acceptance.Within(1, 2), RULE)
            .put(4, ComponentType.UINT8, new Acceptance.OneOf(7, 9), OTHER)
            .put(8, ComponentType.FLOAT16, new Acceptance.NotANumber(), RULE)
            .put(12, ComponentType.UINT32, new Acceptance.Anything(), RULE);
    byte[] actual = new byte[16];
    LittleEndian.put(actual, 0, 4, Float.floatToRawIntBits(2));
    actual[4] = 9;
    LittleEndian.put(actual, 8, 2, 0x7C01);
    LittleEndian.put(actual, 12, 4, 0x12345678);
    assertTrue(judge(contents.buffer(), actual).clean());
    LittleEndian.put(actual, 0, 4, 0x40000003L);
    actual[4] = 8;
    LittleEndian.put(actual, 8, 2, 0x7C00);
    List<Mismatch> first = judge(contents.buffer(), actual).first();
    assertEquals(first.stream().map(Mismatch::offset).toList(), List.of(0, 4, 8));
    assertEquals(first.get(0).error(), "6 ULP", "units below a power of two");
    assertEquals(first.get(0).expected(), "[1.0, 2.0]");
    assertEquals(first.get(0).actual(), "2.0000007152557373 (0x40000003)");
    assertEquals(first.get(1).expected(), "7 or 9");
    assertEquals(first.get(1).rule(), OTHER);
    assertEquals(first.get(2).expected(), "NaN");
    LittleEndian.put(actual, 0, 4, Float.floatToRawIntBits(0.999f));
    assertEquals(judge(contents.buffer(), actual).first().getFirst().offset(), 0);
  }

  @Test
  void acceptancesEndWhereTheySay() {
    FloatFormat half = FloatFormat.FLOAT16;
    Acceptance.Within range = new Acceptance.Within(1, 2);
    assertTrue(range.accepts(half, 0x3C00));
    assertTrue(range.accepts(half, 0x4000));
    assertEquals(range.accepts(half, 0x3BFF), false);
    assertEquals(range.accepts(half, 0x4001), false);
    assertEquals(range.accepts(half, 0x7E00), false, "NaN is in no range");
    Acceptance.Within outward = new Acceptance.Within(1.0001, 1.9999).outward(half);
    assertEquals(outward, range);
    assertEquals(new Acceptance.NotANumber().accepts(half, 0x7C00), false);
    assertTrue(new Acceptance.NotANumber().accepts(half, 0xFE00));
    assertEquals(new Acceptance.NotANumber().accepts(IntegerFormat.signed(16), 0x7E00), false);
    assertTrue(new Acceptance.Anything().accepts(half, 0x7E00));
    assertEquals(new Acceptance.Anything().show(half), "anything");
    assertEquals(new Acceptance.OneOf().accepts(half, 0), false);
  }

  /** How far a number is off is told from the nearest acceptable one. */
  @Test
  void distancesAreToldInUnits() {
    ExpectedContents exact =
        new ExpectedContents(new byte[4]).put(0, ComponentType.FLOAT32, 0x3FC00000L, RULE);
    byte[] actual = new byte[4];
    LittleEndian.put(actual, 0, 4, 0x3FC00003L);
    assertEquals(judge(exact.buffer(), actual).first().getFirst().error(), "3 ULP");
    LittleEndian.put(actual, 0, 4, 0x7FC00000L);
    assertEquals(judge(exact.buffer(), actual).first().getFirst().error(), "");
    ExpectedContents either =
        new ExpectedContents(new byte[4])
            .put(0, ComponentType.FLOAT32, new Acceptance.OneOf(0x3FC00000L, 0x3FC00010L), RULE);
    LittleEndian.put(actual, 0, 4, 0x3FC0000CL);
    assertEquals(judge(either.buffer(), actual).first().getFirst().error(), "4 ULP");
    ExpectedContents least =
        new ExpectedContents(new byte[2]).put(0, ComponentType.BFLOAT16, 1, RULE);
    byte[] huge = new byte[2];
    LittleEndian.put(huge, 0, 2, 0x7F00);
    assertEquals(judge(least.buffer(), huge).first().getFirst().error(), "off by 1.70e+38");
  }

  @Test
  void totalsAndPropertiesAreLookedAt() {
    byte[] lengths = new byte[12];
    LittleEndian.put(lengths, 4, 4, 5);
    LittleEndian.put(lengths, 8, 4, 6);
    Expectation.Total enough = new Expectation.Total(0, 4, 2, 11, RULE);
    Expectation.Total few = new Expectation.Total(0, 4, 2, 12, RULE);
    List<String> names = List.of("lengths");
    List<Expectation.Buffer> open = List.of(Expectation.Buffer.UNJUDGED);
    assertTrue(
        Judge.compare(new Expectation(open, List.of(enough)), names, List.of(lengths)).clean());
    Mismatch missed =
        Judge.compare(new Expectation(open, List.of(few)), names, List.of(lengths))
            .first()
            .getFirst();
    assertEquals(missed.expected(), "at least 12");
    assertEquals(missed.actual(), "11");
    assertEquals(missed.offset(), 4);
    Expectation.Property property =
        new Expectation.Property(
            OTHER, all -> all.getFirst()[4] == 5 ? List.of("five") : List.of());
    Expectation together = new Expectation(open, List.of(), List.of(property));
    Judgement judgement = Judge.compare(together, names, List.of(lengths));
    assertEquals(judgement.first().getFirst().actual(), "five");
    assertEquals(judgement.first().getFirst().rule(), OTHER);
    assertEquals(judgement.evidence().violation(), Optional.of("five"));
    lengths[4] = 4;
    assertTrue(Judge.compare(together, names, List.of(lengths)).clean());
  }

  @Test
  void buffersKeepTheirSize() {
    Expectation.Buffer buffer = ExpectedContents.untouched(new byte[4]);
    assertThrows(IllegalArgumentException.class, () -> judge(buffer, new byte[5]));
  }

  /** More sentences are said by every rule, also of bytes that nothing was meant for. */
  @Test
  void moreSentencesAreNamed() {
    ExpectedContents contents =
        matrix(MemoryLayout.ROW_MAJOR)
            .put(28, ComponentType.UINT32, new Acceptance.OneOf(1), OTHER);
    Expectation.Total total = new Expectation.Total(0, 0, 1, Integer.MAX_VALUE, RULE);
    Expectation.Property property = new Expectation.Property(RULE, _ -> List.of("x"));
    Expectation more =
        new Expectation(List.of(contents.buffer()), List.of(total), List.of(property))
            .and(List.of("CV-MUL-031"));
    List<Mismatch> first = Judge.compare(more, List.of("result"), List.of(new byte[32])).first();
    assertEquals(first.size() > 4, true);
    for (Mismatch one : first) {
      assertTrue(one.rule().assertions().contains("CV-MUL-031"), one.toString());
      assertTrue(one.rule().assertions().size() > 1, one.toString());
    }
  }

  @Test
  void exactContentsAreKnown() {
    ExpectedContents exact =
        new ExpectedContents(new byte[4]).put(0, ComponentType.UINT16, 0x1234, RULE);
    assertEquals(exact.buffer().exact().orElseThrow(), new byte[] {0x34, 0x12, 0, 0});
    exact.put(2, ComponentType.UINT8, new Acceptance.OneOf(1, 2), RULE);
    assertEquals(exact.buffer().exact(), Optional.empty());
    assertEquals(ExpectedContents.marked(2).before(), new byte[] {(byte) 0xCD, (byte) 0xCD});
    assertEquals(exact.before(0, ComponentType.UINT16), 0);
  }

  @Test
  void rulesAreSetsOfSentences() {
    assertThrows(IllegalArgumentException.class, () -> new Rule(Tier.MUST, List.of()));
    assertEquals(RULE.and(List.of("KHR-LOAD-001", "X")).assertions(), List.of("KHR-LOAD-001", "X"));
    assertEquals(RULE.noMoreThan(Tier.QUALITY).tier(), Tier.QUALITY);
    assertEquals(Rule.quality("X").noMoreThan(Tier.MUST).tier(), Tier.QUALITY);
    assertEquals(RULE.noMoreThan(Tier.MUST), RULE);
  }

  /** What is drawn and explained: the matrices that were stored, and what lies loose. */
  @Test
  void gridsShowWhatWasStored() {
    ExpectedContents contents = matrix(MemoryLayout.COLUMN_MAJOR);
    contents.put(28, ComponentType.UINT16, 77, OTHER);
    byte[] actual = bytes(contents);
    LittleEndian.put(actual, 14, 2, 50);
    List<MismatchEvidence.Grid> grids = judge(contents.buffer(), actual).evidence().grids();
    assertEquals(grids.size(), 2);
    MismatchEvidence.Grid grid = grids.getFirst();
    assertEquals(grid.title(), "result, instance 3");
    assertEquals(new int[] {grid.rows(), grid.columns(), grid.instance()}, new int[] {2, 3, 3});
    assertEquals(grid.offsets(), new int[] {4, 12, 20, 6, 14, 22});
    assertEquals(grid.expected(), new long[] {1, 2, 3, 4, 5, 6});
    assertEquals(grid.actual(), new long[] {1, 2, 3, 4, 50, 6});
    assertEquals(grid.wrong(), 1);
    assertTrue(grid.isWrong(grid.index(1, 1)));
    assertEquals(grid.isWrong(grid.index(0, 1)), false);
    assertTrue(grid.isMatrix());
    assertEquals(grids.getLast().isMatrix(), false);
    assertEquals(grids.getLast().title(), "result");
    assertEquals(grids.getLast().expected()[0], 77);
    assertEquals(judge(contents.buffer(), actual).evidence().wrongGrids().size(), 1);
  }

  @DataProvider
  Object[][] loose() {
    return new Object[][] {
      {new int[] {0, 2, 4, 16, 18, 20}, 2, 3},
      {new int[] {0, 2, 4, 16}, 2, 3},
      {new int[] {0, 2, 16, 32, 34, 36}, 3, 3},
      {new int[] {0, 4, 8, 12}, 1, 4},
      {new int[] {0, 2, 4, 6}, 1, 4}
    };
  }

  /** Elements that were put down one by one stand in as many lines as there are gaps. */
  @Test(dataProvider = "loose")
  void looseElementsStandInLines(int[] offsets, int rows, int columns) {
    ExpectedContents contents = new ExpectedContents(new byte[64]);
    for (int offset : offsets) {
      contents.put(offset, ComponentType.UINT16, 7, RULE);
    }
    MismatchEvidence.Grid grid =
        judge(contents.buffer(), new byte[64]).evidence().grids().getFirst();
    assertEquals(grid.rows() + " x " + grid.columns(), rows + " x " + columns);
    assertEquals(grid.wrong(), offsets.length);
  }

  @Test
  void unjudgedBuffersAreOpen() {
    assertEquals(Expectation.Buffer.UNJUDGED.isJudged(), false);
    assertTrue(new Expectation.Buffer(new byte[0], new TreeMap<>(), List.of()).isJudged());
  }

  private static long only(Acceptance acceptance) {
    Acceptance.OneOf one = (Acceptance.OneOf) acceptance;
    assertEquals(one.patterns().length, 1);
    return one.patterns()[0];
  }

  /** Integers wrap; floats are exact where every partial sum is, else within a bound. */
  @Test
  void sumsAreExactWhereTheyCanBe() {
    assertEquals(new Sum().add(3).addProduct(2, -5).value(), -7.0);
    assertEquals(only(new Sum().add(100).addProduct(10, 10).in(ComponentType.SINT8)), 0xC8);
    assertEquals(only(new Sum().add(1024).add(1024).in(ComponentType.FLOAT16)), 0x6800);
    assertEquals(only(new Sum().add(0.1f).in(ComponentType.FLOAT32)), 0x3DCCCCCDL);
    assertEquals(only(new Sum().add(0.5f).add(0).in(ComponentType.FLOAT32)), 0x3F000000L);
    Acceptance.Within rounded =
        (Acceptance.Within) new Sum().add(2048).add(1).in(ComponentType.FLOAT16);
    assertEquals(rounded.low(), 2049 - 4 * 2049 * 0x1p-10);
    assertEquals(rounded.high(), 2049 + 4 * 2049 * 0x1p-10);
    assertTrue(new Sum().add(0.5).add(0.25).in(ComponentType.FLOAT32) instanceof Acceptance.Within);
    Acceptance.OneOf zero = (Acceptance.OneOf) new Sum().add(1).add(-1).in(ComponentType.FLOAT16);
    assertEquals(zero.patterns(), new long[] {0, 0x8000});
    Sum sum = new Sum().add(-3).addProduct(2, 2);
    Sum copy = sum.copy();
    sum.add(8);
    assertEquals(copy.value(), 1.0);
    assertEquals(copy.magnitude(), 7.0);
    assertEquals(sum.magnitude(), 15.0);
    assertEquals(only(copy.in(ComponentType.SINT32)), 1);
  }

  @Test
  void accumulationsAddWhatComes() {
    Accumulation matrix = new Accumulation(MatrixNumbers.of(new int[][] {{1, 2, 3}, {4, 5, 6}}));
    Accumulation before = matrix.copy();
    matrix.addOuter(new double[] {1, -1}, new double[] {2, 3, 4});
    assertEquals(matrix.numbers().numbers(), new double[] {3, 5, 7, 2, 2, 2});
    assertEquals(matrix.numbers().rows(), 2);
    assertEquals(before.numbers().numbers(), new double[] {1, 2, 3, 4, 5, 6});
    assertEquals(only(matrix.at(1, 0, ComponentType.FLOAT32)), 0x40000000L);
    assertEquals(matrix.size(), 6);
    assertTrue(matrix.isExactIn(ComponentType.FLOAT16));
    Accumulation row = Accumulation.zero(1, 2);
    row.add(new double[] {60000, 1});
    assertTrue(row.isExactIn(ComponentType.FLOAT32));
    row.add(new double[] {60000, 1});
    assertEquals(row.isExactIn(ComponentType.FLOAT16), false);
    assertEquals(row.numbers().numbers(), new double[] {120000, 2});
  }

  @Test
  void matricesOfNumbersTurn() {
    MatrixNumbers whole = MatrixNumbers.of(new int[][] {{1, 2, 3}, {4, 5, 6}});
    assertEquals(whole.transposed().numbers(), new double[] {1, 4, 2, 5, 3, 6});
    assertEquals(whole.transposed().columns(), 2);
    assertEquals(whole.at(1, 2), 6.0);
    VectorMatrix rows = VectorMatrix.rowMajor(ComponentType.SINT8, 2, 3);
    byte[] bytes = new byte[rows.bytes() + 1];
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 3; j++) {
        bytes[1 + (int) rows.offset(i, j)] = (byte) whole.at(i, j);
      }
    }
    assertEquals(MatrixNumbers.read(bytes, 1, rows).numbers(), whole.numbers());
    VectorMatrix own = rows.in(VectorMatrix.Layout.TRAINING_OPTIMAL);
    assertThrows(IllegalArgumentException.class, () -> MatrixNumbers.read(bytes, 1, own));
  }

  /** Arrays of invocations are rows, of use B columns; who has none stores none. */
  @Test
  void arraysAreLinesOfMatrices() {
    byte[] arrays = new byte[2 * 4 * 6];
    for (int i = 0; i < arrays.length / 2; i++) {
      LittleEndian.put(arrays, 2 * i, 2, i);
    }
    assertEquals(InvocationArrays.matrix(TYPE, 4, arrays, 0), new long[] {0, 1, 2, 3, 4, 5});
    assertEquals(InvocationArrays.matrix(TYPE, 4, arrays, 1), new long[] {12, 13, 14, 15, 16, 17});
    MatrixType columns = new MatrixType(ComponentType.SINT16, Scope.SUBGROUP, 2, 3, Use.B);
    assertEquals(InvocationArrays.matrix(columns, 4, arrays, 0), new long[] {0, 2, 4, 1, 3, 5});
    assertEquals(InvocationArrays.count(columns), 3);
    assertEquals(InvocationArrays.length(columns), 2);
    assertEquals(
        InvocationArrays.part(arrays, ComponentType.UINT16, 4, 1, 1, 2), new long[] {5, 6});
    ExpectedContents lines = InvocationArrays.lines(TYPE, ComponentType.UINT16, 4, arrays, RULE);
    byte[] actual = arrays.clone();
    Arrays.fill(actual, 12, 24, (byte) 0);
    Arrays.fill(actual, 36, 48, (byte) 0);
    assertTrue(judge(lines.buffer(), actual).clean(), "two of four invocations have a line");
    actual[12] ^= 1;
    assertFalse(judge(lines.buffer(), actual).clean(), "the third one's bytes stay as they were");
    actual[12] ^= 1;
    actual[11] ^= 1;
    assertEquals(judge(lines.buffer(), actual).missed(), 1);
    ExpectedContents same = InvocationArrays.same(arrays, ComponentType.UINT32, RULE);
    assertTrue(judge(same.buffer(), arrays).clean());
    assertEquals(judge(same.buffer(), actual).missed(), 7);
  }

  /** Where only a range is known, results are a range: rounded outwards, flushed, or open. */
  @Test
  void rangesAreCalculatedWith() {
    FloatFormat half = FloatFormat.FLOAT16;
    double[] ones = {1, 2};
    double[] threes = {3, 4};
    assertEquals(
        Interval.of(half, BinaryOperator.ADD, ones, threes),
        new Acceptance.Within(3.998046875, 6.00390625));
    assertEquals(
        Interval.of(half, BinaryOperator.SUBTRACT, ones, threes),
        new Acceptance.Within(-3.001953125, -0.99951171875));
    assertEquals(
        Interval.of(half, BinaryOperator.MULTIPLY, new double[] {-1, 2}, threes),
        new Acceptance.Within(-4.00390625, 8.0078125));
    assertTrue(
        Interval.of(half, BinaryOperator.DIVIDE, ones, threes) instanceof Acceptance.Anything);
    assertTrue(
        Interval.of(half, BinaryOperator.MULTIPLY, new double[] {1, 65504}, threes)
            instanceof Acceptance.Anything);
    Acceptance.Within tiny =
        (Acceptance.Within)
            Interval.of(
                half, BinaryOperator.ADD, new double[] {0x1p-16, 0x1p-15}, new double[] {1, 1});
    assertEquals(tiny.low(), 0.99951171875, "a subnormal operand may be flushed");
    Acceptance whole =
        Interval.convert(half, new Acceptance.Within(-1.5, 2.5), IntegerFormat.signed(8));
    assertEquals(((Acceptance.OneOf) whole).patterns(), new long[] {0xFF, 0, 1, 2});
    assertTrue(
        Interval.convert(half, new Acceptance.Within(0, 100), IntegerFormat.signed(8))
            instanceof Acceptance.Anything);
    assertTrue(
        Interval.convert(half, new Acceptance.Within(126, 128), IntegerFormat.signed(8))
            instanceof Acceptance.Anything);
    assertEquals(
        Interval.convert(FloatFormat.FLOAT32, new Acceptance.Within(1.0001, 1.9999), half),
        new Acceptance.Within(1, 2));
  }

  /** From side 48 on the Khronos CTS takes a sum within 3/1024 of what is due. */
  @Test
  void whatATolerantTestTakesIsAWishAndNoMore() {
    Rule rule = Rule.product(Tier.TOLERANT, List.of("KHR-MULADD-009"));
    byte[] before = new byte[4];
    Expectation expectation =
        new Expectation(
            List.of(
                new ExpectedContents(before)
                    .put(0, ComponentType.FLOAT32, Float.floatToIntBits(512), rule)
                    .buffer()),
            List.of());
    for (float[] wanted : new float[][] {{513.5f, 0}, {510.5f, 0}, {514, 1}, {0, 1}, {1e9f, 1}}) {
      byte[] actual = new byte[4];
      LittleEndian.put(actual, 0, 4, Float.floatToIntBits(wanted[0]));
      Judgement judgement = Judge.compare(expectation, List.of("d"), List.of(actual));
      assertEquals(
          judgement.misses(),
          Map.of(wanted[1] == 0 ? Tier.QUALITY : Tier.PRACTICE, 1),
          "512 came out as " + wanted[0]);
    }
  }

  private static final MatrixType HALVES =
      new MatrixType(ComponentType.FLOAT16, Scope.SUBGROUP, 2, 2, Use.ACCUMULATOR);

  /** A matrix 0, 1, -0, 2 at byte 4, and at byte 20 one more zero, of a type. */
  private static ExpectedContents zeros(MatrixType type, Rule rule) {
    long[] bits = {0, 0x3C00, 0x8000, 0x4000};
    return ExpectedContents.marked(24)
        .matrix(type, MemoryLayout.ROW_MAJOR, 4, 8, 0, bits, rule)
        .put(20, type.component(), 0, rule);
  }

  /** The judgement where bits of the byte at an offset are turned round. */
  private static Judgement turned(ExpectedContents contents, int offset, int bits) {
    byte[] actual = bytes(contents);
    actual[offset] ^= (byte) bits;
    return judge(contents.buffer(), actual);
  }

  /** The sign is the highest bit of the second byte. */
  @Test
  void theSignOfAZeroThatNoSentenceBindsIsOfQuality() {
    for (int offset : new int[] {5, 13, 21}) {
      Judgement judgement = turned(zeros(HALVES, RULE), offset, 0x80);
      assertEquals(judgement.misses(), Map.of(Tier.QUALITY, 1), "byte " + offset);
      assertTrue(judgement.fails(Strictness.STRICT));
      assertTrue(!judgement.fails(Strictness.USUAL));
      byte[] actual = bytes(zeros(HALVES, RULE));
      actual[offset] ^= (byte) 0x80;
      assertTrue(judge(zeros(HALVES, RULE).buffer().withEitherZero(), actual).clean());
    }
  }

  @Test
  void allElseOfAZeroBinds() {
    Map<Tier, Integer> binds = Map.of(Tier.MUST, 1);
    for (ExpectedContents contents :
        List.of(
            zeros(HALVES, RULE.and(List.of("KHR-LOAD-019"))), // a mode keeps it
            zeros(HALVES, Rule.must("NUM-NAN-001")),
            zeros(HALVES, Rule.must("CV-CNV-003")), // no instruction converts
            zeros(HALVES.with(ComponentType.UINT16), RULE))) { // no floats
      for (int offset : new int[] {5, 13, 21}) {
        assertEquals(turned(contents, offset, 0x80).misses(), binds);
        byte[] actual = bytes(contents);
        actual[offset] ^= (byte) 0x80;
        assertEquals(judge(contents.buffer().withEitherZero(), actual).misses(), binds);
      }
    }
    ExpectedContents contents = zeros(HALVES, RULE);
    assertEquals(turned(contents, 4, 1).misses(), binds); // no zero any more
    assertEquals(turned(contents, 5, 0xC0).misses(), binds);
    assertEquals(turned(contents, 7, 0x80).misses(), binds); // the sign of 1
    assertEquals(turned(contents, 9, 0x80).misses(), binds); // nobody's bytes
    assertEquals(turned(contents, 23, 0x80).misses(), binds);
  }

  @Test
  void bytesThatNobodyMayTouchKeepTheirZeros() {
    Expectation.Buffer buffer = ExpectedContents.untouched(new byte[8]);
    byte[] actual = new byte[8];
    actual[1] = (byte) 0x80;
    assertEquals(judge(buffer, actual).misses(), Map.of(Tier.MUST, 1));
    assertEquals(judge(buffer.withEitherZero(), actual).misses(), Map.of(Tier.MUST, 1));
  }

  /** Where shared memory is filled and emptied number by number, a zero on the way is a number. */
  @Test
  void zerosThatAreCopiedAsNumbersLoseTheirSign() {
    byte[] source = {0, 0, 0, 0x3C, 0, 0, 0, 0};
    for (ComponentType type :
        List.of(ComponentType.FLOAT16, ComponentType.UINT16, ComponentType.FLOAT32)) {
      Memory memory = new Memory(new byte[16]);
      memory.copy(new Memory(source), 0, 4, 6, type);
      byte[] actual = memory.expected().bytes().clone();
      actual[5] ^= (byte) 0x80;
      Tier tier = type == ComponentType.FLOAT16 ? Tier.QUALITY : Tier.MUST;
      assertEquals(judge(memory.expected(), actual).misses(), Map.of(tier, 1), type.label());
      actual[5] = 0;
      actual[11] ^= (byte) 0x80; // behind what was copied
      assertEquals(judge(memory.expected(), actual).misses(), Map.of(Tier.MUST, 1));
    }
  }
}
