package coopcts.run;

import coopcts.catalogue.Catalogue;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.Verdict;
import coopcts.reports.Baseline;
import coopcts.reports.UsageException;
import coopcts.run.one.Finding;
import coopcts.run.select.RunOptions;
import coopcts.run.select.SelectedCases;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a run plans.
 *
 * @param toRun cases in their order
 * @param known cases whose verdict needs no run, with it
 * @param whole cases that all shards together plan
 */
record Listing(List<Planned> toRun, List<Known> known, int whole) {

  /** Unknown names that a message shows. */
  private static final int SHOWN = 3;

  record Known(Planned planned, Finding finding) {}

  /**
   * @throws UsageException if nothing is selected, or the list of cases has a name that no case has
   */
  static Listing of(RunOptions options, DeviceReport report) {
    List<Planned> toRun = new ArrayList<>();
    List<Known> known = new ArrayList<>();
    SelectedCases cases =
        new SelectedCases(
            Catalogue.families(options.device()), report, options.profile(), options.selection());
    while (cases.hasNext()) {
      SelectedCases.Placed next = cases.next();
      Case tested = next.tested();
      Planned planned = new Planned(next.place(), tested.name(), tested.assertions());
      Finding finding = known(tested, options.baseline());
      if (finding == null) {
        toRun.add(planned);
      } else {
        known.add(new Known(planned, finding));
      }
    }
    requireKnown(cases.unknown(), options);
    if (toRun.isEmpty() && known.isEmpty()) {
      throw new UsageException(
          cases.matched() > 0
              ? "this shard has no case; all shards together have " + cases.matched()
              : "no case matches; run-cts.sh list shows the names");
    }
    return new Listing(toRun, known, cases.matched());
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

  private static void requireKnown(Set<String> unknown, RunOptions options) {
    if (!unknown.isEmpty()) {
      throw new UsageException(
          "--caselist: %d of %d names are of no case of this device and profile: %s%s"
              .formatted(
                  unknown.size(),
                  options.selection().caselist().size(),
                  unknown.stream().sorted().limit(SHOWN).collect(Collectors.joining(", ")),
                  unknown.size() > SHOWN ? ", ..." : ""));
    }
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
            whole);
  }
}
