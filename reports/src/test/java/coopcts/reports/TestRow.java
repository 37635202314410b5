// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.plan.Verdict;
import coopcts.reports.read.JournalLine;
import coopcts.reports.read.Row;
import coopcts.reports.read.RowParser;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Rows as journals have them, by the names of their members: what is left out is empty. */
public final class TestRow {

  private TestRow() {}

  /**
   * A row.
   *
   * @param members names and values beside case, verdict and expectation
   */
  public static Row of(String name, Verdict verdict, boolean expected, Object... members) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("case", name);
    line.put("verdict", verdict);
    line.put("expected", expected);
    for (int i = 0; i < members.length; i += 2) {
      line.put((String) members[i], members[i + 1]);
    }
    byte[] text = JsonMapper.shared().writeValueAsBytes(line);
    return ((JournalLine.Case) new RowParser().line(text)).row();
  }
}
