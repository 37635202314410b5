// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.device.remote.AgentTest;
import coopcts.reports.UsageException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agent-test}: whether an agent keeps the protocol. */
@Command(
    name = "agent-test",
    description = "hold an agent, which brings a board's driver here, against the protocol")
final class AgentTestCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "COMMAND",
      description = "what starts the agent, as --device remote:COMMAND has it")
  private String command;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "for one answer (default: ${DEFAULT-VALUE})")
  private int timeout;

  @Override
  public Integer call() throws Exception {
    if (command.isBlank() || timeout < 1) {
      throw new UsageException("agent-test takes a command, and --timeout a number from 1");
    }
    List<AgentTest.Finding> findings = new AgentTest(command, timeout).run();
    for (AgentTest.Finding one : findings) {
      System.out.println(
          one.broken().isEmpty()
              ? "ok      " + one.demand()
              : "BROKEN  " + one.demand() + ": " + one.broken().get());
    }
    long broken = findings.stream().filter(one -> one.broken().isPresent()).count();
    System.out.printf("%d demands, %d broken%n", findings.size(), broken);
    return broken == 0 ? 0 : Main.UNEXPECTED;
  }
}
