// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Each wrong turn of {@link FaultPoint} as a fault. */
final class AlgorithmFaults {

  private AlgorithmFaults() {}

  static List<Fault> all() {
    return Arrays.stream(FaultPoint.values()).map(AlgorithmFaults::fault).toList();
  }

  private static Fault fault(FaultPoint bug) {
    String name = bug.system() + "." + bug.name().toLowerCase(Locale.ROOT);
    return new Fault(name, bug.system(), bug.description(), new Fault.Turns(bug, type -> true));
  }
}
