// SPDX-License-Identifier: Apache-2.0
package coopcts.inputs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.MemoryLayout;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import coopcts.program.Pointee;
import java.util.BitSet;
import java.util.function.IntToLongFunction;
import org.testng.annotations.Test;

public final class MatrixPlacementTests {

  @Test
  void storesNeverShareAByteAndAreAligned() {
    for (ComponentType component :
        new ComponentType[] {ComponentType.UINT8, ComponentType.FLOAT16, ComponentType.FLOAT32}) {
      for (MemoryLayout layout : MemoryLayout.values()) {
        for (Pointee pointee :
            new Pointee[] {Pointee.scalar(component), new Pointee(ComponentType.UINT32, 4)}) {
          MatrixType type = new MatrixType(component, Scope.SUBGROUP, 16, 8, Use.A);
          for (MatrixPlacement placement : MatrixPlacement.forStore(type, layout, pointee, 4)) {
            check(type, layout, pointee, placement);
          }
          boolean isFar = false;
          for (MatrixPlacement placement : MatrixPlacement.distant(type, layout, pointee, 4)) {
            check(type, layout, pointee, placement);
            isFar |= placement.element() * pointee.bytes() >= 1 << 20;
          }
          assertTrue(isFar);
        }
      }
    }
  }

  private static void check(
      MatrixType type, MemoryLayout layout, Pointee pointee, MatrixPlacement placement) {
    BitSet taken = new BitSet();
    int unit = pointee.bytes();
    assertEquals(placement.stride() * unit % type.alignment(layout), 0);
    for (int instance = 0; instance < 4; instance++) {
      int start = (placement.element() + instance * placement.tile()) * unit;
      assertEquals(start % type.alignment(layout), 0);
      for (int line = 0; line < layout.lines(type.rows(), type.columns()); line++) {
        for (int b = 0; b < type.lineBytes(layout); b++) {
          int at = start + line * placement.stride() * unit + b;
          assertTrue(!taken.get(at), placement + " " + at);
          taken.set(at);
        }
      }
    }
    assertTrue(taken.length() + 64 <= placement.bytes(), placement.toString());
  }

  @Test
  void distinctPatternsAreSafeToCopy() {
    for (ComponentType type :
        new ComponentType[] {
          ComponentType.FLOAT8_E4M3,
          ComponentType.FLOAT8_E5M2,
          ComponentType.FLOAT16,
          ComponentType.BFLOAT16
        }) {
      FloatFormat format = (FloatFormat) type.format();
      IntToLongFunction patterns = InputPatterns.distinct(type, InputPatterns.random(1, "test"));
      for (int i = 0; i < 4096; i++) {
        long pattern = patterns.applyAsLong(i);
        assertTrue(format.isFinite(pattern));
        assertNotEquals(pattern, format.signBit());
      }
    }
  }
}
