// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static coopcts.model.ComponentType.FLOAT16;
import static coopcts.model.ComponentType.FLOAT32;
import static coopcts.model.ComponentType.FLOAT8_E4M3;
import static coopcts.model.ComponentType.SINT32;
import static coopcts.model.ComponentType.SINT8;
import static coopcts.model.ComponentType.UINT32;
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
import coopcts.numbers.LittleEndian;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.ArrayOperation;
import coopcts.program.BinaryOperator;
import coopcts.program.ComponentValue;
import coopcts.program.Direction;
import coopcts.program.ElementFunction;
import coopcts.program.Fold;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Apart;
import coopcts.program.Operation.Binary;
import coopcts.program.Operation.ChangeUse;
import coopcts.program.Operation.Convert;
import coopcts.program.Operation.Copy;
import coopcts.program.Operation.EachComponent;
import coopcts.program.Operation.Fill;
import coopcts.program.Operation.Load;
import coopcts.program.Operation.Mark;
import coopcts.program.Operation.MulAdd;
import coopcts.program.Operation.Negate;
import coopcts.program.Operation.PerElement;
import coopcts.program.Operation.Reduce;
import coopcts.program.Operation.Saturate;
import coopcts.program.Operation.Scale;
import coopcts.program.Operation.Store;
import coopcts.program.Operation.Transpose;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.QcomOperation.ArrayForm;
import coopcts.program.QcomOperation.FromLines;
import coopcts.program.QcomOperation.ThroughLines;
import coopcts.program.QcomOperation.ToLines;
import coopcts.program.Scalar;
import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter.Block;
import coopcts.program.TensorLayout.Setter.Dimension;
import coopcts.program.TensorLayout.Setter.Slice;
import coopcts.program.TensorOperation.Decoding;
import coopcts.program.TensorOperation.Decoding.DecodingKind;
import coopcts.program.TensorOperation.LoadTensor;
import coopcts.program.TensorOperation.StoreTensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Each operation on two matrices of two rows and two columns, by hand, with its sentence. */
public final class EffectsTests {

  private static Matrix matrix(String name, ComponentType type, int rows, int columns, Use use) {
    return new Matrix(name, new MatrixType(type, Scope.SUBGROUP, rows, columns, use));
  }

  private static Matrix sums(String name, ComponentType type) {
    return matrix(name, type, 2, 2, Use.ACCUMULATOR);
  }

  private static final Matrix M = sums("m", SINT32);
  private static final Matrix N = sums("n", SINT32);
  private static final Matrix R = sums("r", SINT32);
  private static final Matrix X = sums("x", FLOAT16);
  private static final Matrix Y = sums("y", FLOAT16);
  private static final Matrix Z = sums("z", FLOAT16);

  private static Array array(String name, ComponentType type) {
    return Array.buffer(name, Pointee.scalar(type), Access.READ_WRITE);
  }

  private static Place natural(Array array, MatrixType type) {
    return new Place(array, Index.of(0), Index.of(type.columns()), MemoryLayout.ROW_MAJOR);
  }

  private static byte[] bytes(ComponentType type, long... patterns) {
    return InputPatterns.fill(type, patterns.length * type.bytes(), i -> patterns[i]);
  }

  private static final Array IN = array("in", SINT32);
  private static final Array OTHER = array("other", SINT32);
  private static final Array HALVES = array("halves", FLOAT16);

  /** What a matrix is at the end, of m = 1 2 3 4, n = 5 -6 7 -8, x = y = 0.5 1 2 3. */
  private static Expectation.Buffer stored(Matrix result, Operation... operations) {
    return stored(true, result, operations);
  }

