// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.reports.UsageException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as options say them: {@code 90}, {@code 90s}, {@code 10m}, {@code 2h}. */
final class Times {

  private static final Pattern TIME = Pattern.compile("(\\d{1,9})([smh]?)");

  private Times() {}

  /**
   * A duration.
   *
   * @param option whose value it is
   * @param otherwise what stands for no value
   * @throws UsageException if it is none
   */
  static Duration parse(String option, String text, Duration otherwise) {
    if (text == null) {
      return otherwise;
    }
    Matcher matcher = TIME.matcher(text);
    if (!matcher.matches()) {
      throw new UsageException(option + " takes seconds, or a number with s, m or h");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "h" -> Duration.ofHours(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofSeconds(number);
    };
  }
}
