package coopcts.reports.read;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One run in memory: what its files say about it, and a row for each case, in the journal's order.
 * Of a case that the journal has several times, the last row counts.
 */
public record Recording(RecordedRun run, List<Row> rows) {

  public static Recording read(Path folder) throws IOException {
    Map<String, Row> rows = new LinkedHashMap<>();
    RecordedRun run = RecordedRun.read(folder, row -> rows.put(row.name(), row));
    return new Recording(run, new ArrayList<>(rows.values()));
  }

  public Map<RecordedVerdict, Integer> counts() {
    return counts(rows);
  }

  public static Map<RecordedVerdict, Integer> counts(List<Row> rows) {
    Map<RecordedVerdict, Integer> counts = new EnumMap<>(RecordedVerdict.class);
    rows.forEach(row -> counts.merge(row.outcome(), 1, Integer::sum));
    return counts;
  }

  public int unexpected() {
    return (int) rows.stream().filter(row -> !row.expected()).count();
  }

  /** The rows by a key, both in the order of the journal. */
  public static Map<String, List<Row>> grouped(List<Row> rows, Function<Row, String> key) {
    Map<String, List<Row>> groups = new LinkedHashMap<>();
    rows.forEach(row -> groups.computeIfAbsent(key.apply(row), k -> new ArrayList<>()).add(row));
    return groups;
  }

  /** What the run was, by name, for headers of reports; only what its files say. */
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("device", run.deviceName());
    facts.put("driver", run.driver());
    facts.put("api", run.apiVersion());
    for (String field :
        List.of("uuid", "profile", "seed", "suite", "commit", "host", "commandLine", "baseline")) {
      facts.put(field, run.text(field));
    }
    facts.put("started", Instant.ofEpochMilli(run.started()).toString());
    facts.values().removeIf(String::isEmpty);
    return facts;
  }

  /** System by system, in the order of their names. */
  public Map<String, List<Row>> systems() {
    return new TreeMap<>(grouped(rows, row -> row.part(0)));
  }
}
