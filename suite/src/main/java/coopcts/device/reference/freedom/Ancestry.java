// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.freedom;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * What values of one workgroup were before they were rounded: {@link Choice#CONTRACTION} and {@link
 * Choice#CONTRACTED_CONVERSION}. A value that is handed on as it is keeps it; one that is taken
 * apart, merged or stored in memory does not.
 */
public final class Ancestry {

  private final Freedom freedom;
  private final Map<long[], double[]> unrounded = new IdentityHashMap<>();

  public Ancestry(Freedom freedom) {
    this.freedom = freedom;
  }

  /** Whether anything goes on unrounded. */
  public static boolean isOpen(Freedom freedom) {
    return freedom.has(Choice.CONTRACTION) | freedom.has(Choice.CONTRACTED_CONVERSION);
  }

  /** What values were before they were rounded, as an operation takes them; null for no more. */
  public double[] of(long[] patterns) {
    double[] known = unrounded.get(patterns);
    return known != null && freedom.draw(choice(), 4) != 0 ? known : null;
  }

  private Choice choice() {
    return freedom.has(Choice.CONTRACTION) ? Choice.CONTRACTION : Choice.CONTRACTED_CONVERSION;
  }

  /**
   * Notes what values were before they were rounded.
   *
   * @param by {@link Choice#CONTRACTION} or {@link Choice#CONTRACTED_CONVERSION}
   */
  public void note(long[] patterns, double[] before, Choice by) {
    if (freedom.has(by)) {
      unrounded.put(patterns, before);
    }
  }
}
