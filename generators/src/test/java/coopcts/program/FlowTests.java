// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.testng.annotations.Test;

public final class FlowTests {

  private static final Operation BARRIER = new Operation.Barrier();
  private static final MatrixType TYPE =
      new MatrixType(ComponentType.SINT32, Scope.SUBGROUP, 8, 8, Use.ACCUMULATOR);
  private static final Matrix M = new Matrix("m", TYPE);
  private static final Operation FILL =
      new Operation.Fill(M, new Scalar.Literal(ComponentType.SINT32, 1));

  private static Condition is(Index left) {
    return new Condition(left, Condition.Comparison.EQUAL, Index.of(1));
  }

  private static Program program(int instances, Operation... body) {
    return new Program(Scope.SUBGROUP, instances, 32, List.of(), List.of(body));
  }

  private static void assertIllegal(int instances, Operation... body) {
    assertThrows(IllegalArgumentException.class, () -> program(instances, body));
  }

  @Test
  void theWholeWorkgroupComesToABarrier() {
    Operation whole = new Operation.If(is(new Index.Workgroup()), List.of(BARRIER), List.of());
    Operation parted = new Operation.If(is(new Index.LocalInstance()), List.of(BARRIER), List.of());
    program(2, whole);
    program(1, parted);
    assertIllegal(2, parted);
    assertIllegal(2, new Operation.Repeat("i", new Index.Instance(), List.of(BARRIER)));
    assertIllegal(
        2,
        new Operation.Repeat(
            "i",
            Index.of(2),
            List.of(
                new Operation.If(
                    is(Index.of(1)),
                    List.of(new Operation.Break(is(new Index.LocalInstance()))),
                    List.of()),
                BARRIER)));
    Function parting =
        new Function(
            "f",
            List.of(),
            List.of(new Operation.Return(is(new Index.LocalInstance())), BARRIER),
            Optional.empty());
    assertIllegal(2, new Operation.Call(parting, List.of(), Optional.empty()));
  }

  @Test
  void endsStandInWhatTheyEnd() {
    Operation end = new Operation.Break(is(Index.of(0)));
    program(1, new Operation.Repeat("i", Index.of(2), List.of(end)));
    assertIllegal(1, end);
    assertIllegal(
        1,
        new Operation.Repeat(
            "i",
            Index.of(2),
            List.of(new Operation.Switch(Index.of(0), List.of(List.of(end)), List.of()))));
    assertIllegal(1, new Operation.Return(is(Index.of(0))));
    Function returning =
        new Function(
            "f", List.of(), List.of(FILL, new Operation.Return(is(Index.of(0)))), Optional.of(M));
    assertIllegal(1, new Operation.Call(returning, List.of(), Optional.of(new Matrix("r", TYPE))));
  }

  @Test
  void countersAreReadWhereTheyCount() {
    Index counter = new Index.Counter("i");
    program(
        1,
        new Operation.Repeat(
            "i", Index.of(2), List.of(new Operation.If(is(counter), List.of(FILL), List.of()))));
    assertIllegal(1, new Operation.If(is(counter), List.of(FILL), List.of()));
    assertIllegal(
        1,
        new Operation.Repeat(
            "i", Index.of(2), List.of(new Operation.Repeat("i", Index.of(2), List.of(FILL)))));
  }

  @Test
  void argumentsFitAndWhatIsChangedDiffers() {
    Matrix x = new Matrix("x", TYPE);
    Matrix y = new Matrix("y", TYPE);
    Function swap =
        new Function(
            "swap",
            List.of(
                new Function.Parameter(x, Function.Direction.INOUT),
                new Function.Parameter(y, Function.Direction.INOUT)),
            List.of(new Operation.Copy(x, y)),
            Optional.empty());
    Matrix other = new Matrix("n", TYPE);
    Matrix small = new Matrix("s", TYPE.with(ComponentType.UINT32));
    Program fits =
        program(
            1,
            FILL,
            new Operation.Copy(other, M),
            new Operation.Call(swap, List.of(M, other), Optional.empty()));
    assertEquals(fits.functions(), Set.of(swap));
    assertIllegal(1, FILL, new Operation.Call(swap, List.of(M, M), Optional.empty()));
    assertIllegal(1, FILL, new Operation.Call(swap, List.of(M, small), Optional.empty()));
  }

  @Test
  void membersAreOfTheirTypes() {
    Group pair =
        new Group("g", Group.GroupKind.STRUCTURE, List.of(TYPE, TYPE.with(ComponentType.UINT32)));
    program(1, FILL, new Operation.Put(pair, Index.of(0), M));
    assertIllegal(1, FILL, new Operation.Put(pair, Index.of(1), M));
    assertIllegal(1, FILL, new Operation.Put(pair, Index.of(2), M));
    assertIllegal(1, FILL, new Operation.Put(pair, Index.push("one"), M));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Group("a", Group.GroupKind.ARRAY, pair.members()));
  }
}
