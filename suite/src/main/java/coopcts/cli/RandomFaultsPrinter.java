// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import coopcts.cases.Profile;
import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.fault.Tap;
import coopcts.faults.RandomFaults;
import coopcts.faults.RandomHunt;
import coopcts.reports.UsageException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code faults --random}: how many of the faults that nobody chose are found. */
final class RandomFaultsPrinter {

  private static final int MOST = 100_000;
  private static final int MOST_TERMS = 3;

  private final String reference;
  private final SelectionOptions.Chosen profile;
  private final int threads;

  RandomFaultsPrinter(String reference, SelectionOptions.Chosen profile, int threads) {
    this.reference = reference;
    this.profile = profile;
    this.threads = threads;
  }

  /**
   * Draws, hunts and prints; what survives is a finding about the cases, not a failure.
   *
   * @param count faults of each number of terms
   * @param then what the profile misses is hunted with
   * @param programs random programs of its system for each that is missed then
   */
  int print(int count, SortedSet<Integer> terms, long seed, Optional<Profile> then, int programs)
      throws Exception {
    if (count < 1 || count > MOST || terms.first() < 1 || terms.last() > MOST_TERMS) {
      throw new UsageException(
          "--random takes a number from 1 to %d, --terms some from 1 to %d"
              .formatted(MOST, MOST_TERMS));
    }
    if (programs < 0 || programs > FuzzHuntPrinter.MOST || seed < 0) {
      throw new UsageException(FuzzHuntPrinter.BOUNDS);
    }
    RandomHunt hunt =
        new RandomHunt(reference, profile.profile(), profile.gate(), Environment.kept(), 1);
    RandomFaults faults = new RandomFaults(hunt.report());
    List<Deviation.Drawn> all = new ArrayList<>();
    Map<String, Integer> setAside = new TreeMap<>();
    for (int number : terms) {
      for (RandomFaults.Drawn<? extends Deviation.Drawn> drawn :
          List.of(
              faults.draw(count - count / 2, number, seed),
              faults.drawTaps(count / 2, number, seed))) {
        all.addAll(drawn.faults());
        drawn.setAside().forEach((why, times) -> setAside.merge(why, times, Integer::sum));
      }
    }
    List<RandomHunt.Catch> catches = hunt.hunt(all, threads);
    if (then.isPresent()) {
      sum(catches, seed, profile.toString());
      List<RandomHunt.Catch> more =
          new RandomHunt(reference, then.get(), Environment.kept(), 1)
              .hunt(missed(catches), threads);
      catches =
          Stream.concat(catches.stream().filter(RandomHunt.Catch::isFound), more.stream()).toList();
      System.out.println();
    }
    survivors(catches);
    setAside.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(
            entry -> System.out.printf("set aside: %d, %s%n", entry.getValue(), entry.getKey()));
    undrawn();
    System.out.println();
    sum(catches, seed, then.map(Profile::toString).orElse(profile.toString()));
    if (programs > 0 && !missed(catches).isEmpty()) {
      fuzz(hunt, missed(catches), seed, programs);
    }
    return 0;
  }

  /** Values of which no faults are drawn, by the reason. */
  private static void undrawn() {
    Map<String, List<String>> taps = new TreeMap<>();
    for (Tap tap : Tap.values()) {
      tap.undrawn()
          .ifPresent(
              why -> taps.computeIfAbsent(why.words(), _ -> new ArrayList<>()).add(tap.toString()));
    }
    taps.forEach(
        (why, of) ->
            System.out.printf("not drawn: %d, %s: %s%n", of.size(), why, String.join(" ", of)));
  }

  private static List<Deviation.Drawn> missed(List<RandomHunt.Catch> catches) {
    return catches.stream().filter(one -> !one.isFound()).map(RandomHunt.Catch::fault).toList();
  }

  private static void survivors(List<RandomHunt.Catch> catches) {
    catches.stream()
        .filter(one -> !one.isFound())
        .sorted(
            Comparator.<RandomHunt.Catch>comparingInt(one -> one.fault().terms().size())
                .thenComparing(RandomHunt.Catch::why))
        .forEach(one -> System.out.printf("%s: %s%n", one.why(), one.fault().sentence()));
    System.out.println();
  }

  /** What was found, by the number of terms and by system. */
  private static void sum(List<RandomHunt.Catch> catches, long seed, String with) {
    for (boolean inside : new boolean[] {false, true}) {
      Map<Integer, List<RandomHunt.Catch>> byTerms =
          catches.stream()
              .filter(one -> one.fault().isInside() == inside)
              .collect(
                  Collectors.groupingBy(
                      one -> one.fault().terms().size(), TreeMap::new, Collectors.toList()));
      byTerms.forEach(
          (terms, of) -> {
            table(of);
            long found = of.stream().filter(RandomHunt.Catch::isFound).count();
            System.out.printf(
                Locale.ROOT,
                "%d faults %s of %d %s, seed %d, %s profile: %d found (%.1f %%, %s)%n",
                of.size(),
                inside ? "at taps" : "of results",
                terms,
                terms == 1 ? "term" : "terms",
                seed,
                with,
                found,
                100.0 * found / of.size(),
                interval(found, of.size()));
            unchanged(of, found);
          });
    }
  }

  /** What cases met and what changed nothing in any: the rate without it is the highest. */
  private static void unchanged(List<RandomHunt.Catch> of, long found) {
    long unchanged = of.stream().filter(RandomHunt.Catch::changesNothing).count();
    if (unchanged > 0 && unchanged < of.size()) {
      int others = of.size() - (int) unchanged;
      System.out.printf(
          Locale.ROOT,
          "%d of them changed nothing in any case: of the other %d were found %.1f %% (%s)%n",
          unchanged,
          others,
          100.0 * found / others,
          interval(found, others));
    }
  }

  /** The interval of Wilson's score at 95 %, in which the rate of all that may be drawn lies. */
  static String interval(long found, int all) {
    double z = 1.96;
    double rate = (double) found / all;
    double middle = rate + z * z / (2 * all);
    double reach = z * Math.sqrt(rate * (1 - rate) / all + z * z / (4.0 * all * all));
    double scale = 1 + z * z / all;
    return String.format(
        Locale.ROOT,
        "95 %% interval %.1f to %.1f %%",
        100 * (middle - reach) / scale,
        100 * (middle + reach) / scale);
  }

  /** What the profile misses, against random programs. */
  private void fuzz(RandomHunt hunt, List<Deviation.Drawn> missed, long seed, int programs)
      throws InterruptedException {
    List<RandomHunt.Catch> catches = hunt.fuzz(missed, seed, programs, threads);
    System.out.println();
    catches.forEach(
        one ->
            System.out.printf(
                "%s: %s%n", one.isFound() ? one.foundBy() : one.why(), one.fault().sentence()));
    System.out.println();
    table(catches);
    long found = catches.stream().filter(RandomHunt.Catch::isFound).count();
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
      counts[one.isFound() ? 1 : one.met() ? 3 : 2]++;
    }
    System.out.printf(
        "%-10s %8s %8s %12s %12s%n", "system", "faults", "found", "never met", "missed");
    systems.forEach(
        (system, counts) ->
            System.out.printf(
                "%-10s %8d %8d %12d %12d%n", system, counts[0], counts[1], counts[2], counts[3]));
  }
}
