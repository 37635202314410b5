// SPDX-License-Identifier: Apache-2.0
package coopcts.catalogue;

import coopcts.cases.Family;
import java.util.List;

/** Families for a device of a special kind; found by {@link java.util.ServiceLoader}. */
public interface FamilySource {

  /**
   * {@return whether a device is run with these families instead of the catalogue's}
   *
   * @param device as {@code --device} names it
   */
  boolean serves(String device);

  /** {@return the families, in the order in which they run} */
  List<Family> families();
}
