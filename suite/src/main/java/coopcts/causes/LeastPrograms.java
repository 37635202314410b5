// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.device.DeviceUnavailableException;
import coopcts.plan.Case;
import coopcts.plan.Reducible;
import coopcts.plan.ShaderPlan;
import coopcts.reports.explain.Fingerprint;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes failing programs smaller on the device that they fail on, several together: in each round
 * some steps of each are run, and of those that still fail in the same way the first is gone on
 * with. What passes on the way lacks what it takes to fail. Large programs wait for the small ones,
 * of which all steps are soon tried.
 */
final class LeastPrograms {

  /** Steps of a program that are run together, and so many more for each case side by side. */
  private static final int OF_A_ROUND = 8;

  private static final int SIDE_BY_SIDE = 4;

  /** Steps of all programs that are enough for a round; more where cases run side by side. */
  private static final int OF_ALL = 60;

  /** Programs of which steps are chosen side by side. */
  private static final int CHOSEN_TOGETHER = 4;

  /** Steps of a large program, and one more for so many cases side by side. */
  private static final int OF_A_LARGE_ONE = 2;

  private static final int OF_ONE_MORE = 4;

  /** A program of so many statements is large: most of them are in no failure's way. */
  private static final int LARGE = 8;

  /** The first steps change what is around a program: the same text may be another module. */
  private static final int AROUND = 3;

  private final FurtherCases trials;

  LeastPrograms(FurtherCases trials) {
    this.trials = trials;
  }

  /**
   * What a program became.
   *
   * @param tested the smallest that fails in the same way
   * @param failed further programs on the way that do, that one among them
   * @param passed further programs that pass, each a step smaller than one that fails
   * @param isLeast whether all of its steps were run, and none fails in the same way
   */
  record Least(Case tested, List<Case> failed, List<Case> passed, boolean isLeast) {

    /** Whether something was learned beside what the run knew. */
    boolean isTried() {
      return !passed.isEmpty();
    }
  }

  /**
   * Makes programs smaller until no step is left or the time is over.
   *
   * @param programs those to begin with, by the rows of the cases that they were made of
   * @param end when no round is begun, as {@link System#nanoTime} has it
   * @return what each became
   */
  Map<Row, Least> of(Map<Row, Case> programs, long end)
      throws IOException, DeviceUnavailableException {
    Map<Row, Way> ways = new LinkedHashMap<>();
    programs.forEach(
        (row, tested) ->
            SmallerPrograms.reducible(tested).ifPresent(_ -> ways.put(row, new Way(row, tested))));
    List<Way> left = new ArrayList<>(ways.values());
    while (!left.isEmpty() && System.nanoTime() < end) {
      left.sort(Comparator.comparing(one -> one.whole.statements()));
      List<Way> small = left.stream().filter(one -> !one.isLarge()).toList();
      round(small.isEmpty() ? left : small, end);
      left.removeIf(Way::isOver);
    }
    Map<Row, Least> least = new LinkedHashMap<>();
    ways.forEach((row, way) -> least.put(row, way.least()));
    return least;
  }

  /** Runs steps of the first programs; half of the time at most goes into choosing them. */
  private void round(List<Way> ways, long end) throws IOException, DeviceUnavailableException {
    long until = Boundary.half(end);
    int most = OF_ALL + OF_A_ROUND * trials.atOnce();
    List<Case> all = new ArrayList<>();
    List<Way> chosen = new ArrayList<>();
    for (int from = 0; from < ways.size() && all.size() < most; from += CHOSEN_TOGETHER) {
      List<Way> some = ways.subList(from, Math.min(ways.size(), from + CHOSEN_TOGETHER));
      some.parallelStream().forEach(one -> one.choose(until));
      some.forEach(one -> all.addAll(one.chosen));
      chosen.addAll(some);
    }
    Map<String, Row> rows = new LinkedHashMap<>();
    if (!all.isEmpty()) {
      trials
          .run(all, Duration.ofNanos(Math.max(1, end - System.nanoTime())))
          .forEach(row -> rows.put(row.name(), row));
    }
    chosen.forEach(one -> one.learn(rows));
  }

  /** The way of one program to a smaller one. */
  private final class Way {
    private final Fingerprint print;
    private final List<Case> failed = new ArrayList<>();
    private final List<Case> passed = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private final List<Case> chosen = new ArrayList<>();
    private final List<Integer> numbers = new ArrayList<>();
    private Case current;
    private Reducible whole;

    /** The next step, and how many were taken since the program is as it is. */
    private int step;

    private int taken;

    /** Whether what was chosen did not run. */
    private boolean isCut;

    private Way(Row row, Case tested) {
      this.print = Fingerprint.of(row);
      become(tested);
      seen.add(text(tested));
    }

    private void become(Case smaller) {
      current = smaller;
      whole = SmallerPrograms.reducible(smaller).orElseThrow();
    }

    private static String text(Case tested) {
      return ((ShaderPlan) tested.plan().get()).shader().glsl();
    }

    /** Whether all steps were taken since the program is as it is. */
    private boolean isOver() {
      return taken >= whole.steps();
    }

    private boolean isLarge() {
      return whole.statements() > LARGE;
    }

    /** The next steps, as many as the time suffices for. */
    private void choose(long end) {
      chosen.clear();
      numbers.clear();
      int steps = whole.steps();
      int most =
          isLarge()
              ? OF_A_LARGE_ONE + trials.atOnce() / OF_ONE_MORE
              : OF_A_ROUND + SIDE_BY_SIDE * trials.atOnce();
      while (chosen.size() < most && taken < steps && System.nanoTime() < end) {
        int number = step++ % steps;
        taken++;
        Optional<ShaderPlan> plan = whole.step(number);
        boolean mayRun = plan.isEmpty() || trials.mayRun(plan.get().smaller().orElseThrow().name());
        isCut |= !mayRun;
        if (plan.isPresent()
            && mayRun
            && (seen.add(plan.get().shader().glsl()) || number < AROUND)) {
          chosen.add(SmallerPrograms.named(plan.get(), current));
          numbers.add(number);
        }
      }
    }

    /** Goes on with the first that fails in the same way. */
    private void learn(Map<String, Row> rows) {
      Case next = null;
      for (int i = 0; i < chosen.size(); i++) {
        Row row = rows.get(chosen.get(i).name());
        if (row == null) {
          isCut = true;
          seen.remove(text(chosen.get(i)));
        } else if (row.outcome().isClean()) {
          passed.add(chosen.get(i));
        } else if (Fingerprint.of(row).isLike(print) && !row.outcome().isQuiet()) {
          failed.add(chosen.get(i));
          if (next == null) {
            next = chosen.get(i);
            step = numbers.get(i);
          }
        }
      }
      if (next != null) {
        become(next);
        taken = 0;
        isCut = false;
      }
    }

    private Least least() {
      return new Least(current, List.copyOf(failed), List.copyOf(passed), !isCut && isOver());
    }
  }
}
