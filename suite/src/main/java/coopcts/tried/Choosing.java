// SPDX-License-Identifier: Apache-2.0
package coopcts.tried;

import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.Deviation;
import coopcts.device.reference.cover.Kind;
import coopcts.device.reference.cover.Watch;
import coopcts.faults.RandomFaults;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.spirv.CompileException;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Chooses cases out of a pool: those that together meet most of what others never meet at once.
 * What that is, is drawn: conditions of one, two and three bins, as random faults have them.
 */
public final class Choosing {

  /** How many conditions of one, two and three bins are drawn. */
  private static final int[] DRAWN = {20_000, 70_000, 150_000};

  /** Of the conditions; faults that measure the cases are drawn with others. */
  private static final long SEED = 123_456;

  /** A case that meets fewer conditions that no other meets is not worth its time. */
  private static final int LEAST = 2;

  private final Trying trying;
  private final Map<Kind, List<Wanted>> open = new EnumMap<>(Kind.class);

  private record Wanted(int number, long[] bins) {}

  public Choosing(DeviceReport report, Trying trying) {
    this(report, trying, DRAWN);
  }

  /**
   * @param drawn how many conditions of one bin, of two and so on
   */
  Choosing(DeviceReport report, Trying trying, int... drawn) {
    this.trying = trying;
    RandomFaults faults = new RandomFaults(report);
    int number = 0;
    for (int terms = 1; terms <= drawn.length; terms++) {
      for (Deviation fault : faults.draw(drawn[terms - 1], terms, SEED + terms).faults()) {
        open.computeIfAbsent(fault.kind(), _ -> new ArrayList<>())
            .add(new Wanted(number++, fault.wanted()));
      }
    }
  }

  /**
   * The names of those that are chosen, those that meet most first.
   *
   * @param others cases that run anyway
   */
  public List<String> choose(Iterator<Case> others, Iterator<Case> pool) throws CompileException {
    trying.each(
        others,
        once(
            new HashSet<>(),
            (kind, bins) ->
                open.getOrDefault(kind, List.of())
                    .removeIf(wanted -> Bins.hasAll(bins, wanted.bins))),
        _ -> {});
    Map<String, BitSet> met = new LinkedHashMap<>();
    BitSet now = new BitSet();
    Set<LongBuffer> known = new HashSet<>();
    trying.each(
        pool,
        once(
            known,
            (kind, bins) ->
                open.getOrDefault(kind, List.of()).stream()
                    .filter(wanted -> Bins.hasAll(bins, wanted.bins))
                    .forEach(wanted -> now.set(wanted.number))),
        one -> {
          met.put(one.name(), (BitSet) now.clone());
          now.clear();
          known.clear();
        });
    return greedy(met);
  }

  /** Tells of each event once. */
  private static Watch.Listener once(Set<LongBuffer> known, Watch.Listener listener) {
    return (kind, bins) -> {
      long[] event = Arrays.copyOf(bins, bins.length + 1);
      event[bins.length] = kind.ordinal();
      if (known.add(LongBuffer.wrap(event))) {
        listener.met(kind, bins);
      }
    };
  }

  private record Candidate(String name, int gain) {}

  /** The names whose sets together have most, the one that adds most next; ties by name. */
  static List<String> greedy(Map<String, BitSet> met) {
    PriorityQueue<Candidate> candidates =
        new PriorityQueue<>(
            Comparator.comparingInt(Candidate::gain).reversed().thenComparing(Candidate::name));
    met.forEach((name, set) -> candidates.add(new Candidate(name, set.cardinality())));
    BitSet all = new BitSet();
    List<String> chosen = new ArrayList<>();
    while (!candidates.isEmpty() && candidates.peek().gain >= LEAST) {
      Candidate best = candidates.poll();
      BitSet more = (BitSet) met.get(best.name).clone();
      more.andNot(all);
      int gain = more.cardinality();
      if (gain == best.gain) {
        all.or(more);
        chosen.add(best.name);
      } else {
        candidates.add(new Candidate(best.name, gain));
      }
    }
    return chosen;
  }
}
