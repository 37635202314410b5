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
import java.util.stream.Stream;

/** The page of all taps with what their names mean, of named changes, constants and bins. */
final class TapPage {

  private static final String HEAD =
      """
      # Taps, changes, constants and bins

      `./run-cts.sh docs` makes this page of the reference device; [own-faults.md](own-faults.md) explains it.

      ## Names at every tap

      Beside `right`, the right value, which the tables of taps explain:

      """;

  private static final String RIGHT = "right";

  private TapPage() {}

  static String text() {
    StringBuilder page = new StringBuilder(HEAD);
    page.append(everywhere());
    Map<String, List<Faults.TapEntry>> sites =
        Faults.taps().stream()
            .collect(Collectors.groupingBy(TapPage::site, LinkedHashMap::new, Collectors.toList()));
    sites.forEach(
        (site, taps) -> page.append(site.equals("result") ? results(taps) : section(site, taps)));
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

  /** A table of the names that mean the same at all taps. */
  static String everywhere() {
    return table(List.of("name", "meaning"), rows(Faults.everywhere()));
  }

  private static String site(Faults.TapEntry tap) {
    return tap.tap().substring(0, tap.tap().indexOf('.'));
  }

  /** A site: the names that all its taps have, and each tap with its own ones. */
  private static String section(String site, List<Faults.TapEntry> taps) {
    Map<String, String> common = new LinkedHashMap<>(taps.getFirst().meanings());
    taps.forEach(tap -> common.entrySet().retainAll(tap.meanings().entrySet()));
    common.entrySet().removeAll(Faults.everywhere().entrySet());
    common.remove(RIGHT);
    String names = common.isEmpty() ? "" : table(List.of("name", "meaning"), rows(common)) + "\n";
    List<List<String>> rows =
        taps.stream()
            .flatMap(tap -> Stream.concat(Stream.of(head(tap)), own(tap, common)))
            .toList();
    return "\n## %s\n\n%s%s"
        .formatted(site, names, table(List.of("tap", "name", "meaning", "instructions"), rows));
  }

  /** The value of a tap. */
  private static List<String> head(Faults.TapEntry tap) {
    return List.of(
        code(tap.tap()),
        code(RIGHT),
        tap.words() + "; " + tap.meanings().get(RIGHT),
        joined(tap.kinds()));
  }

  /** The names of a tap that its site does not have. */
  private static Stream<List<String>> own(Faults.TapEntry tap, Map<String, String> common) {
    return tap.meanings().entrySet().stream()
        .filter(name -> !name.getKey().equals(RIGHT))
        .filter(name -> !common.entrySet().contains(name))
        .filter(name -> !Faults.everywhere().entrySet().contains(name))
        .map(
            name ->
                List.of(
                    "",
                    code(name.getKey()),
                    name.getValue()
                        + (tap.others().contains(name.getKey())
                            ? "; it may stand for the value"
                            : ""),
                    ""));
  }

  /** The results of instructions, each with the changes that it may have. */
  private static String results(List<Faults.TapEntry> taps) {
    return "\n## result\n\n"
        + table(
            List.of("tap", "value", "changes"),
            taps.stream()
                .map(tap -> List.of(code(tap.tap()), tap.words(), joined(tap.names())))
                .toList());
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
    return all.isEmpty()
        ? ""
        : code(all.stream().map(Object::toString).collect(Collectors.joining(" ")));
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