  private static Expectation.Buffer stored(boolean strict, Matrix result, Operation... operations) {
    Array out = array("out", result.type().component());
    List<Operation> body = new ArrayList<>();
    body.add(new Load(M, natural(IN, M.type())));
    body.add(new Load(N, natural(OTHER, N.type())));
    body.add(new Load(X, natural(HALVES, X.type())));
    body.add(new Load(Y, natural(HALVES, Y.type())));
    body.addAll(List.of(operations));
    body.add(new Store(result, natural(out, result.type())));
    Program program = new Program(Scope.SUBGROUP, 1, 8, List.of(IN, OTHER, HALVES, out), body);
    Inputs inputs =
        new Inputs(
            Map.of(),
            List.of(
                bytes(SINT32, 1, 2, 3, 4),
                bytes(SINT32, 5, -6, 7, -8),
                bytes(FLOAT16, 0x3800, 0x3C00, 0x4000, 0x4200),
                new byte[64]),
            1);
    Expectation all =
        strict ? Oracle.expectUseful(program, inputs) : Oracle.expect(program, inputs);
    return all.buffers().getLast();
  }

  private static long[] patterns(Expectation.Buffer buffer, ComponentType type, int count) {
    return LongStream.range(0, count)
        .map(i -> LittleEndian.get(buffer.bytes(), (int) i * type.bytes(), type.bytes()))
        .toArray();
  }

  private static Operation each(ComponentValue value) {
    return new EachComponent(R, value);
  }

  private static Scalar literal(long bits) {
    return new Scalar.Literal(SINT32, bits);
  }

  private static Operation perElement(ElementFunction function, int number) {
    return new PerElement(R, M, function.takesOther() ? N : M, function, Index.of(number));
  }

  @DataProvider
  Object[][] whole() {
    return new Object[][] {
      {new Fill(R, literal(7)), "KHR-CTOR-001", new long[] {7, 7, 7, 7}},
      {new Copy(R, N), "KHR-LOAD-018", new long[] {5, -6, 7, -8}},
      {new Negate(R, N), "KHR-OP-010", new long[] {-5, 6, -7, 8}},
      {
        new Binary(R, BinaryOperator.SUBTRACT, M, N, false),
        "KHR-OP-005",
        new long[] {-4, 8, -4, 12}
      },
      {
        new Scale(R, N, literal(3), Scale.ScaleForm.MATRIX_SCALAR),
        "KHR-OP-009",
        new long[] {15, -18, 21, -24}
      },
      {each(new ComponentValue.Same(literal(5))), "KHR-COMP-004", new long[] {5, 5, 5, 5}},
      {each(new ComponentValue.Of(N)), "KHR-COMP-002", new long[] {5, -6, 7, -8}},
      {each(new ComponentValue.Piecewise(N)), "KHR-COMP-012", new long[] {-5, 6, -7, 8}},
      {
        each(new ComponentValue.Stepwise(BinaryOperator.ADD, M, N)),
        "KHR-COMP-003",
        new long[] {6, -4, 10, -4}
      },
      {
        each(new ComponentValue.Combined(BinaryOperator.MULTIPLY, M, N)),
        "KHR-COMP-002",
        new long[] {5, -12, 21, -32}
      },
      {
        new Apart((EachComponent) each(new ComponentValue.Of(N)), 2),
        "KHR-COMP-002",
        new long[] {5, -6, 7, -8}
      },
      {new Reduce(R, N, Direction.ROW, Fold.SUM), "CM2-RED-006", new long[] {-1, -1, -1, -1}},
      {new Reduce(R, N, Direction.COLUMN, Fold.MIN), "CM2-RED-005", new long[] {5, -8, 5, -8}},
      {perElement(ElementFunction.TRIANGLE, 0), "CM2-ELEM-002", new long[] {1, 0, 3, 4}},
      {perElement(ElementFunction.CHECKERS, 0), "CM2-ELEM-002", new long[] {1, -2, -3, 4}},
      {perElement(ElementFunction.STRIPES, 0), "CM2-ELEM-002", new long[] {1, -6, 3, -8}},
      // The second row is 70,001: no longer below.
      {perElement(ElementFunction.BELOW, 70_001), "CM2-ELEM-002", new long[] {1, 2, -3, -4}},
      {perElement(ElementFunction.BELOW, -1), "CM2-ELEM-002", new long[] {1, 2, 3, 4}}
    };
  }

  @Test(dataProvider = "whole")
  public void wholeNumbers(Operation operation, String assertion, long[] wanted) {
    Expectation.Buffer after = stored(R, operation);
    assertEquals(after.bytes(), Arrays.copyOf(bytes(SINT32, wanted), 64));
    assertTrue(after.open().isEmpty());
    assertEquals(after.written().getLast().rule().assertion(), assertion);
  }

