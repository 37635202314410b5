// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.model.TestedSystem;
import java.util.Set;

/**
 * One numbered statement of the specifications, in own words. Cases name the assertions that they
 * can fail by; {@link Assertions} holds all of them.
 *
 * @param id a system's prefix, a topic and a number, joined by hyphens, such as {@code
 *     KHR-LOAD-001}
 * @param tags how it can be checked: RUN (by running a shader), QOI (quality that no text
 *     requires), GLSLOK and GLSLERR (a source that must compile, or must not), SPVERR (a module
 *     that must be rejected), MAP (the instructions that a source becomes), API (what the interface
 *     reports or answers), VUID (a valid usage, the application's duty), UB (undefined behaviour),
 *     AMBIG (it can be read in several ways)
 * @param statement what the specification requires
 * @param source the sections of the specifications that say it
 * @param explanation why no case checks it; empty where a case can, or where the tags explain it
 */
public record Assertion(
    String id, Set<String> tags, String statement, String source, String explanation) {

  /** The tag of what can be read in several ways. */
  static final String AMBIGUOUS = "AMBIG";

  /** Tags of what no case checks, as the specifications leave it to the application. */
  private static final Set<String> NOT_CHECKED = Set.of("UB", "VUID", Assertion.AMBIGUOUS);

  /**
   * {@return the short name of the system that the first part of the ID names: {@code khr}, {@code
   * nv2}, {@code decode}, {@code vector}, {@code qcom}, {@code layout}, {@code numbers} or {@code
   * api}}
   *
   * @throws IllegalStateException if the first part of the ID is that of no system
   * @throws StringIndexOutOfBoundsException if the ID has no hyphen; every ID of the catalogue has
   *     one
   */
  public String system() {
    String prefix = id.substring(0, id.indexOf('-'));
    return TestedSystem.ofAssertions(prefix)
        .map(TestedSystem::label)
        .orElseGet(
            () ->
                switch (prefix) {
                  case "NUM" -> "numbers";
                  case "API" -> "api";
                  default -> throw new IllegalStateException("no system has assertions like " + id);
                });
  }

  /**
   * Whether a case can check it. An assertion that can only be read in several ways (AMBIG alone)
   * counts, as a case can accept what each reading gives.
   */
  boolean isCheckable() {
    return tags.equals(Set.of(AMBIGUOUS)) || !NOT_CHECKED.containsAll(tags);
  }

  /**
   * {@return why no case needs to check it, as one line for the coverage report: the explanation of
   * the catalogue, else one by the tags; empty text where a case can check it}
   */
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
