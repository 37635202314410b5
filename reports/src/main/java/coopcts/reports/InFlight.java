package coopcts.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * How often a case was begun, as {@code inflight.jsonl} has it, with no one saying that it was not
 * to blame for the end of the run.
 *
 * @param times in all
 * @param alone of these, with the machine to itself
 */
public record InFlight(int times, int alone) {

  public static final InFlight NEVER = new InFlight(0, 0);

  /** A line: a case is begun, or begun alone, or what was begun last is taken back. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Line(@JsonProperty("case") String name, Boolean alone, Boolean released) {}

  private InFlight with(Line line, boolean lastAlone) {
    if (Boolean.TRUE.equals(line.released)) {
      return new InFlight(Math.max(0, times - 1), Math.max(0, alone - (lastAlone ? 1 : 0)));
    }
    return new InFlight(times + 1, alone + (Boolean.TRUE.equals(line.alone) ? 1 : 0));
  }

  /** Each case that was begun. A folder without the file has none. */
  public static Map<String, InFlight> read(Path folder) {
    Map<String, InFlight> all = new HashMap<>();
    Map<String, Boolean> lastAlone = new HashMap<>();
    Path file = folder.resolve(Journal.IN_FLIGHT);
    if (!Files.exists(file)) {
      return all;
    }
    JournalReader.lines(
        file,
        Line.class,
        line -> {
          if (line.name != null) {
            all.put(
                line.name,
                all.getOrDefault(line.name, NEVER)
                    .with(line, lastAlone.getOrDefault(line.name, false)));
            lastAlone.put(line.name, Boolean.TRUE.equals(line.alone));
          }
        });
    return all;
  }
}
