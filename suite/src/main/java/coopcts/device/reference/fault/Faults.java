// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The bugs that can be planted in the reference device, one at a time. */
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
   * A fault for a list.
   *
   * @param name by which it is switched on
   * @param system the short name of the system that it is a bug in
   * @param description what it does
   * @param kind what kind of thing is done wrong
   * @param breaks the assertions that it breaks, by their IDs
   */
  public record Entry(
      String name, String system, String description, String kind, List<String> breaks) {}

  /** {@return all faults, in the order of the catalogue} */
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
   * {@return a fault for a list, by its name}
   *
   * @param name of the fault
   * @throws java.util.NoSuchElementException if there is none
   */
  public static Entry entry(String name) {
    return find(name).map(Faults::entry).orElseThrow();
  }

  /**
   * {@return the fault with a name, or empty}
   *
   * @param name of the fault
   */
  public static Optional<Fault> find(String name) {
    return ALL.stream().filter(fault -> fault.name().equals(name)).findFirst();
  }
}
