package coopcts.cli;

import coopcts.device.DeviceUnavailableException;
import coopcts.reports.UsageException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line: {@code run-cts.sh [COMMAND] ...}, with {@code run} as the default. */
@Command(
    name = "run-cts.sh",
    description = "Conformance suite for cooperative matrices and vectors in Vulkan GLSL.",
    subcommands = {
      RunCommand.class,
      ListCommand.class,
      DevicesCommand.class,
      ExecCommand.class,
      ReproCommand.class,
      FaultsCommand.class,
      CoverageCommand.class,
      LayoutCommand.class,
      TensorsCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      DashboardCommand.class,
      MergeCommand.class,
      BundleCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Main {

  /** A case failed that the baseline does not expect. */
  static final int UNEXPECTED = 1;

  /** Wrong usage, or nothing matched. */
  static final int USAGE = 2;

  /** The run could not be carried out. */
  static final int NO_DEVICE = 3;

  /** A fault of the suite itself. */
  static final int SUITE_FAULT = 4;

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  /** Runs one command line and returns its exit code. */
  public static int execute(String... arguments) {
    CommandLine commandLine =
        new CommandLine(new Main())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler(Main::usage)
            .setExecutionExceptionHandler(Main::failure);
    return commandLine.execute(withDefaultCommand(commandLine, arguments));
  }

  private static String[] withDefaultCommand(CommandLine commandLine, String[] arguments) {
    boolean names =
        arguments.length > 0
            && (commandLine.getSubcommands().containsKey(arguments[0])
                || !arguments[0].startsWith("-"));
    return names
        ? arguments
        : Stream.concat(Stream.of("run"), Arrays.stream(arguments)).toArray(String[]::new);
  }

  private static int usage(CommandLine.ParameterException e, String[] arguments) {
    PrintWriter err = e.getCommandLine().getErr();
    List<String> message = e.getMessage().lines().toList();
    err.printf(
        "coopcts: %s; see run-cts.sh help %s%n",
        message.isEmpty() ? "wrong usage" : message.get(0), e.getCommandLine().getCommandName());
    return USAGE;
  }

  private static int failure(Exception e, CommandLine commandLine, CommandLine.ParseResult parsed) {
    PrintWriter err = commandLine.getErr();
    return switch (e) {
      case UsageException usage -> {
        err.println("coopcts: " + usage.getMessage());
        yield USAGE;
      }
      case DeviceUnavailableException unavailable -> {
        err.println("coopcts: " + unavailable.getMessage());
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
