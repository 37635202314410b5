// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.plan.Parameters;
import coopcts.reports.explain.Buckets;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvSchema;

/** {@code results.csv}: a line for each case, for spreadsheets and scripts. */
final class ResultsCsv implements AutoCloseable {

  private static final CsvMapper CSV = new CsvMapper();
  private static final List<String> PARAMETERS = Parameters.names();

  private static final CsvSchema COLUMNS = columns();

  private static CsvSchema columns() {
    CsvSchema.Builder columns =
        CsvSchema.builder()
            .addColumn("case")
            .addColumn("system")
            .addColumn("builtin")
            .addColumn("type")
            .addColumn("verdict")
            .addColumn("expected")
            .addColumn("subcases")
            .addColumn("failedSubcases")
            .addColumn("millis")
            .addColumn("compileMicros")
            .addColumn("pipelineMicros")
            .addColumn("executeMicros")
            .addColumn("judgeMicros")
            .addColumn("tries")
            .addColumn("worker")
            .addColumn("bucket")
            .addColumn("assertions")
            .addColumn("message");
    PARAMETERS.forEach(name -> columns.addColumn("parameter " + name));
    return columns.build().withHeader();
  }

  private final Writer out;
  private final SequenceWriter lines;
  private final Buckets buckets;

  /**
   * @param buckets of the rows that will be added
   */
  ResultsCsv(Path file, Buckets buckets) throws IOException {
    this.out = Files.newBufferedWriter(file);
    this.lines = CSV.writer(COLUMNS).writeValues(out);
    this.buckets = buckets;
  }

  void add(Row row) {
    lines.write(line(row, buckets.of(row)));
  }

  @Override
  public void close() throws IOException {
    lines.close();
    out.close();
  }

  private static List<Object> line(Row row, Optional<Buckets.Bucket> bucket) {
    List<Object> line =
        new ArrayList<>(
            List.of(
                harmless(row.name()),
                harmless(Parameters.system(row.name())),
                harmless(row.part(1)),
                harmless(row.part(2)),
                row.outcome().toString(),
                row.expected(),
                row.subcases(),
                harmless(String.join(" ", row.failedSubcases())),
                row.millis(),
                row.phases().compile(),
                row.phases().pipeline(),
                row.phases().execute(),
                row.phases().judge(),
                row.tries(),
                row.workerText(),
                bucket.map(Buckets.Bucket::id).orElse(""),
                String.join(" ", row.concerned()),
                harmless(row.message())));
    Map<String, Object> parameters = row.parameters();
    PARAMETERS.forEach(
        name ->
            line.add(
                parameters.get(name) instanceof Long number
                    ? number
                    : harmless(parameters.getOrDefault(name, "").toString())));
    return line;
  }

  /** A spreadsheet must not take what a driver said for a formula. */
  private static String harmless(String text) {
    return text.isEmpty() || "=+-@\t\r".indexOf(text.charAt(0)) < 0 ? text : "'" + text;
  }
}
