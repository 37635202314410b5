// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.model.VectorMatrix;
import coopcts.model.VectorProperties;
import coopcts.program.Array;
import coopcts.program.ArrayOperation;
import coopcts.program.BinaryOperator;
import coopcts.program.BitOperator;
import coopcts.program.ComponentValue;
import coopcts.program.Condition;
import coopcts.program.Constant;
import coopcts.program.Direction;
import coopcts.program.ElementFunction;
import coopcts.program.FloatControl;
import coopcts.program.FloatMode;
import coopcts.program.Fold;
import coopcts.program.Function;
import coopcts.program.Group;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Operation.Scale.ScaleForm;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.QcomOperation;
import coopcts.program.QcomOperation.ArrayForm;
import coopcts.program.Scalar;
import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter;
import coopcts.program.TensorLayout.View;
import coopcts.program.TensorLayout.ViewSetter;
import coopcts.program.TensorOperation.Decoding;
import coopcts.program.TensorOperation.Decoding.DecodingKind;
import coopcts.program.TensorOperation.LoadTensor;
import coopcts.program.TensorOperation.StoreTensor;
import coopcts.program.VectorFunction;
import coopcts.program.VectorOperation;
import coopcts.program.VectorOperation.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Every operation as GLSL, as it was last reviewed: whole shaders, a file for each system. */
public final class GlslTextTests {

  private static final Path GOLDEN = Path.of("src/test/resources/coopcts/glsl");

  /** Writes the shaders anew where they are not as they should be. */
  private static final String UPDATE = "coopcts.golden.update";

  private static final Index ZERO = Index.of(0);
  private static final Index INSTANCE = new Index.Instance();
  private static final Index PUSH = Index.push("start");

  private static Matrix matrix(String name, ComponentType type, int rows, int columns, Use use) {
    return new Matrix(name, new MatrixType(type, Scope.SUBGROUP, rows, columns, use));
  }

  private static Matrix sum(String name, ComponentType type) {
    return matrix(name, type, 16, 16, Use.ACCUMULATOR);
  }

  private static Matrix vector(String name, ComponentType type, int length) {
    return new Matrix(name, MatrixType.vector(type, length));
  }

  private static Array buffer(String name, ComponentType type, Array.Access access) {
    return Array.buffer(name, Pointee.scalar(type), access);
  }

  private static Place place(Array array, Index element, MemoryLayout layout) {
    return new Place(array, element, Index.of(16), layout);
  }

  private static Condition less(Index left, Index right) {
    return new Condition(left, Condition.Comparison.LESS, right);
  }

  private static Scalar.Literal one(ComponentType type, long bits) {
    return new Scalar.Literal(type, bits);
  }

