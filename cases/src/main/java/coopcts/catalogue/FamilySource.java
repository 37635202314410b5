// SPDX-License-Identifier: Apache-2.0
package coopcts.catalogue;

import coopcts.cases.Family;
import java.util.List;

/**
 * Families of cases for devices of a special kind, which are run instead of the catalogue's; found
 * by {@link java.util.ServiceLoader}, for tests of the suite itself.
 */
public interface FamilySource {

  /**
   * {@return whether a device is run with these families instead of the catalogue's} The first
   * source that says so is taken.
   *
   * @param device what the command line's option {@code --device} says
   */
  boolean serves(String device);

  /** {@return the families, in the order in which they run; at each call as many and equal ones} */
  List<Family> families();
}
