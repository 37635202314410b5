// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.oracle.CatalogueFile;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The proof that a claim of coverage holds: with the fault planted in the reference device, the
 * case fails and names the assertion. The coverage report counts proofs, and tests repeat a sample.
 *
 * @param assertion ID of the assertion
 * @param fault name of a fault of the reference device that breaks the assertion
 * @param testCase name of a case that carries the assertion
 * @param reference the profile of the reference device in which the fault is planted
 */
public record Proof(String assertion, String fault, String testCase, String reference) {

  /**
   * {@return the IDs, sorted, of the assertions that cases claim to check and that no proof
   * supports yet, as {@code unproven.tsv} lists them}
   */
  public static Set<String> missing() {
    return CatalogueFile.lines("unproven.tsv")
        .map(line -> line[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * {@return the proofs that {@code proofs.tsv} lists, in its order: {@code run-cts.sh faults
   * --proofs} made them}
   */
  public static List<Proof> onRecord() {
    return CatalogueFile.lines("proofs.tsv")
        .map(line -> new Proof(line[0], line[1], line[2], line[3]))
        .toList();
  }
}
