// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Change;
import coopcts.device.reference.cover.CoverageWatch;
import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.cover.DrawnFault;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.cover.Legality;
import coopcts.faults.RandomFaults;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import java.nio.LongBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Chooses cases out of a pool: those that together meet most of what others never meet at once, for
 * the least work. What can be met are conditions: one, two or three bins at once, drawn as {@link
 * coopcts.faults.RandomFaults} are, and pairs of bins of cover points that are crossed. (A bin is
 * one value of a property of an instruction, see {@link coopcts.device.reference.cover}.)
 */
public final class ProgramSelection {

  /** How many conditions of one, two and three bins are drawn: half of them of faults at taps. */
  private static final int[] DRAWN = {20_000, 90_000, 220_000};

  /** A pair of the crosses that matter is worth as much as so many of them. */
  private static final int PAIR_WORTH = 2;

  /** Of the conditions; faults that measure the cases are drawn with others. */
  private static final long SEED = 123_456;

  /**
   * A case that is worth fewer conditions that no other meets, or no pair, is not worth its time.
   */
  private static final int LEAST = 2;

  /** Microseconds that every case takes beside what is measured: it is read, compiled and told. */
  private static final int LEAST_WORK = 2_000;

  /** All of a pool is tried. */
  public static final Duration WITHOUT_END = Duration.ofDays(365);

  private final CoverageRun trying;
  private final int threads;
  private final SelectionWork work;
  private final List<Deviation.Drawn> wanted;
  private final Map<InstructionKind, Map<Integer, List<Wanted>>> conditions =
      new EnumMap<>(InstructionKind.class);

  /** A condition: it is looked at where its rarest bin is met. */
  private record Wanted(int number, long[] bins) {}

  /** Cases whose names a predicate takes. */
  @FunctionalInterface
  public interface Supply {
    /**
     * {@return the cases whose names are wanted, listed lazily} It is asked once by each thread,
     * with predicates that share out the names among the threads.
     *
     * @param mine accepts a name
     */
    Stream<Case> of(Predicate<String> mine);
  }

  /**
   * What was chosen.
   *
   * @param names those that meet most for their work first
   * @param work microseconds that each of them took, and what every case takes beside
   * @param unmet conditions that neither the other cases met nor any of the pool
   */
  public record Choice(
      List<String> names, Map<String, Integer> work, List<Deviation.Drawn> unmet) {}

  /**
   * What a case meets.
   *
   * @param conditions their numbers
   * @param work microseconds that it took: a few programs take a hundred times what others do
   */
  record Met(int[] conditions, int work) {

    int gain(BitSet known) {
      return (int) Arrays.stream(conditions).filter(number -> !known.get(number)).count();
    }
  }

  /**
   * Prepares a choice for a device; the conditions are drawn here.
   *
   * @param report of the device
   * @param trying runs the cases
   * @param threads number of threads, at least 1
   */
  public ProgramSelection(DeviceReport report, CoverageRun trying, int threads) {
    this(
        trying,
        threads,
        ProgramSelection::work,
        Stream.concat(drawn(report, DRAWN), crossed(report)));
  }

  /** What a case costs. */
  @FunctionalInterface
  interface SelectionWork {
    int of(long nanos);
  }

  /**
   * @param wanted what shall be met, whatever its effect
   */
  ProgramSelection(
      CoverageRun trying,
      int threads,
      SelectionWork work,
      Stream<? extends Deviation.Drawn> wanted) {
    this.work = work;
    this.trying = trying;
    this.threads = threads;
    this.wanted = List.copyOf(wanted.toList());
    Map<Bin, Integer> often = new HashMap<>();
    this.wanted.forEach(fault -> fault.terms().forEach(bin -> often.merge(bin, 1, Integer::sum)));
    for (int number = 0; number < this.wanted.size(); number++) {
      Deviation.Drawn fault = this.wanted.get(number);
      Bin rarest = fault.terms().stream().min(Comparator.comparing(often::get)).orElseThrow();
      conditions
          .computeIfAbsent(fault.kind(), _ -> new HashMap<>())
          .computeIfAbsent(rarest.id(), _ -> new ArrayList<>())
          .add(new Wanted(number, fault.wanted()));
    }
  }

  /**
   * Random faults, half of them of results and half at taps.
   *
   * @param counts how many of one bin, of two and so on
   */
  static Stream<Deviation.Drawn> drawn(DeviceReport report, int... counts) {
    RandomFaults faults = new RandomFaults(report);
    return IntStream.rangeClosed(1, counts.length)
        .boxed()
        .flatMap(
            terms -> {
              int half = counts[terms - 1] / 2;
              return Stream.concat(
                  faults.draw(counts[terms - 1] - half, terms, SEED + terms).faults().stream(),
                  faults.drawTaps(half, terms, SEED + terms).faults().stream());
            });
  }

