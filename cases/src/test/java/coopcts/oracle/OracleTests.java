// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.inputs.InputPatterns;
import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.Rounding;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.BinaryOperator;
import coopcts.program.Condition;
import coopcts.program.ElementFunction;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.QcomOperation;
import coopcts.program.Scalar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** The oracle against results worked out by hand. */
public final class OracleTests {

  private static Matrix matrix(String name, ComponentType type, int rows, int columns, Use use) {
    return new Matrix(name, new MatrixType(type, Scope.SUBGROUP, rows, columns, use));
  }

  /** One buffer for each matrix, each matrix natural and row-major at the start of its own. */
  private static Place natural(Matrix matrix) {
    Array array =
        Array.buffer(matrix.name(), Pointee.scalar(matrix.type().component()), Access.READ_WRITE);
    return new Place(array, Index.of(0), Index.of(matrix.type().columns()), MemoryLayout.ROW_MAJOR);
  }

  private static byte[] bytes(ComponentType type, long... patterns) {
    return InputPatterns.fill(type, patterns.length * type.bytes(), i -> patterns[i]);
  }

  private static Expectation run(
      Map<Matrix, byte[]> sources, Matrix result, Operation... operations) {
    List<Operation> body = new ArrayList<>();
    List<Array> arrays = new ArrayList<>();
    List<byte[]> buffers = new ArrayList<>();
    sources.forEach(
        (matrix, bytes) -> {
          body.add(new Operation.Load(matrix, natural(matrix)));
          arrays.add(natural(matrix).array());
          buffers.add(bytes);
        });
    body.addAll(List.of(operations));
    Array out = Array.buffer("out", Pointee.scalar(result.type().component()), Access.READ_WRITE);
    body.add(
        new Operation.Store(
            result,
            new Place(
                out, Index.of(0), Index.of(result.type().columns()), MemoryLayout.ROW_MAJOR)));
    arrays.add(out);
    buffers.add(new byte[result.type().size() * result.type().component().bytes()]);
    Program program = new Program(Scope.SUBGROUP, 1, 32, arrays, body);
    return Oracle.expect(program, new Inputs(Map.of(), buffers, 1));
  }

  private static Expectation.Buffer last(Expectation expectation) {
    return expectation.buffers().get(expectation.buffers().size() - 1);
  }

  @Test
  void integerProductByHand() {
    Matrix a = matrix("a", ComponentType.SINT8, 2, 2, Use.A);
    Matrix b = matrix("b", ComponentType.UINT8, 2, 2, Use.B);
    Matrix c = matrix("c", ComponentType.SINT32, 2, 2, Use.ACCUMULATOR);
    Map<Matrix, byte[]> sources = new HashMap<>();
    sources.put(a, bytes(ComponentType.SINT8, 1, -2, -128, 3));
    sources.put(b, bytes(ComponentType.UINT8, 255, 4, 5, 200));
    sources.put(c, bytes(ComponentType.SINT32, 10, Integer.MAX_VALUE, 0, -1));
    Expectation expectation = run(sources, c, new Operation.MulAdd(c, a, b, c, false));
    // 1·255 − 2·5 + 10; 1·4 − 2·200 + MAX; −128·255 + 3·5; −128·4 + 3·200 − 1
    assertEquals(
        last(expectation).bytes(),
        bytes(ComponentType.SINT32, 255, Integer.MAX_VALUE - 396L, -32625, 87));
    assertTrue(last(expectation).open().isEmpty());
  }

  @Test
  void sumsWrapAndSaturate() {
    Matrix a = matrix("a", ComponentType.SINT8, 1, 1, Use.A);
    Matrix b = matrix("b", ComponentType.SINT8, 1, 1, Use.B);
    Matrix c = matrix("c", ComponentType.SINT32, 1, 1, Use.ACCUMULATOR);
    Map<Matrix, byte[]> sources = new HashMap<>();
    sources.put(a, bytes(ComponentType.SINT8, 127));
    sources.put(b, bytes(ComponentType.SINT8, 127));
    sources.put(c, bytes(ComponentType.SINT32, Integer.MAX_VALUE - 5));
    assertEquals(
        last(run(sources, c, new Operation.MulAdd(c, a, b, c, false))).bytes(),
        bytes(ComponentType.SINT32, Integer.MAX_VALUE - 5 + 16129));
    assertEquals(
        last(run(sources, c, new Operation.MulAdd(c, a, b, c, true))).bytes(),
        bytes(ComponentType.SINT32, Integer.MAX_VALUE));
  }

