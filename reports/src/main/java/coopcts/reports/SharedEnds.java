// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Cases that end, hang, lose the device or are refused on devices of several vendors. Drivers that
 * share no code share no bug: what they all do with a case is the suite's until shown otherwise.
 *
 * @param vendors those whose runs were read
 * @param cases by name, with the devices that end at them, each with its verdict
 * @param damaged lines that could not be read, by the folder of a run that has any
 */
public record SharedEnds(
    SortedSet<String> vendors, Map<String, List<String>> cases, Map<Path, Integer> damaged) {

  private static final String REFUSED = "refuses the shader";

  /**
   * Reads runs.
   *
   * @param least vendors that have to end at a case
   * @throws UsageException if a folder holds no run, or the runs are of fewer vendors
   */
  public static SharedEnds of(List<Path> folders, int least) throws IOException {
    SortedSet<String> vendors = new TreeSet<>();
    Map<String, Map<String, String>> ends = new TreeMap<>();
    Map<Path, Integer> damaged = new LinkedHashMap<>();
    for (Path folder : folders) {
      if (!RecordedRun.isIn(folder)) {
        throw new UsageException(folder + " holds no run: there is no results.jsonl");
      }
      Map<String, Row> last = new HashMap<>();
      RecordedRun run = RecordedRun.read(folder, row -> last.put(row.name(), row));
      if (run.damaged() > 0) {
        damaged.put(folder, run.damaged());
      }
      String vendor = vendor(run);
      vendors.add(vendor);
      last.values().stream()
          .filter(SharedEnds::isEnd)
          .forEach(
              row ->
                  ends.computeIfAbsent(row.name(), _ -> new TreeMap<>())
                      .put(vendor, "%s: %s".formatted(run.deviceName(), row.outcome())));
    }
    if (vendors.size() < least) {
      throw new UsageException(
          "the runs are of devices of %d %s, %s; --shared %d needs as many as that"
              .formatted(
                  vendors.size(), vendors.size() == 1 ? "vendor" : "vendors", vendors, least));
    }
    Map<String, List<String>> shared = new TreeMap<>();
    ends.forEach(
        (name, devices) -> {
          if (devices.size() >= least) {
            shared.put(name, new ArrayList<>(devices.values()));
          }
        });
    return new SharedEnds(vendors, shared, damaged);
  }

  private static String vendor(RecordedRun run) {
    int id = run.device().path("identity").path("vendorId").asInt(0);
    return id == 0 ? run.driver() : "0x%04x".formatted(id);
  }

  private static boolean isEnd(Row row) {
    RecordedVerdict verdict = row.outcome();
    return verdict == RecordedVerdict.CRASH
        || verdict == RecordedVerdict.DEVICE_LOST
        || verdict == RecordedVerdict.TIMEOUT
        || row.message().contains(REFUSED);
  }
}
