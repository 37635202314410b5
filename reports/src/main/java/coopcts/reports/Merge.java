// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.model.DeviceReport;
import coopcts.reports.RunSession.End;
import coopcts.reports.read.Row;
import coopcts.reports.read.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Makes one run of several: of the shards of a run, or of a run and another one of the cases that
 * were to be retried.
 */
public final class Merge {

  /** What a run keeps beside its journal. */
  private static final List<String> KEPT = List.of("failures", "warnings", "pictures");

  private final List<Path> folders;
  private final List<Journal.Read> runs = new ArrayList<>();
  private final Map<String, Row> results = new LinkedHashMap<>();

  /** The names of the runs with a list of cases, of which nothing else is known. */
  private final Map<Header.Chosen, Set<String>> listed = new LinkedHashMap<>();

  private Merge(List<Path> folders) {
    this.folders = folders;
  }

  /**
   * Writes the journal, the summary and what belongs to them. Cases come out in the order of the
   * whole; of a case that several runs have, the last one's verdict counts. What no run has of what
   * the whole planned is missing.
   *
   * @param out a folder that holds no run; made where it is missing
   * @throws UsageException if there is nothing to merge, or the runs are of different suites,
   *     devices, profiles, seeds, strictness or plans, or hold what no run writes
   */
  static Summary into(Path out, List<Path> folders) throws IOException {
    return into(out, folders, false);
  }

  /**
   * Merges runs into a new folder: journal, device report, summary and what was kept of failures.
   * Cases are in the order of the whole plan. Of a case that several runs have, the last one's
   * verdict counts. Planned cases that no run has are MISSING.
   *
   * @param out folder of the merged run, made if it is missing; it must hold no run
   * @param folders of the runs, at least one; they are not changed
   * @param mixed whether the runs may be of different versions of the suite
   * @return the summary of the merged run
   * @throws IOException if a file cannot be read or written
   * @throws UsageException if the runs are of different devices, profiles, seeds, strictness or
   *     plans, or of different suites without {@code mixed}, or if {@code out} holds a run already
   */
  public static Summary into(Path out, List<Path> folders, boolean mixed) throws IOException {
    if (Files.exists(out.resolve(Journal.RESULTS))) {
      throw new UsageException(out + " holds a run already");
    }
    DeviceReport device = device(folders);
    Merge merge = new Merge(folders);
    folders.forEach(merge::read);
    merge.requireSame("profiles", Header::profile);
    merge.requireSame("seeds", Header::seed);
    if (!mixed) {
      merge.requireSame("suites (--mixed merges them all the same)", Header::suiteText);
    }
    merge.requireSamePlans();
    merge.requireSame("strictness", header -> List.of(header.strict(), header.byTheLetter()));
    Files.createDirectories(out);
    try (RunLock _ = RunLock.of(out)) {
      for (Path folder : folders) {
        for (String kept : KEPT) {
          RunFiles.copy(folder.resolve(kept), out.resolve(kept));
        }
      }
      RunFolder merged = new RunFolder(out);
      merged.writeDevice(device);
      merge.write(out);
      Summary summary = merged.summary();
      merged.writeSummary(summary);
      return summary;
    }
  }

  private static DeviceReport device(List<Path> folders) {
    DeviceReport device = new RunFolder(folders.getFirst()).device();
    for (Path folder : folders) {
      if (!new RunFolder(folder).device().equals(device)) {
        throw new UsageException(
            "%s and %s are runs of different devices or drivers"
                .formatted(folders.getFirst(), folder));
      }
    }
    return device;
  }

  private void read(Path folder) {
    Set<String> names = new HashSet<>();
    Journal.Read read =
        Journal.scan(
            folder,
            result -> {
              results.put(result.name(), result);
              names.add(result.name());
            });
    runs.add(read);
    read.header()
        .map(Header::selection)
        .filter(chosen -> !chosen.caselist().isEmpty())
        .ifPresent(chosen -> listed.computeIfAbsent(chosen, _ -> new HashSet<>()).addAll(names));
  }

  private void requireSame(String what, Function<Header, Object> of) {
    Object first = null;
    for (int i = 0; i < runs.size(); i++) {
      Object one = runs.get(i).header().map(of).orElse(null);
      if (first != null && one != null && !first.equals(one)) {
        throw new UsageException(
            "%s and %s are runs of different %s"
                .formatted(folders.getFirst(), folders.get(i), what));
      }
      first = first == null ? one : first;
    }
  }

  /** What shards of the same cases have together: how many, and which. */
  private record Plan(int whole, String digest) {

    boolean isOther(Plan plan) {
      boolean isKnown = !digest.isEmpty() && !plan.digest.isEmpty();
      return whole != plan.whole || isKnown && !digest.equals(plan.digest);
    }
  }