  /** The lesser of two is no rule of a specification, but of a test. */
  @Test
  public void theLesser() {
    Expectation.Buffer after = stored(R, each(new ComponentValue.Lesser(M, N)));
    assertEquals(patterns(after, SINT32, 2), new long[] {1, -6 & 0xFFFFFFFFL});
    assertEquals(after.written().getLast().rule().assertion(), "KHR-COMP-002");
  }

  @Test
  public void otherTypesAndShapes() {
    Matrix eight = sums("eight", SINT8);
    assertEquals(
        patterns(stored(eight, new Convert(eight, N)), SINT8, 4), new long[] {5, 0xFA, 7, 0xF8});
    Matrix a = matrix("a", SINT32, 2, 2, Use.A);
    assertEquals(patterns(stored(a, new ChangeUse(a, M)), SINT32, 4), new long[] {1, 2, 3, 4});
    Matrix b = matrix("b", SINT32, 2, 2, Use.B);
    Expectation.Buffer turned = stored(b, new Transpose(b, M));
    assertEquals(patterns(turned, SINT32, 4), new long[] {1, 3, 2, 4});
    assertEquals(turned.written().getLast().rule().assertion(), "CM2-TRANS-001");
    Matrix narrow = sums("narrow", FLOAT8_E4M3);
    Expectation.Buffer saturated = stored(narrow, new Saturate(narrow, X));
    assertEquals(patterns(saturated, FLOAT8_E4M3, 4), new long[] {0x30, 0x38, 0x40, 0x44});
    assertEquals(saturated.written().getLast().rule().assertion(), "NUM-CVT-013");
    Expectation.Buffer moved =
        stored(narrow, new Saturate(narrow, X), new EachComponent(narrow, piecewise(narrow)));
    assertEquals(patterns(moved, FLOAT8_E4M3, 4), new long[] {0x30, 0x38, 0x40, 0x44});
  }

  private static ComponentValue piecewise(Matrix of) {
    return new ComponentValue.Piecewise(of);
  }

  /** What is made of a sum that was rounded is no more than a wish. */
  @DataProvider
  Object[][] behindAWish() {
    return new Object[][] {
      {new Copy(Z, X)},
      {new Negate(Z, X)},
      {new EachComponent(Z, new ComponentValue.Of(X))},
      {new EachComponent(Z, new ComponentValue.Piecewise(X))},
      {new EachComponent(Z, new ComponentValue.Lesser(X, Y))},
      {new EachComponent(Z, new ComponentValue.Lesser(Y, X))},
      {new PerElement(Z, Y, X, ElementFunction.STRIPES, Index.of(0))},
      {new PerElement(Z, X, X, ElementFunction.CHECKERS, Index.of(0))}
    };
  }

  @Test(dataProvider = "behindAWish")
  public void aWishStaysOne(Operation operation) {
    Matrix a = matrix("a", FLOAT16, 2, 2, Use.A);
    Matrix b = matrix("b", FLOAT16, 2, 2, Use.B);
    Operation[] body = {
      new Load(a, natural(HALVES, a.type())),
      new Load(b, natural(HALVES, b.type())),
      new MulAdd(X, a, b, X, false),
      new Binary(X, BinaryOperator.MULTIPLY, X, X, false),
      operation
    };
    assertEquals(stored(false, Z, operation).written().getLast().rule().tier(), Tier.MUST);
    // Behind factors of the CTS an exact sum is what practice demands.
    assertEquals(stored(false, Z, body).written().getLast().rule().tier(), Tier.PRACTICE);
  }

  /** KHR-MULADD: nothing is said of products of subnormal numbers. */
  @Test
  public void productsOfSubnormalNumbersSayNothing() {
    Matrix a = matrix("a", FLOAT16, 2, 2, Use.A);
    Matrix b = matrix("b", FLOAT16, 2, 2, Use.B);
    Operation[] body = {
      new Fill(a, new Scalar.Literal(FLOAT16, 0x0001)),
      new Fill(b, new Scalar.Literal(FLOAT16, 0x4400)),
      new MulAdd(Z, a, b, X, false)
    };
    assertThrows(IndistinctValuesException.class, () -> stored(Z, body));
    assertFalse(stored(false, Z, body).open().isEmpty());
  }

