// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Change;
import coopcts.device.reference.fault.Faults;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page of all taps with what their names mean, of named changes, constants and bins. */
final class TapPage {

  private static final String HEAD =
      """
      # Taps, changes, constants and bins

      `./run-cts.sh docs` makes this page of the reference device; [own-faults.md](own-faults.md) explains it.

      ## Names at every tap

      Beside `right`, the right value, which the tables of taps explain:

      """;

  private TapPage() {}

  static String text() {
    StringBuilder page = new StringBuilder(HEAD);
    page.append(table(List.of("name", "meaning"), rows(Faults.everywhere())));
    Map<String, List<Faults.TapEntry>> sites =
        Faults.taps().stream()
            .collect(Collectors.groupingBy(TapPage::site, LinkedHashMap::new, Collectors.toList()));
    sites.forEach((site, taps) -> page.append(section(site, taps)));
    page.append("\n## Changes\n\n")
        .append(
            table(
                List.of("change", "what it does", "formula"),
                Arrays.stream(Change.values())
                    .map(
                        change ->
                            List.of(
                                code(change.toString()),
                                change.words(),
                                change.formula().isEmpty() ? "" : code(change.formula())))
                    .toList()));
    page.append("\n## Constants\n\nOpcodes are constants too, such as `OpFAdd`.\n\n")
        .append(
            table(
                List.of("constant", "number"),
                Faults.constants().entrySet().stream()
                    .map(one -> List.of(code(one.getKey()), one.getValue().toString()))
                    .toList()));
    page.append("\n## Bins\n\n")
        .append(
            table(
                List.of("bin", "instructions", "what it is"),
                Bins.all().stream()
                    .map(bin -> List.of(code(bin.toString()), joined(bin.kinds()), bin.words()))
                    .toList()));
    return page.toString();
  }

  private static String site(Faults.TapEntry tap) {
    return tap.tap().substring(0, tap.tap().indexOf('.'));
  }

  /** A site: the names that all its taps have, and each tap with its own ones. */
  private static String section(String site, List<Faults.TapEntry> taps) {
    Map<String, String> common = new LinkedHashMap<>(taps.getFirst().meanings());
    taps.forEach(tap -> common.entrySet().retainAll(tap.meanings().entrySet()));
    common.entrySet().removeAll(Faults.everywhere().entrySet());
    common.remove("right");
    String names = common.isEmpty() ? "" : table(List.of("name", "meaning"), rows(common)) + "\n";
    List<List<String>> rows =
        taps.stream()
            .map(
                tap -> List.of(code(tap.tap()), tap.words(), joined(tap.kinds()), own(tap, common)))
            .toList();
    return "\n## %s\n\n%s%s"
        .formatted(site, names, table(List.of("tap", "value", "instructions", "names"), rows));
  }

  /** The names of a tap that its site does not have, those first that may stand for the value. */
  private static String own(Faults.TapEntry tap, Map<String, String> common) {
    return tap.meanings().entrySet().stream()
        .filter(name -> !common.entrySet().contains(name))
        .filter(name -> !Faults.everywhere().entrySet().contains(name))
        .map(
            name ->
                "%s%s: %s"
                    .formatted(
                        code(name.getKey()),
                        tap.others().contains(name.getKey()) ? " (may stand for it)" : "",
                        name.getValue()))
        .collect(Collectors.joining("<br>"));
  }

  private static List<List<String>> rows(Map<String, String> meanings) {
    return meanings.entrySet().stream()
        .map(name -> List.of(code(name.getKey()), name.getValue()))
        .toList();
  }

  private static String code(String name) {
    return "`" + name + "`";
  }

  private static String joined(Collection<?> all) {
    return all.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  private static String table(List<String> head, List<List<String>> rows) {
    return line(head)
        + line(head.stream().map(_ -> "---").toList())
        + rows.stream().map(TapPage::line).collect(Collectors.joining());
  }

  private static String line(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