  @Test
  void elementsWithoutArithmeticChangeTheirSignOrStay() {
    Matrix m = matrix("m", ComponentType.FLOAT8_E4M3, 2, 2, Use.A);
    Map<Matrix, byte[]> sources = new HashMap<>();
    sources.put(m, bytes(ComponentType.FLOAT8_E4M3, 0x38, 0xB9, 0x40, 0x7E));
    for (Map.Entry<ElementFunction, long[]> row :
        Map.of(
                ElementFunction.CHECKERS, new long[] {0x38, 0x39, 0xC0, 0x7E},
                ElementFunction.CALLED, new long[] {0x38, 0x39, 0x40, 0xFE},
                ElementFunction.TRIANGLE, new long[] {0x38, 0, 0x40, 0x7E})
            .entrySet()) {
      Operation changed = new Operation.PerElement(m, m, m, row.getKey(), Index.of(0));
      assertEquals(
          last(run(sources, m, changed)).bytes(),
          bytes(ComponentType.FLOAT8_E4M3, row.getValue()),
          row.getKey().toString());
    }
  }

  private static long f16(double value) {
    return FloatFormat.FLOAT16.encode(value, Rounding.NEAREST_EVEN);
  }

  /** The precision that doubles share with float32 is relative above float32's range too. */
  @Test
  void quotientsOfDoublesHaveTheirPrecisionAtAnyMagnitude() {
    Matrix m = matrix("m", ComponentType.FLOAT64, 1, 1, Use.ACCUMULATOR);
    Matrix by = matrix("by", ComponentType.FLOAT64, 1, 1, Use.ACCUMULATOR);
    Operation divided = new Operation.Binary(m, BinaryOperator.DIVIDE, m, by, false);
    for (double dividend : new double[] {1, 1e71, 1e-100}) {
      Map<Matrix, byte[]> sources = new HashMap<>();
      sources.put(m, bytes(ComponentType.FLOAT64, Double.doubleToLongBits(dividend)));
      sources.put(by, bytes(ComponentType.FLOAT64, Double.doubleToLongBits(3)));
      Expectation.Open open = last(run(sources, m, divided)).open().get(0);
      double near = dividend / 3 * (1 + 0x1p-23);
      double far = dividend / 3 * (1 + 0x1p-20);
      assertTrue(open.acceptance().accepts(open.format(), Double.doubleToLongBits(near)));
      assertEquals(
          open.acceptance().accepts(open.format(), Double.doubleToLongBits(far)),
          dividend < 1e-50,
          Double.toString(dividend));
    }
  }

  /**
   * A subnormal dividend is itself or zero, whatever the magnitude of the quotient (NUM-DEN-001).
   */
  @Test
  void quotientsOfSubnormalNumbersReachFromZero() {
    FloatFormat half = FloatFormat.FLOAT16;
    long dividend = f16(-0x1p-16);
    for (double divisor : new double[] {0x1p-10, 0.5, 4}) {
      Acceptance quotient =
          Arithmetic.binary(ComponentType.FLOAT16, BinaryOperator.DIVIDE, dividend, f16(divisor));
      double exact = -0x1p-16 / divisor;
      assertTrue(quotient.accepts(half, f16(exact)));
      assertTrue(quotient.accepts(half, 0));
      assertTrue(quotient.accepts(half, half.signBit()));
      assertFalse(quotient.accepts(half, f16(2 * exact)));
      assertFalse(quotient.accepts(half, f16(-exact)));
    }
  }

