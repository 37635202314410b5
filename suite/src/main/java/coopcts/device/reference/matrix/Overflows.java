// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.fault.ProductSettings;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.spirv.Type;
import coopcts.numbers.IntegerFormat;

/**
 * The elements of an integer product of SPV_NV_cooperative_matrix that are undefined: sums of
 * products overflow, in some order of the additions.
 */
final class Overflows {

  private Overflows() {}

  /** The undefined elements of one scope instance's product, row-major; null for none. */
  static boolean[] in(
      Type.CooperativeMatrix type,
      ProductSettings settings,
      MatrixValue a,
      MatrixValue b,
      MatrixValue c,
      int instance) {
    if (!(type.component() instanceof Type.Int(IntegerFormat result))) {
      return null;
    }
    int depth = a.type().columns();
    int columns = type.columns();
    IntegerFormat formatA = MatrixProduct.read(a, settings.signedA());
    IntegerFormat formatB = MatrixProduct.read(b, settings.signedB());
    IntegerFormat formatC = MatrixProduct.read(c, settings.signedC());
    boolean[] overflows = new boolean[type.elements()];
    boolean any = false;
    for (int e = 0; e < overflows.length; e++) {
      long start = formatC.value(c.tile(instance)[e]);
      long above = Math.max(start, 0);
      long below = Math.min(start, 0);
      for (int k = 0; k < depth; k++) {
        long product =
            formatA.value(a.tile(instance)[e / columns * depth + k])
                * formatB.value(b.tile(instance)[k * columns + e % columns]);
        above += Math.max(product, 0);
        below += Math.min(product, 0);
      }
      overflows[e] = above > result.maximum() || below < result.minimum();
      any |= overflows[e];
    }
    return any ? overflows : null;
  }
}
