// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import coopcts.plan.Parameters;
import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All runs of a dashboard, oldest first, over one sorted list of cases. Of the runs nothing is held
 * but numbers: rows are read when they are looked at.
 */
final class RunArchive {

  private final List<String> names = new ArrayList<>();
  private final List<Run> runs = new ArrayList<>();
  private final List<Device> devices = new ArrayList<>();

  /**
   * One run.
   *
   * @param rows the number of the row by the number of the case; -1 where it has none
   */
  record Run(int number, Device device, Recording recording, int[] rows) {

    RecordedRun recorded() {
      return recording.run();
    }

    boolean has(int testCase) {
      return rows[testCase] >= 0;
    }

    /** What became of a case that the run has. */
    RecordedVerdict outcome(int testCase) {
      return recording.outcome(rows[testCase]);
    }

    boolean isExpected(int testCase) {
      return recording.isExpected(rows[testCase]);
    }

    /** Wall time of a case, or 0 where the run does not have it. */
    long millis(int testCase) {
      return has(testCase) ? recording.millis(rows[testCase]) : 0;
    }

    /** The row of a case, read from the journal. */
    Row row(int testCase) {
      return recording.row(rows[testCase]);
    }
  }

  /**
   * A device with a driver.
   *
   * @param runs oldest first
   */
  record Device(int number, String name, String driver, List<Run> runs) {

    /** By system: the newest run that has a case of it. */
    Map<String, Run> newest() {
      Map<String, Run> newest = new TreeMap<>(Parameters.BY_SYSTEM);
      for (Run run : runs) {
        run.recording().systems().keySet().forEach(system -> newest.put(system, run));
      }
      return newest;
    }
  }

  private RunArchive() {}

  static RunArchive of(List<Path> folders) throws IOException {
    RunArchive archive = new RunArchive();
    Map<String, Integer> places = new HashMap<>();
    List<Recording> recorded = new ArrayList<>();
    List<int[]> casesOf = new ArrayList<>();
    for (Path folder : folders) {
      Numbers cases = new Numbers();
      recorded.add(
          Recording.read(
              folder,
              (number, row) ->
                  cases.set(number, places.computeIfAbsent(row.name(), _ -> places.size()))));
      casesOf.add(cases.values());
    }
    int[] sorted = archive.sort(places);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < recorded.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingLong(i -> recorded.get(i).run().started()));
    Map<List<String>, Device> devices = new LinkedHashMap<>();
    for (int i : order) {
      RecordedRun run = recorded.get(i).run();
      Device device =
          devices.computeIfAbsent(
              List.of(run.deviceName(), run.driver()),
              key -> new Device(devices.size(), key.get(0), key.get(1), new ArrayList<>()));
      int[] rows = new int[sorted.length];
      Arrays.fill(rows, -1);
      int[] cases = casesOf.get(i);
      for (int row = 0; row < cases.length; row++) {
        rows[sorted[cases[row]]] = row;
      }
      Run added = new Run(archive.runs.size(), device, recorded.get(i), rows);
      archive.runs.add(added);
      device.runs().add(added);
    }
    archive.devices.addAll(devices.values());
    return archive;
  }

  /** Sorts the names and returns where each is now, by the number that it had. */
  private int[] sort(Map<String, Integer> places) {
    String[] all = places.keySet().toArray(String[]::new);
    Arrays.parallelSort(all);
    int[] now = new int[all.length];
    for (int i = 0; i < all.length; i++) {
      now[places.get(all[i])] = i;
    }
    names.addAll(Arrays.asList(all));
    return now;
  }

  /** A list of numbers without an object for each. */
  private static final class Numbers {
    private int[] values = new int[1 << 10];
    private int size;

    private void set(int at, int value) {
      if (at == values.length) {
        values = Arrays.copyOf(values, 2 * values.length);
      }
      values[at] = value;
      size = Math.max(size, at + 1);
    }

    private int[] values() {
      return Arrays.copyOf(values, size);
    }
  }

  /** Every case that some run has, sorted. */
  List<String> names() {
    return names;
  }

  List<Run> runs() {
    return runs;
  }

  List<Device> devices() {
    return devices;
  }

  /** The systems that the cases belong to, in the order of their names; programs are the last. */
  List<String> systems() {
    return names.stream().map(Parameters::system).distinct().sorted(Parameters.BY_SYSTEM).toList();
  }
}
