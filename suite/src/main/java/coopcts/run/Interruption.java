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
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * What happens on Ctrl-C and SIGTERM: workers are ended, what was judged is summed up, and it is
 * said how to go on.
 */
final class Interruption {

  /** Something that a signal ends. */
  interface Stoppable {

    /** Ends it; false if it was at its end already. */
    boolean interrupt();
  }

  private final RunFolder folder;
  private final List<String> commandLine;
  private final Thread hook;
  private final Runnable report;
  private volatile boolean interrupted;

  /**
   * @param report makes the reports of what there is
   */
  Interruption(Stoppable run, RunFolder folder, List<String> commandLine, Runnable report) {
    this.report = report;
    this.folder = folder;
    this.commandLine = commandLine;
    this.hook = new Thread(() -> interrupt(run), "interruption");
  }

  void install() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Once a signal is there, the process ends, and nobody gets further than this. */
  void uninstall() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      interrupted = true;
    }
    while (interrupted) {
      try {
        TimeUnit.DAYS.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void interrupt(Stoppable run) {
    interrupted = true;
    try {
      if (run.interrupt()) {
        sumUp();
      }
    } catch (JournalException | UsageException e) {
      System.err.printf("%ncoopcts: interrupted; %s%n", e.getMessage());
    }
  }

  private void sumUp() {
    Summary summary = folder.summary();
    folder.writeSummary(summary);
    System.err.printf(
        Locale.ROOT,
        "%ncoopcts: interrupted; %s; go on with: %s%n",
        summary.countsText(),
        resumption());
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
