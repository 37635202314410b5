// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.Verdict;
import coopcts.reports.Baseline;
import coopcts.reports.UsageException;
import coopcts.run.one.Finding;
import coopcts.run.select.BalancedShards;
import coopcts.run.select.BestFirst;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.Cases;
import coopcts.run.select.RunOptions;
import coopcts.run.select.SelectedCases;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * What a run plans.
 *
 * @param toRun cases in their order
 * @param known cases whose verdict needs no run, with it
 * @param whole cases that all shards together plan
 * @param plan a digest of their names
 * @param said what matches nothing, a line each
 */
record Listing(
    List<PlannedCase> toRun, List<Known> known, int whole, String plan, List<String> said) {

  /**
   * A run of so many cases lists a family anew that it has read, the first shard for all; so does
   * each case of a sample.
   */
  private static final int MANY = 200;

  /** A case with its verdict; null where it needs a run. */
  record Known(PlannedCase planned, Finding finding) {}

  /**
   * @param times milliseconds by the names of cases, as an earlier run tells; shards are balanced
   *     by them
   * @throws UsageException if nothing is selected
   * @throws coopcts.run.select.StaleListException if a list that was kept is another than it should
   *     be
   */
  static Listing of(RunOptions options, DeviceReport report, Map<String, Long> times) {
    CaseSelection selection = options.selection();
    boolean balanced = selection.shards() > 1 && !times.isEmpty();
    SelectedCases cases =
        new SelectedCases(
                options.families(),
                report,
                options.profile(),
                balanced ? selection.whole() : selection,
                options.lists())
            .listed();
    List<Known> all = new ArrayList<>();
    while (cases.hasNext()) {
      Cases.Placed next = cases.next();
      Case tested = next.tested();
      PlannedCase planned = new PlannedCase(next.place(), tested.name(), tested.assertions());
      all.add(new Known(planned, known(tested, options.baseline())));
    }
    SortedMap<String, String> unknown = cases.unknown();
    all.addAll(unknown(unknown, cases, options));
    if (all.size() >= MANY && selection.shard() == 1) {
      cases.compareOne(ThreadLocalRandom.current());
    }
    if (balanced) {
      all = share(all, times, selection);
    }
    List<PlannedCase> toRun =
        all.stream().filter(one -> one.finding == null).map(Known::planned).toList();
    List<Known> known = all.stream().filter(one -> one.finding != null).toList();
    if (toRun.isEmpty() && known.isEmpty()) {
      throw new UsageException(
          cases.matched() > 0
              ? "this shard has no case; all shards together have " + cases.matched()
              : "no case matches; run-cts.sh list shows the names");
    }
    return new Listing(toRun, known, cases.matched(), cases.plan(), cases.said());
  }

  /** What the list names and no case is: a verdict of its own, beside those of the others. */
  private static List<Known> unknown(
      SortedMap<String, String> names, SelectedCases cases, RunOptions options) {
    List<Known> unknown = new ArrayList<>();
    names.forEach(
        (name, nearest) -> {
          boolean skip =
              options.selection().unknown() == CaseSelection.Unknown.SKIP
                  || options.baseline().skips(name)
                  || options.baseline().expects(name, Verdict.MISSING);
          unknown.add(
              new Known(
                  new PlannedCase(
                      new Cases.CasePlace(cases.numbers() + unknown.size(), 0, 0), name, List.of()),
                  Finding.of(
                      skip ? Verdict.SKIP : Verdict.MISSING,
                      SelectedCases.unknown(name, nearest))));
        });
    return unknown;
  }

  /** This shard's part of all; what needs no run takes no time. */
  private static List<Known> share(
      List<Known> all, Map<String, Long> times, CaseSelection selection) {
    Map<String, Long> known = new HashMap<>(times);
    all.stream()
        .filter(one -> one.finding != null)
        .forEach(one -> known.put(one.planned.name(), 0L));
    int[] shares =
        BalancedShards.of(
            all.stream().map(one -> one.planned.name()).toList(), known, selection.shards());
    return IntStream.range(0, shares.length)
        .filter(i -> shares[i] == selection.shard() - 1)
        .mapToObj(all::get)
        .toList();
  }

  private static Finding known(Case tested, Baseline baseline) {
    if (baseline.skips(tested.name())) {
      return Finding.of(Verdict.SKIP, "the baseline says not to run it");
    }
    return tested
        .unsupported()
        .map(reason -> Finding.of(Verdict.NOT_SUPPORTED, reason))
        .orElse(null);
  }

  /** What is to run, so that a run that ends early has lost the least. */
  List<PlannedCase> bestFirst(DeviceReport report) {
    Map<String, PlannedCase> byName = new HashMap<>();
    toRun.forEach(one -> byName.put(one.name(), one));
    return BestFirst.order(toRun.stream().map(PlannedCase::name).toList(), report).stream()
        .map(byName::get)
        .toList();
  }

  int planned() {
    return toRun.size() + known.size();
  }

  Set<String> names() {
    Set<String> names = new HashSet<>();
    toRun.forEach(one -> names.add(one.name()));
    known.forEach(one -> names.add(one.planned().name()));
    return names;
  }

  /** What is left of it when some cases have their verdicts. */
  Listing without(Set<String> done) {
    return done.isEmpty()
        ? this
        : new Listing(
            toRun.stream().filter(one -> !done.contains(one.name())).toList(),
            known.stream().filter(one -> !done.contains(one.planned().name())).toList(),
            whole,
            plan,
            said);
  }
}
