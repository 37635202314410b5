// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertTrue;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.plan.Case;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.testng.annotations.Test;

/**
 * How many cases of each form a smoke run has, with a hash of their names, as they were last
 * reviewed: cases that go by mistake, or many names that change where one form was meant to come,
 * are seen here.
 */
public final class SmokeCasesTests {

  /** Set to write the list anew. */
  private static final String UPDATE = "coopcts.golden.update";

  private static final Path GOLDEN = Path.of("src/test/resources/golden/smoke-forms.tsv");

  private static final String HEADER =
      "# family\tform\tcases of a smoke run on reference:everything\thash of their names;"
          + " ./dev names COMMIT prints those that changed\n";

  /** Digits of a hash that are kept. */
  private static final int DIGITS = 10;

  @Test
  public void smokeRunsTakeTheCasesThatWereReviewed() throws Exception {
    SortedMap<String, String> forms = forms();
    if (Boolean.getBoolean(UPDATE)) {
      StringBuilder text = new StringBuilder(HEADER);
      forms.forEach((form, cases) -> text.append(form).append('\t').append(cases).append('\n'));
      Files.writeString(GOLDEN, text);
    }
    List<String> differing = difference(reviewed(), forms);
    assertTrue(
        differing.isEmpty(),
        "%d of %d forms differ:\n  %s\n"
                .formatted(differing.size(), forms.size(), String.join("\n  ", differing))
            + "./dev names HEAD prints the names that changed since the last commit."
            + "\nWhere this is meant, write the list anew and look at its diff:"
            + "\n  JAVA_TOOL_OPTIONS=-D"
            + UPDATE
            + "=true ./dev test SmokeCasesTests");
  }

  /** A case that goes, and one whose name changes, are told with their form. */
  @Test
  public void aNameThatChangesIsSeen() throws Exception {
    SortedMap<String, String> before = new TreeMap<>(Map.of("khr.load\trow", line("a", "b")));
    assertTrue(
        difference(before, new TreeMap<>(Map.of("khr.load\trow", line("b", "a")))).isEmpty());
    for (String after : List.of(line("a", "c"), line("a"))) {
      List<String> seen = difference(before, new TreeMap<>(Map.of("khr.load\trow", after)));
      assertTrue(seen.size() == 1 && seen.getFirst().startsWith("khr.load row: "), seen.toString());
    }
    assertTrue(difference(before, new TreeMap<>()).getFirst().endsWith("none now"));
  }

  private static SortedMap<String, String> forms() throws Exception {
    SortedMap<String, List<String>> names = new TreeMap<>();
    try (Device opened = Devices.open("reference:everything")) {
      for (Family family : Catalogue.families()) {
        for (Case one : family.cases(opened.report(), Profile.SMOKE).toList()) {
          // Filters leave out whole families by their names.
          assertTrue(one.name().startsWith(family.name()), one.name() + " of " + family.name());
          names
              .computeIfAbsent(family.name() + "\t" + one.form(), _ -> new ArrayList<>())
              .add(one.name());
        }
      }
    }
    SortedMap<String, String> forms = new TreeMap<>();
    for (Map.Entry<String, List<String>> form : names.entrySet()) {
      forms.put(form.getKey(), line(form.getValue().toArray(String[]::new)));
    }
    return forms;
  }

  /** How many names there are, and what tells these from others. */
  private static String line(String... names) throws Exception {
    String sorted = String.join("\n", List.of(names).stream().sorted().toList());
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(sorted.getBytes(StandardCharsets.UTF_8));
    return names.length + "\t" + HexFormat.of().formatHex(hash).substring(0, DIGITS);
  }

  private static SortedMap<String, String> reviewed() throws IOException {
    SortedMap<String, String> forms = new TreeMap<>();
    for (String line : Files.exists(GOLDEN) ? Files.readAllLines(GOLDEN) : List.<String>of()) {
      if (!line.startsWith("#")) {
        int at = line.indexOf('\t', line.indexOf('\t') + 1);
        forms.put(line.substring(0, at), line.substring(at + 1));
      }
    }
    return forms;
  }

  /** The forms that are not as before, each with how many cases it had and has. */
  private static List<String> difference(
      SortedMap<String, String> before, SortedMap<String, String> now) {
    SortedMap<String, String> all = new TreeMap<>(before);
    all.putAll(now);
    return all.keySet().stream()
        .filter(form -> !all.get(form).equals(before.get(form)) || !now.containsKey(form))
        .map(
            form ->
                "%s: %s before, %s now"
                    .formatted(
                        form.replace('\t', ' ').strip(),
                        count(before.get(form)),
                        count(now.get(form))))
        .toList();
  }

  private static String count(String line) {
    return line == null ? "none" : line.split("\t")[0];
  }
}
