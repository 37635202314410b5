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

  /** Tags of what the specifications leave to the application, or leave open. */
  private static final Set<String> NOT_CHECKED = Set.of("UB", "VUID", "AMBIG");

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

  /** Whether a case can check it. */
  public boolean isCheckable() {
    return !NOT_CHECKED.containsAll(tags);
  }

  /** Why no case needs to check it, or empty. */
  public String reason() {
    if (!explanation.isEmpty()) {
      return explanation;
    }
    if (isCheckable()) {
      return "";
    }
    if (tags.contains("UB")) {
      return "undefined: shaders avoid it";
    }
    return tags.contains("VUID")
        ? "a duty of the application: the suite's shaders and calls keep to it"
        : "the text is not clear: both readings are accepted";
  }
}