  @Test
  public void marksAreOfInvocationsBelowALimit() {
    Array out = array("out", UINT32);
    Operation mark = new Mark(out, Index.of(1), Index.of(3), Index.of(10));
    Program program = new Program(Scope.SUBGROUP, 2, 4, List.of(out), List.of(mark));
    Expectation.Buffer after =
        Oracle.expect(program, new Inputs(Map.of(), List.of(new byte[80]), 2)).buffers().getFirst();
    // Four instances of four invocations each, of which three write.
    for (int word = 0; word < 20; word++) {
      Expectation.Open open = after.open().get(4 * word);
      int invocation = (word - 1) % 4;
      if (word == 0 || word > 16 || invocation == 3) {
        assertTrue(open == null, "word " + word);
      } else {
        assertEquals(open.rule().assertion(), "KHR-COMP-011");
        assertTrue(open.acceptance().accepts(open.format(), 10 + invocation), "word " + word);
        assertFalse(open.acceptance().accepts(open.format(), 11 + invocation), "word " + word);
      }
    }
  }

  /** KHR-COMP-002: lengths of all invocations come to the elements of the matrix. */
  @Test
  public void lengthsOfSeveralInstances() {
    Array out = array("out", SINT32);
    Operation length = new Operation.WriteLength(R, out, Index.of(2));
    Program program = new Program(Scope.SUBGROUP, 2, 4, List.of(out), List.of(length));
    Expectation after = Oracle.expect(program, new Inputs(Map.of(), List.of(new byte[48]), 1));
    assertEquals(
        after.totals().stream().map(one -> List.of(one.offset(), one.count())).toList(),
        List.of(List.of(8, 4), List.of(24, 4)));
    assertEquals(after.totals().getFirst().bound(), 4);
    Expectation.Open last = after.buffers().getFirst().open().get(36);
    assertTrue(last.acceptance().accepts(last.format(), 0));
    assertFalse(last.acceptance().accepts(last.format(), 0xFFFFFFFFL));
    assertTrue(after.buffers().getFirst().open().get(4) == null);
    assertTrue(after.buffers().getFirst().open().get(40) == null);
  }

  private static Expectation.Buffer tensor(
      TensorLayout layout, int zero, Optional<Decoding> decoding) {
    Array in = array("tensor", SINT32);
    Array out = array("out", SINT32);
    List<Operation> body =
        List.of(
            new Fill(R, literal(-1)),
            new LoadTensor(R, in, Index.of(1), layout, Index.of(zero), decoding),
            new Store(R, natural(out, R.type())));
    byte[] numbers = bytes(SINT32, LongStream.range(-1, 16).toArray());
    return Oracle.expect(
            new Program(Scope.SUBGROUP, 1, 8, List.of(in, out), body),
            new Inputs(Map.of(), List.of(numbers, new byte[16]), 1))
        .buffers()
        .getLast();
  }

  private static final TensorLayout SLICE =
      TensorLayout.of(2, Clamp.UNDEFINED, new Dimension(4, 4), new Slice(1, 2, 2, 2));

  /** Blocks of two rows and two columns. */
  private static final TensorLayout BLOCKS =
      TensorLayout.of(
          2, Clamp.UNDEFINED, new Block(2, 2), new Dimension(4, 4), new Slice(1, 2, 2, 2));

