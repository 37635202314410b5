// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * How often a case was begun in a run, as {@code inflight.jsonl} tells, less the times that were
 * taken back because the case was not to blame for the end of the run. {@code --resume} uses it to
 * find the case that stopped the machine.
 *
 * @param times how often it was begun
 * @param alone how often of these no other case was running
 * @param rebooted whether the machine has been started again since the case was begun alone
 */
public record InFlight(int times, int alone, boolean rebooted) {

  /** A case that was not begun. */
  public static final InFlight NEVER = new InFlight(0, 0, false);

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  /**
   * A line: a case is begun, or begun alone, or what was begun last is taken back.
   *
   * @param boot what tells this start of the machine from others; only where it is alone
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record InFlightLine(
      @JsonProperty("case") String name, Boolean alone, String boot, Boolean released) {

    static InFlightLine begun(String name) {
      return new InFlightLine(name, null, null, null);
    }

    static InFlightLine begunAlone(String name) {
      return new InFlightLine(name, true, thisBoot(), null);
    }

    static InFlightLine released(String name) {
      return new InFlightLine(name, null, null, true);
    }

    private boolean isAlone() {
      return Boolean.TRUE.equals(alone);
    }
  }

  private static String thisBoot() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException e) {
      return "";
    }
  }

  private InFlight begun(InFlightLine line, String boot) {
    return new InFlight(
        times + 1,
        alone + (line.isAlone() ? 1 : 0),
        rebooted || line.isAlone() && !boot.equals(line.boot));
  }

  /**
   * How often each case of a run was begun. Lines that cannot be read are left out.
   *
   * @param folder of the run
   * @return by the case's name; empty where the folder has no {@code inflight.jsonl}. The map may
   *     be changed.
   * @throws UsageException if the file cannot be read at all
   */
  public static Map<String, InFlight> read(Path folder) {
    Map<String, InFlight> all = new HashMap<>();
    Map<String, InFlight> before = new HashMap<>();
    Path file = folder.resolve(Journal.IN_FLIGHT);
    if (!Files.exists(file)) {
      return all;
    }
    String boot = thisBoot();
    JournalReader.lines(
        file,
        InFlightLine.class,
        line -> {
          if (line.name == null) {
            return;
          }
          InFlight known = all.getOrDefault(line.name, NEVER);
          if (Boolean.TRUE.equals(line.released)) {
            all.put(line.name, before.getOrDefault(line.name, NEVER));
          } else {
            before.put(line.name, known);
            all.put(line.name, known.begun(line, boot));
          }
        });
    return all;
  }
}