  @Test
  void exactFloatProductsAreDetermined() {
    Matrix a = matrix("a", ComponentType.FLOAT16, 1, 2, Use.A);
    Matrix b = matrix("b", ComponentType.FLOAT16, 2, 1, Use.B);
    Matrix c = matrix("c", ComponentType.FLOAT16, 1, 1, Use.ACCUMULATOR);
    Map<Matrix, byte[]> sources = new HashMap<>();
    sources.put(a, bytes(ComponentType.FLOAT16, f16(3), f16(-2)));
    sources.put(b, bytes(ComponentType.FLOAT16, f16(5.5), f16(4)));
    sources.put(c, bytes(ComponentType.FLOAT16, f16(0.5)));
    Expectation.Buffer exact = last(run(sources, c, new Operation.MulAdd(c, a, b, c, false)));
    assertEquals(exact.bytes(), bytes(ComponentType.FLOAT16, f16(9)));
    assertTrue(exact.open().isEmpty());
    assertEquals(exact.written().getFirst().rule().tier(), Tier.PRACTICE);
    // Factors of more than four bits: the Khronos CTS has none, no text bounds them.
    sources.put(b, bytes(ComponentType.FLOAT16, f16(5), f16(7)));
    Expectation.Open precise =
        last(run(sources, c, new Operation.MulAdd(c, a, b, c, false))).open().get(0);
    assertTrue(precise.acceptance().accepts(precise.format(), f16(1.5)));
    assertFalse(precise.acceptance().accepts(precise.format(), f16(2)));
    assertEquals(precise.rule().tier(), Tier.QUALITY);
    // 2048·1 + 1·1 needs twelve significant bits: float16 has eleven, so the order and rounding are
    // open.
    sources.put(a, bytes(ComponentType.FLOAT16, f16(2048), f16(1)));
    sources.put(b, bytes(ComponentType.FLOAT16, f16(1), f16(1)));
    sources.put(c, bytes(ComponentType.FLOAT16, f16(0)));
    Expectation.Open open =
        last(run(sources, c, new Operation.MulAdd(c, a, b, c, false))).open().get(0);
    assertEquals(open.rule().tier(), Tier.QUALITY);
    assertTrue(open.acceptance().accepts(open.format(), f16(2048)));
    assertTrue(open.acceptance().accepts(open.format(), f16(2050)));
    assertFalse(open.acceptance().accepts(open.format(), f16(2060)));
    assertFalse(open.acceptance().accepts(open.format(), FloatFormat.FLOAT16.quietNan()));
  }

  @Test
  void roundedSumsMayGoToEitherNeighbour() {
    Matrix a = matrix("a", ComponentType.FLOAT16, 1, 2, Use.ACCUMULATOR);
    Matrix b = matrix("b", ComponentType.FLOAT16, 1, 2, Use.ACCUMULATOR);
    Map<Matrix, byte[]> sources = new HashMap<>();
    sources.put(a, bytes(ComponentType.FLOAT16, f16(2048), f16(1)));
    sources.put(b, bytes(ComponentType.FLOAT16, f16(1), f16(1)));
    Expectation.Buffer sums =
        last(run(sources, a, new Operation.Binary(a, BinaryOperator.ADD, a, b, false)));
    assertEquals(sums.open().keySet(), Set.of(0));
    Expectation.Open first = sums.open().get(0);
    assertTrue(first.acceptance().accepts(first.format(), f16(2048)));
    assertTrue(first.acceptance().accepts(first.format(), f16(2050)));
    assertFalse(first.acceptance().accepts(first.format(), f16(2046)));
    assertEquals(Arrays.copyOfRange(sums.bytes(), 2, 4), bytes(ComponentType.FLOAT16, f16(2)));
  }

  @Test
  void conversionsAcceptWhatTheSheetAllows() {
    Matrix half = matrix("half", ComponentType.FLOAT16, 1, 4, Use.A);
    Matrix e4m3 = matrix("e4m3", ComponentType.FLOAT8_E4M3, 1, 4, Use.A);
    // 17 lies between 16 and 18; 460 overflows or not; 2^-10 is half the smallest subnormal; 1 is
    // exact.
    Expectation.Buffer converted =
        last(
            run(
                Map.of(half, bytes(ComponentType.FLOAT16, f16(17), f16(460), f16(0x1p-10), f16(1))),
                e4m3,
                new Operation.Convert(e4m3, half)));
    assertEquals(accepted(converted, 0), List.of(0x58, 0x59));
    assertEquals(accepted(converted, 1), List.of(0x7E, 0x7F));
    assertEquals(accepted(converted, 2), List.of(0x00, 0x01, 0x80));
    assertFalse(converted.open().containsKey(3));
    assertEquals(converted.bytes()[3], 0x38);
  }

