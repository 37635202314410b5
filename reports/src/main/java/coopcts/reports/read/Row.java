// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import coopcts.model.Executable;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of a journal, of any version.
 *
 * @param name of the case
 * @param outcome its verdict
 * @param expected whether the baseline expects it
 * @param assertions what the case checks
 * @param subcases number of runs of the shader
 * @param failedSubcases names of those that were not as expected
 * @param millis wall time
 * @param message what was found, in one line
 * @param phases where the time went
 * @param details folder below the run's, or empty; as the journal has it, so not to be trusted
 * @param started milliseconds since 1970, or 0 where the journal does not say
 * @param worker who ran it, or empty
 * @param tries how often it was run, at least 1
 * @param earlier what came of the tries before the last, where the journal says
 * @param executables what the driver said of its machine code; none where it was not asked
 */
public record Row(
    String name,
    RecordedVerdict outcome,
    boolean expected,
    List<String> assertions,
    int subcases,
    List<String> failedSubcases,
    long millis,
    String message,
    Micros phases,
    String details,
    long started,
    String worker,
    int tries,
    List<Try> earlier,
    List<Executable> executables) {

  /**
   * A row of a case that was run once.
   *
   * @param name of the case
   * @param outcome its verdict
   * @param expected whether the baseline expects it
   * @param assertions what the case checks
   * @param subcases number of runs of the shader
   * @param failedSubcases names of those that were not as expected
   * @param millis wall time
   * @param message what was found, in one line
   * @param phases where the time went
   * @param details folder below the run's, or empty
   * @param started milliseconds since 1970, or 0
   * @param worker who ran it, or empty
   */
  public Row(
      String name,
      RecordedVerdict outcome,
      boolean expected,
      List<String> assertions,
      int subcases,
      List<String> failedSubcases,
      long millis,
      String message,
      Micros phases,
      String details,
      long started,
      String worker) {
    this(
        name,
        outcome,
        expected,
        assertions,
        subcases,
        failedSubcases,
        millis,
        message,
        phases,
        details,
        started,
        worker,
        1,
        List.of(),
        List.of());
  }

  /**
   * A try that was not the last.
   *
   * @param outcome verdict of the try
   * @param message what was found, in one line
   * @param started milliseconds since 1970, or 0 where the journal does not say
   * @param millis wall time
   */
  public record Try(RecordedVerdict outcome, String message, long started, long millis) {}

  /**
   * Where the time went, in microseconds.
   *
   * @param compile time to make SPIR-V
   * @param pipeline time to make the pipeline
   * @param execute time of dispatches
   * @param judge time to compare with the oracle
   */
  public record Micros(long compile, long pipeline, long execute, long judge) {
    public static final Micros NONE = new Micros(0, 0, 0, 0);

    /**
     * {@return the sum, phase by phase, in microseconds}
     *
     * @param other times
     */
    public Micros plus(Micros other) {
      return this == NONE
          ? other
          : new Micros(
              compile + other.compile,
              pipeline + other.pipeline,
              execute + other.execute,
              judge + other.judge);
    }
  }

  private static final Pattern ASSERTION = Pattern.compile("\\b[A-Z][A-Z0-9]+-[A-Z0-9]+-\\d{3}\\b");

  /**
   * {@return the part of the name at a position, or {@code -} where there is none}
   *
   * @param position from 0
   */
  public String part(int position) {
    int from = 0;
    for (int i = 0; i < position; i++) {
      from = name.indexOf('.', from) + 1;
      if (from == 0) {
        return "-";
      }
    }
    int to = name.indexOf('.', from);
    return to < 0 ? name.substring(from) : name.substring(from, to);
  }

  /** {@return system and builtin, such as {@code khr.load}} */
  public String family() {
    return part(0) + "." + part(1);
  }

  /** The assertions that the message names. */
  Set<String> named() {
    Set<String> named = new TreeSet<>();
    if (message.indexOf('-') >= 0) {
      for (Matcher matcher = ASSERTION.matcher(message); matcher.find(); ) {
        named.add(matcher.group());
      }
    }
    return named;
  }

  /**
   * The assertions that this outcome is about.
   *
   * @return those that a failure's message names, or all that the case checks where it names none
   */
  public List<String> concerned() {
    if (outcome.isQuiet()) {
      return assertions;
    }
    Set<String> named = named();
    named.retainAll(Set.copyOf(assertions));
    return named.isEmpty() ? assertions : List.copyOf(named);
  }
}
