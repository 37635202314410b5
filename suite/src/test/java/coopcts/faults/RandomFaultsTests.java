// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.cover.Effect;
import coopcts.device.reference.cover.Kind;
import coopcts.device.reference.cover.Legality;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public final class RandomFaultsTests {

  @DataProvider
  public Object[][] faults() {
    String same = "all elements of a reduction of the whole matrix are the same";
    String positive = "nothing that is converted from unsigned numbers is negative";
    return new Object[][] {
      {Kind.REDUCE, "over.all", Effect.SWAPPED, same},
      {Kind.REDUCE, "over.all", Effect.SIGN_LOST, null},
      {Kind.REDUCE, "over.row", Effect.SWAPPED, null},
      {Kind.CONVERT, "from.uint8", Effect.SIGN_LOST, positive},
      {Kind.CONVERT, "from.sint8", Effect.SIGN_LOST, null},
      {Kind.VECTOR_CONVERT, "from.uint32", Effect.SIGN_LOST, positive},
      {Kind.MUL_ADD, "from.uint8", Effect.SIGN_LOST, null},
      {Kind.OUTER, "before.other_flags", Effect.SIGN_LOST, null},
    };
  }

  /** What can change nothing on any device is no fault. */
  @Test(dataProvider = "faults")
  public void whatChangesNothingIsSetAside(Kind kind, String bin, Effect effect, String why)
      throws Exception {
    RandomFaults random = new RandomFaults(new ReferenceProvider().open("everything").report());

    assertEquals(random.obstacle(new Deviation(kind, List.of(Bins.named(bin)), effect)), why);
  }

  @DataProvider
  public Object[][] pairs() {
    return new Object[][] {
      {Kind.ADD, "source.product", "use.a", false},
      {Kind.ADD, "source.product", "use.accumulator", true},
      // The operand is an accumulator, the result is not.
      {Kind.USE, "source.product", "use.a", true},
      {Kind.CONVERT, "source.product", "use.a", true},
      {Kind.LOAD, "goal.arithmetic", "type.bfloat16", false},
      {Kind.LOAD, "goal.arithmetic", "type.float16", true},
      {Kind.CONVERT, "source.arithmetic", "from.bfloat16", false},
      {Kind.CONVERT, "source.arithmetic", "type.bfloat16", true},
      {Kind.COPY, "source.arithmetic", "type.float8_e4m3", false},
      {Kind.STORE, "source.product", "type.float8_e4m3", false},
      {Kind.STORE, "source.product", "type.bfloat16", true},
      // Other component types are converted.
      {Kind.USE, "type.float8_e4m3", "use.a", false},
      {Kind.USE, "type.bfloat16", "use.a", true},
      {Kind.MUL_ADD, "in.subnormal", "type.float32", false},
      {Kind.MUL_ADD, "out.subnormal", "type.float32", true},
      {Kind.BITCAST, "in.subnormal", "type.float16", false},
      {Kind.DIVIDE, "with.subnormal", "type.float32", false},
      {Kind.ADD, "with.subnormal", "type.float32", true},
      {Kind.LOAD, "history.own_matrix", "history.since_barrier", false},
      {Kind.VECTOR_LOAD, "history.scalar", "history.since_barrier", true},
    };
  }

  /** What no legal shader meets at once is no condition. */
  @Test(dataProvider = "pairs")
  public void whatExcludesEachOtherIsSetAside(Kind kind, String one, String other, boolean isLegal)
      throws Exception {
    Legality legality = new Legality(new ReferenceProvider().open("everything").report());

    String why = legality.obstacle(kind, Bins.named(one), Bins.named(other));
    assertEquals(why == null, isLegal, why);
  }

  /** 22 of 2,000 draws were set aside so before the modes of float controls counted, 11 are now. */
  @Test
  public void fewDrawsAreSetAsideForInfinities() throws Exception {
    RandomFaults.Drawn drawn =
        new RandomFaults(new ReferenceProvider().open("everything").report()).draw(2000, 1, 5);

    int aside =
        drawn.setAside().getOrDefault("what becomes of infinities and NaN is not defined", 0);
    assertTrue(aside < 16, aside + " of 2000");
  }
}
