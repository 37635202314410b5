// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a driver says while a case is compiled: everything between two marks that the worker puts
 * before and behind the case, on the same stream. May be used by any thread.
 */
final class DriverOutput {

  /** A line before a case. */
  static final String BEGIN = "coopcts: a case begins";

  /** A line behind a case that was compiled. */
  static final String END = "coopcts: a case is compiled";

  /** Characters of a case that are looked at, from its first on. */
  private static final int MOST = 1 << 16;

  /** How a compiler's check begins that found an error in the compiler's own work. */
  private static final Pattern OBJECTION =
      Pattern.compile("(?m)^ACO ERROR:\\R(?:\\s+In file .*\\R)?\\s*(.*)$");

  /** Numbers of values: the same objection comes back with others. */
  private static final Pattern VALUE = Pattern.compile("%\\d+(?::\\w+(?:\\[[^\\]]*\\])?)?");

  /** Objections of a case that are told, each once. */
  private static final int TOLD = 2;

  private final StringBuilder text = new StringBuilder();
  private final StringBuilder line = new StringBuilder();
  private boolean ended;

  /** Whether a line is no driver's. */
  static boolean isMark(String line) {
    return line.equals(BEGIN) || line.equals(END);
  }

  /** Takes what was said. */
  synchronized void add(byte[] bytes, int count) {
    for (int from = 0; from < count; ) {
      int to = from;
      while (to < count && bytes[to] != '\n') {
        to++;
      }
      if (line.length() < MOST) {
        line.append(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
      }
      if (to < count) {
        take(line.toString());
        line.setLength(0);
      }
      from = to + 1;
    }
  }

  private void take(String said) {
    switch (said) {
      case BEGIN -> {
        text.setLength(0);
        ended = false;
      }
      case END -> {
        ended = true;
        notifyAll();
      }
      default -> {
        if (text.length() < MOST) {
          text.append(said).append('\n');
        }
      }
    }
  }

  /**
   * What the compiler's own checks objected to in the case that was sent last; waits for its end.
   *
   * @param limit after which it is taken that nothing was said
   */
  synchronized Optional<String> objections(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!ended) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return Optional.empty();
      }
      wait(left);
    }
    ended = false;
    String said = text.toString();
    text.setLength(0);
    return of(said);
  }

  private static Optional<String> of(String said) {
    Set<String> kinds = new LinkedHashSet<>();
    Set<String> told = new LinkedHashSet<>();
    int all = 0;
    for (Matcher found = OBJECTION.matcher(said); found.find(); all++) {
      String objection = found.group(1).strip().replaceAll("\\s+", " ");
      if (kinds.add(VALUE.matcher(objection).replaceAll("%")) && told.size() < TOLD) {
        told.add(objection);
      }
    }
    return all == 0
        ? Optional.empty()
        : Optional.of(
            "the compiler's own checks object: %s%s"
                .formatted(
                    String.join("; ", told),
                    all > told.size() ? " (and %d more)".formatted(all - told.size()) : ""));
  }
}
