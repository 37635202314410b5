// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The commands by what one wants with them, as {@code --help} shows them. */
enum CommandGroups {
  RUN(
      "Run",
      new Named("run", RunCommand.class),
      new Named("deqp", DeqpCommand.class),
      new Named("list", ListCommand.class),
      new Named("devices", DevicesCommand.class)),
  LOOK_CLOSER(
      "Look closer",
      new Named("repro", ReproCommand.class),
      new Named("export", ExportCommand.class),
      new Named("show", ShowCommand.class),
      new Named("exec", ExecCommand.class),
      new Named("check", CheckCommand.class),
      new Named("report", ReportCommand.class),
      new Named("explain", ExplainCommand.class),
      new Named("compare", CompareCommand.class),
      new Named("times", TimesCommand.class),
      new Named("coverage", CoverageCommand.class),
      new Named("layout", LayoutCommand.class),
      new Named("tensors", TensorsCommand.class)),
  FARM(
      "Farms and baselines",
      new Named("baseline", BaselineCommand.class),
      new Named("farm", FarmCommand.class),
      new Named("phone", PhoneCommand.class),
      new Named("phone-agent", PhoneAgentCommand.class),
      new Named("collect", CollectCommand.class),
      new Named("merge", MergeCommand.class),
      new Named("dashboard", DashboardCommand.class),
      new Named("bundle", BundleCommand.class),
      new Named("agent-test", AgentTestCommand.class)),
  MAKERS(
      "For the suite's makers",
      new Named("faults", FaultsCommand.class),
      new Named("choices", FreedomCommand.class),
      new Named("coverage-points", CoveragePointsCommand.class),
      new Named("fuzz", FuzzCommand.class),
      new Named("docs", DocsCommand.class)),
  HELP("Help", new Named("help", CommandLine.HelpCommand.class));

  private final String title;
  private final List<Named> commands;

  CommandGroups(String title, Named... commands) {
    this.title = title;
    this.commands = List.of(commands);
  }

  /** A command by its name. */
  private record Named(String name, Class<?> type) {}

  /** Gives a command line all commands, which it shows in groups. */
  static CommandLine in(CommandLine all) {
    all().forEach(one -> all.addSubcommand(one.name, one.type));
    all.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    all.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroups::shown);
    return all;
  }

  /**
   * Gives a command line the command that is named, or all where there is none of that name, or it
   * speaks of others: to look at all of them takes a third of a second.
   */
  static CommandLine in(CommandLine one, String name) {
    Optional<Named> known =
        all()
            .filter(command -> command.name.equals(name) && !HELP.commands.contains(command))
            .findAny();
    return known.map(command -> one.addSubcommand(name, command.type)).orElseGet(() -> in(one));
  }

  private static Stream<Named> all() {
    return Stream.of(values()).flatMap(group -> group.commands.stream());
  }

  private static String shown(Help help) {
    return Stream.of(values()).map(group -> group.text(help)).collect(Collectors.joining());
  }

  private String text(Help help) {
    Map<String, Help> own = new LinkedHashMap<>();
    for (Named command : commands) {
      // A command with an alias is known by both, with a comma between them.
      help.subcommands().keySet().stream()
          .filter(names -> names.split(",")[0].equals(command.name))
          .forEach(names -> own.put(names, help.subcommands().get(names)));
    }
    return "%n%s:%n".formatted(title) + help.commandList(own);
  }
}
