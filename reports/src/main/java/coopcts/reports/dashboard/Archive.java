package coopcts.reports.dashboard;

import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All runs of a dashboard, oldest first, over one sorted list of cases. Names and texts that repeat
 * from run to run are held once.
 */
final class Archive {

  private final List<String> names = new ArrayList<>();
  private final List<Run> runs = new ArrayList<>();
  private final List<Device> devices = new ArrayList<>();

  /**
   * One run.
   *
   * @param rows by the number of the case; null where it has none
   */
  record Run(int number, Device device, RecordedRun recorded, Row[] rows) {}

  /**
   * A device with a driver.
   *
   * @param runs oldest first
   */
  record Device(int number, String name, String driver, List<Run> runs) {

    /** The newest run that has a case of a system, or null. */
    Run newest(String system, Archive archive) {
      for (Run run : runs.reversed()) {
        if (archive.has(run, system)) {
          return run;
        }
      }
      return null;
    }
  }

  private Archive() {}

  static Archive of(List<Path> folders) throws IOException {
    Archive archive = new Archive();
    Map<String, Integer> places = new HashMap<>();
    List<RecordedRun> recorded = new ArrayList<>();
    List<List<Row>> rows = new ArrayList<>();
    Map<Object, Object> shared = new HashMap<>();
    for (Path folder : folders) {
      List<Row> own = new ArrayList<>();
      recorded.add(
          RecordedRun.read(
              folder,
              row -> {
                places.putIfAbsent(row.name(), places.size());
                own.add(sharing(row, shared));
              }));
      rows.add(own);
    }
    String[] sorted = places.keySet().toArray(String[]::new);
    Arrays.parallelSort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      places.put(sorted[i], i);
    }
    archive.names.addAll(Arrays.asList(sorted));
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < recorded.size(); i++) {
      order.add(i);
    }
    order.sort((a, b) -> Long.compare(recorded.get(a).started(), recorded.get(b).started()));
    Map<List<String>, Device> devices = new LinkedHashMap<>();
    for (int i : order) {
      RecordedRun run = recorded.get(i);
      Device device =
          devices.computeIfAbsent(
              List.of(run.deviceName(), run.driver()),
              key -> new Device(devices.size(), key.get(0), key.get(1), new ArrayList<>()));
      Row[] columns = new Row[sorted.length];
      rows.get(i).forEach(row -> columns[places.get(row.name())] = row);
      Run added = new Run(archive.runs.size(), device, run, columns);
      archive.runs.add(added);
      device.runs().add(added);
    }
    archive.devices.addAll(devices.values());
    return archive;
  }

  private static Row sharing(Row row, Map<Object, Object> shared) {
    return new Row(
        once(row.name(), shared),
        row.outcome(),
        row.expected(),
        once(row.assertions(), shared),
        row.subcases(),
        once(row.failedSubcases(), shared),
        row.millis(),
        once(row.message(), shared),
        row.phases(),
        row.details(),
        row.started(),
        row.worker(),
        row.tries());
  }

  private static <T> T once(T value, Map<Object, Object> shared) {
    @SuppressWarnings("unchecked")
    T kept = (T) shared.putIfAbsent(value, value);
    return kept == null ? value : kept;
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

  /** The systems that the cases belong to, in the order of their names. */
  List<String> systems() {
    return names.stream().map(Archive::system).distinct().toList();
  }

  static String system(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  boolean has(Run run, String system) {
    int from = place(system);
    int to = place(system + "/");
    for (int i = from; i < to; i++) {
      if (run.rows()[i] != null && system(names.get(i)).equals(system)) {
        return true;
      }
    }
    return false;
  }

  /** Where a name stands or would stand; {@code /} sorts right behind the dot. */
  private int place(String name) {
    int at = Collections.binarySearch(names, name);
    return at < 0 ? -at - 1 : at;
  }
}
