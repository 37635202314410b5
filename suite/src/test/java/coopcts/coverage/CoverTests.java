// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotNull;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import coopcts.device.reference.ReferenceProvider;
import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Change;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.cover.Legality;
import coopcts.device.reference.cover.MetBins;
import coopcts.device.reference.cover.NumberClasses;
import coopcts.model.ComponentType;
import coopcts.model.DeviceReport;
import java.util.List;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/** The table of cover points, what is legal of it, and what is kept of what was met. */
public final class CoverTests {

  private static DeviceReport report(String profile) throws Exception {
    return new ReferenceProvider().open(profile).report();
  }

  private static String obstacle(Legality legality, InstructionKind kind, String... names) {
    Bin[] bins = new Bin[names.length];
    for (int at = 0; at < bins.length; at++) {
      bins[at] = Bins.named(names[at]);
    }
    return legality.obstacle(kind, bins);
  }

  @Test
  public void everyKindHasBinsAndCrosses() {
    for (InstructionKind kind : InstructionKind.values()) {
      assertTrue(Bins.of(kind).size() > 40, kind.toString());
      assertFalse(Bins.crosses(kind).isEmpty(), kind.toString());
      List<String> points = Bins.of(kind).stream().map(Bin::point).toList();
      for (Bins.Pair pair : Bins.crosses(kind)) {
        assertTrue(points.contains(pair.one()) && points.contains(pair.other()));
      }
    }
  }

  @Test
  public void rowsOfTheDeviceDecideOnTypesAndSizes() throws Exception {
    Legality everything = new Legality(report("everything"));
    Legality lavapipe = new Legality(report("lavapipe"));
    assertNull(obstacle(everything, InstructionKind.MUL_ADD, "type.float32", "from.float16"));
    assertNotNull(obstacle(everything, InstructionKind.MUL_ADD, "type.float32", "from.sint8"));
    assertNotNull(obstacle(everything, InstructionKind.MUL_ADD, "use.a"));
    assertNull(obstacle(everything, InstructionKind.LOAD, "scope.workgroup"));
    assertNotNull(obstacle(lavapipe, InstructionKind.LOAD, "scope.workgroup"));
    assertNotNull(obstacle(lavapipe, InstructionKind.PRODUCT));
  }

  @Test
  public void whatExcludesEachOtherIsSaidWithTheReason() throws Exception {
    Legality legality = new Legality(report("everything"));
    assertEquals(
        obstacle(legality, InstructionKind.LOAD, "type.sint8", "out.subnormal"),
        "sint8 has no subnormal");
    assertNull(obstacle(legality, InstructionKind.LOAD, "type.float16", "out.subnormal"));
    assertEquals(
        obstacle(legality, InstructionKind.REDUCE, "in.nan"),
        "what becomes of infinities and NaN is not defined");
    assertEquals(
        obstacle(legality, InstructionKind.LOAD, "workgroup.later", "groups.one"),
        "there is one workgroup");
    assertEquals(
        obstacle(legality, InstructionKind.LOAD, "storage.buffer", "storage.shared"),
        "one excludes the other");
  }

  /** SignedZeroInfNanPreserve defines them in arithmetic and conversions of the IEEE formats. */
  @Test
  public void infinitiesAndNanAreLegalWhereAModeKeepsThem() throws Exception {
    Legality everything = new Legality(report("everything"));
    for (InstructionKind kind :
        List.of(
            InstructionKind.ADD,
            InstructionKind.NEGATE,
            InstructionKind.SCALE,
            InstructionKind.CONVERT,
            InstructionKind.VECTOR_CONVERT)) {
      assertNull(obstacle(everything, kind, "in.nan"), kind.toString());
      assertNull(obstacle(everything, kind, "out.infinite", "type.float16"), kind.toString());
    }
    assertNull(
        obstacle(everything, InstructionKind.VECTOR_ARITHMETIC, "in.infinite", "operator.add"));
    assertNull(obstacle(everything, InstructionKind.DIVIDE, "with.nan"));
    assertNotNull(obstacle(everything, InstructionKind.DIVIDE, "with.infinite"));
    assertNotNull(obstacle(everything, InstructionKind.CONVERT, "in.nan", "type.sint32"));
    assertNotNull(obstacle(everything, InstructionKind.CONVERT, "in.nan", "from.bfloat16"));
    assertNotNull(obstacle(everything, InstructionKind.CONVERT, "out.nan", "type.float8_e4m3"));
    assertNotNull(obstacle(everything, InstructionKind.MUL_ADD, "in.infinite"));
    Legality without =
        new Legality(
            report("everything")
                .without(
                    List.of(
                        "shaderSignedZeroInfNanPreserveFloat16",
                        "shaderSignedZeroInfNanPreserveFloat32",
                        "shaderSignedZeroInfNanPreserveFloat64")));
    assertNotNull(obstacle(without, InstructionKind.ADD, "in.nan"));
  }

