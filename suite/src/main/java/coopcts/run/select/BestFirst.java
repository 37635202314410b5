// SPDX-License-Identifier: Apache-2.0
package coopcts.run.select;

import coopcts.cases.random.RandomFamily;
import coopcts.model.DeviceReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Orders cases by what they are worth for their time, so that a run that stops early has lost the
 * least. Two queues take turns, so that each has its share of the time. One has random programs in
 * the order of {@code programs.tsv.gz}. The other has all other cases by what is new in their
 * names: values of their family's axes, and pairs of them. Only the list and the device's report
 * count, so that a device's cases have one order, and no verdict changes it. A gate, the short run
 * of a merge request, takes the first of them.
 */
public final class BestFirst {

  /** What random programs have of the time, for as long as there are some. */
  private static final double PROGRAMS = 0.9;

  /** What a gate has of the time of the whole list. */
  private static final double GATE = 0.05;

  /** And no fewer than so many cases: where there are few, many of them are worth their time. */
  private static final int FEWEST = 400;

  /** A value of an axis that is new is worth as much as so many new pairs. */
  private static final int VALUE = 4;

  /**
   * So many are taken with the utmost care; what is new in the others is seen once, behind them. A
   * gate ends before.
   */
  private static final int CAREFUL = 3000;

  /** More than any case is worth for its milliseconds. */
  private static final double UNSEEN = 1000;

  private final CaseCosts costs;

  private BestFirst(CaseCosts costs) {
    this.costs = costs;
  }

  /**
   * Orders the cases of a gate by what they are worth for their time.
   *
   * @param names of cases that a device can run, in the order of the list; not changed
   * @param report of the device, which decides what the times of cases are taken from
   * @return all of the names, the best first
   */
  public static List<String> order(List<String> names, DeviceReport report) {
    return new BestFirst(CaseCosts.of(report)).order(names);
  }

  /** The first part of the order: what a gate runs. */
  static Set<String> gate(List<String> names, DeviceReport report) {
    BestFirst best = new BestFirst(CaseCosts.of(report));
    double left = GATE * names.stream().mapToDouble(best.costs::of).sum();
    Set<String> gate = new HashSet<>();
    for (String name : best.order(names)) {
      left -= best.costs.of(name);
      if (left < 0 && gate.size() >= FEWEST) {
        break;
      }
      gate.add(name);
    }
    return gate;
  }

  private List<String> order(List<String> names) {
    Map<Boolean, List<String>> queues =
        names.stream()
            .collect(Collectors.partitioningBy(name -> name.startsWith(RandomFamily.SYSTEM)));
    List<String> programs = new ArrayList<>(queues.get(true));
    programs.sort(
        Comparator.comparingInt(name -> costs.programs().getOrDefault(name, Integer.MAX_VALUE)));
    return inTurn(programs, newest(queues.get(false)));
  }

  /** The queue that has had less than its share of the time is next. */
  private List<String> inTurn(List<String> programs, List<String> others) {
    List<String> order = new ArrayList<>(programs.size() + others.size());
    double program = 0;
    double other = 0;
    int i = 0;
    int j = 0;
    while (i < programs.size() || j < others.size()) {
      if (j == others.size()
          || i < programs.size() && program / PROGRAMS <= other / (1 - PROGRAMS)) {
        program += costs.of(programs.get(i));
        order.add(programs.get(i++));
      } else {
        other += costs.of(others.get(j));
        order.add(others.get(j++));
      }
    }
    return order;
  }

  /**
   * A case that waits.
   *
   * @param place in the list
   * @param worth for its time, when so many were taken
   */
  private record Waiting(String name, int place, Values values, double worth, int taken) {}

  /** The names, the one with the most that is new for its time next; ties by their places. */
  private List<String> newest(List<String> names) {
    Known known = new Known();
    PriorityQueue<Waiting> waiting =
        new PriorityQueue<>(
            Comparator.comparingDouble(Waiting::worth).reversed().thenComparingInt(Waiting::place));
    for (String name : names) {
      Values values = known.values(name);
      waiting.add(new Waiting(name, waiting.size(), values, worth(name, values, known), 0));
    }
    List<String> order = new ArrayList<>(names.size());
    while (!waiting.isEmpty() && order.size() < CAREFUL) {
      Waiting best = waiting.remove();
      if (best.taken == order.size()) {
        order.add(best.name);
        known.add(best.values);
        known.families.add(BalancedShards.family(best.name));
      } else {
        waiting.add(now(best, known, order.size()));
      }
    }
    waiting.stream()
        .map(one -> now(one, known, order.size()))
        .sorted(waiting.comparator())
        .forEach(one -> order.add(one.name));
    return order;
  }

  private Waiting now(Waiting one, Known known, int taken) {
    double worth = worth(one.name, one.values, known);
    return new Waiting(one.name, one.place, one.values, worth, taken);
  }

  /** A family of which nothing was taken yet goes before all of which something was. */
  private double worth(String name, Values values, Known known) {
    double worth = known.share(values) / costs.of(name);
    return known.families.contains(BalancedShards.family(name)) ? worth : UNSEEN + worth;
  }

  /**
   * The values of a family's axes that a name has.
   *
   * @param ids a number for each, with its family and its place in the name
   */
  private record Values(int[] ids) {

    int all() {
      return VALUE * ids.length + ids.length * (ids.length - 1) / 2;
    }
  }

  /** Which values and pairs of them cases had that were taken. */
  private static final class Known {
    private static final String FRAMED = "framed";

    /** More values than any list has. */
    private static final int MOST = 1_000_003;

    private final Map<String, Integer> ids = new HashMap<>();
    private final Set<String> families = new HashSet<>();
    private final Set<Integer> values = new HashSet<>();
    private final Set<Long> pairs = new HashSet<>();

    Values values(String name) {
      String[] parts = name.split("\\.", -1);
      String family = BalancedShards.family(name);
      List<Integer> found = new ArrayList<>();
      for (int part = 2; part < parts.length; part++) {
        boolean isFrame = part == 2 && parts[1].equals(FRAMED);
        for (String word : isFrame ? parts[part].split("_", -1) : new String[] {parts[part]}) {
          String value = family + " " + found.size() + " " + word;
          found.add(ids.computeIfAbsent(value, _ -> ids.size()));
        }
      }
      return new Values(found.stream().mapToInt(Integer::intValue).toArray());
    }

    /** How much of a case is new, from 0 to 1; all of one that is the only one of its family. */
    double share(Values of) {
      int all = of.all();
      if (all == 0) {
        return 1;
      }
      int fresh = 0;
      for (int i = 0; i < of.ids.length; i++) {
        fresh += values.contains(of.ids[i]) ? 0 : VALUE;
        for (int j = i + 1; j < of.ids.length; j++) {
          fresh += pairs.contains(pair(of.ids[i], of.ids[j])) ? 0 : 1;
        }
      }
      return (double) fresh / all;
    }

    void add(Values of) {
      for (int i = 0; i < of.ids.length; i++) {
        values.add(of.ids[i]);
        for (int j = i + 1; j < of.ids.length; j++) {
          pairs.add(pair(of.ids[i], of.ids[j]));
        }
      }
    }

    /** A number of its own for less than a million values; hash tables spread it. */
    private static long pair(int one, int other) {
      return (long) one * MOST + other;
    }
  }
}
