// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import java.util.Set;

/**
 * One numbered statement of the specifications, in own words.
 *
 * @param id such as {@code KHR-LOAD-001}
 * @param tags how it can be looked at: RUN, QOI, GLSLOK, GLSLERR, SPVERR, MAP, API, VUID, UB, AMBIG
 * @param statement what the specification requires
 * @param source where the specifications say it
 * @param explanation why no case checks it, empty where one can
 */
public record Assertion(
    String id, Set<String> tags, String statement, String source, String explanation) {

  /** The tag of what can be read in several ways. */
  static final String AMBIGUOUS = "AMBIG";

  /** Tags of what no case checks, as the specifications leave it to the application. */
  private static final Set<String> NOT_CHECKED = Set.of("UB", "VUID", Assertion.AMBIGUOUS);

  /**
   * {@return the short name of its system, by the first part of its ID}
   *
   * @throws IllegalStateException for an ID of no system
   */
  public String system() {
    return switch (id.substring(0, id.indexOf('-'))) {
      case "KHR" -> "khr";
      case "CM2" -> "nv2";
      case "DV", "LV" -> "decode";
      case "CV" -> "vector";
      case "QC" -> "qcom";
      case "LAY" -> "layout";
      case "NUM" -> "numbers";
      case "API" -> "api";
      default -> throw new IllegalStateException("no system has assertions like " + id);
    };
  }

  /**
   * {@return whether a case can check it} An assertion that can be read in several ways counts, as
   * a case can accept what each reading gives.
   */
  public boolean isCheckable() {
    return tags.equals(Set.of(AMBIGUOUS)) || !NOT_CHECKED.containsAll(tags);
  }

  /** {@return why no case needs to check it, or empty text where a case can} */
  public String reason() {
    if (!explanation.isEmpty()) {
      return explanation;
    }
    if (isCheckable()) {
      return "";
    }
    return tags.contains("UB")
        ? "undefined: shaders avoid it"
        : "a duty of the application: the suite's shaders and calls keep to it";
  }
}
