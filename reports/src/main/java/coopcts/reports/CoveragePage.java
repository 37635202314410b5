package coopcts.reports;

import coopcts.plan.Assertion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/** The coverage as one HTML page without anything from outside. */
final class CoveragePage {

  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <title>Assertions and the cases that check them</title>
      <style>
      body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; color: #222; }
      table { border-collapse: collapse; }
      td, th { padding: 2px 10px; text-align: left; vertical-align: top; border-top: 1px solid #ddd; }
      .n { text-align: right; } .open td { background: #fbe3e3; } .explained td { color: #777; }
      .bad { color: #b00; font-weight: bold; }
      </style>
      <h1>Assertions and the cases that check them</h1>
      """;

  private CoveragePage() {}

  static void write(Path file, Coverage coverage) throws IOException {
    StringBuilder out = new StringBuilder(HEAD);
    out.append("<table><tr><th>system<th>assertions<th>covered<th>explained<th>open</tr>\n");
    for (Map.Entry<String, Coverage.System> entry : coverage.systems().entrySet()) {
      Coverage.System sum = entry.getValue();
      out.append(
          "<tr><td><a href=\"#%s\">%s</a><td class=n>%d<td class=n>%d<td class=n>%d<td class=n>%d</tr>\n"
              .formatted(
                  entry.getKey(),
                  entry.getKey(),
                  sum.assertions(),
                  sum.covered(),
                  sum.explained(),
                  sum.open().size()));
    }
    out.append("</table>\n");
    String system = "";
    for (Coverage.Row row : coverage.rows()) {
      if (!row.assertion().system().equals(system)) {
        out.append(system.isEmpty() ? "" : "</table>\n");
        system = row.assertion().system();
        out.append("<h2 id=\"%s\">%s</h2>\n<table>\n".formatted(system, system));
        out.append("<tr><th>assertion<th>tags<th>statement<th>cases<th>verdicts</tr>\n");
      }
      out.append(line(row));
    }
    out.append("</table>\n</html>\n");
    Files.writeString(file, out.toString());
  }

  private static String line(Coverage.Row row) {
    Assertion assertion = row.assertion();
    String kind = row.isOpen() ? "open" : row.isExplained() ? "explained" : "covered";
    String verdicts =
        row.verdicts().entrySet().stream()
            .map(
                entry ->
                    "<span class=\"%s\">%d %s</span>"
                        .formatted(
                            entry.getKey().isGood() ? "good" : "bad",
                            entry.getValue(),
                            entry.getKey()))
            .collect(Collectors.joining(" "));
    String why = row.isExplained() ? escaped(assertion.reason()) : "";
    return "<tr class=\"%s\"><td>%s<td>%s<td>%s<td class=n title=\"%s\">%d<td>%s %s</tr>\n"
        .formatted(
            kind,
            assertion.id(),
            String.join(" ", assertion.tags()),
            escaped(assertion.statement()),
            escaped(row.first()),
            row.cases(),
            verdicts,
            why);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
