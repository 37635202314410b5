// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.choice;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * What values of one workgroup were before they were rounded: {@link Choice#CONTRACTION} and {@link
 * Choice#CONTRACTED_CONVERSION}. A value that is handed on as it is keeps it; one that is taken
 * apart, merged or stored in memory does not.
 */
public final class UnroundedValues {

  private final ImplementationChoices freedom;
  private final Map<long[], double[]> unrounded = new IdentityHashMap<>();

  /**
   * Begins without any value.
   *
   * @param freedom of the device
   */
  public UnroundedValues(ImplementationChoices freedom) {
    this.freedom = freedom;
  }

  /**
   * {@return whether a choice is open by which values go on without rounding}
   *
   * @param freedom of the device
   */
  public static boolean isOpen(ImplementationChoices freedom) {
    return freedom.has(Choice.CONTRACTION) | freedom.has(Choice.CONTRACTED_CONVERSION);
  }

  /**
   * The unrounded values that an operation may use.
   *
   * @param patterns array of a value's patterns; the array itself is the key, not its contents; one
   *     that was never noted has none
   * @return one number for each pattern, or null where the rounded patterns are used
   */
  public double[] of(long[] patterns) {
    double[] known = unrounded.get(patterns);
    return known != null && freedom.draw(choice(), 4) != 0 ? known : null;
  }

  private Choice choice() {
    return freedom.has(Choice.CONTRACTION) ? Choice.CONTRACTION : Choice.CONTRACTED_CONVERSION;
  }

  /**
   * Records the unrounded values of a new value, if the choice is open. Otherwise it does nothing.
   *
   * @param patterns array of the rounded patterns, which is the key
   * @param before one number for each pattern
   * @param by {@link Choice#CONTRACTION} or {@link Choice#CONTRACTED_CONVERSION}
   */
  public void note(long[] patterns, double[] before, Choice by) {
    if (freedom.has(by)) {
      unrounded.put(patterns, before);
    }
  }
}
