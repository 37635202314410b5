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

/**
 * The catalogue of all numbered assertions, by which cases, failures and specifications are linked.
 * It is read once from the suite's resources and never changes.
 */
public final class Assertions {

  private static final Map<String, Assertion> ALL = read();

  private Assertions() {}

  /** {@return all assertions in the order of the catalogue, as an unmodifiable list} */
  public static List<Assertion> all() {
    return List.copyOf(ALL.values());
  }

  /**
   * Whether a claim that the assertion is covered has to be proven by a planted fault ({@link
   * Proof}). That holds for what is checked by running shaders (tags RUN, QOI, or AMBIG alone) or
   * by asking the device's interface (API).
   *
   * @param id ID of the assertion, such as {@code KHR-LOAD-001}
   * @return whether a proof is needed; false for an ID that the catalogue does not have
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
   * {@return the assertion with an ID, or empty if the catalogue does not have the ID}
   *
   * @param id such as {@code KHR-LOAD-001}, in upper case
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
