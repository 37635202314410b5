// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.explain;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What sets failing cases apart from those that pass.
 *
 * @param conditions all of them hold
 * @param failing cases that it holds for
 * @param others that fail and for which it does not hold: a few at most
 * @param passing cases that pass beside them; it holds for none of them
 */
public record Rule(List<Condition> conditions, int failing, int others, int passing) {

  /** Whether all conditions are true of a case, or of one of its subcases. */
  public boolean holds(Traits of) {
    return conditions.stream().allMatch(condition -> condition.isTrueOf(of));
  }

  /** Behind the words for what is wrong: {@code where columns >= 16}. */
  public String words() {
    return (others == 0 ? "where " : "mostly where ")
        + conditions.stream().map(Condition::words).collect(Collectors.joining(" and "));
  }

  /** How many cases say so. */
  public String support() {
    String all =
        others == 0
            ? String.format(Locale.ROOT, "all %,d", failing)
            : String.format(Locale.ROOT, "%,d of %,d", failing, failing + others);
    return String.format(
        Locale.ROOT, "%s are so, and none of the %,d that pass beside them", all, passing);
  }
}
