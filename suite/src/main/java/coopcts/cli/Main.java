// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.device.DeviceUnavailableException;
import coopcts.host.Natives;
import coopcts.reports.JournalException;
import coopcts.reports.SuiteVersion;
import coopcts.reports.UsageException;
import coopcts.reports.read.RunFileException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command line, {@code run-cts.sh [COMMAND] ...}: finds the command, {@code run} by default,
 * and turns its errors into messages and exit codes.
 */
@Command(
    name = "run-cts.sh",
    versionProvider = Main.Version.class,
    mixinStandardHelpOptions = true,
    scope = CommandLine.ScopeType.INHERIT,
    description = "Conformance suite for cooperative matrices and vectors in Vulkan GLSL.")
public final class Main {

  /** A case failed that the baseline does not expect. */
  static final int UNEXPECTED = 1;

  /** Wrong usage, or nothing matched. */
  static final int USAGE = 2;

  /** The run could not be carried out. */
  static final int NO_DEVICE = 3;

  /** A fault of the suite itself. */
  static final int SUITE_FAULT = 4;

  /** {@code exec}: the reference device lacks something that the shader needs. */
  static final int NOT_EXECUTED = 5;

  private Main() {}

  /** What {@code --version} prints. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {SuiteVersion.own().toString()};
    }
  }

  /** Where it is set, the script asks whether this is reached at all, and for no more. */
  private static final String READY = "coopcts.ready";

  /**
   * Runs one command line and ends the process with its exit code. It is the entry point that
   * {@code run-cts.sh} starts.
   *
   * @param arguments command, options and operands
   */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    if (System.getProperty(READY) != null) {
      System.out.println("coopcts: ready");
      return;
    }
    Output output = Output.install();
    Natives.prepare(Environment.cache());
    int code = execute(arguments);
    System.exit(code == 0 && !keepsFiles(arguments) ? output.code() : code);
  }

  /** What a run finds is in its folder, whatever becomes of what it says on the way. */
  private static boolean keepsFiles(String... arguments) {
    return List.of("run", "fuzz").contains(withDefaultCommand(arguments)[0]);
  }

  /** All commands, shown in groups, with examples. */
  static CommandLine commands() {
    return ready(CommandGroups.in(new CommandLine(new Main())));
  }

  /** What a command line needs, whose first word this is. */
  private static CommandLine commands(String first) {
    return ready(CommandGroups.in(new CommandLine(new Main()), first));
  }

  private static CommandLine ready(CommandLine commands) {
    return Examples.in(commands)
        .registerConverter(Path.class, Main::path)
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** An empty path would be the current folder: what a script has of a variable that is not set. */
  private static Path path(String text) {
    if (text.isEmpty()) {
      throw new CommandLine.TypeConversionException("a path must not be empty");
    }
    return Path.of(text);
  }

  /**
   * Runs one command line in this process and returns instead of ending it. Output goes to {@code
   * System.out}, errors to {@code System.err} in one line.
   *
   * @param arguments command, options and operands; without a command {@code run} is run
   * @return the exit code: 0, 1 for the driver, 2 for usage, 3 for the machine or device, 4 for the
   *     suite
   */
  public static int execute(String... arguments) {
    String[] words = withDefaultCommand(arguments);
    CommandLine commandLine =
        commands(words[0])
            .setParameterExceptionHandler(Main::usage)
            .setExecutionExceptionHandler(Main::failure);
    try {
      return commandLine.execute(words);
    } catch (Error e) {
      return failure(e, commandLine.getErr());
    }
  }

  /** Whether a command line has only options that its command knows. */
  static boolean understands(String... arguments) {
    try {
      parse(arguments);
      return true;
    } catch (CommandLine.ParameterException e) {
      return false;
    }
  }

  /**
   * Reads a command line, and runs nothing.
   *
   * @throws CommandLine.ParameterException if its command does not know an option
   */
  static void parse(String... arguments) {
    String[] words = withDefaultCommand(arguments);
    commands(words[0]).parseArgs(words);
  }

  private static String[] withDefaultCommand(String[] arguments) {
    boolean names =
        arguments.length > 0 && (GENERAL.contains(arguments[0]) || !arguments[0].startsWith("-"));
    return names
        ? Subcommands.resolve(arguments)
        : Stream.concat(Stream.of("run"), Arrays.stream(arguments)).toArray(String[]::new);
  }

  /** Options that are not those of {@code run}. */
  private static final List<String> GENERAL = List.of("-h", "--help", "-V", "--version");

  private static int usage(CommandLine.ParameterException e, String[] arguments) {
    PrintWriter err = e.getCommandLine().getErr();
    List<String> message = e.getMessage().lines().toList();
    String command = e.getCommandLine().getCommandName();
    err.printf(
        "coopcts: %s; see run-cts.sh %s--help%n",
        message.isEmpty() ? "wrong usage" : message.get(0),
        e.getCommandLine().getParent() == null ? "" : command + " ");
    return USAGE;
  }

  private static int failure(Exception e, CommandLine commandLine, CommandLine.ParseResult parsed) {
    return failure(e, commandLine.getErr());
  }

  /** One line, and the code that says whose fault it is. */
  private static int failure(Throwable e, PrintWriter err) {
    return switch (e) {
      case UsageException usage -> {
        err.println("coopcts: " + usage.getMessage());
        yield USAGE;
      }
      case RunFileException foreign -> {
        err.println("coopcts: " + foreign.getMessage());
        yield USAGE;
      }
      case UncheckedIOException io when io.getCause() instanceof RunFileException foreign -> {
        err.println("coopcts: " + foreign.getMessage());
        yield USAGE;
      }
      case DeviceUnavailableException unavailable -> {
        err.println("coopcts: " + unavailable.getMessage());
        yield NO_DEVICE;
      }
      case JournalException unwritable -> {
        err.println("coopcts: " + unwritable.getMessage());
        yield NO_DEVICE;
      }
      case OutOfMemoryError _ -> {
        err.println("coopcts: there is not memory enough; COOPCTS_HEAP=4g gives this process more");
        yield NO_DEVICE;
      }
      default -> {
        StackTraceElement[] stack = e.getStackTrace();
        err.printf(
            "coopcts: a fault of the suite: %s%s%n", e, stack.length == 0 ? "" : " at " + stack[0]);
        yield SUITE_FAULT;
      }
    };
  }
}
