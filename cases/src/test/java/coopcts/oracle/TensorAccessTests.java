// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.oracle.TensorAddresses.At;
import coopcts.oracle.TensorAddresses.Clipped;
import coopcts.oracle.TensorAddresses.Constant;
import coopcts.program.TensorLayout;
import coopcts.program.TensorLayout.Clamp;
import coopcts.program.TensorLayout.Setter.Block;
import coopcts.program.TensorLayout.Setter.ClampValue;
import coopcts.program.TensorLayout.Setter.Dimension;
import coopcts.program.TensorLayout.Setter.Slice;
import coopcts.program.TensorLayout.View;
import coopcts.program.TensorLayout.ViewSetter.Clip;
import coopcts.program.TensorOperation.Decoding;
import coopcts.program.TensorOperation.Decoding.DecodingKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.testng.annotations.Test;

/** Tensor addresses against the worked checks of CM2 §4.4, and what loads make of them. */
public final class TensorAccessTests {

  private static MatrixType type(int rows, int columns) {
    return new MatrixType(ComponentType.SINT32, Scope.SUBGROUP, rows, columns, Use.ACCUMULATOR);
  }

  private static At at(TensorLayout layout, int columns, int row, int column) {
    return (At) new TensorAddresses(layout, columns).place(row, column);
  }

  @Test
  public void slicesLieAtTheirOffset() {
    TensorLayout layout =
        TensorLayout.of(2, Clamp.UNDEFINED, new Dimension(20, 30), new Slice(2, 8, 3, 16));
    assertEquals(at(layout, 16, 5, 7).linear(), (2 + 5) * 30 + 3 + 7);
  }

  @Test
  public void viewsTranspose() {
    TensorLayout layout =
        TensorLayout.of(2, Clamp.UNDEFINED, new Dimension(30, 20), new Slice(3, 16, 2, 8))
            .through(new View(2, false, new int[] {1, 0}, List.of()));
    assertEquals(at(layout, 16, 5, 7).linear(), (3 + 7) * 20 + 2 + 5);
  }

  @Test
  public void mirrorsDoNotRepeatTheEdge() {
    TensorLayout layout = TensorLayout.of(1, Clamp.MIRROR, new Dimension(4), new Slice(-3, 10));
    assertEquals(
        IntStream.range(0, 10).mapToLong(i -> at(layout, 10, 0, i).linear()).toArray(),
        new long[] {3, 2, 1, 0, 1, 2, 3, 2, 1, 0});
  }

  @Test
  public void shortSpansWrap() {
    TensorLayout layout = TensorLayout.of(1, Clamp.UNDEFINED, new Dimension(16));
    assertEquals(at(layout, 16, 9, 4).linear(), 4);
  }

  @Test
  public void stridesCountBlocks() {
    TensorLayout layout = TensorLayout.of(2, Clamp.UNDEFINED, new Block(2, 4), new Dimension(6, 8));
    At at = at(layout, 8, 3, 5);
    assertEquals(at.block(), new long[] {1, 1});
    assertEquals(at.inBlock(), new long[] {1, 1});
    assertEquals(at.linear(), 3);
  }

  @Test
  public void constantsAndClipsAreNoPlaces() {
    TensorLayout outside =
        TensorLayout.of(
            2, Clamp.CONSTANT, new Dimension(4, 4), new Slice(-1, 4, 0, 4), new ClampValue(7));
    assertEquals(new TensorAddresses(outside, 4).place(0, 0), new Constant(7));
    TensorLayout clipped =
        TensorLayout.of(2, Clamp.UNDEFINED, new Dimension(4, 4))
            .through(new View(2, false, new int[] {0, 1}, List.of(new Clip(1, 2, 1, 2))));
    assertTrue(new TensorAddresses(clipped, 4).place(0, 2) instanceof Clipped);
    assertEquals(at(clipped, 4, 1, 1).linear(), 0);
    assertEquals(at(clipped, 4, 2, 1).linear(), 2);
    long[] before = LongStream.range(100, 116).toArray();
    Values loaded = new TensorAccess(type(4, 4), clipped).load(before, linear -> linear);
    assertEquals(loaded.bits()[2], 102);
    assertEquals(loaded.bits()[9], 2);
  }

  @Test
  public void storesLeaveOutWhatIsBroughtBack() {
    TensorLayout layout =
        TensorLayout.of(2, Clamp.EDGE, new Dimension(2, 2), new Slice(-1, 2, 0, 2));
    TreeMap<Long, Integer> stored = new TreeMap<>();
    new TensorAccess(type(2, 2), layout).store(stored::put);
    assertEquals(stored, new TreeMap<>(Map.of(0L, 2, 1L, 3)));
  }

  private static Values decoded(DecodingKind kind, int vector) {
    TensorLayout layout =
        TensorLayout.of(
            2, Clamp.UNDEFINED, new Block(1, 8), new Dimension(2, 16), new Slice(0, 2, 3, 8));
    return new TensorAccess(type(2, 8), layout)
        .load(
            Values.exact(type(2, 8), new long[16], Rule.must("CM2-DEC-001")),
            new Decoding(kind, vector),
            Acceptance.OneOf::new);
  }

  private static long[] patterns(Values values, int element) {
    return ((Acceptance.OneOf) values.acceptance(element)).patterns();
  }

  /** Elements 3 and 5 are the seventh of block (0, 0) and the first of block (0, 1). */
  @Test
  public void whatEitherFunctionGivesMayCome() {
    Values tagged = decoded(DecodingKind.TAGGED, 4);
    assertEquals(patterns(tagged, 3), new long[] {30 % 13, 32 + 30 % 13});
    assertEquals(patterns(tagged, 5), new long[] {5, 32 + 5});
    assertNull(decoded(DecodingKind.TAGGED, 0).open());
    Values second = decoded(DecodingKind.SECOND_OF_TWO, 4);
    assertEquals(patterns(second, 3), new long[] {6, 8 + 6});
    assertEquals(patterns(second, 5), new long[] {8, 3 * 8});
    assertNull(decoded(DecodingKind.SECOND_OF_TWO, 0).open());
  }

  @Test
  public void whatBothFunctionsGiveMustCome() {
    for (DecodingKind kind : List.of(DecodingKind.CALLED, DecodingKind.DATA)) {
      assertNull(decoded(kind, 4).open());
      assertEquals(patterns(decoded(kind, 4), 5), new long[] {8});
    }
    assertEquals(patterns(decoded(DecodingKind.COORDINATES, 4), 3), new long[] {30 % 13});
  }
}