  /** Sizes and numbers as constants, all kinds of memory, every way through the shader. */
  private static Program matrices() {
    Constant rows = new Constant(3, "ROWS", ComponentType.UINT32, 8, 16);
    Constant factor = new Constant(1, "FACTOR", ComponentType.FLOAT16, 0x3c00, 0x4000);
    Matrix a = matrix("a", ComponentType.FLOAT16, 16, 16, Use.A);
    Matrix b = matrix("b", ComponentType.FLOAT16, 16, 16, Use.B);
    Matrix d = sum("d", ComponentType.FLOAT32);
    Matrix c = new Matrix("c", d.type(), Optional.of(rows), Optional.empty());
    Matrix half = sum("h", ComponentType.FLOAT16);
    Matrix brain = sum("n", ComponentType.BFLOAT16);
    Array in = Array.buffer("source", new Pointee(ComponentType.FLOAT16, 2), Array.Access.READ);
    Array out = buffer("result", ComponentType.FLOAT32, Array.Access.WRITE);
    Array marks = buffer("marks", ComponentType.UINT32, Array.Access.READ_WRITE);
    Array lengths = buffer("lengths", ComponentType.SINT32, Array.Access.IN_TURN);
    Array far = buffer("far", ComponentType.UINT8, Array.Access.COHERENT).addressed();
    Array shared = Array.shared("tile", Pointee.scalar(ComponentType.FLOAT16), 512);
    Array halves = buffer("halves", ComponentType.FLOAT16, Array.Access.READ);
    Operation fill = new Operation.Fill(d, one(ComponentType.FLOAT32, 0x3f800000));
    List<Operation> body = new ArrayList<>();
    body.add(
        new Operation.Stage(
            halves,
            PUSH,
            shared,
            ZERO,
            Index.of(64),
            Optional.of(new Operation.Stage.StageLines(16, 48))));
    body.add(new Operation.Stage(halves, ZERO, shared, Index.of(64), Index.push("count")));
    Index own = PUSH.plus(INSTANCE.times(Index.of(256)));
    body.add(new Operation.Load(a, place(in, own, MemoryLayout.ROW_MAJOR)));
    body.add(new Operation.Load(b, place(shared, ZERO, MemoryLayout.COLUMN_MAJOR)));
    body.add(
        new Operation.Load(half, place(far, new Index.LocalInstance(), MemoryLayout.ROW_MAJOR)));
    body.add(new Operation.Fill(c, new Scalar.Number(ComponentType.FLOAT32, PUSH)));
    body.add(fill);
    body.add(new Operation.Fill(brain, one(ComponentType.BFLOAT16, 0x3fc0)));
    body.add(new Operation.MulAdd(d, a, b, d, false));
    body.add(new Operation.Convert(d, half));
    body.add(new Operation.Binary(d, BinaryOperator.SUBTRACT, d, d, false));
    body.add(new Operation.Binary(d, BinaryOperator.DIVIDE, d, d, true));
    body.add(new Operation.Negate(d, d));
    Scalar specialized = new Scalar.Specialized(factor);
    body.add(new Operation.Scale(half, half, specialized, ScaleForm.MATRIX_SCALAR));
    Scalar element = new Scalar.Element(halves, PUSH);
    body.add(new Operation.Scale(half, half, element, ScaleForm.SCALAR_MATRIX));
    Scalar negative = one(ComponentType.FLOAT32, 0xc0200000L);
    body.add(new Operation.Scale(d, d, negative, ScaleForm.COMPOUND));
    body.add(
        new Operation.EachComponent(
            d, new ComponentValue.Same(new Scalar.Number(ComponentType.FLOAT32, INSTANCE))));
    body.add(new Operation.EachComponent(d, new ComponentValue.Of(d)));
    body.add(new Operation.EachComponent(d, new ComponentValue.Piecewise(d)));
    body.add(new Operation.EachComponent(brain, new ComponentValue.Piecewise(brain)));
    body.add(new Operation.EachComponent(d, new ComponentValue.Lesser(d, d)));
    body.add(new Operation.EachComponent(d, new ComponentValue.Stepwise(BinaryOperator.ADD, c, c)));
    body.add(
        new Operation.Apart(
            new Operation.EachComponent(
                d, new ComponentValue.Combined(BinaryOperator.MULTIPLY, d, d)),
            3));
    body.add(new Operation.WriteLength(d, lengths, Index.of(7)));
    body.add(new Operation.WriteSubgroupSize(marks, ZERO));
    body.add(new Operation.WriteSubgroupSize(marks, PUSH));
    body.add(new Operation.Barrier());
    body.add(new Operation.BufferBarrier());
    Index quotient = PUSH.over(Index.of(3).times(PUSH));
    body.add(
        new Operation.Repeat(
            "i",
            new Index.Specialized(rows),
            List.of(
                new Operation.Repeat("j", Index.of(2), List.of(fill)),
                new Operation.Continue(less(new Index.Counter("i"), quotient)))));
    body.add(
        new Operation.If(
            new Condition(
                new Index.Workgroup().modulo(4), Condition.Comparison.EQUAL, Index.of(-1)),
            List.of(fill),
            List.of(new Operation.Negate(d, d))));
    body.add(
        new Operation.Switch(
            PUSH.minus(INSTANCE.plus(PUSH)), List.of(List.of(fill), List.of()), List.of(fill)));
    body.add(new Operation.Mark(marks, PUSH, Index.of(5), Index.of(100)));
    body.add(new Operation.Copy(d, d));
    body.add(new Operation.Store(d, place(out, ZERO, MemoryLayout.COLUMN_MAJOR)));
    Condition isOdd =
        new Condition(
            PUSH.plus(PUSH).times(Index.of(3)), Condition.Comparison.NOT_EQUAL, Index.of(1));
    Function leave =
        new Function(
            "leave",
            List.of(
                new Function.Parameter(sum("p", ComponentType.FLOAT32), Function.Direction.CONST)),
            List.of(new Operation.Return(isOdd)),
            Optional.empty());
    body.add(new Operation.Call(leave, List.of(d), Optional.empty()));
    return new Program(
        Scope.SUBGROUP,
        2,
        32,
        List.of(in, out, marks, lengths, far, shared, halves),
        body,
        Optional.of(new FloatMode(FloatControl.RTZ, 16)));
  }

