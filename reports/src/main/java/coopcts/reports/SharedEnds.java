// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Cases that crash, hang, lose the device or are refused on devices of several vendors. Drivers
 * that share no code share no bug: what they all do with a case is the suite's fault until shown
 * otherwise. Devices have other types and sizes, so that cases count as one kind if their names
 * differ in these alone.
 *
 * @param vendors those whose runs were read, by ID or driver
 * @param cases by name, or by kind where names differ (with {@code *} for the differences): a line
 *     for each vendor with its device, its verdict and, where names differ, its case
 * @param damaged number of lines that could not be read, by the folder of a run that has any
 */
public record SharedEnds(
    SortedSet<String> vendors, Map<String, List<String>> cases, Map<Path, Integer> damaged) {

  private static final String REFUSED = "refuses the shader";

  /** Parts of names that say what a device has: types, also of products, uses, sizes, scopes. */
  private static final Pattern OWN =
      Pattern.compile(
          "a|b|accumulator|subgroup|workgroup\\d+|\\d+x\\d+|m\\d+n\\d+k\\d+"
              + "|(?:(?:[su]int|b?float)\\d+(?:_e\\dm\\d)?(?:x\\d)?(?:_|$))+");

  /** Systems whose names say nothing of what a case does. */
  private static final Pattern PROGRAMS = Pattern.compile("(?:random|found)\\..*");

  /** One vendor's device, and the first case of a kind that it ends at. */
  private record End(String device, RecordedVerdict verdict, String name) {}

  /**
   * Reads runs and finds the cases at which at least some number of vendors end.
   *
   * @param folders of runs
   * @param least number of vendors that have to end at a case, at least 1
   * @return the cases with their ends, sorted by name; none if no case has as many
   * @throws UsageException if a folder holds no run, or the runs are of fewer vendors
   * @throws IOException if a journal cannot be read
   */
  public static SharedEnds of(List<Path> folders, int least) throws IOException {
    SortedSet<String> vendors = new TreeSet<>();
    Map<String, Map<String, End>> ends = new TreeMap<>();
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
          .sorted(Comparator.comparing(Row::name))
          .forEach(
              row ->
                  ends.computeIfAbsent(kind(row.name()), _ -> new TreeMap<>())
                      .putIfAbsent(vendor, new End(run.deviceName(), row.outcome(), row.name())));
    }
    if (vendors.size() < least) {
      throw new UsageException(
          "the runs are of devices of %d %s, %s; --shared %d needs as many as that"
              .formatted(
                  vendors.size(), vendors.size() == 1 ? "vendor" : "vendors", vendors, least));
    }
    Map<String, List<String>> shared = new TreeMap<>();
    ends.forEach(
        (kind, devices) -> {
          if (devices.size() >= least) {
            String first = devices.values().iterator().next().name;
            boolean isOne = devices.values().stream().allMatch(end -> end.name.equals(first));
            shared.put(
                isOne ? first : kind,
                devices.values().stream()
                    .map(end -> end.device + ": " + end.verdict + (isOne ? "" : ", " + end.name))
                    .toList());
          }
        });
    return new SharedEnds(vendors, shared, damaged);
  }

  /** A name with stars for what a device has. */
  private static String kind(String name) {
    return PROGRAMS.matcher(name).matches()
        ? name
        : Arrays.stream(name.split("\\."))
            .map(part -> OWN.matcher(part).matches() ? "*" : part)
            .collect(Collectors.joining("."))
            .replaceAll("\\*(?:\\.\\*)+", "*");
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
