// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import java.util.Set;

/**
 * One numbered statement of the specifications, in own words.
 *
 * @param tags how it can be looked at: RUN, QOI, GLSLOK, GLSLERR, SPVERR, MAP, API, VUID, UB, AMBIG
 * @param source where the specifications say it
 * @param explanation why no case checks it, empty where one can
 */
public record Assertion(
    String id, Set<String> tags, String statement, String source, String explanation) {

  /** The tag of what can be read in several ways. */
  static final String AMBIGUOUS = "AMBIG";

  /** Tags of what no case checks, as the specifications leave it to the application. */
  private static final Set<String> NOT_CHECKED = Set.of("UB", "VUID", Assertion.AMBIGUOUS);

  /** The short name of the system that it belongs to. */
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

  /** Whether a case can check it; what can be read in several ways, by what each of them gives. */
  public boolean isCheckable() {
    return tags.equals(Set.of(AMBIGUOUS)) || !NOT_CHECKED.containsAll(tags);
  }

  /** Why no case needs to check it, or empty. */
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