  /** What tells invocations apart is another where a matrix is a workgroup's. */
  private static Program workgroups() {
    Matrix m =
        new Matrix(
            "m", new MatrixType(ComponentType.SINT8, Scope.WORKGROUP, 32, 32, Use.ACCUMULATOR));
    Array marks = buffer("marks", ComponentType.UINT32, Array.Access.READ_WRITE);
    Array lengths = buffer("lengths", ComponentType.SINT32, Array.Access.WRITE);
    return new Program(
        Scope.WORKGROUP,
        1,
        128,
        List.of(marks, lengths),
        List.of(
            new Operation.Fill(m, one(ComponentType.SINT8, 0xff)),
            new Operation.Mark(marks, new Index.LocalInstance(), Index.of(64), PUSH),
            new Operation.Apart(new Operation.EachComponent(m, new ComponentValue.Of(m)), 2),
            new Operation.WriteLength(m, lengths, ZERO)));
  }

  /** Tensors by all setters, decoded in each way; reductions and functions of elements. */
  private static Program tensors() {
    Matrix m = sum("m", ComponentType.FLOAT32);
    Matrix h = sum("h", ComponentType.FLOAT16);
    Matrix u = sum("u", ComponentType.UINT8);
    Array in = buffer("source", ComponentType.FLOAT32, Array.Access.READ);
    Array kept = buffer("kept", ComponentType.FLOAT16, Array.Access.COHERENT);
    Array bytes = buffer("bytes", ComponentType.UINT8, Array.Access.READ_WRITE);
    Array out = buffer("result", ComponentType.FLOAT32, Array.Access.WRITE);
    TensorLayout plain =
        TensorLayout.of(
            2,
            Clamp.CONSTANT,
            new Setter.Dimension(40, 50),
            new Setter.Stride(64, 1),
            new Setter.Slice(-3, 16, 5, 16),
            new Setter.ClampValue(0x3f800000));
    TensorLayout viewed =
        TensorLayout.of(3, Clamp.MIRROR, new Setter.Dimension(4, 40, 50))
            .through(
                new View(
                    2,
                    true,
                    new int[] {1, 0},
                    List.of(
                        new ViewSetter.Dimensions(16, 16),
                        new ViewSetter.Strides(50, 1),
                        new ViewSetter.Clip(0, 12, 2, 9))));
    TensorLayout blocks =
        TensorLayout.of(2, Clamp.UNDEFINED, new Setter.Dimension(32, 32), new Setter.Block(2, 4));
    List<Operation> body = new ArrayList<>();
    body.add(new LoadTensor(m, in, ZERO, plain, ZERO, Optional.empty()));
    body.add(new LoadTensor(m, in, PUSH, viewed, Index.push("zero"), Optional.empty()));
    for (DecodingKind kind : DecodingKind.values()) {
      boolean isCoherent = kind == DecodingKind.CALLED || kind == DecodingKind.SECOND_OF_TWO;
      Matrix result = isCoherent ? h : u;
      Array array = isCoherent ? kept : bytes;
      for (int length : new int[] {0, 4}) {
        Decoding decoding = new Decoding(kind, length);
        body.add(new LoadTensor(result, array, ZERO, blocks, ZERO, Optional.of(decoding)));
      }
    }
    for (Clamp clamp : List.of(Clamp.EDGE, Clamp.REPEAT)) {
      TensorLayout layout = TensorLayout.of(2, clamp, new Setter.Dimension(20, 20));
      body.add(new StoreTensor(m, out, INSTANCE, layout, ZERO));
    }
    for (Fold fold : List.of(Fold.MAX, Fold.MIN, Fold.SUM, Fold.PRODUCT)) {
      body.add(new Operation.Reduce(m, m, Direction.ALL, fold));
    }
    body.add(new Operation.Reduce(u, u, Direction.COLUMN, Fold.XOR));
    body.add(new Operation.Reduce(u, u, Direction.ROW, Fold.AND));
    Matrix quarter = matrix("q", ComponentType.FLOAT32, 8, 8, Use.ACCUMULATOR);
    body.add(new Operation.Reduce(quarter, m, Direction.QUADS, Fold.SUM));
    for (ElementFunction function : ElementFunction.values()) {
      Index number = function.takesNumber() ? Index.push("number") : ZERO;
      body.add(new Operation.PerElement(m, m, m, function, number));
    }
    Matrix brain = sum("n", ComponentType.BFLOAT16);
    body.add(new Operation.Fill(brain, one(ComponentType.BFLOAT16, 0)));
    body.add(new Operation.PerElement(brain, brain, brain, ElementFunction.TRIANGLE, ZERO));
    body.add(new Operation.ChangeUse(matrix("a", ComponentType.FLOAT32, 16, 16, Use.A), m));
    body.add(new Operation.Transpose(matrix("b", ComponentType.FLOAT32, 16, 16, Use.B), m));
    return new Program(Scope.SUBGROUP, 1, 32, List.of(in, kept, bytes, out), body);
  }

