// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import java.util.ArrayList;
import java.util.List;

/** Writes down what one case can fail by. */
public final class Checks {

  private final List<String> ids = new ArrayList<>();

  private Checks() {}

  /**
   * {@return a list that begins with the assertions that all cases of a kind check}
   *
   * @param ids of the catalogue
   */
  public static Checks of(String... ids) {
    return new Checks().when(true, ids);
  }

  /**
   * Adds assertions that a case checks under a condition.
   *
   * @param so the condition
   * @param more IDs, added if it holds
   * @return these checks
   */
  public Checks when(boolean so, String... more) {
    if (so) {
      ids.addAll(List.of(more));
    }
    return this;
  }

  /** {@return the IDs of all assertions so far, in the order in which they were added} */
  public List<String> list() {
    return List.copyOf(ids);
  }
}
