// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import coopcts.reports.read.Rows;
import java.util.Map;
import java.util.TreeMap;

/** Cases that a run in which one writer makes all modules does not have. */
public final class Unwritten {

  /** How the message of such a case begins; the reason follows. */
  public static final String WORDS = "not written by this writer: ";

  private Unwritten() {}

  /**
   * {@return how many cases of a run no module was written of, for each reason, in the order of
   * their texts}
   *
   * @param rows of the run
   */
  public static Map<String, Integer> of(Rows rows) {
    Map<String, Integer> reasons = new TreeMap<>();
    for (Row row : rows.with(verdict -> verdict == RecordedVerdict.NOT_SUPPORTED)) {
      if (row.message().startsWith(WORDS)) {
        reasons.merge(row.message().substring(WORDS.length()), 1, Integer::sum);
      }
    }
    return reasons;
  }
}