  private static Program vectors() {
    Matrix x = vector("x", ComponentType.FLOAT16, 8);
    Matrix y = vector("y", ComponentType.FLOAT16, 8);
    Matrix z = vector("z", ComponentType.FLOAT32, 4);
    Matrix i = vector("i", ComponentType.SINT32, 6);
    Array in = buffer("source", ComponentType.UINT32, Array.Access.READ);
    Array out = buffer("result", ComponentType.UINT32, Array.Access.READ_WRITE);
    VectorProperties row =
        new VectorProperties(
            ComponentType.FLOAT16,
            ComponentType.FLOAT16,
            ComponentType.SINT8,
            ComponentType.FLOAT16,
            ComponentType.FLOAT16,
            true);
    VectorMatrix matrix = VectorMatrix.rowMajor(ComponentType.SINT8, 8, 8);
    VectorMatrix optimal = matrix.in(VectorMatrix.Layout.TRAINING_OPTIMAL);
    Optional<VectorOperation.Bias> bias =
        Optional.of(new VectorOperation.Bias(in, Index.push("bias")));
    List<Operation> body = new ArrayList<>();
    body.add(new VectorOperation.LoadVector(x, in, INSTANCE.times(Index.of(16))));
    body.add(new VectorOperation.LoadVector(y, in, Index.push("second")));
    body.add(new Operation.Fill(z, one(ComponentType.FLOAT32, 0)));
    body.add(new Operation.Fill(i, one(ComponentType.SINT32, 0xfffffffbL)));
    body.add(
        new VectorOperation.Multiply(y, x, row, matrix, false, in, Index.of(64), Optional.empty()));
    body.add(new VectorOperation.Multiply(y, x, row, optimal, true, in, Index.of(128), bias));
    for (BitOperator operator : BitOperator.values()) {
      body.add(new VectorOperation.Bits(i, operator, i, i));
      if (operator.isBinary()) {
        body.add(new VectorOperation.Bits(i, operator, i, i, true));
      }
    }
    for (VectorFunction function : VectorFunction.values()) {
      body.add(
          new VectorOperation.Apply(x, function, List.of(x, y, x).subList(0, function.operands())));
    }
    body.add(new VectorOperation.Pick(x, Index.of(1), y, Index.push("which")));
    body.add(new VectorOperation.Measure(x, Index.of(2), z));
    body.add(new VectorOperation.Compose(z, List.of(part(z, 3, 4, 1), part(z, 0, 3, 1))));
    body.add(new VectorOperation.Compose(x, List.of(part(y, 0, 6, 3), part(y, 6, 8, 1))));
    body.add(new VectorOperation.Compose(z, List.of(part(z, 0, 4, 2))));
    for (VectorOperation.Through through : VectorOperation.Through.values()) {
      body.add(new VectorOperation.Move(x, y, through));
    }
    body.add(
        new VectorOperation.AddOuter(x, y, ComponentType.FLOAT16, out, ZERO, Index.push("stride")));
    body.add(new VectorOperation.AddSum(x, out, Index.of(512)));
    Group pair = new Group("pair", Group.GroupKind.STRUCTURE, List.of(x.type(), z.type()));
    body.add(new Operation.Put(pair, ZERO, x));
    body.add(new Operation.Get(y, pair, ZERO));
    body.add(new VectorOperation.StoreVector(x, out, INSTANCE));
    return new Program(Scope.INVOCATION, 32, 1, List.of(in, out), body);
  }

  private static Part part(Matrix of, int from, int to, int columns) {
    return new Part(
        IntStream.range(from, to)
            .mapToObj(at -> new VectorOperation.Component(of, Index.of(at)))
            .toList(),
        columns);
  }

