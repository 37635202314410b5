// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.choice;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * What values of one workgroup were before they were rounded: {@link Choice#CONTRACTION} and {@link
 * Choice#CONTRACTED_CONVERSION}. Operations note it of their results and ask for it of their
 * operands. A value that is handed on as it is keeps it; one that is taken apart, merged or stored
 * in memory does not.
 */
public final class UnroundedValues {

  private final ImplementationChoices freedom;
  private final Map<long[], double[]> unrounded = new IdentityHashMap<>();

  /**
   * Begins without any value, for one workgroup.
   *
   * @param freedom of the device
   */
  public UnroundedValues(ImplementationChoices freedom) {
    this.freedom = freedom;
  }

  /**
   * {@return whether a choice is open by which values go on without rounding} Only then need
   * operations note and ask for unrounded values.
   *
   * @param freedom of the device
   */
  public static boolean isOpen(ImplementationChoices freedom) {
    return freedom.has(Choice.CONTRACTION) | freedom.has(Choice.CONTRACTED_CONVERSION);
  }

  /**
   * {@return the unrounded numbers of a value, one for each pattern, not to be changed; null where
   * none were noted, and where the device draws to use the rounded ones}
   *
   * @param patterns array of a value's patterns; the array itself is looked up, not its contents
   */
  public double[] of(long[] patterns) {
    double[] known = unrounded.get(patterns);
    return known != null && freedom.draw(choice(), 4) != 0 ? known : null;
  }

  private Choice choice() {
    return freedom.has(Choice.CONTRACTION) ? Choice.CONTRACTION : Choice.CONTRACTED_CONVERSION;
  }

  /**
   * Records the unrounded numbers of a new value, where the choice is open. Otherwise it does
   * nothing.
   *
   * @param patterns array of the rounded patterns; the array itself is the key, not its contents
   * @param before one number for each pattern; kept
   * @param by {@link Choice#CONTRACTION} or {@link Choice#CONTRACTED_CONVERSION}
   */
  public void note(long[] patterns, double[] before, Choice by) {
    if (freedom.has(by)) {
      unrounded.put(patterns, before);
    }
  }
}
