// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.cover.DrawnFaults;
import java.util.List;

/** Bugs that are written as conditions on cover points: {@code cover/faults.tsv}. */
final class CoverFaults {

  private CoverFaults() {}

  static List<Fault> all() {
    return DrawnFaults.written().stream()
        .map(
            written ->
                new Fault(
                    written.name(),
                    written.deviation().kind().system(),
                    written.deviation().sentence(),
                    new Fault.Deviates(written.deviation())))
        .toList();
  }
}
