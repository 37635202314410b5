// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;

import coopcts.model.ComponentType;
import coopcts.model.MatrixType;
import coopcts.model.Scope;
import coopcts.model.Use;
import coopcts.numbers.FloatFormat;
import org.testng.annotations.Test;

/** Changes of use and transposition against results worked out by hand. */
public final class UseChangeTests {

  private static final Rule RULE = Rule.must("CM2-CONV-001");

  private static MatrixType type(ComponentType component, int rows, int columns, Use use) {
    return new MatrixType(component, Scope.SUBGROUP, rows, columns, use);
  }

  private static final Values M =
      Values.exact(
          type(ComponentType.SINT32, 2, 3, Use.ACCUMULATOR), new long[] {1, 2, 3, 4, 5, 6}, RULE);

  @Test
  public void rowsBecomeColumns() {
    MatrixType turned = type(ComponentType.SINT32, 3, 2, Use.B);
    assertEquals(UseChange.transposed(turned, M).bits(), new long[] {1, 4, 2, 5, 3, 6});
    assertEquals(
        UseChange.transposed(new int[] {1, 2, 3, 4, 5, 6}, 2, 3), new int[] {1, 4, 2, 5, 3, 6});
  }

  @Test
  public void elementsKeepTheirPlacesAndMayChangeTheirType() {
    assertEquals(UseChange.converted(type(ComponentType.SINT32, 2, 3, Use.A), M).bits(), M.bits());
    assertEquals(UseChange.converted(type(ComponentType.SINT8, 2, 3, Use.A), M).bits(), M.bits());
  }

  /** CM2-TRANS-005: subnormal numbers may be flushed, and the sign of zero is open (NUM §5). */
  @Test
  public void onlyNormalNumbersKeepTheirPatterns() {
    FloatFormat format = FloatFormat.FLOAT32;
    MatrixType from = type(ComponentType.FLOAT32, 1, 3, Use.ACCUMULATOR);
    long[] bits = {0x3F800000L, 1, 0};
    Values to =
        UseChange.converted(
            type(ComponentType.FLOAT32, 1, 3, Use.A), Values.exact(from, bits, RULE));
    assertNull(to.open(0));
    assertTrue(to.open(1).accepts(format, 1));
    assertTrue(to.open(1).accepts(format, 0));
    assertTrue(to.open(2).accepts(format, format.signBit()));
  }
}
