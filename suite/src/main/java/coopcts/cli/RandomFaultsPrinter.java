// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.Profile;
import coopcts.faults.RandomFaults;
import coopcts.faults.RandomHunt;
import coopcts.reports.UsageException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** {@code faults --random}: how many of the faults that nobody chose are found. */
final class RandomFaultsPrinter {

  private static final int MOST = 100_000;
  private static final int MOST_TERMS = 3;

  private final String reference;
  private final Profile profile;
  private final int threads;

  RandomFaultsPrinter(String reference, Profile profile, int threads) {
    this.reference = reference;
    this.profile = profile;
    this.threads = threads;
  }

  /**
   * Draws, hunts and prints; what survives is a finding about the cases, not a failure.
   *
   * @param programs random programs of its system for each that the profile misses
   */
  int print(int count, int terms, long seed, int programs) throws Exception {
    if (count < 1 || count > MOST || terms < 1 || terms > MOST_TERMS) {
      throw new UsageException(
          "--random takes a number from 1 to %d, --terms one from 1 to %d"
              .formatted(MOST, MOST_TERMS));
    }
    if (programs < 0 || programs > FuzzHuntPrinter.MOST || seed < 0) {
      throw new UsageException(FuzzHuntPrinter.BOUNDS);
    }
    RandomHunt hunt = new RandomHunt(reference, profile, Environment.cache().resolve("spirv"), 1);
    RandomFaults.Drawn drawn = new RandomFaults(hunt.report()).draw(count, terms, seed);
    List<RandomHunt.Catch> catches = hunt.hunt(drawn.faults(), threads);
    List<RandomHunt.Catch> survivors =
        catches.stream().filter(one -> one.foundBy() == null).toList();
    survivors.stream()
        .sorted(Comparator.comparing(RandomHunt.Catch::why))
        .forEach(one -> System.out.printf("%s: %s%n", one.why(), one.fault().sentence()));
    System.out.println();
    drawn.setAside().entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(
            entry -> System.out.printf("set aside: %d, %s%n", entry.getValue(), entry.getKey()));
    System.out.println();
    table(catches);
    System.out.printf(
        Locale.ROOT,
        "%d faults of %d %s, seed %d: %d found (%.1f %%)%n",
        catches.size(),
        terms,
        terms == 1 ? "term" : "terms",
        seed,
        catches.size() - survivors.size(),
        100.0 * (catches.size() - survivors.size()) / catches.size());
    if (programs > 0 && !survivors.isEmpty()) {
      fuzz(hunt, survivors, seed, programs);
    }
    return 0;
  }

  /** What the profile misses, against random programs. */
  private void fuzz(RandomHunt hunt, List<RandomHunt.Catch> missed, long seed, int programs)
      throws InterruptedException {
    List<RandomHunt.Catch> catches =
        hunt.fuzz(missed.stream().map(RandomHunt.Catch::fault).toList(), seed, programs, threads);
    System.out.println();
    catches.forEach(
        one ->
            System.out.printf(
                "%s: %s%n",
                one.foundBy() != null ? one.foundBy() : one.why(), one.fault().sentence()));
    System.out.println();
    table(catches);
    long found = catches.stream().filter(one -> one.foundBy() != null).count();
    System.out.printf(
        Locale.ROOT,
        "of %d that the profile misses, %d found by up to %d random programs each (%.1f %%)%n",
        catches.size(),
        found,
        programs,
        100.0 * found / catches.size());
  }

  private static void table(List<RandomHunt.Catch> catches) {
    Map<String, int[]> systems = new TreeMap<>();
    for (RandomHunt.Catch one : catches) {
      int[] counts = systems.computeIfAbsent(one.fault().kind().system(), _ -> new int[4]);
      counts[0]++;
      counts[one.foundBy() != null ? 1 : one.met() ? 3 : 2]++;
    }
    System.out.printf(
        "%-10s %8s %8s %12s %12s%n", "system", "faults", "found", "never met", "missed");
    systems.forEach(
        (system, counts) ->
            System.out.printf(
                "%-10s %8d %8d %12d %12d%n", system, counts[0], counts[1], counts[2], counts[3]));
  }
}
