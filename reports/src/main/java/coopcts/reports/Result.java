// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import coopcts.model.Executable;
import coopcts.plan.Parameters;
import coopcts.plan.Verdict;
import coopcts.reports.read.FileTexts;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One line of {@code results.jsonl}: a case that has its verdict.
 *
 * @param name of the case
 * @param verdict what happened
 * @param expected whether the baseline says so
 * @param assertions what the case checks
 * @param subcases how many runs of the shader it has
 * @param failedSubcases names of those that were not as expected
 * @param millis wall time
 * @param message what was found, in one line; empty for a pass
 * @param phases where the time went
 * @param details folder with shader and mismatches below the run's folder, or empty
 * @param number the case's position in the plan of the families that the filters reach, the same in
 *     every shard; null in journals of schema 1
 * @param started in milliseconds since 1970, or null
 * @param worker which of the workers had it, or null where none had
 * @param tries what came of it before it was tried again; null or empty where once was enough
 * @param unknown true where no case of the device has the name that was asked for, else null
 * @param executables what the driver says of its machine code; null where it was not asked
 * @param parameters what the name says, words and numbers; always made from the name
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
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
public record Result(
    @JsonProperty("case") String name,
    Verdict verdict,
    boolean expected,
    List<String> assertions,
    int subcases,
    List<String> failedSubcases,
    long millis,
    String message,
    Phases phases,
    String details,
    Integer number,
    Long started,
    Integer worker,
    List<Try> tries,
    Boolean unknown,
    List<Executable> executables,
    Map<String, Object> parameters) {

  /**
   * What came of a case in a try that was not the last.
   *
   * @param verdict of the try
   * @param message what was found, in one line
   * @param started in milliseconds since 1970
   * @param millis wall time
   */
  public record Try(Verdict verdict, String message, long started, long millis) {}

  /**
   * Members that are null become empty. Details that lead out of the run's folder are dropped, and
   * parameters are made from the name.
   *
   * @param name of the case
   * @param verdict what happened
   * @param expected whether the baseline expects it
   * @param assertions what the case checks
   * @param subcases number of runs of the shader
   * @param failedSubcases names of those that were not as expected
   * @param millis wall time
   * @param message what was found
   * @param phases where the time went
   * @param details folder below the run's folder, or empty
   * @param number position in the plan, or null
   * @param started in milliseconds since 1970, or null
   * @param worker that had it, or null
   * @param tries earlier tries, or null
   * @param unknown true where no case has the name, else null
   * @param executables what the driver reports of its machine code, or null
   * @param parameters ignored
   */
  public Result {
    assertions = assertions == null ? List.of() : assertions;
    failedSubcases = failedSubcases == null ? List.of() : failedSubcases;
    message = message == null ? "" : FileTexts.plainLines(message);
    phases = phases == null ? Phases.NONE : phases;
    details = isBelow(details) ? details : "";
    tries = tries == null || tries.isEmpty() ? null : List.copyOf(tries);
    executables = executables == null || executables.isEmpty() ? null : List.copyOf(executables);
    parameters = null;
  }

  @Override
  public Map<String, Object> parameters() {
    return Parameters.of(name).values();
  }

  /**
   * A result whose parameters follow from its name.
   *
   * @param name of the case
   * @param verdict what happened
   * @param expected whether the baseline expects it
   * @param assertions what the case checks
   * @param subcases number of runs of the shader
   * @param failedSubcases names of those that were not as expected
   * @param millis wall time
   * @param message what was found
   * @param phases where the time went
   * @param details folder below the run's folder, or empty
   * @param number position in the plan, or null
   * @param started in milliseconds since 1970, or null
   * @param worker that had it, or null
   * @param tries earlier tries, or null
   * @param unknown true where no case has the name, else null
   * @param executables what the driver reports of its machine code, or null
   */
  public Result(
      String name,
      Verdict verdict,
      boolean expected,
      List<String> assertions,
      int subcases,
      List<String> failedSubcases,
      long millis,
      String message,
      Phases phases,
      String details,
      Integer number,
      Long started,
      Integer worker,
      List<Try> tries,
      Boolean unknown,
      List<Executable> executables) {
    this(
        name,
        verdict,
        expected,
        assertions,
        subcases,
        failedSubcases,
        millis,
        message,
        phases,
        details,
        number,
        started,
        worker,
        tries,
        unknown,
        executables,
        null);
  }

  /** A result that no journal has numbered. */
  Result(
      String name,
      Verdict verdict,
      boolean expected,
      List<String> assertions,
      int subcases,
      List<String> failedSubcases,
      long millis,
      String message,
      Phases phases,
      String details) {
    this(
        name,
        verdict,
        expected,
        assertions,
        subcases,
        failedSubcases,
        millis,
        message,
        phases,
        details,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static boolean isBelow(String details) {
    if (details == null) {
      return false;
    }
    try {
      Path path = Path.of(details);
      return !path.isAbsolute() && !path.normalize().startsWith("..");
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** {@return the tries before the last, in order; empty where once was enough} */
  @JsonIgnore
  public List<Try> earlier() {
    return tries == null ? List.of() : tries;
  }

  /** {@return whether no case of the device has the name} */
  @JsonIgnore
  public boolean isOfNoCase() {
    return Boolean.TRUE.equals(unknown);
  }

  /** The part of a name at a position, or {@code -} where there is none. */
  String part(int position) {
    String[] parts = name.split("\\.");
    return position < parts.length ? parts[position] : "-";
  }

  /** {@return the same as a row, the form in which journals of any version are read} */
  public Row row() {
    return new Row(
        name,
        RecordedVerdict.named(verdict.name()),
        expected,
        assertions,
        subcases,
        failedSubcases,
        millis,
        message,
        new Row.Micros(phases.compile(), phases.pipeline(), phases.execute(), phases.judge()),
        details,
        started == null ? 0 : started,
        worker == null ? "" : worker.toString(),
        1 + earlier().size(),
        earlier().stream()
            .map(
                one ->
                    new Row.Try(
                        RecordedVerdict.named(one.verdict().name()),
                        one.message(),
                        one.started(),
                        one.millis()))
            .toList(),
        executables == null ? List.of() : executables);
  }

  /**
   * {@return system, family and type, the first three parts of the name joined by dots: what is
   * reported together}
   */
  @JsonIgnore
  public String group() {
    return part(0) + "." + part(1) + "." + part(2);
  }
}
