// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The second words of commands that do several things: {@code faults random 400} is {@code faults
 * --random 400}. Both spellings are understood.
 */
final class Subcommands {

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
          "tried",
          Map.of("report", "", "choose", "--choose", "best", "--best"),
          "fuzz",
          Map.of("run", "", "front-end", "--front-end", "keep", "--keep"));

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
    if (!option.isEmpty()) {
      resolved.add(1, option);
    }
    return resolved.toArray(String[]::new);
  }
}
