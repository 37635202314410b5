// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import java.util.ArrayList;
import java.util.List;

/** Writes down what one case can fail by. */
public final class Checks {

  private final List<String> ids = new ArrayList<>();

  private Checks() {}

  /** What all cases of a kind check, by the catalogue's IDs. */
  public static Checks of(String... ids) {
    return new Checks().when(true, ids);
  }

  /** What a case checks beside if something is so. */
  public Checks when(boolean so, String... more) {
    if (so) {
      ids.addAll(List.of(more));
    }
    return this;
  }

  public List<String> list() {
    return List.copyOf(ids);
  }
}
