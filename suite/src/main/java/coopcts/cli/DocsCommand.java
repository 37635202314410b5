// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.docs.Documents;
import coopcts.docs.Generated;
import coopcts.docs.WordCount;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code docs}: for those who change the suite, the figures in its documents and their language.
 */
@Command(
    name = "docs",
    description =
        "update the figures that the documents quote, and make their pictures and tables (for"
            + " changes of the suite)")
final class DocsCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "DIR",
      defaultValue = ".",
      description = "the folder of README.md and docs (default: this one)")
  private Path root;

  @Option(
      names = "--words",
      description =
          "write nothing: print how long documents and sentences are, and what the rules on words"
              + " do not allow in documents and help; exits with 4 if there is any")
  private boolean words;

  @Override
  public Integer call() throws Exception {
    if (words) {
      WordCount count = count(root);
      count.lines().forEach(System.out::println);
      count.complaints().forEach(System.out::println);
      return count.complaints().isEmpty() ? 0 : Main.SUITE_FAULT;
    }
    List<Path> changed = new Documents(root).update();
    changed.forEach(document -> System.out.println("written: " + document));
    System.out.printf(
        "%d pictures and tables made that git does not keep%n", Generated.write(root));
    if (changed.isEmpty()) {
      System.out.println("all figures are true");
    }
    return 0;
  }

  /** The documents below a folder and the help of every command. */
  static WordCount count(Path root) throws Exception {
    WordCount count = new WordCount(root);
    help(count, Main.commands().getCommandSpec());
    return count;
  }

  private static void help(WordCount count, CommandSpec command) {
    String name = "help of " + command.qualifiedName();
    Stream.of(command.usageMessage().description()).forEach(text -> count.help(name, text));
    for (ArgSpec argument : command.args()) {
      String label =
          argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
      count.help(name + " " + label, String.join(" ", argument.description()));
    }
    command.subcommands().values().forEach(child -> help(count, child.getCommandSpec()));
  }
}
