// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The commands by what one wants with them, as {@code --help} shows them. */
enum CommandGroups {
  RUN("Run", "run", "deqp", "list", "devices"),
  LOOK_CLOSER(
      "Look closer",
      "repro",
      "show",
      "exec",
      "check",
      "report",
      "compare",
      "times",
      "coverage",
      "layout",
      "tensors"),
  FARM(
      "Farms and baselines",
      "baseline",
      "farm",
      "collect",
      "merge",
      "dashboard",
      "bundle",
      "agent-test"),
  MAKERS("For the suite's makers", "faults", "choices", "coverage-points", "fuzz", "docs"),
  HELP("Help", "help");

  private final String title;
  private final List<String> commands;

  CommandGroups(String title, String... commands) {
    this.title = title;
    this.commands = List.of(commands);
  }

  /** Shows a command line's commands in groups. */
  static CommandLine in(CommandLine all) {
    all.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    all.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroups::text);
    return all;
  }

  private static String text(Help help) {
    Map<String, Help> left = new LinkedHashMap<>(help.subcommands());
    String groups =
        Stream.of(values()).map(group -> group.text(help, left)).collect(Collectors.joining());
    return left.isEmpty() ? groups : groups + "%nOthers:%n".formatted() + help.commandList(left);
  }

  private String text(Help help, Map<String, Help> left) {
    Map<String, Help> own = new LinkedHashMap<>();
    for (String command : commands) {
      // A command with an alias is known by both, with a comma between them.
      left.keySet().stream()
          .filter(names -> names.split(",")[0].equals(command))
          .findFirst()
          .ifPresent(names -> own.put(names, left.remove(names)));
    }
    return own.isEmpty() ? "" : "%n%s:%n".formatted(title) + help.commandList(own);
  }
}
