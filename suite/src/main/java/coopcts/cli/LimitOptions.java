// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.reports.Glob;
import coopcts.reports.UsageException;
import coopcts.run.one.FailureEvidence;
import coopcts.run.select.RunOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Option;

/** When a case is tried again, and when a run ends before its time. */
final class LimitOptions {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @Option(
      names = "--retry",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "try an unexpected verdict again, N times at most, in a fresh process; another outcome"
              + " is a FLAKE (default: ${DEFAULT-VALUE})")
  private int retries;

  @Option(names = "--flakes-pass", description = "a FLAKE is expected wherever it is")
  private boolean flakesPass;

  @Option(
      names = "--max-time",
      paramLabel = "T",
      description = "begin no case after this time: seconds, or a number with s, m or h")
  private String time;

  @Option(
      names = "--max-fails",
      paramLabel = "N",
      defaultValue = "0",
      description = "begin no case after N unexpected verdicts")
  private int fails;

  @Option(
      names = "--timeout",
      paramLabel = "[GLOB=]SECONDS",
      description =
          "for one case, compilation included (default: 60); with a glob for the cases that it"
              + " matches, such as 'nv2.**=180'; may be repeated")
  private List<String> timeouts = List.of();

  @Option(
      names = "--on-device-lost",
      paramLabel = "COMMAND",
      defaultValue = "",
      description =
          "a shell command for when a case loses the device or does not end, such as a reset of the"
              + " GPU. No case runs meanwhile. COOPCTS_CASE and COOPCTS_VERDICT say why; the run"
              + " ends if it fails")
  private String onDeviceLost;

  @Option(
      names = "--hold",
      paramLabel = "FILE",
      description = "begin no case while this file is there; its first line says why")
  private Path hold;

  @Option(
      names = "--crash-log",
      paramLabel = "NAME=COMMAND",
      description =
          "a shell command whose output goes into the folder of a case that crashes, loses the"
              + " device or does not end, as the file NAME; may be repeated")
  private List<String> crashLogs = List.of();

  boolean flakesPass() {
    return flakesPass;
  }

  /**
   * @throws UsageException if a number makes no sense
   */
  RunOptions.Limits limits() {
    if (retries < 0 || fails < 0) {
      throw new UsageException("--retry and --max-fails take a number from 0");
    }
    return new RunOptions.Limits(
        retries,
        Times.parse("--max-time", time, null),
        fails,
        timeouts.stream().filter(one -> one.contains("=")).map(LimitOptions::timeout).toList(),
        onDeviceLost,
        hold,
        logs());
  }

  private List<RunOptions.CrashLog> logs() {
    Set<String> names = new HashSet<>();
    List<RunOptions.CrashLog> logs = crashLogs.stream().map(LimitOptions::crashLog).toList();
    for (RunOptions.CrashLog log : logs) {
      if (FailureEvidence.isOwn(log.file())) {
        throw new UsageException(
            "--crash-log: the suite itself writes " + log.file() + "; choose another NAME");
      }
      if (!names.add(log.file().toLowerCase(Locale.ROOT))) {
        throw new UsageException(
            "--crash-log: two commands write " + log.file() + "; choose another NAME");
      }
    }
    return logs;
  }

  private static RunOptions.CrashLog crashLog(String text) {
    int at = text.indexOf('=');
    if (at < 1 || !text.substring(0, at).matches("[A-Za-z0-9][A-Za-z0-9_.-]*")) {
      throw new UsageException(
          "--crash-log takes NAME=COMMAND, such as logcat.txt='adb logcat -d'");
    }
    return new RunOptions.CrashLog(text.substring(0, at), text.substring(at + 1));
  }

  /** What a case may take of which no glob says otherwise. */
  Duration timeout() {
    return timeouts.stream()
        .filter(one -> !one.contains("="))
        .reduce((_, last) -> last)
        .map(LimitOptions::seconds)
        .orElse(TIMEOUT);
  }

  private static RunOptions.Timeout timeout(String text) {
    int at = text.lastIndexOf('=');
    return new RunOptions.Timeout(new Glob(text.substring(0, at)), seconds(text.substring(at + 1)));
  }

  private static Duration seconds(String text) {
    if (!text.matches("[1-9]\\d{0,6}")) {
      throw new UsageException("--timeout takes a number of seconds from 1, or GLOB=SECONDS");
    }
    return Duration.ofSeconds(Long.parseLong(text));
  }
}
