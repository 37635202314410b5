// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The catalogue of the bugs that can be planted in the reference device, one at a time. It says for
 * each which assertions it breaks.
 */
public final class Faults {

  private static final List<TappedFaults.Row> ROWS = TappedFaults.all();

  private static final List<Fault> ALL =
      Stream.of(
              KhrMemoryFaults.all(),
              KhrProductFaults.all(),
              KhrArithmeticFaults.all(),
              KhrNarrowFaults.all(),
              NumberFaults.all(),
              ROWS.stream().map(TappedFaults.Row::fault).toList(),
              AlgorithmFaults.all(),
              ResultFaults.all(),
              CoverFaults.all(),
              ReportFaults.all(),
              SubmissionPathFaults.all())
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
   * @param kind the class of its effect, such as {@code Elements}
   * @param breaks IDs of the assertions that it breaks
   */
  public record Entry(
      String name, String system, String description, String kind, List<String> breaks) {}

  /** {@return all faults as lists show them, in the order of the catalogue, unmodifiable} */
  public static List<Entry> list() {
    return ALL.stream().map(Faults::entry).toList();
  }

  private static Map<String, List<String>> breaks() {
    Breaks tables = Breaks.read(ALL.stream().map(Fault::name).toList());
    Map<String, List<String>> breaks = new HashMap<>();
    ALL.forEach(fault -> breaks.put(fault.name(), tables.of(fault.name())));
    ROWS.forEach(row -> breaks.put(row.fault().name(), row.breaks()));
    return breaks;
  }

  private static Entry entry(Fault fault) {
    return new Entry(
        fault.name(),
        fault.system(),
        fault.description(),
        fault.effect().getClass().getSimpleName(),
        BREAKS.get(fault.name()));
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
   * @param name by which it is switched on
   */
  public static Optional<Fault> find(String name) {
    return ALL.stream().filter(fault -> fault.name().equals(name)).findFirst();
  }
}
