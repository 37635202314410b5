// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The catalogue of the bugs that can be planted in the reference device, one at a time. It says for
 * each which assertions it breaks.
 */
public final class Faults {

  private static final List<TappedFaults.Row> ROWS = TappedFaults.all();

  private static final List<Fault> ALL =
      Stream.of(
              ROWS.stream().map(TappedFaults.Row::fault).toList(),
              CoverFaults.all(),
              ReportFaults.all())
          .flatMap(List::stream)
          .toList();

  private static final Map<String, List<String>> BREAKS = breaks();

  private Faults() {}

  /**
   * A fault as lists show it.
   *
   * @param name by which it is switched on
   * @param system short name of the system in which it is a bug
   * @param description what it does, one line
   * @param kind the class of its effect, such as {@code TapFault}
   * @param breaks IDs of the assertions that it breaks
   */
  public record Entry(
      String name, String system, String description, String kind, List<String> breaks) {}

  /** {@return all faults as lists show them, in the order of the catalogue, unmodifiable} */
  public static List<Entry> list() {
    return ALL.stream().map(Faults::entry).toList();
  }

  /**
   * {@return the faults of a table of one's own as lists show them, in its order} It has the
   * columns of {@code faults.tsv}.
   *
   * @param table file with a row for each fault
   * @throws IllegalArgumentException if the file cannot be read, a row is wrong or has the name of
   *     another; the message names file and line or fault
   */
  public static List<Entry> list(Path table) {
    return rows(table).stream().map(row -> entry(row.fault(), row.breaks())).toList();
  }

  /**
   * A place for a fault of a table.
   *
   * @param tap its name
   * @param words what the value is
   * @param names that conditions and changes may use beside bins and constants
   */
  public record TapEntry(String tap, String words, List<String> names) {}

  /** {@return the taps that rows of a table may name, in a fixed order} */
  public static List<TapEntry> taps() {
    return Arrays.stream(Tap.values())
        .map(tap -> new TapEntry(tap.toString(), tap.words(), tap.names()))
        .toList();
  }

  private static List<TappedFaults.Row> rows(Path table) {
    List<TappedFaults.Row> rows;
    try {
      rows = TappedFaults.read(table.toString(), Files.readAllLines(table));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the table of faults " + table + " cannot be read: " + e, e);
    }
    Set<String> names = new HashSet<>();
    for (TappedFaults.Row row : rows) {
      if (!names.add(row.fault().name())) {
        throw new IllegalArgumentException(table + ": two faults are named " + row.fault().name());
      }
    }
    return rows;
  }

  private static Map<String, List<String>> breaks() {
    Breaks tables = Breaks.read(ALL.stream().map(Fault::name).toList());
    Map<String, List<String>> breaks = new HashMap<>();
    ALL.forEach(fault -> breaks.put(fault.name(), tables.of(fault.name())));
    ROWS.forEach(row -> breaks.put(row.fault().name(), row.breaks()));
    return breaks;
  }

  private static Entry entry(Fault fault) {
    return entry(fault, BREAKS.get(fault.name()));
  }

  private static Entry entry(Fault fault, List<String> breaks) {
    return new Entry(
        fault.name(),
        fault.system(),
        fault.description(),
        fault.effect().getClass().getSimpleName(),
        breaks);
  }

  /**
   * {@return a fault as lists show it}
   *
   * @param name by which it is switched on
   * @throws java.util.NoSuchElementException if no fault has the name
   */
  public static Entry entry(String name) {
    return find(name).map(Faults::entry).orElseThrow();
  }

  /**
   * {@return the fault with a name; empty where no fault has it}
   *
   * @param name by which it is switched on; a fault of a {@linkplain #list(Path) table of one's
   *     own} is {@code TABLE:NAME}
   * @throws IllegalArgumentException if the table is wrong
   */
  public static Optional<Fault> find(String name) {
    int table = name.lastIndexOf(':');
    Stream<Fault> among =
        table < 0
            ? ALL.stream()
            : rows(Path.of(name.substring(0, table))).stream().map(TappedFaults.Row::fault);
    return among.filter(fault -> fault.name().equals(name.substring(table + 1))).findFirst();
  }
}