  private static List<Integer> accepted(Expectation.Buffer buffer, int offset) {
    Expectation.Open open = buffer.open().get(offset);
    List<Integer> patterns = new ArrayList<>();
    for (int pattern = 0; pattern < 256; pattern++) {
      if (open.acceptance().accepts(open.format(), pattern)) {
        patterns.add(pattern);
      }
    }
    return patterns;
  }

  /**
   * What stands between a matrix's lines and another matrix happens, and both stay what they are.
   */
  @Test
  void whatIsBetweenLinesHappens() {
    Matrix sums = matrix("sums", ComponentType.SINT32, 2, 4, Use.ACCUMULATOR);
    Matrix a = matrix("a", ComponentType.SINT32, 2, 2, Use.A);
    Matrix other = matrix("other", ComponentType.SINT32, 2, 2, Use.ACCUMULATOR);
    Map<Matrix, byte[]> sources =
        Map.of(
            sums, bytes(ComponentType.SINT32, 1, 2, 3, 4, 5, 6, 7, 8),
            other, bytes(ComponentType.SINT32, 1, -2, 3, -4));
    Operation through =
        new QcomOperation.ThroughLines(
            a,
            sums,
            Index.of(2),
            QcomOperation.ArrayForm.PLAIN,
            List.of(
                new Operation.Negate(other, other),
                new Operation.Binary(other, BinaryOperator.ADD, other, other, false)));
    assertEquals(
        last(run(sources, other, through)).bytes(), bytes(ComponentType.SINT32, -2, 4, -6, 8));
    assertEquals(last(run(sources, a, through)).bytes(), bytes(ComponentType.SINT32, 3, 4, 7, 8));
    assertEquals(
        last(run(sources, sums, through)).bytes(),
        bytes(ComponentType.SINT32, 1, 2, 3, 4, 5, 6, 7, 8));
  }

  @Test
  void columnMajorAddresses() {
    Matrix m = matrix("m", ComponentType.UINT8, 2, 3, Use.A);
    Array in = Array.buffer("in", Pointee.scalar(ComponentType.UINT8), Access.READ);
    Array out = Array.buffer("out", Pointee.scalar(ComponentType.UINT8), Access.READ_WRITE);
    Program program =
        new Program(
            Scope.SUBGROUP,
            1,
            8,
            List.of(in, out),
            List.of(
                new Operation.Load(
                    m, new Place(in, Index.of(1), Index.of(4), MemoryLayout.COLUMN_MAJOR)),
                new Operation.Store(
                    m, new Place(out, Index.of(0), Index.of(3), MemoryLayout.ROW_MAJOR))));
    Expectation expectation =
        Oracle.expect(
            program,
            new Inputs(
                Map.of(), List.of(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, new byte[8]), 1));
    assertEquals(last(expectation).bytes(), new byte[] {1, 5, 9, 2, 6, 10, 0, 0});
  }

  @Test
  void theJudgeSeesEveryByteAndNoNan() {
    Matrix m = matrix("m", ComponentType.FLOAT32, 1, 2, Use.ACCUMULATOR);
    long half = FloatFormat.FLOAT32.encode(0.3, Rounding.NEAREST_EVEN);
    long tiny = FloatFormat.FLOAT32.encode(0x1.234568p-60, Rounding.NEAREST_EVEN);
    Expectation expectation =
        run(
            Map.of(m, bytes(ComponentType.FLOAT32, half, tiny)),
            m,
            new Operation.Binary(m, BinaryOperator.DIVIDE, m, m, false));
    List<String> names = List.of("m", "out");
    byte[] source = bytes(ComponentType.FLOAT32, half, tiny);
    byte[] good = bytes(ComponentType.FLOAT32, 0x3F800000L, 0x3F800001L);
    assertTrue(Judge.compare(expectation, names, List.of(source, good)).clean());
    byte[] nan = bytes(ComponentType.FLOAT32, 0x3F800000L, 0x7FC00000L);
    Judgement judgement = Judge.compare(expectation, names, List.of(source, nan));
    assertEquals(judgement.missed(), 1);
    assertEquals(judgement.first().get(0).rule().assertion(), "KHR-OP-004");
    byte[] touched = source.clone();
    touched[3] ^= 1;
    judgement = Judge.compare(expectation, names, List.of(touched, good));
    assertEquals(judgement.missed(), 1);
    assertEquals(judgement.first().get(0).rule().assertion(), "KHR-STORE-003");
  }

