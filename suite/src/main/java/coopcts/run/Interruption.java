// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.host.Host;
import coopcts.reports.JournalException;
import coopcts.reports.RunFolder;
import coopcts.reports.Summary;
import coopcts.reports.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What happens on Ctrl-C and SIGTERM: workers are ended, what was judged is summed up, and it is
 * said how to go on.
 */
final class Interruption implements Runnable {

  /** Something that a signal ends. */
  interface Stoppable {

    /** Ends it; false if it was at its end already. */
    boolean interrupt();
  }

  private final RunFolder folder;
  private final List<String> commandLine;
  private final Runnable report;
  private final Stoppable run;

  /**
   * @param commandLine that began the run; where it is empty nobody is told how to go on
   * @param report makes the reports of what there is
   */
  Interruption(Stoppable run, RunFolder folder, List<String> commandLine, Runnable report) {
    this.report = report;
    this.folder = folder;
    this.commandLine = commandLine;
    this.run = run;
  }

  @Override
  public void run() {
    try {
      if (run.interrupt()) {
        sumUp();
      }
    } catch (JournalException | UsageException e) {
      System.err.printf("%ncoopcts: interrupted; %s%n", e.getMessage());
    }
  }

  private void sumUp() {
    Summary summary = folder.sumUp();
    if (!commandLine.isEmpty()) {
      System.err.printf(
          Locale.ROOT,
          "%ncoopcts: interrupted; %s; go on with: %s%n",
          summary.countsText(),
          resumption());
    }
    report.run();
  }

  /** The command that goes on with the run. */
  private String resumption() {
    List<String> words = new ArrayList<>();
    words.add(Host.current().script());
    words.addAll(commandLine);
    if (!commandLine.contains("--resume")) {
      words.add("--resume");
    }
    if (commandLine.stream().noneMatch(word -> word.equals("--out") || word.startsWith("--out="))) {
      words.add("--out");
      words.add(folder.path().toString());
    }
    return words.stream().map(Host.current()::quoted).collect(Collectors.joining(" "));
  }
}