  private static Program lines() {
    Matrix a = matrix("a", ComponentType.FLOAT16, 64, 16, Use.A);
    Matrix b = matrix("b", ComponentType.FLOAT16, 16, 64, Use.B);
    Matrix c = matrix("c", ComponentType.FLOAT16, 64, 32, Use.ACCUMULATOR);
    Array in = buffer("source", ComponentType.FLOAT16, Array.Access.READ);
    Array words = buffer("words", ComponentType.UINT32, Array.Access.READ);
    Array kept = buffer("kept", ComponentType.FLOAT16, Array.Access.WRITE);
    Array out = buffer("result", ComponentType.FLOAT16, Array.Access.WRITE);
    Array made = buffer("made", ComponentType.UINT32, Array.Access.WRITE);
    return new Program(
        Scope.SUBGROUP,
        1,
        64,
        List.of(in, words, kept, out, made),
        List.of(
            new QcomOperation.FromLines(a, in, ZERO, ArrayForm.PLAIN, Optional.of(kept)),
            new QcomOperation.FromLines(c, words, PUSH, ArrayForm.PACKED),
            new QcomOperation.FromLines(b, in, Index.of(4), ArrayForm.PLAIN),
            new QcomOperation.ToLines(c, out, Index.of(8), ArrayForm.PLAIN, true),
            new QcomOperation.ToLines(c, made, Index.of(8), ArrayForm.PACKED),
            new QcomOperation.ThroughLines(a, c, Index.of(16), ArrayForm.PLAIN, List.of(), true)));
  }

  private static Program arrays() {
    Array in = buffer("source", ComponentType.UINT32, Array.Access.READ);
    Array halves = buffer("halves", ComponentType.FLOAT16, Array.Access.WRITE);
    Array words = buffer("words", ComponentType.UINT32, Array.Access.WRITE);
    Array kept = buffer("kept", ComponentType.UINT32, Array.Access.WRITE);
    return new Program(
        Scope.INVOCATION,
        32,
        1,
        List.of(in, halves, words, kept),
        List.of(
            new ArrayOperation.Recast(in, halves, kept, 64, Optional.empty()),
            new ArrayOperation.Cut(in, words, kept, 16, 4, PUSH)));
  }

  @DataProvider
  Object[][] programs() {
    return new Object[][] {
      {"matrices"}, {"workgroups"}, {"tensors"}, {"vectors"}, {"lines"}, {"arrays"}
    };
  }

  private static Program program(String name) {
    return switch (name) {
      case "matrices" -> matrices();
      case "workgroups" -> workgroups();
      case "tensors" -> tensors();
      case "vectors" -> vectors();
      case "lines" -> lines();
      default -> arrays();
    };
  }

  @Test(dataProvider = "programs")
  public void shadersAreAsReviewed(String name) throws IOException {
    String glsl = GlslWriter.write(program(name));
    Path file = GOLDEN.resolve(name + ".comp");
    if (Boolean.getBoolean(UPDATE)) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, glsl);
    }
    assertEquals(glsl, Files.readString(file), name + "; -D" + UPDATE + "=true writes it anew");
  }

  @DataProvider
  Object[][] constants() {
    return new Object[][] {
      {ComponentType.UINT32, 0xffffffffL, "4294967295u"},
      {ComponentType.UINT64, -1L, "18446744073709551615ul"},
      {ComponentType.SINT64, -1L, "-1l"},
      {ComponentType.SINT32, 0xfffffffeL, "int(-2)"},
      {ComponentType.SINT8, 0x80L, "int8_t(-128)"},
      {ComponentType.UINT16, 0x8000L, "uint16_t(32768)"},
      {ComponentType.FLOAT64, 0x3ff8000000000000L, "1.5lf"},
      {ComponentType.FLOAT32, 0x80000000L, "-0.0"},
      {ComponentType.FLOAT16, 0x3e00L, "float16_t(1.5)"},
      {ComponentType.BFLOAT16, 0xc000L, "bfloat16_t(-2.0)"}
    };
  }

  /** What is written has the value and the type that were meant. */
  @Test(dataProvider = "constants")
  public void constantsSayTheirTypes(ComponentType type, long bits, String glsl) {
    assertEquals(Expressions.literal(type, bits), glsl);
  }

  @Test
  public void glslHasNoInfinity() {
    assertThrows(
        IllegalArgumentException.class, () -> Expressions.literal(ComponentType.FLOAT16, 0x7c00));
    assertThrows(
        IllegalArgumentException.class,
        () -> Expressions.literal(ComponentType.FLOAT32, 0x7fc00000));
  }

  /** Numbers of tensors are of 32 bits: what is above the half is written as a negative one. */
  @Test
  public void numbersOfTensorsAreWrittenInThirtyTwoBits() {
    assertEquals(TensorGlsl.LITERAL.apply(0), "0u");
    assertEquals(TensorGlsl.LITERAL.apply(0x7fffffffL), "2147483647u");
    assertEquals(TensorGlsl.LITERAL.apply(0x80000000L), "-2147483648");
    assertEquals(TensorGlsl.LITERAL.apply(-3L), "-3");
  }
}
