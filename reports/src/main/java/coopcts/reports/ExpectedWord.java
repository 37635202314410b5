// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.plan.Verdict;
import coopcts.reports.read.RecordedVerdict;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a line of a baseline expects: a verdict, or a word of deqp-runner's, which may stand for
 * several.
 *
 * @param text as it is written
 */
record ExpectedWord(String text, Set<Verdict> verdicts) {

  /** What a runner of dEQP sees of a driver that refuses a shader, and of a lost device. */
  private static final Set<Verdict> FAIL = EnumSet.of(Verdict.FAIL, Verdict.COMPILE_ERROR);

  private static final Set<Verdict> CRASH = EnumSet.of(Verdict.CRASH, Verdict.DEVICE_LOST);

  private static final Map<String, Set<Verdict>> OTHERS =
      Map.of(
          "Pass", EnumSet.of(Verdict.PASS, Verdict.WARN, Verdict.COMPILED),
          "Warn", EnumSet.of(Verdict.WARN),
          "Fail", FAIL,
          "Crash", CRASH,
          "Timeout", EnumSet.of(Verdict.TIMEOUT),
          "Skip", EnumSet.of(Verdict.NOT_SUPPORTED),
          "Missing", EnumSet.of(Verdict.MISSING),
          "Flake", EnumSet.of(Verdict.FLAKE),
          "KnownFlake", EnumSet.of(Verdict.FLAKE),
          "ExpectedFail",
              EnumSet.of(Verdict.FAIL, Verdict.COMPILE_ERROR, Verdict.CRASH, Verdict.DEVICE_LOST));

  /** What deqp-runner writes of a case that is better than its baseline. */
  private static final Pattern BETTER = Pattern.compile("UnexpectedImprovement\\((\\w+)\\)");

  /** All words, for messages. */
  static final String ALL =
      "PASS, WARN, FAIL, ... as results.jsonl has them, or Pass, Warn, Fail, Crash, Timeout, Skip,"
          + " Missing, Flake as deqp-runner has";

  /**
   * @throws IllegalArgumentException if there is no such word
   */
  static ExpectedWord of(String text) {
    Matcher better = BETTER.matcher(text);
    Set<Verdict> known = OTHERS.get(better.matches() ? better.group(1) : text);
    return new ExpectedWord(text, known != null ? known : EnumSet.of(Verdict.valueOf(text)));
  }

  boolean says(Verdict verdict) {
    return verdicts.contains(verdict);
  }

  /** Another verdict in the same runner's words. */
  String like(Verdict verdict) {
    return OTHERS.containsKey(text) || BETTER.matcher(text).matches()
        ? ofRunner(verdict)
        : verdict.toString();
  }

  /** A verdict of a journal of any version: one that is not known is as good as missing. */
  static String ofRunner(RecordedVerdict verdict) {
    return verdict == RecordedVerdict.UNKNOWN
        ? ofRunner(Verdict.MISSING)
        : ofRunner(Verdict.valueOf(verdict.name()));
  }

  /** A verdict as deqp-runner has it. */
  private static String ofRunner(Verdict verdict) {
    return switch (verdict) {
      case PASS, COMPILED -> "Pass";
      case WARN -> "Warn";
      case FAIL, COMPILE_ERROR, INVALID -> "Fail";
      case FLAKE -> "Flake";
      case NOT_SUPPORTED, SKIP -> "Skip";
      case CRASH, DEVICE_LOST -> "Crash";
      case TIMEOUT -> "Timeout";
      case MISSING -> "Missing";
    };
  }
}
