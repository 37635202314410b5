// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.oracle.CatalogueFile;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * That a claim of coverage bites: with the fault planted in the reference device, the case fails
 * and names the assertion.
 *
 * @param assertion its ID
 * @param fault the fault's name; it breaks the assertion
 * @param testCase the name of a case that carries the assertion
 * @param reference the profile of the reference device that the fault is planted in
 */
public record Proof(String assertion, String fault, String testCase, String reference) {

  /**
   * {@return the IDs of the assertions that cases claim to check and that have no proof yet} A test
   * keeps the list true.
   */
  public static Set<String> missing() {
    return CatalogueFile.lines("unproven.tsv")
        .map(line -> line[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** {@return the proofs that come with the suite, made by {@code run-cts.sh faults --proofs}} */
  public static List<Proof> onRecord() {
    return CatalogueFile.lines("proofs.tsv")
        .map(line -> new Proof(line[0], line[1], line[2], line[3]))
        .toList();
  }
}
