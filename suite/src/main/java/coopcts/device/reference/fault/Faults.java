// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The catalogue of the bugs that can be planted in the reference device, one at a time. It says for
 * each which assertions it breaks.
 */
public final class Faults {

  private static final List<Fault> ALL =
      Stream.of(
              KhrMemoryFaults.all(),
              KhrProductFaults.all(),
              KhrArithmeticFaults.all(),
              KhrNarrowFaults.all(),
              NumberFaults.all(),
              AlgorithmFaults.all(),
              ResultFaults.all(),
              CoverFaults.all(),
              ReportFaults.all(),
              SubmissionPathFaults.all())
          .flatMap(List::stream)
          .toList();

  private static final Breaks BREAKS = Breaks.read(ALL.stream().map(Fault::name).toList());

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

  private static Entry entry(Fault fault) {
    return new Entry(
        fault.name(),
        fault.system(),
        fault.description(),
        fault.effect().getClass().getSimpleName(),
        BREAKS.of(fault.name()));
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
