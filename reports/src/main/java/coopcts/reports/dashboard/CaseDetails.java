// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import coopcts.model.Executable;
import coopcts.plan.Parameters;
import coopcts.reports.Coverage;
import coopcts.reports.read.Phases;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each run says of each case, in chunks that the page loads on demand; and, because every row
 * is read for that and none is kept, what the rows add up to.
 */
final class CaseDetails {

  /** Cases in a file. */
  static final int CHUNK = 500;

  private final RunArchive archive;
  private final Path folder;
  private final Findings findings;
  private final TextStore texts;

  /** Of each device: the newest run by system. */
  private final List<Map<String, RunArchive.Run>> newest = new ArrayList<>();

  /** Of each device: verdicts by assertion, from the newest run that has the system. */
  private final List<Map<String, Map<RecordedVerdict, Integer>>> concerned = new ArrayList<>();

  /** Of each device: what the cases of those runs check. */
  private final List<Coverage> coverage = new ArrayList<>();

  private final List<Sums> sums = new ArrayList<>();
  private final Map<List<String>, Integer> sets = new LinkedHashMap<>();
  private final int[] setOf;

  /** What the rows of a run add up to. */
  static final class Sums {
    private final Map<String, Phases> phases = new TreeMap<>();
    private int retried;

    /** By system and builtin. */
    Map<String, Phases> phases() {
      return phases;
    }

    /** Cases that were run more than once. */
    int retried() {
      return retried;
    }
  }

  CaseDetails(RunArchive archive, Path folder, Findings findings) {
    this.archive = archive;
    this.folder = folder;
    this.findings = findings;
    this.texts = new TextStore(folder);
    this.setOf = new int[archive.names().size()];
    for (RunArchive.Device device : archive.devices()) {
      newest.add(device.newest());
      concerned.add(new TreeMap<>());
      coverage.add(new Coverage());
    }
    archive.runs().forEach(_ -> sums.add(new Sums()));
  }

  /** The newest run of a device by system. */
  Map<String, RunArchive.Run> newest(RunArchive.Device device) {
    return newest.get(device.number());
  }

  /** Verdicts by assertion, from the newest runs. */
  Map<String, Map<RecordedVerdict, Integer>> concerned(RunArchive.Device device) {
    return concerned.get(device.number());
  }

  /** What the cases of the newest runs check. */
  Coverage coverage(RunArchive.Device device) {
    return coverage.get(device.number());
  }

  Sums sums(RunArchive.Run run) {
    return sums.get(run.number());
  }

  /** The different sets of assertions that cases check. */
  Iterable<List<String>> sets() {
    return sets.keySet();
  }

  /** Which of the sets a case checks, in its newest run. */
  int[] setOf() {
    return setOf;
  }

  void write() throws IOException {
    for (int from = 0; from < archive.names().size(); from += CHUNK) {
      int to = Math.min(archive.names().size(), from + CHUNK);
      Map<String, Integer> messages = new LinkedHashMap<>();
      try (DataScript out = new DataScript(folder, "cases/" + from / CHUNK)) {
        out.object().name("cases").array();
        for (int i = from; i < to; i++) {
          out.array();
          for (RunArchive.Run run : archive.runs()) {
            if (run.has(i)) {
              Row row = run.row(i);
              entry(out, run, row, messages);
              add(i, run, row);
            }
          }
          out.endArray();
        }
        out.endArray();
        out.field("messages", messages.keySet());
        out.endObject();
      }
    }
  }

  private void add(int testCase, RunArchive.Run run, Row row) {
    Sums own = sums(run);
    own.phases.merge(row.family(), row.phases(), Phases::plus);
    own.retried += row.tries() > 1 ? 1 : 0;
    setOf[testCase] = sets.computeIfAbsent(row.assertions(), _ -> sets.size());
    if (newest(run.device()).get(Parameters.system(row.name())) == run) {
      coverage(run.device()).add(row);
      for (String id : row.concerned()) {
        concerned(run.device())
            .computeIfAbsent(id, _ -> new EnumMap<>(RecordedVerdict.class))
            .merge(row.outcome(), 1, Integer::sum);
      }
    }
  }

  /** What the driver said of its machine code: name, subgroup, statistics, matrix instructions. */
  private static void code(DataScript out, Row row) {
    out.array();
    for (Executable one : row.executables()) {
      out.array().value(one.name()).value(one.subgroup()).value(new TreeMap<>(one.statistics()));
      out.value(one.matrix() == null ? null : new TreeMap<>(one.matrix())).endArray();
    }
    out.endArray();
  }

  /** Run, milliseconds, subcases; more only where there is more to say. */
  private void entry(DataScript out, RunArchive.Run run, Row row, Map<String, Integer> messages)
      throws IOException {
    out.array().value(run.number()).value(row.millis()).value(row.subcases());
    List<List<String>> files = texts.files(run.recorded().folder(), row);
    boolean plain =
        row.message().isEmpty()
            && row.failedSubcases().isEmpty()
            && files.isEmpty()
            && row.executables().isEmpty()
            && row.tries() == 1
            && row.started() == 0;
    if (!plain) {
      out.value(messages.computeIfAbsent(row.message(), text -> messages.size()));
      out.value(row.failedSubcases());
      out.value(files);
      out.value(findings.of(run, row));
      out.value(row.tries());
      out.value(row.started());
      out.value(row.workerText());
      code(out, row);
    }
    out.value(
        List.of(
            row.phases().compile(),
            row.phases().pipeline(),
            row.phases().execute(),
            row.phases().judge()));
    out.endArray();
  }
}
