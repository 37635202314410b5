// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static java.util.Map.entry;

import coopcts.model.DeviceReport;
import coopcts.plan.Verdict;
import coopcts.reports.Header;
import coopcts.reports.InFlight;
import coopcts.reports.Journal;
import coopcts.reports.RunFolder;
import coopcts.reports.RunSession.End;
import coopcts.reports.UsageException;
import coopcts.reports.read.Row;
import coopcts.run.one.Finding;
import coopcts.run.select.RunOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What an interrupted run has left to the one that goes on with it.
 *
 * @param done names of cases that have verdicts
 * @param history what these did
 * @param begun how often others were begun
 */
record Resumption(Set<String> done, CaseHistory history, Map<String, InFlight> begun) {

  static final Resumption NONE = new Resumption(Set.of(), CaseHistory.NONE, Map.of());

  /** Beginnings without a verdict after which a case is run with nothing beside it. */
  private static final int SUSPICIOUS = 2;

  /** The same for a case that had the machine to itself, and the machine went on. */
  private static final int GUILTY = 10;

  /** What a run must be told again to be gone on with. */
  private static final Map<String, Function<Header, Object>> SAME =
      Map.ofEntries(
          entry("--device", Header::deviceOption),
          entry("--profile", Header::profile),
          entry("--seed", Header::seed),
          entry("--strict", Header::strict),
          entry("--strict-spec", Header::byTheLetter),
          entry("--baseline", Header::baseline),
          entry("--optimize", Header::optimize),
          entry("--writer", Header::writer),
          entry("--filter, --exclude or --caselist", Header::selection),
          entry("--shard", Header::shard),
          entry("--history", Header::history));

  /**
   * @throws UsageException if the folder holds another run than the options tell
   */
  static Resumption of(RunOptions options, DeviceReport report, Header own) {
    RunFolder folder = new RunFolder(options.out());
    if (!folder.device().equals(report)) {
      throw new UsageException(
          options.out()
              + " holds the run of another device or driver; --resume cannot go on with it");
    }
    Journal.Read read = Journal.open(options.out());
    Header header =
        read.header()
            .orElseThrow(
                () ->
                    new UsageException(
                        options.out()
                            + " was written by an older version of the suite; --resume cannot go"
                            + " on with it"));
    if (!header.suiteText().equals(own.suiteText())) {
      throw new UsageException(
          "%s was run by %s, and this is %s, whose verdicts may differ; --resume cannot go on with it"
              .formatted(options.out(), header.suiteText(), own.suiteText()));
    }
    new TreeMap<>(SAME)
        .forEach(
            (option, value) -> {
              if (!value.apply(header).equals(value.apply(own))) {
                throw new UsageException(
                    "%s was run with another %s (%s, not %s); --resume cannot go on with it"
                        .formatted(options.out(), option, value.apply(header), value.apply(own)));
              }
            });
    Set<String> done = new HashSet<>();
    for (Row result : read.results()) {
      done.add(result.name());
    }
    if (read.sessions().getLast().end() == End.GONE) {
      done.removeAll(lastLosses(read.results()));
    }
    Map<String, InFlight> begun = new HashMap<>(InFlight.read(options.out()));
    begun.keySet().removeAll(done);
    return new Resumption(done, CaseHistory.of(read.results()), begun);
  }

  /**
   * Losses behind which no case began that came to an end: they may be the doing of the device that
   * was gone, and such cases are run again.
   */
  private static Set<String> lastLosses(List<Row> results) {
    long alive =
        results.stream()
            .filter(result -> result.started() > 0 && !Recovery.isLoss(result.verdict()))
            .mapToLong(Row::started)
            .max()
            .orElse(0);
    return results.stream()
        .filter(result -> Recovery.isLoss(result.verdict()) && result.started() > 0)
        .filter(result -> result.started() + result.millis() >= alive)
        .map(Row::name)
        .collect(Collectors.toSet());
  }

  /** Cases that may have ended the run, to be run with nothing beside them. */
  List<PlannedCase> suspects(List<PlannedCase> planned) {
    return planned.stream()
        .filter(one -> begun(one).times() >= SUSPICIOUS && guilt(one) == null)
        .toList();
  }

  /** Cases of which it is known that they end the run. */
  List<Listing.Known> guilty(List<PlannedCase> planned) {
    List<Listing.Known> guilty = new ArrayList<>();
    for (PlannedCase one : planned) {
      String guilt = guilt(one);
      if (guilt != null) {
        guilty.add(new Listing.Known(one, Finding.of(Verdict.CRASH, guilt)));
      }
    }
    return guilty;
  }

  private String guilt(PlannedCase one) {
    InFlight begun = begun(one);
    if (begun.rebooted()) {
      return "the machine went down while this case had it to itself";
    }
    return begun.alone() >= GUILTY
        ? "the whole run ended while nothing but this case was running, %d times"
            .formatted(begun.alone())
        : null;
  }

  private InFlight begun(PlannedCase one) {
    return begun.getOrDefault(one.name(), InFlight.NEVER);
  }
}
