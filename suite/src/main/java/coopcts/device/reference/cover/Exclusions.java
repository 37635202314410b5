// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Bins that exclude each other whatever the device is: {@code excluded.tsv}. */
final class Exclusions {

  private record Exclusion(
      Set<InstructionKind> kinds, Set<Bin> some, Set<Bin> others, String why) {}

  private static final List<Exclusion> ALL = new ArrayList<>();

  static {
    for (String[] row : Bins.rows("excluded.tsv", 4)) {
      ALL.add(new Exclusion(InstructionKind.of(row[0]), bins(row[1]), bins(row[2]), row[3]));
    }
  }

  private Exclusions() {}

  private static Set<Bin> bins(String names) {
    Set<Bin> all = new HashSet<>();
    for (String name : names.split("\\|")) {
      if (name.endsWith(".*")) {
        String point = name.substring(0, name.length() - 2);
        Bins.all().stream().filter(bin -> bin.point().equals(point)).forEach(all::add);
      } else {
        all.add(Bins.named(name));
      }
    }
    return all;
  }

  /** Why two bins exclude each other at an instruction, or null. */
  static String of(InstructionKind kind, Bin one, Bin other) {
    if (one.equals(other)) {
      return null;
    }
    for (Exclusion each : ALL) {
      if (each.kinds.contains(kind)
          && (each.some.contains(one) && each.others.contains(other)
              || each.some.contains(other) && each.others.contains(one))) {
        return each.why;
      }
    }
    return null;
  }
}
