// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.device.reference.spirv.Type;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/** Each wrong turn of {@link FaultPoint} as faults: once everywhere, and for few types only. */
final class AlgorithmFaults {

  private AlgorithmFaults() {}

  /** The types that a narrowed fault shows with, and the bugs that are planted so too. */
  private enum Narrowed {
    BYTE(
        "8-bit elements",
        type -> type.component().size() == 1,
        EnumSet.of(FaultPoint.INDEX_LATER_SUBGROUPS)),
    FLOAT16(
        "16-bit floats",
        type -> type.component() instanceof Type.Float && type.component().size() == 2,
        EnumSet.of(FaultPoint.INDEX_LATER_SUBGROUPS));

    private final String description;
    private final Predicate<Type> only;
    private final Set<FaultPoint> bugs;

    Narrowed(String description, Predicate<Type> only, Set<FaultPoint> bugs) {
      this.description = description;
      this.only = only;
      this.bugs = bugs;
    }
  }

  static List<Fault> all() {
    List<Fault> faults = new ArrayList<>();
    for (FaultPoint bug : FaultPoint.values()) {
      String name = bug.system() + "." + bug.name().toLowerCase(Locale.ROOT);
      faults.add(fault(name, bug, bug.description(), type -> true));
      for (Narrowed few : Narrowed.values()) {
        if (few.bugs.contains(bug)) {
          faults.add(
              fault(
                  name + "_" + few.name().toLowerCase(Locale.ROOT),
                  bug,
                  few.description + ": " + bug.description(),
                  few.only));
        }
      }
    }
    return List.copyOf(faults);
  }

  private static Fault fault(
      String name, FaultPoint bug, String description, Predicate<Type> only) {
    return new Fault(name, bug.system(), description, event -> true, new Fault.Turns(bug, only));
  }
}