  /** Elements (1, 2), (1, 3), (2, 2) and (2, 3) of four rows of four. */
  @Test
  public void tensorsAreLoaded() {
    Expectation.Buffer after = tensor(SLICE, 0, Optional.empty());
    assertEquals(patterns(after, SINT32, 4), new long[] {6, 7, 10, 11});
    assertEquals(after.written().getLast().rule().assertion(), "CM2-TLD-001");
    assertThrows(IllegalStateException.class, () -> tensor(SLICE, 1, Optional.empty()));
    // (1, 2) is the third element of the second block, (2, 2) the first of the fourth.
    Decoding data = new Decoding(DecodingKind.DATA, 0);
    Expectation.Buffer decoded = tensor(BLOCKS, 0, Optional.of(data));
    assertEquals(patterns(decoded, SINT32, 4), new long[] {6, 7, 12, 13});
    assertEquals(decoded.written().getLast().rule().assertion(), "CM2-DEC-001");
    // 3 and 5 for the block's row and column, 1 and 5 within it, of which the rest of 7.
    Decoding codes = new Decoding(DecodingKind.CODES, 2);
    Expectation.Buffer coded = tensor(BLOCKS, 0, Optional.of(codes));
    assertEquals(
        patterns(coded, SINT32, 4), new long[] {5 + 1, (5 + 1 + 5) % 7, 3 + 5 - 7, 3 + 5 + 5 - 7});
    assertEquals(coded.written().getLast().rule().assertion(), "DV-SEM-001");
    assertEquals(new TensorAccess(R.type(), SLICE).reach(), 12);
    assertEquals(new TensorAccess(R.type(), BLOCKS).reach(), 4);
  }

  @Test
  public void tensorsAreStored() {
    Array out = array("tensor", SINT32);
    List<Operation> body =
        List.of(
            new Load(R, natural(IN, R.type())),
            new StoreTensor(R, out, Index.of(1), SLICE, Index.of(0)));
    Expectation.Buffer after =
        Oracle.expect(
                new Program(Scope.SUBGROUP, 1, 8, List.of(IN, out), body),
                new Inputs(Map.of(), List.of(bytes(SINT32, 21, 22, 23, 24), new byte[4 * 17]), 1))
            .buffers()
            .getLast();
    Map<Integer, Long> wanted = Map.of(7, 21L, 8, 22L, 11, 23L, 12, 24L);
    for (int i = 0; i < 17; i++) {
      Expectation.Open open = after.open().get(4 * i);
      assertEquals(open != null, wanted.containsKey(i), "element " + i);
      if (open != null) {
        assertTrue(open.acceptance().accepts(open.format(), wanted.get(i)));
        assertFalse(open.acceptance().accepts(open.format(), wanted.get(i) + 1));
        assertEquals(open.rule().assertions(), List.of("CM2-TST-001", "CM2-TST-002"));
      }
    }
  }

  /** What an earlier store left open, or wished, is so where a tensor is loaded from there. */
  @Test
  public void tensorsHoldWhatWasWished() {
    Matrix a = matrix("a", FLOAT16, 2, 2, Use.A);
    Matrix b = matrix("b", FLOAT16, 2, 2, Use.B);
    Array memory = array("memory", FLOAT16);
    TensorLayout whole = TensorLayout.of(2, Clamp.UNDEFINED, new Dimension(2, 2));
    Array out = array("out", FLOAT16);
    // 5 · 7 is no product of the CTS.
    List<Operation> body =
        List.of(
            new Fill(a, new Scalar.Literal(FLOAT16, 0x4500)),
            new Fill(b, new Scalar.Literal(FLOAT16, 0x4700)),
            new Fill(Z, new Scalar.Literal(FLOAT16, 0x3C00)),
            new MulAdd(Z, a, b, Z, false),
            new Store(Z, natural(memory, Z.type())),
            new Fill(Y, new Scalar.Literal(FLOAT16, 0x3C00)),
            new LoadTensor(Y, memory, Index.of(0), whole, Index.of(0), Optional.empty()),
            new Store(Y, natural(out, Y.type())));
    Expectation.Buffer after =
        Oracle.expect(
                new Program(Scope.SUBGROUP, 1, 8, List.of(memory, out), body),
                new Inputs(Map.of(), List.of(new byte[8], new byte[8]), 1))
            .buffers()
            .getLast();
    // 2 · 35 + 1 = 71.
    assertEquals(patterns(after, FLOAT16, 4), new long[] {0x5470, 0x5470, 0x5470, 0x5470});
    assertEquals(after.written().getLast().rule().tier(), Tier.QUALITY);
  }

  private static final Array LINES = array("lines", FLOAT32);

