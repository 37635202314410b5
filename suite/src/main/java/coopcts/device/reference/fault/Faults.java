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
              AlgorithmFaults.all(),
              ResultFaults.all())
          .flatMap(List::stream)
          .toList();

  private Faults() {}

  /** A fault for a list: its name, the short name of its system, and what it does. */
  public record Entry(String name, String system, String description) {}

  public static List<Entry> list() {
    return ALL.stream()
        .map(fault -> new Entry(fault.name(), fault.system(), fault.description()))
        .toList();
  }

  public static Optional<Fault> find(String name) {
    return ALL.stream().filter(fault -> fault.name().equals(name)).findFirst();
  }
}
