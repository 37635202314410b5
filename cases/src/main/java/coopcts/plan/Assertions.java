// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.oracle.CatalogueFile;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The catalogue of all numbered assertions, the traceability key of the suite. */
public final class Assertions {

  private static final Map<String, Assertion> ALL = read();

  private Assertions() {}

  /** {@return all assertions in the order of the catalogue} */
  public static List<Assertion> all() {
    return List.copyOf(ALL.values());
  }

  /**
   * Whether a claim that the assertion is covered has to be proven by a planted fault: it is
   * checked by running shaders or by asking the device's interface.
   *
   * @param id of the assertion
   * @return false for IDs that the catalogue does not have
   */
  public static boolean mustBeProven(String id) {
    Assertion assertion = ALL.get(id);
    return assertion != null
        && (assertion.tags().contains("RUN")
            || assertion.tags().contains("API")
            || assertion.tags().contains("QOI")
            || assertion.tags().equals(Set.of(Assertion.AMBIGUOUS)));
  }

  /**
   * {@return the assertion with an ID, or empty}
   *
   * @param id such as {@code KHR-LOAD-001}
   */
  public static Optional<Assertion> find(String id) {
    return Optional.ofNullable(ALL.get(id));
  }

  private static Map<String, Assertion> read() {
    Map<String, String> explanations = new LinkedHashMap<>();
    CatalogueFile.lines("explanations.tsv").forEach(line -> explanations.put(line[0], line[1]));
    Map<String, Assertion> all = new LinkedHashMap<>();
    CatalogueFile.lines("assertions.tsv")
        .forEach(
            line -> {
              Set<String> tags = new TreeSet<>(Arrays.asList(line[1].split(",")));
              String explanation = explanations.getOrDefault(line[0], "");
              all.put(line[0], new Assertion(line[0], tags, line[2], line[3], explanation));
            });
    for (String id : explanations.keySet()) {
      if (!all.containsKey(id)) {
        throw new IllegalStateException("an explanation for " + id + ", which is no assertion");
      }
    }
    return all;
  }
}