  /** 1 to 9 as float32, loaded as lines from the second on. */
  private static Expectation.Buffer lines(Matrix matrix, Matrix result, Operation... between) {
    Array out = array("out", FLOAT32);
    List<Operation> body = new ArrayList<>();
    body.add(new FromLines(matrix, LINES, Index.of(1), ArrayForm.PLAIN));
    body.addAll(List.of(between));
    body.add(new Store(result, natural(out, result.type())));
    byte[] numbers =
        bytes(FLOAT32, LongStream.range(1, 10).map(i -> Float.floatToIntBits(i)).toArray());
    return ofLines(1, 4, numbers, out, 8, body);
  }

  /** What an array of so many elements holds at the end of a program that reads lines. */
  private static Expectation.Buffer ofLines(
      int instances,
      int instanceSize,
      byte[] numbers,
      Array out,
      int elements,
      List<Operation> body) {
    return Oracle.expectUseful(
            new Program(Scope.SUBGROUP, instances, instanceSize, List.of(LINES, out), body),
            new Inputs(Map.of(), List.of(numbers, new byte[4 * elements]), 1))
        .buffers()
        .getLast();
  }

  private static float[] floats(Expectation.Buffer buffer, int count) {
    float[] floats = new float[count];
    for (int i = 0; i < count; i++) {
      floats[i] = Float.intBitsToFloat((int) LittleEndian.get(buffer.bytes(), 4 * i, 4));
    }
    return floats;
  }

  /** QC §4: rows of A and of accumulators, columns of B. */
  @Test
  public void linesBecomeMatrices() {
    Matrix a = matrix("a", FLOAT32, 2, 3, Use.A);
    Matrix b = matrix("b", FLOAT32, 2, 3, Use.B);
    Matrix c = matrix("c", FLOAT32, 2, 3, Use.ACCUMULATOR);
    assertEquals(floats(lines(a, a), 6), new float[] {2, 3, 4, 5, 6, 7});
    assertEquals(floats(lines(b, b), 6), new float[] {2, 4, 6, 3, 5, 7});
    assertEquals(floats(lines(c, c), 6), new float[] {2, 3, 4, 5, 6, 7});
    assertEquals(rule(lines(a, a)), "QC-V2M-001");
    assertEquals(rule(lines(b, b)), "QC-V2M-002");
    assertEquals(rule(lines(c, c)), "QC-V2M-003");
  }

  private static String rule(Expectation.Buffer buffer) {
    return buffer.written().getLast().rule().assertion();
  }

  @Test
  public void matricesBecomeLines() {
    for (Use use : Use.values()) {
      Matrix m = matrix("m", FLOAT32, 2, 3, use);
      Array out = array("out", FLOAT32);
      List<Operation> body =
          List.of(
              new FromLines(m, LINES, Index.of(0), ArrayForm.PLAIN),
              new ToLines(m, out, Index.of(2), ArrayForm.PLAIN));
      byte[] numbers =
          bytes(FLOAT32, LongStream.range(1, 33).map(i -> Float.floatToIntBits(i)).toArray());
      Expectation.Buffer after = ofLines(2, 4, numbers, out, 32, body);
      // The second instance's lines stand behind four of the first: two of A, three of B.
      int behind = use == Use.B ? 8 : 12;
      float[] got = floats(after, 32);
      assertEquals(Arrays.copyOfRange(got, 2, 8), new float[] {1, 2, 3, 4, 5, 6});
      for (int i = 0; i < 6; i++) {
        assertEquals(got[2 + behind + i], (float) (1 + behind + i));
      }
      assertEquals(
          rule(after),
          switch (use) {
            case A -> "QC-V2M-001";
            case B -> "QC-V2M-002";
            case ACCUMULATOR -> "QC-V2M-003";
          });
      assertEquals(
          after.written().getLast().addresses().rule().assertion(),
          switch (use) {
            case A -> "QC-M2V-001";
            case B -> "QC-M2V-002";
            case ACCUMULATOR -> "QC-M2V-003";
          });
    }
  }

