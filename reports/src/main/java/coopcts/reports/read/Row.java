// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.read;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import coopcts.model.Executable;
import coopcts.plan.Parameters;
import coopcts.plan.Verdict;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * One line of {@code results.jsonl}: a case that has its verdict. The suite writes it so, and reads
 * it so from a journal of any version: what a line leaves out is empty.
 *
 * @param name of the case
 * @param outcome the verdict
 * @param expected whether the verdict is as the run's baseline expects
 * @param assertions IDs of the assertions that the case checks
 * @param subcases number of runs of the shader
 * @param failedSubcases names of those that were not as expected
 * @param millis wall time in milliseconds
 * @param message what was found, in one line; empty for a pass
 * @param phases how long each phase took
 * @param details folder with shader and mismatches, relative to the run's folder, or empty
 * @param number the case's position, from 0, in the plan of the families that the filters reach,
 *     the same in every shard; null in journals of schema 1
 * @param started in milliseconds since 1970, or 0 where no worker had it or the journal does not
 *     say
 * @param worker number of the worker that had it, or null
 * @param earlier the tries before the last, in their order
 * @param unknown whether no case of the device has the name that was asked for
 * @param executables what the driver says of its machine code; empty where it was not asked
 */
@JsonPropertyOrder({
  "case",
  "verdict",
  "expected",
  "assertions",
  "subcases",
  "failedSubcases",
  "millis",
  "message",
  "phases",
  "details",
  "number",
  "started",
  "worker",
  "tries",
  "unknown",
  "executables",
  "parameters"
})
public record Row(
    @JsonProperty("case") String name,
    @JsonProperty("verdict") RecordedVerdict outcome,
    boolean expected,
    @JsonDeserialize(using = Kept.OfTexts.class) List<String> assertions,
    int subcases,
    @JsonDeserialize(using = Kept.OfTexts.class) List<String> failedSubcases,
    long millis,
    @JsonDeserialize(using = Kept.OfText.class) String message,
    Phases phases,
    String details,
    @JsonInclude(Include.NON_NULL) Integer number,
    @JsonInclude(Include.NON_DEFAULT) long started,
    @JsonInclude(Include.NON_NULL) Integer worker,
    @JsonProperty("tries") @JsonInclude(Include.NON_EMPTY) List<Try> earlier,
    @JsonInclude(Include.NON_DEFAULT) boolean unknown,
    @JsonInclude(Include.NON_EMPTY) List<Executable> executables) {

  /**
   * A try that was not the last.
   *
   * @param outcome verdict of the try
   * @param message what was found, in one line
   * @param started milliseconds since 1970, or 0 where the journal does not say
   * @param millis wall time
   */
  public record Try(
      @JsonProperty("verdict") RecordedVerdict outcome, String message, long started, long millis) {

    /**
     * Members that are null become empty or unknown.
     *
     * @param outcome verdict of the try
     * @param message what was found, in one line
     * @param started milliseconds since 1970, or 0 where the journal does not say
     * @param millis wall time
     */
    public Try {
      outcome = outcome == null ? RecordedVerdict.UNKNOWN : outcome;
      message = message == null ? "" : FileTexts.plainLines(message);
    }
  }

  /**
   * Members that are null become empty, a negative time 0. Details that lead out of the run's
   * folder are dropped.
   *
   * @param name of the case
   * @param outcome what happened
   * @param expected whether the baseline says so
   * @param assertions what the case checks
   * @param subcases how many runs of the shader it has
   * @param failedSubcases names of those that were not as expected
   * @param millis wall time
   * @param message what was found, in one line; empty for a pass
   * @param phases where the time went
   * @param details folder with shader and mismatches below the run's folder, or empty
   * @param number the case's position in the plan of the families that the filters reach, the same
   *     in every shard; null in journals of schema 1
   * @param started in milliseconds since 1970, or 0 where no worker had it or the journal does not
   *     say
   * @param worker which of the workers had it, or null
   * @param earlier what came of the tries before the last
   * @param unknown whether no case of the device has the name that was asked for
   * @param executables what the driver says of its machine code; none where it was not asked
   */
  public Row {
    name = name == null ? "" : FileTexts.whole(name);
    assertions = assertions == null ? List.of() : assertions;
    failedSubcases = failedSubcases == null ? List.of() : failedSubcases;
    millis = Math.max(0, millis);
    message = message == null ? "" : FileTexts.plainLines(message);
    phases = phases == null ? Phases.NONE : phases;
    details = isBelow(details) ? details : "";
    earlier = present(earlier);
    executables = present(executables);
  }

  private static <T> List<T> present(List<T> list) {
    return list == null || list.isEmpty()
        ? List.of()
        : list.stream().filter(Objects::nonNull).toList();
  }

  private static boolean isBelow(String details) {
    if (details == null || details.isEmpty()) {
      return false;
    }
    try {
      Path path = Path.of(details);
      return !path.isAbsolute() && !path.normalize().startsWith("..");
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /**
   * {@return the parameters that the name contains, by their names: words as {@link String},
   * numbers as {@link Long} (see {@link Parameters})}
   */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public Map<String, Object> parameters() {
    return Parameters.of(name).values();
  }

  /**
   * The verdict as this version of the suite knows it.
   *
   * @return the verdict
   * @throws IllegalArgumentException if {@link #outcome} is {@link RecordedVerdict#UNKNOWN}; {@code
   *     Journal} passes on no such row
   */
  public Verdict verdict() {
    return Verdict.valueOf(outcome.name());
  }

  /** {@return how often the case was run, the last time included; at least 1} */
  public int tries() {
    return 1 + earlier.size();
  }

  /** {@return the worker's number in decimal digits, or empty text if no worker had the case} */
  public String workerText() {
    return worker == null ? "" : worker.toString();
  }

  /** The builtin of rules on sources and modules. */
  static final String RULE = "rule";

  private static final Pattern ASSERTION = Pattern.compile("\\b[A-Z][A-Z0-9]+-[A-Z0-9]+-\\d{3}\\b");

  /**
   * {@return the part of the name at a position, between two dots, or {@code -} if the name has
   * fewer parts}
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

  /**
   * {@return the first two parts of the name, system and builtin, such as {@code khr.load}} Unlike
   * {@link Parameters#family} it is that of the frame for a case in a frame.
   */
  public String family() {
    return part(0) + "." + part(1);
  }

  /**
   * {@return whether the case is a compile rule, which concerns the front end and asks no driver}
   */
  public boolean concernsFrontEnd() {
    return part(1).equals(RULE);
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
   * The IDs of the assertions that this verdict is about, for reports that show a failure by its
   * assertion.
   *
   * @return for a failure or warning those of the case's assertions that the message names; all of
   *     the case's assertions if it names none, and for every other verdict
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