  @Test
  public void whatOneExtensionForbidsIsNotLegal() throws Exception {
    Legality legality = new Legality(report("everything"));
    assertNotNull(obstacle(legality, InstructionKind.REDUCE, "spirv.1_5"));
    assertNotNull(obstacle(legality, InstructionKind.ADD, "spirv.1_3", "source.function"));
    assertNull(obstacle(legality, InstructionKind.ADD, "spirv.1_3", "source.load"));
    assertNotNull(obstacle(legality, InstructionKind.OF_ARRAYS, "scope.workgroup"));
    assertNotNull(obstacle(legality, InstructionKind.OF_ARRAYS, "type.bfloat16"));
    assertNotNull(obstacle(legality, InstructionKind.BITCAST, "type.sint8"));
    assertNull(obstacle(legality, InstructionKind.BITCAST, "type.float16"));
    assertNotNull(obstacle(legality, InstructionKind.BITCAST, "length.odd"));
    assertNotNull(obstacle(legality, InstructionKind.BITCAST, "length.above_64"));
    assertNull(obstacle(legality, InstructionKind.BITCAST, "length.33_to_64"));
    assertNotNull(obstacle(legality, InstructionKind.SUB_ARRAY, "length.up_to_4"));
    assertNull(obstacle(legality, InstructionKind.SUB_ARRAY, "length.9_to_16"));
    assertNull(obstacle(legality, InstructionKind.VECTOR_LOAD, "length.odd"));
    assertNotNull(obstacle(legality, InstructionKind.TRANSPOSE, "type.float8_e4m3"));
    assertNotNull(obstacle(legality, InstructionKind.USE, "type.float8_e4m3"));
    assertNull(obstacle(legality, InstructionKind.USE, "type.bfloat16"));
    assertNotNull(obstacle(legality, InstructionKind.PRODUCT, "stage.vertex", "after.memory"));
    assertNull(obstacle(legality, InstructionKind.PRODUCT, "stage.compute", "after.memory"));
    assertNotNull(obstacle(legality, InstructionKind.OUTER, "type.float32"));
    assertNotNull(obstacle(legality, InstructionKind.OUTER, "in.2^31"));
    assertNull(obstacle(legality, InstructionKind.OUTER, "in.2^12"));
  }

  @Test
  public void whatCanBeSeveralThingsAtOnceIsLegal() throws Exception {
    Legality legality = new Legality(report("everything"));
    assertNull(obstacle(legality, InstructionKind.LOAD, "before.other_type", "before.other_size"));
    assertNotNull(obstacle(legality, InstructionKind.LOAD, "before.same", "before.other_size"));
    assertNotNull(obstacle(legality, InstructionKind.FILL, "before.other_flags"));
    assertNull(obstacle(legality, InstructionKind.LOAD, "pipeline.from_cache", "constants.none"));
    assertNull(obstacle(legality, InstructionKind.READ, "active.some", "local.one_subgroup"));
    assertNotNull(obstacle(legality, InstructionKind.ADD, "active.some", "local.one_subgroup"));
    assertNull(obstacle(legality, InstructionKind.TENSOR_LOAD, "storage.shared"));
    assertNotNull(obstacle(legality, InstructionKind.DECODE, "storage.shared"));
  }

  @Test
  public void numbersBelongToClasses() {
    NumberClasses halves = NumberClasses.of(ComponentType.FLOAT16);
    int[] bins = NumberClasses.bins("in");
    assertEquals(names(halves.at(0x8000), bins), List.of("minus_zero"));
    assertEquals(names(halves.at(0x3C00), bins), List.of("one"));
    assertEquals(names(halves.at(0x0001), bins), List.of("subnormal", "fraction", "below_2^-8"));
    assertEquals(names(halves.at(0x7BFF), bins), List.of("2^4", "2^8", "2^12", "limit"));
    assertEquals(
        names(NumberClasses.of(ComponentType.SINT32).at(0x80000000L), bins),
        List.of("negative", "2^4", "2^8", "2^12", "2^16", "2^31", "limit"));
  }

  private static List<String> names(int classes, int[] bins) {
    return IntStream.range(0, bins.length)
        .filter(bit -> (classes & 1 << bit) != 0)
        .mapToObj(bit -> Bins.all().get(bins[bit]).name())
        .toList();
  }

  @Test
  public void pairsAreThoseOfOneEvent() {
    MetBins tried = new MetBins();
    Bin a = Bins.named("use.a");
    Bin b = Bins.named("use.b");
    Bin shared = Bins.named("storage.shared");
    tried.met(InstructionKind.LOAD, set(a, shared));
    tried.met(InstructionKind.LOAD, set(b));
    assertTrue(tried.has(InstructionKind.LOAD, a, shared));
    assertTrue(tried.has(InstructionKind.LOAD, b, b));
    assertFalse(tried.has(InstructionKind.LOAD, b, shared));
    assertFalse(tried.has(InstructionKind.STORE, a, a));
    MetBins other = new MetBins();
    other.met(InstructionKind.LOAD, set(b, shared));
    tried.addAll(other);
    assertTrue(tried.has(InstructionKind.LOAD, b, shared));
  }

  private static long[] set(Bin... bins) {
    long[] set = new long[Bins.WORDS];
    for (Bin bin : bins) {
      Bins.put(set, bin.id());
    }
    return set;
  }

  @Test
  public void effectsChangeWhatTheySay() {
    long[] right = {1, 2, 3, 0x8004};
    assertEquals(Change.LAST_ROW_LOST.of(right, 2, 16, true, null), new long[] {1, 2, 0, 0});
    assertEquals(Change.LAST_COLUMN_LOST.of(right, 2, 16, true, null), new long[] {1, 0, 3, 0});
    assertEquals(Change.SIGN_LOST.of(right, 2, 16, true, null), new long[] {1, 2, 3, 4});
    assertEquals(Change.SIGN_LOST.of(right, 2, 16, false, null), right);
    assertEquals(Change.SWAPPED.of(right, 2, 16, true, null), new long[] {2, 1, 0x8004, 3});
    assertEquals(
        Change.STALE.of(right, 2, 16, true, new long[] {9, 9, 9, 9}), new long[] {1, 2, 3, 9});
  }
}
