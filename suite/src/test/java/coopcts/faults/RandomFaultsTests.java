// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Change;
import coopcts.device.reference.cover.DrawnFault;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.cover.Legality;
import coopcts.device.reference.fault.DrawnTap;
import coopcts.device.reference.fault.Tap;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public final class RandomFaultsTests {

  @DataProvider
  public Object[][] faults() {
    String same = "all elements of a reduction of the whole matrix are the same";
    String positive = "nothing that is converted from unsigned numbers is negative";
    return new Object[][] {
      {InstructionKind.REDUCE, "over.all", Change.SWAPPED, same},
      {InstructionKind.REDUCE, "over.all", Change.SIGN_LOST, null},
      {InstructionKind.REDUCE, "over.row", Change.SWAPPED, null},
      {InstructionKind.CONVERT, "from.uint8", Change.SIGN_LOST, positive},
      {InstructionKind.CONVERT, "from.sint8", Change.SIGN_LOST, null},
      {InstructionKind.VECTOR_CONVERT, "from.uint32", Change.SIGN_LOST, positive},
      {InstructionKind.MUL_ADD, "from.uint8", Change.SIGN_LOST, null},
      {InstructionKind.OUTER, "before.other_flags", Change.SIGN_LOST, null},
    };
  }

  /** What can change nothing on any device is no fault. */
  @Test(dataProvider = "faults")
  public void whatChangesNothingIsSetAside(
      InstructionKind kind, String bin, Change effect, String why) throws Exception {
    RandomFaults random = new RandomFaults(new ReferenceProvider().open("everything").report());

    assertEquals(random.obstacle(new DrawnFault(kind, List.of(Bins.named(bin)), effect)), why);
  }

  @DataProvider
  public Object[][] pairs() {
    return new Object[][] {
      {InstructionKind.ADD, "source.product", "use.a", false},
      {InstructionKind.ADD, "source.product", "use.accumulator", true},
      // The operand is an accumulator, the result is not.
      {InstructionKind.USE, "source.product", "use.a", true},
      {InstructionKind.CONVERT, "source.product", "use.a", true},
      {InstructionKind.LOAD, "goal.arithmetic", "type.bfloat16", false},
      {InstructionKind.LOAD, "goal.arithmetic", "type.float16", true},
      {InstructionKind.CONVERT, "source.arithmetic", "from.bfloat16", false},
      {InstructionKind.CONVERT, "source.arithmetic", "type.bfloat16", true},
      {InstructionKind.COPY, "source.arithmetic", "type.float8_e4m3", false},
      {InstructionKind.STORE, "source.product", "type.float8_e4m3", false},
      {InstructionKind.STORE, "source.product", "type.bfloat16", true},
      // Other component types are converted.
      {InstructionKind.USE, "type.float8_e4m3", "use.a", false},
      {InstructionKind.USE, "type.bfloat16", "use.a", true},
      {InstructionKind.MUL_ADD, "in.subnormal", "type.float32", false},
      {InstructionKind.MUL_ADD, "out.subnormal", "type.float32", true},
      {InstructionKind.BITCAST, "in.subnormal", "type.float16", false},
      {InstructionKind.DIVIDE, "with.subnormal", "type.float32", false},
      {InstructionKind.ADD, "with.subnormal", "type.float32", true},
      {InstructionKind.VECTOR_FUNCTION, "function.log", "type.uint32", false},
      {InstructionKind.VECTOR_FUNCTION, "function.min", "type.uint32", true},
      {InstructionKind.VECTOR_LOAD, "stage.mesh", "spirv.1_3", false},
      {InstructionKind.VECTOR_LOAD, "stage.mesh", "spirv.1_4", true},
      {InstructionKind.LOAD, "history.own_matrix", "history.since_barrier", false},
      {InstructionKind.LOAD, "history.own_matrix", "after.nothing", false},
      {InstructionKind.LOAD, "history.host", "after.nothing", true},
      {InstructionKind.LOAD, "element.narrower", "type.uint8", false},
      {InstructionKind.STORE, "element.narrower", "type.float16", true},
      {InstructionKind.LOAD, "storage.shared", "array.run_time_array", false},
      {InstructionKind.LOAD, "storage.physical", "array.run_time_array", true},
      {InstructionKind.VECTOR_LOAD, "offset.zero", "alignment.16", false},
      {InstructionKind.PRODUCT, "form.transposed", "layout.row_major", false},
      {InstructionKind.PRODUCT, "form.transposed", "layout.training_optimal", true},
      {InstructionKind.PRODUCT, "form.stride", "layout.training_optimal", false},
      {InstructionKind.PRODUCT, "from.float8_e4m3", "layout.row_major", false},
      {InstructionKind.PRODUCT, "from.float16", "layout.row_major", true},
      {InstructionKind.VECTOR_LOAD, "history.scalar", "history.since_barrier", true},
      {InstructionKind.VECTOR_ARITHMETIC, "operator.shift", "type.float16", false},
      {InstructionKind.VECTOR_ARITHMETIC, "operator.bits", "with.fraction", false},
      {InstructionKind.VECTOR_ARITHMETIC, "operator.bits", "with.negative", true},
      {InstructionKind.VECTOR_ARITHMETIC, "operator.negate", "with.one", false},
      {InstructionKind.VECTOR_LOAD, "stage.mesh", "size.larger", false},
      {InstructionKind.VECTOR_LOAD, "stage.compute", "size.larger", true},
    };
  }

  /** What no legal shader meets at once is no condition. */
  @Test(dataProvider = "pairs")
  public void whatExcludesEachOtherIsSetAside(
      InstructionKind kind, String one, String other, boolean isLegal) throws Exception {
    Legality legality = new Legality(new ReferenceProvider().open("everything").report());

    String why = legality.obstacle(kind, Bins.named(one), Bins.named(other));
    assertEquals(why == null, isLegal, why);
  }

  /** 22 of 2,000 draws were set aside so before the modes of float controls counted, 11 are now. */
  @Test
  public void fewDrawsAreSetAsideForInfinities() throws Exception {
    RandomFaults.Drawn<DrawnFault> drawn =
        new RandomFaults(new ReferenceProvider().open("everything").report()).draw(2000, 1, 5);

    int aside =
        drawn.setAside().getOrDefault("what becomes of infinities and NaN is not defined", 0);
    assertTrue(aside < 16, aside + " of 2000");
  }

  /** Equal seeds draw equal faults, each of which can be read and has as many terms as wanted. */
  @Test
  public void faultsAtTapsAreDrawn() throws Exception {
    RandomFaults random = new RandomFaults(new ReferenceProvider().open("everything").report());

    List<DrawnTap> drawn = random.drawTaps(300, 2, 7).faults();

    assertEquals(random.drawTaps(300, 2, 7).faults(), drawn);
    assertEquals(drawn.stream().map(DrawnTap::name).distinct().count(), 300);
    assertTrue(drawn.stream().allMatch(one -> one.terms().size() == 2 && one.isInside()));
    assertTrue(drawn.stream().allMatch(one -> one.tap().kinds().contains(one.kind())));
    assertTrue(drawn.stream().map(DrawnTap::tap).distinct().count() > 30);
  }

  @DataProvider
  public Object[][] taps() {
    return new Object[][] {
      {InstructionKind.TENSOR_LOAD, Tap.TENSOR_CLAMP_VALUE, "zero", "clamp.constant", null},
      {
        InstructionKind.TENSOR_LOAD,
        Tap.TENSOR_CLAMP_VALUE,
        "zero",
        "clamp.repeat",
        "nothing else has a clamp value"
      },
      {InstructionKind.TENSOR_LOAD, Tap.TENSOR_VIEW_STRIDE, "zero", "view.permuted", null},
      {
        InstructionKind.TENSOR_LOAD, Tap.TENSOR_VIEW_STRIDE, "zero", "view.none", "there is no view"
      },
      {InstructionKind.USE, Tap.MOVE_TURNS, "always", "flow.loop", null},
      {
        InstructionKind.TRANSPOSE,
        Tap.MOVE_TURNS,
        "always",
        "flow.loop",
        "a transposition transposes"
      },
      {InstructionKind.REDUCE, Tap.REDUCE_COUNT, "bits_16", "over.all", null},
      {InstructionKind.REDUCE, Tap.REDUCE_COUNT, "bits_16", "over.row", "no line is that long"},
      {
        InstructionKind.REDUCE,
        Tap.REDUCE_SOURCE,
        "bits_16",
        "over.all",
        "no matrix has that many elements"
      },
      {InstructionKind.REDUCE, Tap.STAGING_SPOILS, "always", "columns.32", null},
      {
        InstructionKind.REDUCE,
        Tap.STAGING_SPOILS,
        "always",
        "subgroup.second",
        "subgroup scope exchanges nothing through shared memory"
      },
      {InstructionKind.BITCAST, Tap.ARRAY_PART, "zero", "type.float32", null},
      {
        InstructionKind.OF_ARRAYS,
        Tap.ARRAY_PART,
        "zero",
        "type.float32",
        "no word has several elements"
      },
      {
        InstructionKind.CONVERT,
        Tap.CONVERT_TRANSPOSES,
        "never",
        "use.accumulator",
        "a conversion to an accumulator does not transpose (API-MNT-010)"
      },
      {
        InstructionKind.PRODUCT,
        Tap.VECTOR_PRODUCT_PARTIAL,
        "zero",
        "from.uint8",
        "sums of integers have no such part"
      },
      {InstructionKind.PRODUCT, Tap.VECTOR_PRODUCT_PARTIAL, "zero", "from.float16", null},
      {InstructionKind.LOAD, Tap.GRID_STRIDE, "half", "stride.zero", "the stride is 0"},
      {InstructionKind.LOAD, Tap.GRID_STRIDE, "half", "stride.line", null},
      {
        InstructionKind.CONVERT,
        Tap.CONVERT_SIGNED,
        "never",
        "type.uint8",
        "integers that are no wider are cut"
      },
      {InstructionKind.CONVERT, Tap.CONVERT_SIGNED, "never", "type.sint32", null},
      {
        InstructionKind.MUL_ADD,
        Tap.PRODUCT_SUMS,
        "zero",
        "flow.loop",
        "the right precision of sums is their own each time"
      },
    };
  }

  /** A change of a value is none where the value does not occur, or is so in any case. */
  @Test(dataProvider = "taps")
  public void changesThatChangeNothingAreSetAside(
      InstructionKind kind, Tap tap, String change, String bin, String why) throws Exception {
    RandomFaults random = new RandomFaults(new ReferenceProvider().open("everything").report());

    assertEquals(random.obstacle(new DrawnTap(kind, List.of(Bins.named(bin)), tap, change)), why);
  }
}