  /** Of shards that one suite made: what two suites plan for the same selection may differ. */
  private void requireSamePlans() {
    Map<List<Object>, Plan> plans = new LinkedHashMap<>();
    for (Journal.Read run : runs) {
      run.header()
          .filter(header -> header.whole() != null && !header.shard().equals("1/1"))
          .ifPresent(
              header -> {
                Plan own = new Plan(header.whole(), header.plan());
                Plan before =
                    plans.putIfAbsent(List.of(header.selection(), header.suiteText()), own);
                if (before != null && before.isOther(own)) {
                  throw new UsageException(
                      "the runs have different plans: %d and %d cases of the same selection%s"
                          .formatted(
                              before.whole,
                              own.whole,
                              before.whole == own.whole ? ", with other names" : ""));
                }
              });
    }
  }

  private void write(Path out) {
    List<Row> sorted = new ArrayList<>(results.values());
    if (sorted.stream().allMatch(result -> result.number() != null)) {
      sorted.sort(Comparator.comparing(Row::number));
    }
    Header header = runs.stream().flatMap(run -> run.header().stream()).findFirst().orElse(null);
    long wall = wallMillis();
    try (Journal journal = new Journal(out, false)) {
      long started = Long.MAX_VALUE;
      for (Journal.Read run : runs) {
        started = Math.min(started, run.sessions().getFirst().started());
      }
      int missing = missing();
      if (header != null) {
        int planned = sorted.size() + missing;
        journal.start(header.merged(planned, started, workers(wall)));
      }
      sorted.forEach(journal::end);
      journal.finish(started + wall, end(missing), message(missing), unmatched());
    }
  }

  /** Cases that the whole planned and no run has, as far as the journals say. */
  private int missing() {
    Map<Header.Chosen, Integer> plans = new LinkedHashMap<>();
    for (Journal.Read run : runs) {
      run.header()
          .filter(header -> header.whole() != null)
          .ifPresent(header -> plans.merge(header.selection(), header.whole(), Math::max));
    }
    int missing = 0;
    for (Map.Entry<Header.Chosen, Integer> plan : plans.entrySet()) {
      missing += Math.max(0, plan.getValue() - had(plan.getKey()));
    }
    return missing;
  }

  private int had(Header.Chosen chosen) {
    if (!chosen.caselist().isEmpty()) {
      return listed.get(chosen).size();
    }
    List<Glob> filters = chosen.filters().stream().map(Glob::new).toList();
    List<Glob> excludes = chosen.excludes().stream().map(Glob::new).toList();
    return (int)
        results.keySet().stream()
            .filter(name -> Glob.selects(filters, name) && !Glob.any(excludes, name))
            .count();
  }

  /** The time in which at least one of the runs was under way. */
  private long wallMillis() {
    List<RunSession> sessions =
        runs.stream()
            .flatMap(run -> run.sessions().stream())
            .sorted(Comparator.comparing(RunSession::started))
            .toList();
    long millis = 0;
    long until = Long.MIN_VALUE;
    for (RunSession session : sessions) {
      millis += Math.max(0, session.ended() - Math.max(session.started(), until));
      until = Math.max(until, session.ended());
    }
    return millis;
  }

  /** Workers that were side by side on an average, on all machines. */
  private int workers(long wall) {
    double capacity =
        runs.stream()
            .flatMap(run -> run.sessions().stream())
            .mapToDouble(session -> session.seconds() * 1000 * session.workers())
            .sum();
    return (int) Math.max(1, Math.round(capacity / Math.max(1, wall)));
  }

  private End end(int missing) {
    List<End> ends = runs.stream().map(run -> run.sessions().getLast().end()).toList();
    if (missing == 0) {
      return End.COMPLETE;
    }
    return Stream.of(End.GONE, End.MAX_FAILS, End.MAX_TIME)
        .filter(ends::contains)
        .findFirst()
        .orElse(End.CUT);
  }

  private String message(int missing) {
    return missing == 0
        ? ""
        : runs.stream()
            .map(run -> run.sessions().getLast().message())
            .filter(message -> !message.isEmpty())
            .findFirst()
            .orElse("");
  }

  /** A glob has matched nothing if it has in no run. */
  private List<String> unmatched() {
    List<String> all = null;
    for (int i = 0; i < runs.size(); i++) {
      List<String> own =
          runs.get(i).header().isPresent()
              ? runs.get(i).sessions().getLast().unmatched()
              : new RunFolder(folders.get(i)).summary().vanished();
      if (all == null) {
        all = new ArrayList<>(own);
      } else {
        all.retainAll(own);
      }
    }
    return all;
  }
}
