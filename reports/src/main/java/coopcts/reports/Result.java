package coopcts.reports;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import coopcts.plan.Verdict;
import java.util.List;

/**
 * One line of {@code results.jsonl}: a case that has its verdict.
 *
 * @param verdict what happened
 * @param expected whether the baseline says so
 * @param assertions what the case checks
 * @param subcases how many runs of the shader it has
 * @param failedSubcases names of those that were not as expected
 * @param millis wall time
 * @param message what was found, in one line; empty for a pass
 * @param phases where the time went
 * @param details folder with shader and mismatches below the run's folder, or empty
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
  "details"
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
    String details) {

  /** The part of a name at a position, or {@code -} where there is none. */
  public String part(int position) {
    String[] parts = name.split("\\.");
    return position < parts.length ? parts[position] : "-";
  }

  /** System, family and type: what is reported together. */
  @JsonIgnore
  public String group() {
    return part(0) + "." + part(1) + "." + part(2);
  }
}
