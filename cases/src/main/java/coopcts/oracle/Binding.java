// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How strongly an assertion may bind a driver, by its tags in the catalogue. One that no text makes
 * (QOI) is {@link Tier#QUALITY}, or {@link Tier#PRACTICE} if a test of the Khronos CTS checks it.
 * One that can be read in several ways (AMBIG) is QUALITY, unless its cases accept every reading.
 */
public final class Binding {

  /** Tests of the Khronos CTS by the assertions that they compare. */
  private static final Map<String, String> PRACTICE =
      CatalogueFile.lines("practice.tsv")
          .collect(Collectors.toMap(line -> line[0], line -> line[1]));

  private static final Set<String> ZEROS = ids("zeros.tsv");

  /** What those may bind that may not bind as MUST. */
  private static final Map<String, Tier> MOST = most();

  private Binding() {}

  private static Set<String> ids(String file) {
    Set<String> ids = new HashSet<>();
    CatalogueFile.lines(file).forEach(line -> ids.add(line[0]));
    return Set.copyOf(ids);
  }

  private static Map<String, Tier> most() {
    Set<String> readings = ids("readings.tsv");
    Map<String, Tier> most = new HashMap<>();
    CatalogueFile.lines("assertions.tsv")
        .forEach(
            line -> {
              List<String> tags = List.of(line[1].split(","));
              boolean isOpen = tags.contains("AMBIG") && !readings.contains(line[0]);
              boolean isWish = tags.contains("QOI") && !PRACTICE.containsKey(line[0]);
              if (isOpen || isWish) {
                most.put(line[0], Tier.QUALITY);
              } else if (tags.contains("QOI")) {
                most.put(line[0], Tier.PRACTICE);
              }
            });
    return most;
  }

  /**
   * {@return the strongest tier that a {@link Rule} by an assertion may have; {@link Tier#MUST} if
   * its tags do not restrict it, and for an ID that the catalogue does not have}
   *
   * @param assertion its ID, such as {@code KHR-LOAD-001}
   */
  public static Tier most(String assertion) {
    return MOST.getOrDefault(assertion, Tier.MUST);
  }

  /** The name of the test of the Khronos CTS that compares the first of the assertions with one. */
  static String practiceTest(List<String> assertions) {
    return assertions.stream()
        .map(PRACTICE::get)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow();
  }

  /** The same of several sentences together: of the one that binds least. */
  static Tier most(List<String> assertions) {
    Tier least = Tier.MUST;
    for (String assertion : assertions) {
      Tier one = most(assertion);
      least = one.compareTo(least) > 0 ? one : least;
    }
    return least;
  }

  /**
   * Whether an assertion binds the sign of a zero. No other does: without a mode that keeps it
   * every instruction may take it for insignificant, loads and stores too (NUM-NAN-002).
   */
  static boolean keepsZeros(String assertion) {
    return ZEROS.contains(assertion);
  }

  /** Whether a test of the Khronos CTS is named that fails a driver for it. */
  static boolean isPractice(String assertion) {
    return PRACTICE.containsKey(assertion);
  }
}
