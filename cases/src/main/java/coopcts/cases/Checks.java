// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the IDs of the assertions that one case can fail by, for {@link Family} classes that
 * make cases. The order in which they are added stays.
 */
public final class Checks {

  private final List<String> ids = new ArrayList<>();

  private Checks() {}

  /**
   * {@return a new collection that begins with some assertions}
   *
   * @param ids numbers of assertions in the catalogue, such as {@code KHR-LOAD-001}; not checked
   *     here
   */
  public static Checks of(String... ids) {
    return new Checks().when(true, ids);
  }

  /**
   * Adds assertions that a case checks under a condition.
   *
   * @param so the condition; nothing is added if it is false
   * @param more numbers of assertions in the catalogue; an ID that is there already is added again
   * @return this collection
   */
  public Checks when(boolean so, String... more) {
    if (so) {
      ids.addAll(List.of(more));
    }
    return this;
  }

  /**
   * {@return the IDs of all assertions added so far, in the order in which they were added} The
   * list is unmodifiable and does not grow with this collection.
   */
  public List<String> list() {
    return List.copyOf(ids);
  }
}
