// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.LittleEndian;
import coopcts.program.Array;
import coopcts.program.Array.Access;
import coopcts.program.BinaryOperator;
import coopcts.program.Condition;
import coopcts.program.Function;
import coopcts.program.Function.Direction;
import coopcts.program.Function.Parameter;
import coopcts.program.Group;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Place;
import coopcts.program.Pointee;
import coopcts.program.Program;
import coopcts.program.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

/** Branches, loops, calls and groups against results worked out by hand, an element each. */
public final class ControlFlowTests {

  private static final ComponentType INT = ComponentType.SINT32;
  private static final MatrixType TYPE = new MatrixType(INT, Scope.SUBGROUP, 1, 1, Use.ACCUMULATOR);
  private static final Matrix M = new Matrix("m", TYPE);
  private static final Matrix N = new Matrix("n", TYPE);
  private static final Index LOCAL = new Index.LocalInstance();
  private static final Index I = new Index.Counter("i");

  private static Operation fill(Matrix matrix, int value) {
    return new Operation.Fill(matrix, new Scalar.Literal(INT, value));
  }

  private static Operation add(Matrix to, Matrix other) {
    return new Operation.Binary(to, BinaryOperator.ADD, to, other, true);
  }

  private static Condition less(Index left, int right) {
    return new Condition(left, Condition.Comparison.LESS, Index.of(right));
  }

  /** What M is in each of three instances at the end. */
  private static List<Long> run(Operation... operations) {
    Array array = Array.buffer("out", Pointee.scalar(INT), Access.WRITE);
    List<Operation> body = new ArrayList<>(List.of(operations));
    Place place = new Place(array, new Index.Instance(), Index.of(1), MemoryLayout.ROW_MAJOR);
    body.add(new Operation.Store(M, place));
    Program program = new Program(Scope.SUBGROUP, 3, 32, List.of(array), body);
    byte[] bytes =
        Oracle.expectUseful(program, new Inputs(Map.of(), List.of(new byte[12]), 1))
            .buffers()
            .get(0)
            .bytes();
    List<Long> values = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      values.add(LittleEndian.get(bytes, 4 * i, 4));
    }
    return values;
  }

  @Test
  void instancesTakeTheirOwnBranches() {
    assertEquals(
        run(fill(M, 0), new Operation.If(less(LOCAL, 1), List.of(fill(M, 5)), List.of(fill(M, 6)))),
        List.of(5L, 6L, 6L));
    assertEquals(
        run(
            new Operation.Switch(
                LOCAL, List.of(List.of(fill(M, 1)), List.of(fill(M, 2))), List.of(fill(M, 3)))),
        List.of(1L, 2L, 3L));
  }

  @Test
  void instancesLeaveLoopsAtTheirOwnTimes() {
    Condition own = new Condition(I, Condition.Comparison.EQUAL, LOCAL);
    assertEquals(
        run(
            fill(M, 0),
            fill(N, 1),
            new Operation.Repeat("i", Index.of(5), List.of(new Operation.Break(own), add(M, N)))),
        List.of(0L, 1L, 2L));
    assertEquals(
        run(
            fill(M, 0),
            fill(N, 1),
            new Operation.Repeat(
                "i",
                Index.of(5),
                List.of(
                    new Operation.If(
                        less(I, 3), List.of(new Operation.Continue(less(LOCAL, 2))), List.of()),
                    add(M, N)))),
        List.of(2L, 2L, 5L));
    assertEquals(
        run(
            fill(M, 0),
            fill(N, 1),
            new Operation.Repeat("i", LOCAL.plus(Index.of(1)), List.of(add(M, N)))),
        List.of(1L, 2L, 3L));
  }

  @Test
  void argumentsComeInAndGoOut() {
    Matrix x = new Matrix("x", TYPE);
    Matrix y = new Matrix("y", TYPE);
    Function sum =
        new Function(
            "sum",
            List.of(new Parameter(x, Direction.INOUT), new Parameter(y, Direction.IN)),
            List.of(new Operation.Return(less(LOCAL, 1)), add(x, y), fill(y, 0), add(x, y)),
            Optional.empty());
    assertEquals(
        run(
            fill(M, 1),
            fill(N, 10),
            new Operation.Call(sum, List.of(M, N), Optional.empty()),
            new Operation.Call(sum, List.of(M, N), Optional.empty())),
        List.of(1L, 21L, 21L));
    Function own =
        new Function(
            "own",
            List.of(new Parameter(x, Direction.IN)),
            List.of(new Operation.Copy(y, x), add(x, x)),
            Optional.of(y));
    assertEquals(
        run(fill(N, 4), new Operation.Call(own, List.of(N), Optional.of(M))), List.of(4L, 4L, 4L));
    Function nothing =
        new Function(
            "nothing", List.of(new Parameter(x, Direction.OUT)), List.of(), Optional.empty());
    assertThrows(
        IllegalStateException.class,
        () -> run(new Operation.Call(nothing, List.of(M), Optional.empty())));
  }

  @Test
  void groupsHoldValues() {
    Group array = new Group("a", Group.GroupKind.ARRAY, List.of(TYPE, TYPE));
    Group copy = new Group("b", Group.GroupKind.ARRAY, List.of(TYPE, TYPE));
    assertEquals(
        run(
            fill(M, 1),
            fill(N, 2),
            new Operation.Put(array, Index.of(0), M),
            new Operation.Put(array, Index.of(1), N),
            new Operation.CopyGroup(copy, array),
            new Operation.Put(array, LOCAL.modulo(2), N),
            new Operation.Get(M, copy, LOCAL.modulo(2))),
        List.of(1L, 2L, 1L));
    assertThrows(IllegalStateException.class, () -> run(new Operation.Get(M, array, Index.of(0))));
  }

  @Test
  void roundedStepsAreNotArranged() {
    MatrixType half = TYPE.with(ComponentType.FLOAT16);
    Values third = Values.exact(half, new long[] {0x3555}, Rule.must("KHR-LOAD-018"));
    Values two = Values.exact(half, new long[] {0x4000}, Rule.must("KHR-LOAD-018"));
    Values exact = Elementwise.binary(half, BinaryOperator.MULTIPLY, third, two);
    assertEquals(exact.candidates(0), new long[] {0x3955});
    assertEquals(
        Elementwise.binary(half, BinaryOperator.MULTIPLY, exact, two).candidates(0),
        new long[] {0x3D55});
    Values rounded = Elementwise.binary(half, BinaryOperator.MULTIPLY, third, third);
    assertEquals(rounded.candidates(0).length, 2);
    assertEquals(
        Elementwise.binary(half, BinaryOperator.ADD, rounded, two).open(0),
        new Acceptance.Anything());
  }

  @Test
  void whatComesOfAWishIsNoMore() {
    Rule wish = Rule.quality("KHR-MULADD-010");
    Memory memory = new Memory(new byte[4]);
    Addresses at = new Addresses(0, 4, 4, MemoryLayout.ROW_MAJOR, Rule.must("KHR-LOAD-018"));
    memory.store(Values.exact(TYPE, new long[] {7}, wish), at, 0);
    assertEquals(memory.load(TYPE, at).rule().tier(), Tier.QUALITY);
    memory.store(Values.exact(TYPE, new long[] {7}, Rule.must("KHR-LOAD-001")), at, 0);
    assertEquals(memory.load(TYPE, at).rule().tier(), Tier.MUST);
  }
}
