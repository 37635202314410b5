package coopcts.cli;

import coopcts.reports.UsageException;
import coopcts.run.select.RunOptions;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** When a case is tried again, and when a run ends before its time. */
final class LimitOptions {

  private static final Pattern TIME = Pattern.compile("(\\d{1,9})([smh]?)");

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
    return new RunOptions.Limits(retries, time == null ? null : duration(time), fails);
  }

  private static Duration duration(String text) {
    Matcher matcher = TIME.matcher(text);
    if (!matcher.matches()) {
      throw new UsageException("--max-time takes seconds, or a number with s, m or h");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "h" -> Duration.ofHours(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofSeconds(number);
    };
  }
}