  /** The legal pairs of the crosses that matter. */
  private static Stream<DrawnFault> crossed(DeviceReport report) {
    Legality legality = new Legality(report);
    return Arrays.stream(InstructionKind.values())
        .filter(legality::has)
        .flatMap(
            kind ->
                legality.pairs(kind).stream()
                    .map(
                        pair ->
                            new DrawnFault(
                                kind,
                                List.of(pair.one(), pair.other()),
                                Change.of(kind).getFirst())))
        .flatMap(pair -> Collections.nCopies(PAIR_WORTH, pair).stream());
  }

  /**
   * Runs all other cases, then those of the pool, and chooses from the pool. It waits for the end.
   *
   * @param others cases that a run has anyway: what they meet does not count
   * @param pool cases to choose from
   * @param time for how long cases of the pool are tried, at most
   * @return the chosen cases, those that meet most for their work first; none if none meets
   *     anything new
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws IllegalStateException if a thread's work throws; that is its cause
   */
  public Choice choose(Supply others, Supply pool, Duration time) throws InterruptedException {
    BitSet known = onThreads(mine -> meet(others.of(mine), new BitSet(), (_, _) -> {}));
    Map<String, Met> met = new ConcurrentHashMap<>();
    long start = System.nanoTime();
    BitSet all =
        onThreads(
            mine -> {
              BitSet now = new BitSet();
              BitSet ever = new BitSet();
              meet(
                  pool.of(mine).takeWhile(_ -> System.nanoTime() - start < time.toNanos()),
                  now,
                  (one, nanos) -> {
                    ever.or(now);
                    now.andNot(known);
                    if (now.cardinality() >= LEAST) {
                      met.put(one.name(), new Met(now.stream().toArray(), work.of(nanos)));
                    }
                    now.clear();
                  });
              return ever;
            });
    all.or(known);
    List<Deviation.Drawn> unmet =
        IntStream.range(0, wanted.size())
            .filter(number -> !all.get(number))
            .<Deviation.Drawn>mapToObj(wanted::get)
            .distinct()
            .toList();
    List<String> names = greedy(met);
    Map<String, Integer> took = new HashMap<>();
    names.forEach(name -> took.put(name, met.get(name).work));
    return new Choice(names, took, unmet);
  }

  private static int work(long nanos) {
    return Math.toIntExact(LEAST_WORK + TimeUnit.NANOSECONDS.toMicros(nanos));
  }

  /** A share of the cases, by their names. */
  private interface Share {
    BitSet run(Predicate<String> mine);
  }

  /** What the shares of all threads have. */
  private BitSet onThreads(Share share) throws InterruptedException {
    List<Callable<BitSet>> tasks = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int own = thread;
      tasks.add(() -> share.run(name -> Math.floorMod(name.hashCode(), threads) == own));
    }
    BitSet all = new BitSet();
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      for (Future<BitSet> future : executor.invokeAll(tasks)) {
        all.or(future.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    return all;
  }

  /** Runs cases and notes the conditions that they meet. */
  private BitSet meet(Stream<Case> cases, BitSet met, CoverageRun.After after) {
    Set<LongBuffer> known = new HashSet<>();
    trying.each(
        cases,
        once(known, (kind, bins) -> note(kind, bins, met)),
        (one, nanos) -> {
          known.clear();
          after.ran(one, nanos);
        });
    return met;
  }

  private void note(InstructionKind kind, long[] bins, BitSet met) {
    Map<Integer, List<Wanted>> of = conditions.getOrDefault(kind, Map.of());
    BitSet.valueOf(bins).stream()
        .mapToObj(bin -> of.getOrDefault(bin, List.of()))
        .flatMap(List::stream)
        .filter(wanted -> Bins.hasAll(bins, wanted.bins))
        .forEach(wanted -> met.set(wanted.number));
  }

  /** Tells of each event once. */
  private static CoverageWatch.Listener once(
      Set<LongBuffer> known, CoverageWatch.Listener listener) {
    return (kind, bins) -> {
      long[] event = Arrays.copyOf(bins, bins.length + 1);
      event[bins.length] = kind.ordinal();
      if (known.add(LongBuffer.wrap(event))) {
        listener.met(kind, bins);
      }
    };
  }

  private record Candidate(String name, int gain, int work) {

    double worth() {
      return (double) gain / work;
    }
  }

  /**
   * The names whose sets together have most, the one that adds most for its work next; ties by
   * name.
   */
  static List<String> greedy(Map<String, Met> met) {
    PriorityQueue<Candidate> candidates =
        new PriorityQueue<>(
            Comparator.comparingDouble(Candidate::worth).reversed().thenComparing(Candidate::name));
    met.forEach((name, of) -> candidates.add(new Candidate(name, of.conditions.length, of.work)));
    BitSet all = new BitSet();
    List<String> chosen = new ArrayList<>();
    while (!candidates.isEmpty()) {
      Candidate best = candidates.poll();
      Met of = met.get(best.name);
      int gain = of.gain(all);
      if (gain == best.gain) {
        Arrays.stream(of.conditions).forEach(all::set);
        chosen.add(best.name);
      } else if (gain >= LEAST) {
        candidates.add(new Candidate(best.name, gain, best.work));
      }
    }
    return chosen;
  }
}
