// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.reports.Header;
import coopcts.reports.Journal;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Row;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Journals of every schema, kept from runs of their days, are read whole. */
public final class KeptJournalsTests {

  private static final JsonMapper JSON = JsonMapper.shared();

  /** Each row says what its line says, member by member, and no line is damage. */
  @Test
  void rowsSayWhatTheirLinesSay() throws Exception {
    Set<Integer> schemas = new TreeSet<>();
    for (Path run : RealRuns.into(Temporary.folder("kept"))) {
      List<JsonNode> lines = new ArrayList<>();
      for (String text : Files.readAllLines(run.resolve("results.jsonl"))) {
        JsonNode line = JSON.readTree(text);
        if (line.has("case")) {
          lines.add(line);
        }
      }
      List<JsonNode> rows = new ArrayList<>();
      Journal.Read journal = Journal.scan(run, row -> rows.add(line(row, lines.get(rows.size()))));
      assertEquals(rows, lines, run.toString());
      assertEquals(journal.damaged(), List.of(), run.toString());
      assertEquals(Recording.read(run).run().damaged(), 0, run.toString());
      schemas.add(journal.header().map(Header::schema).orElse(1));
    }
    assertTrue(
        schemas.contains(1) && schemas.contains(Header.SCHEMA),
        "keep a run of each schema in runs.zip: there are " + schemas);
  }

  /** A row as a line, without what a newer schema adds. */
  private static JsonNode line(Row row, JsonNode old) {
    ObjectNode line = (ObjectNode) JSON.readTree(JSON.writeValueAsString(row));
    line.retain(old.propertyNames());
    return line;
  }
}
