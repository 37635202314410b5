// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.plan.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.testng.annotations.Test;

/**
 * The names of a smoke run's cases, as they were last reviewed: cases that go by mistake, or many
 * names that change where one form was meant to come, are seen here.
 */
public final class SmokeCasesTests {

  /** Set to write the list anew. */
  private static final String UPDATE = "coopcts.golden.update";

  private static final Path GOLDEN = Path.of("src/test/resources/golden/smoke-cases.txt");

  /** Names of each kind that are shown. */
  private static final int SHOWN = 20;

  @Test
  public void smokeRunsTakeTheCasesThatWereReviewed() throws Exception {
    List<String> names;
    try (Device opened = Devices.open("reference:everything")) {
      names =
          Catalogue.families().stream()
              .flatMap(
                  family ->
                      family
                          .cases(opened.report(), Profile.SMOKE)
                          .map(Case::name)
                          .peek(name -> assertBelow(family.name(), name)))
              .toList();
    }
    if (Boolean.getBoolean(UPDATE)) {
      Files.writeString(GOLDEN, String.join("\n", names) + "\n");
    }
    String difference = difference(names);
    assertTrue(
        difference.isEmpty(),
        difference
            + "\nWhere this is meant, write the list anew and look at its diff:"
            + "\n  mvn -q -pl suite -am test -Dtest=SmokeCasesTests"
            + " -Dsurefire.failIfNoSpecifiedTests=false -D"
            + UPDATE
            + "=true");
  }

  /** Filters leave out whole families by their names. */
  private static void assertBelow(String family, String name) {
    assertTrue(name.startsWith(family), name + " of " + family);
  }

  private static String difference(List<String> names) throws IOException {
    List<String> reviewed = Files.exists(GOLDEN) ? Files.readAllLines(GOLDEN) : List.of();
    return shown("no longer there", reviewed, names) + shown("new", names, reviewed);
  }

  private static String shown(String what, List<String> some, List<String> others) {
    Set<String> left = new LinkedHashSet<>(some);
    others.forEach(left::remove);
    return left.isEmpty()
        ? ""
        : left.stream()
            .limit(SHOWN)
            .collect(
                Collectors.joining(
                    "\n  ",
                    "\n%d of %d cases are %s:\n  ".formatted(left.size(), some.size(), what),
                    left.size() > SHOWN ? "\n  ..." : ""));
  }
}