  @Test
  void lengthsMustAddUp() {
    Matrix m = matrix("m", ComponentType.FLOAT32, 8, 8, Use.A);
    Array lengths =
        Array.buffer("lengths", Pointee.scalar(ComponentType.SINT32), Access.READ_WRITE);
    Program program =
        new Program(
            Scope.SUBGROUP,
            1,
            8,
            List.of(lengths),
            List.of(new Operation.WriteLength(m, lengths, Index.of(1))));
    Expectation expectation =
        Oracle.expect(program, new Inputs(Map.of(), List.of(new byte[40]), 1));
    List<String> names = List.of("lengths");
    byte[] even = bytes(ComponentType.SINT32, 0, 8, 8, 8, 8, 8, 8, 8, 8, 0);
    assertTrue(Judge.compare(expectation, names, List.of(even)).clean());
    byte[] padded = bytes(ComponentType.SINT32, 0, 9, 8, 9, 8, 9, 8, 9, 8, 0);
    assertTrue(Judge.compare(expectation, names, List.of(padded)).clean());
    byte[] few = bytes(ComponentType.SINT32, 0, 8, 8, 8, 7, 8, 8, 8, 8, 0);
    assertEquals(Judge.compare(expectation, names, List.of(few)).missed(), 1);
    byte[] negative = bytes(ComponentType.SINT32, 0, 80, -8, 8, 8, 8, 8, 8, 8, 0);
    assertEquals(Judge.compare(expectation, names, List.of(negative)).missed(), 1);
  }

  /** A number of the run is converted, which gives a zero either sign; a constant is not. */
  @Test
  void aMatrixFilledWithAConvertedZeroHasItsSignOpen() {
    Acceptance converted = filled(new Scalar.Number(ComponentType.FLOAT32, Index.of(0)));
    assertTrue(converted.accepts(FloatFormat.FLOAT32, FloatFormat.FLOAT32.signBit()));
    assertTrue(converted.accepts(FloatFormat.FLOAT32, 0));
    Acceptance constant = filled(new Scalar.Literal(ComponentType.FLOAT32, 0));
    assertFalse(constant.accepts(FloatFormat.FLOAT32, FloatFormat.FLOAT32.signBit()));
  }

  private static Acceptance filled(Scalar value) {
    Matrix m = matrix("m", ComponentType.FLOAT32, 1, 1, Use.ACCUMULATOR);
    Array out = Array.buffer("out", Pointee.scalar(ComponentType.FLOAT32), Access.WRITE);
    Place place = new Place(out, Index.of(0), Index.of(1), MemoryLayout.ROW_MAJOR);
    Expectation.Buffer after =
        Oracle.expect(
                new Program(
                    Scope.SUBGROUP,
                    32,
                    1,
                    List.of(out),
                    List.of(new Operation.Fill(m, value), new Operation.Store(m, place))),
                new Inputs(Map.of(), List.of(new byte[4]), 1))
            .buffers()
            .getFirst();
    return after.open().get(0) == null
        ? new Acceptance.OneOf(LittleEndian.get(after.bytes(), 0, 4))
        : after.open().get(0).acceptance();
  }

