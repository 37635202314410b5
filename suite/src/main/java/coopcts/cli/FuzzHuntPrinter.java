// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.device.reference.fault.Faults;
import coopcts.faults.FuzzHunt;
import coopcts.reports.UsageException;
import coopcts.spirv.ModuleWriter;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** {@code faults --fuzz}: which planted faults random programs find, and what is left of them. */
final class FuzzHuntPrinter {

  static final int MOST = 1_000_000;

  static final String BOUNDS =
      "--fuzz takes a number from 1 to %d, --seed one from 0".formatted(MOST);

  private final String reference;
  private final int threads;

  FuzzHuntPrinter(String reference, int threads) {
    this.reference = reference;
    this.threads = threads;
  }

  /** Hunts and prints; what survives is a finding about the language, not a failure. */
  int print(List<Faults.Entry> selected, long seed, int programs, ModuleWriter writer)
      throws Exception {
    if (programs < 1 || programs > MOST || seed < 0) {
      throw new UsageException(BOUNDS);
    }
    List<Faults.Entry> faults = selected.stream().filter(FuzzHunt::takes).toList();
    List<FuzzHunt.Catch> catches =
        new FuzzHunt(reference, seed, programs, writer).hunt(faults, threads);
    System.out.printf(
        "%-46s %-8s %9s %11s %s%n", "fault", "reached", "programs", "statements", "reduced");
    for (FuzzHunt.Catch one : catches) {
      System.out.printf(
          "%-46s %-8s %9d %11s %s%n",
          one.fault().name(),
          one.reached() ? "yes" : "no",
          one.programs(),
          one.isFound() ? Integer.toString(one.statements()) : "-",
          one.isFound() ? one.reduced() : "SURVIVED: " + one.fault().description());
    }
    table(catches);
    System.out.printf(
        "%d faults have no programs of their system%n", selected.size() - faults.size());
    return 0;
  }

  private static void table(List<FuzzHunt.Catch> catches) {
    System.out.printf(
        "%n%-10s %8s %8s %8s %12s %20s%n",
        "system", "faults", "found", "", "never reached", "statements (median)");
    catches.stream()
        .collect(
            Collectors.groupingBy(one -> one.fault().system(), TreeMap::new, Collectors.toList()))
        .forEach(FuzzHuntPrinter::line);
    line("all", catches);
  }

  private static void line(String system, List<FuzzHunt.Catch> catches) {
    if (catches.isEmpty()) {
      return;
    }
    int[] statements =
        catches.stream()
            .filter(FuzzHunt.Catch::isFound)
            .mapToInt(FuzzHunt.Catch::statements)
            .sorted()
            .toArray();
    long unreached = catches.stream().filter(one -> !one.reached()).count();
    System.out.printf(
        Locale.ROOT,
        "%-10s %8d %8d %6.1f %% %12d %20s%n",
        system,
        catches.size(),
        statements.length,
        100.0 * statements.length / catches.size(),
        unreached,
        statements.length == 0 ? "-" : statements[statements.length / 2]);
  }
}
