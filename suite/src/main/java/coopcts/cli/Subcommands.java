// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The second words of commands that do several things: {@code faults random 400} is {@code faults
 * --random 400}. Both spellings are understood.
 */
final class Subcommands {

  private static final Map<String, String> COVERAGE_POINTS =
      Map.of("report", "", "choose", "--choose", "best", "--best");

  /** By command and word the option; empty for what the command does without one. */
  private static final Map<String, Map<String, String>> OPTIONS =
      Map.of(
          "faults",
          Map.of(
              "list", "--list",
              "hunt", "",
              "random", "--random",
              "prove", "--proofs",
              "explain", "--explain",
              "fuzz", "--fuzz"),
          "coverage-points",
          COVERAGE_POINTS,
          "tried",
          COVERAGE_POINTS,
          "fuzz",
          Map.of("run", "", "front-end", "--front-end", "keep", "--keep"));

  /**
   * What asks for the command's help also stands behind a second word whose option takes a value.
   */
  private static final Set<String> HELP = Set.of("-h", "--help");

  private Subcommands() {}

  /** The command line in options. */
  static String[] resolve(String... arguments) {
    Map<String, String> options =
        arguments.length < 2 ? Map.of() : OPTIONS.getOrDefault(arguments[0], Map.of());
    String option = arguments.length < 2 ? null : options.get(arguments[1]);
    if (option == null) {
      return arguments;
    }
    List<String> resolved = new ArrayList<>(List.of(arguments));
    resolved.remove(1);
    boolean asksForHelp = arguments.length > 2 && HELP.contains(arguments[2]);
    if (!option.isEmpty() && !asksForHelp) {
      resolved.add(1, option);
    }
    return resolved.toArray(String[]::new);
  }
}