  /** A step that has no useful result is as if it had never been tried. */
  @Test
  void stepsComeToWhatTheWholeDoes() {
    Matrix m = matrix("m", ComponentType.SINT32, 1, 1, Use.ACCUMULATOR);
    Array unused = Array.buffer("unused", Pointee.scalar(ComponentType.SINT32), Access.READ);
    Array lengths =
        Array.buffer("lengths", Pointee.scalar(ComponentType.SINT32), Access.READ_WRITE);
    Array out = Array.buffer("out", Pointee.scalar(ComponentType.SINT32), Access.READ_WRITE);
    Place place = new Place(out, Index.of(0), Index.of(1), MemoryLayout.ROW_MAJOR);
    List<Operation> fill =
        List.of(new Operation.Fill(m, new Scalar.Literal(ComponentType.SINT32, 7)));
    List<Operation> rest =
        List.of(new Operation.WriteLength(m, lengths, Index.of(1)), new Operation.Store(m, place));
    List<Operation> useless =
        List.of(
            new Operation.Negate(m, m),
            new Operation.WriteLength(m, lengths, Index.of(9)),
            new Operation.Store(m, place),
            new Operation.Copy(
                m, matrix("never set", ComponentType.SINT32, 1, 1, Use.ACCUMULATOR)));
    List<Operation> body = new ArrayList<>(fill);
    body.addAll(rest);
    Oracle oracle =
        Oracle.at(
            new Program(Scope.SUBGROUP, 1, 8, List.of(unused, lengths, out), List.of()),
            new Inputs(Map.of(), List.of(new byte[4], new byte[80], new byte[8]), 1));
    oracle.step(fill);
    assertThrows(IllegalStateException.class, () -> oracle.step(useless));
    oracle.step(rest);
    assertThrows(IllegalStateException.class, () -> oracle.step(useless));
    Program program = new Program(Scope.SUBGROUP, 1, 8, List.of(lengths, out), body);
    Inputs inputs = new Inputs(Map.of(), List.of(new byte[80], new byte[8]), 1);
    Expectation known = oracle.expectation(program, inputs);
    Expectation whole = Oracle.expect(program, inputs);
    for (int i = 0; i < 2; i++) {
      Expectation.Buffer buffer = known.buffers().get(i);
      assertEquals(buffer.bytes(), whole.buffers().get(i).bytes());
      assertEquals(buffer.open(), whole.buffers().get(i).open());
      assertEquals(buffer.written(), whole.buffers().get(i).written());
    }
    assertEquals(last(known).bytes(), bytes(ComponentType.SINT32, 7, 0));
    assertEquals(known.totals(), whole.totals());
  }

  /** The second dispatch finds what the first one stored, and only the rules are a case's own. */
  @Test
  public void laterDispatchesFindWhatWasStored() {
    MatrixType type = new MatrixType(ComponentType.SINT32, Scope.SUBGROUP, 2, 2, Use.ACCUMULATOR);
    List<Place> places =
        Stream.of("source", "between", "result")
            .map(name -> natural(new Matrix(name, type)))
            .toList();
    Matrix m = new Matrix("m", type);
    Condition isFirst =
        new Condition(Index.push("dispatch"), Condition.Comparison.EQUAL, Index.of(0));
    Program program =
        new Program(
            Scope.SUBGROUP,
            1,
            32,
            places.stream().map(Place::array).toList(),
            List.of(
                new Operation.If(
                    isFirst,
                    List.of(
                        new Operation.Load(m, places.get(0)),
                        new Operation.Store(m, places.get(1))),
                    List.of(
                        new Operation.Load(m, places.get(1)),
                        new Operation.Store(m, places.get(2))))));
    byte[] numbers = bytes(ComponentType.SINT32, 1, 2, 3, 4);
    Inputs inputs =
        new Inputs(Map.of("dispatch", 0), List.of(numbers, new byte[16], new byte[16]), 1);
    Expectation once = Oracle.expect(program, inputs, List.of(), List.of());
    assertEquals(once.buffers().get(1).bytes(), numbers);
    assertEquals(once.buffers().get(2).bytes(), new byte[16]);
    Expectation twice = Oracle.expect(program, inputs, List.of(), List.of(Map.of("dispatch", 1)));
    assertEquals(twice.buffers().get(2).bytes(), numbers);
    Rule all = Rule.must("KHR-MEM-005");
    Rule last = Rule.must("KHR-LOAD-003");
    Expectation.Buffer named =
        twice.storedBy(all).buffers().get(2).eachBy(e -> e == 3 ? last : null);
    assertEquals(named.written().getLast().rule(), all);
    assertEquals(named.open().get(12).rule(), last);
    assertEquals(named.open().size(), 1);
    assertEquals(named.exact().orElseThrow(), numbers);
  }
}