  /** A part of each line of a matrix of four columns. */
  @Test
  public void partsOfLines() {
    Matrix wide = matrix("wide", FLOAT32, 1, 4, Use.ACCUMULATOR);
    Matrix part = matrix("part", FLOAT32, 1, 2, Use.A);
    Operation second = new ThroughLines(part, wide, Index.of(2), ArrayForm.PLAIN, List.of());
    Expectation.Buffer after = lines(wide, part, second);
    assertEquals(floats(after, 2), new float[] {4, 5});
    assertEquals(
        after.written().getLast().rule().assertions(), List.of("QC-M2V-003", "QC-V2M-001"));
    for (int start : new int[] {1, 4}) {
      assertThrows(
          IllegalStateException.class,
          () ->
              lines(
                  wide,
                  part,
                  new ThroughLines(part, wide, Index.of(start), ArrayForm.PLAIN, List.of())));
    }
  }

  private static Expectation halves(boolean strict, ArrayForm from, ArrayForm to, long bits) {
    Matrix m = matrix("m", FLOAT16, 1, 16, Use.A);
    Array in = array("words", from == ArrayForm.PLAIN ? FLOAT16 : UINT32);
    Array out = array("out", to == ArrayForm.PLAIN ? FLOAT16 : UINT32);
    List<Operation> body =
        List.of(new FromLines(m, in, Index.of(0), from), new ToLines(m, out, Index.of(0), to));
    long[] all = new long[16];
    Arrays.fill(all, bits);
    Program program = new Program(Scope.SUBGROUP, 1, 1, List.of(in, out), body);
    Inputs inputs = new Inputs(Map.of(), List.of(bytes(FLOAT16, all), new byte[32]), 1);
    return strict ? Oracle.expectUseful(program, inputs) : Oracle.expect(program, inputs);
  }

  /** QC-BIT-002: which of two components of a word is the first is open. */
  @Test
  public void theOrderInWordsIsOpen() {
    assertEquals(halves(true, ArrayForm.PLAIN, ArrayForm.PLAIN, 0x3C00).buffers().size(), 2);
    assertThrows(
        IndistinctValuesException.class,
        () -> halves(true, ArrayForm.PACKED, ArrayForm.PLAIN, 0x3C00));
    assertThrows(
        IndistinctValuesException.class,
        () -> halves(true, ArrayForm.PLAIN, ArrayForm.PACKED, 0x3C00));
    halves(false, ArrayForm.PACKED, ArrayForm.PLAIN, 0x3C00);
    Matrix wide = matrix("wide", FLOAT32, 1, 8, Use.ACCUMULATOR);
    Matrix same = matrix("same", FLOAT32, 1, 8, Use.A);
    Operation cast = new ThroughLines(same, wide, Index.of(0), ArrayForm.CAST, List.of());
    assertEquals(floats(lines(wide, same, cast), 8), new float[] {2, 3, 4, 5, 6, 7, 8, 9});
    // NUM §5: moved by none of the instructions that keep bits.
    assertThrows(
        IndistinctValuesException.class,
        () -> halves(true, ArrayForm.PLAIN, ArrayForm.PLAIN, 0x0001));
    Expectation.Buffer zeros =
        halves(true, ArrayForm.PLAIN, ArrayForm.PLAIN, 0x0000).buffers().getLast();
    Expectation.Open zero = zeros.open().get(0);
    assertTrue(zero.acceptance().accepts(zero.format(), 0x8000));
  }

  /** What arrays of two invocations come to: their parts or casts, and themselves. */
  private static List<Expectation.Buffer> arrays(ArrayOperation operation) {
    Program program =
        new Program(
            Scope.INVOCATION,
            2,
            1,
            List.of(operation.source(), operation.result(), operation.kept()),
            List.of(operation));
    long[] numbers = LongStream.rangeClosed(1, 2L * operation.whole()).toArray();
    return Oracle.expectUseful(
            program,
            new Inputs(
                Map.of(),
                List.of(
                    bytes(SINT32, numbers),
                    new byte[8 * operation.made()],
                    new byte[8 * operation.whole()]),
                1))
        .buffers();
  }

  private static ArrayOperation cut(Array source, Array part, Array kept, int start) {
    return new ArrayOperation.Cut(source, part, kept, 4, 2, Index.of(start));
  }

  @Test
  public void partsOfArraysBeginAtMultiplesOfTheirLength() {
    Array part = array("part", SINT32);
    Array kept = array("kept", SINT32);
    List<Expectation.Buffer> second = arrays(cut(IN, part, kept, 2));
    assertEquals(patterns(second.get(1), SINT32, 4), new long[] {3, 4, 7, 8});
    assertEquals(patterns(second.get(2), SINT32, 8), new long[] {1, 2, 3, 4, 5, 6, 7, 8});
    List<Expectation.Buffer> first = arrays(cut(IN, part, kept, 0));
    assertEquals(patterns(first.get(1), SINT32, 4), new long[] {1, 2, 5, 6});
    for (int start : new int[] {1, 3, 4}) {
      assertThrows(IllegalStateException.class, () -> arrays(cut(IN, part, kept, start)));
    }
  }

  @Test
  public void castsOfArraysKeepTheirBits() {
    Array words = array("words", UINT32);
    Array kept = array("kept", SINT32);
    List<Expectation.Buffer> after =
        arrays(new ArrayOperation.Recast(IN, words, kept, 32, Optional.empty()));
    assertEquals(patterns(after.get(1), UINT32, 16), LongStream.rangeClosed(1, 16).toArray());
    assertEquals(patterns(after.get(2), SINT32, 16), LongStream.rangeClosed(1, 16).toArray());
    Array halves = array("narrow", FLOAT16);
    assertThrows(
        IndistinctValuesException.class,
        () -> arrays(new ArrayOperation.Recast(IN, halves, kept, 32, Optional.empty())));
  }

  /** Lines that go out as they came, of all invocations, those without a line among them. */
  @Test
  public void linesAreKept() {
    Matrix a = matrix("a", FLOAT32, 2, 3, Use.A);
    Array kept = array("kept", FLOAT32);
    List<Operation> body =
        List.of(new FromLines(a, LINES, Index.of(1), ArrayForm.PLAIN, Optional.of(kept)));
    byte[] numbers =
        bytes(FLOAT32, LongStream.range(1, 27).map(i -> Float.floatToIntBits(i)).toArray());
    float[] got = floats(ofLines(2, 4, numbers, kept, 26, body), 26);
    // Two instances of four lines of three, behind one element.
    for (int i = 0; i < 26; i++) {
      assertEquals(got[i], i == 0 || i == 25 ? 0 : i + 1f, "element " + i);
    }
  }

  @Test
  public void whatIsRectifiedIsNotBelowZero() {
    Matrix m = matrix("m", FLOAT32, 1, 4, Use.ACCUMULATOR);
    Array out = array("out", FLOAT32);
    List<Operation> body =
        List.of(
            new FromLines(m, LINES, Index.of(0), ArrayForm.PLAIN),
            new ToLines(m, out, Index.of(0), ArrayForm.PLAIN, true));
    long[] numbers = {
      Float.floatToIntBits(-1),
      Float.floatToIntBits(2),
      Float.floatToIntBits(-3.5f),
      Float.floatToIntBits(4)
    };
    Expectation.Buffer after = ofLines(1, 1, bytes(FLOAT32, numbers), out, 4, body);
    assertEquals(floats(after, 4), new float[] {0, 2, 0, 4});
  }

  /** Lines of two elements, four apart, come to lie one behind the other. */
  @Test
  public void arraysAreStaged() {
    Array shared = Array.shared("staged", Pointee.scalar(SINT32), 6);
    Array out = array("out", SINT32);
    List<Operation> body =
        List.of(
            new Operation.Stage(
                IN,
                Index.of(1),
                shared,
                Index.of(0),
                Index.of(5),
                Optional.of(new Operation.Stage.StageLines(2, 4))),
            new Operation.Stage(shared, Index.of(1), out, Index.of(3), Index.of(4)));
    Expectation.Buffer after =
        Oracle.expect(
                new Program(Scope.SUBGROUP, 1, 8, List.of(IN, shared, out), body),
                new Inputs(
                    Map.of(),
                    List.of(bytes(SINT32, LongStream.range(20, 32).toArray()), new byte[32]),
                    1))
            .buffers()
            .getLast();
    assertEquals(patterns(after, SINT32, 8), new long[] {0, 0, 0, 22, 25, 26, 29, 0});
  }
}
