// SPDX-License-Identifier: Apache-2.0
package coopcts.reports.dashboard;

import coopcts.plan.Assertion;
import coopcts.plan.Assertions;
import coopcts.plan.Parameters;
import coopcts.plan.Proof;
import coopcts.reports.Coverage;
import coopcts.reports.FailureNotes;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.page.Legend;
import coopcts.reports.read.Phases;
import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.RecordedVerdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * The data of the site in columns: names once, a verdict as one character for each case and run,
 * and what is only looked at one case at a time in chunks that the page loads on demand.
 */
final class SiteData {

  /** Of the layout of the data; the page refuses another one. */
  private static final int SCHEMA = 6;

  private static final int SLOWEST = 60;
  private static final char NOT_RUN = '.';

  private final RunArchive archive;
  private final Focus focus;
  private final Path folder;
  private final Findings findings;
  private final FailureNotes notes;
  private final CaseDetails details;
  private final Map<String, Integer> assertionNumbers = new HashMap<>();
  private final List<String> assertionIds = new ArrayList<>();

  /**
   * What a page is of.
   *
   * @param run folder of the run that it is about, or null for a page of many
   * @param reports files beside the page and what each is
   */
  record Focus(Path run, Map<String, String> reports) {
    static final Focus NONE = new Focus(null, Map.of());
  }

  SiteData(RunArchive archive, Findings findings, FailureNotes notes, Focus focus, Path folder) {
    this.archive = archive;
    this.findings = findings;
    this.notes = notes;
    this.focus = focus;
    this.folder = folder;
    this.details = new CaseDetails(archive, folder, findings);
    Assertions.all().forEach(assertion -> number(assertion.id()));
    findings.all().forEach(one -> one.newest().rules().forEach(this::number));
  }

  private int number(String assertion) {
    return assertionNumbers.computeIfAbsent(
        assertion,
        id -> {
          assertionIds.add(id);
          return assertionIds.size() - 1;
        });
  }

  void write() throws IOException {
    details.write();
    ParameterColumns.write(folder, archive.names());
    archive.devices().forEach(device -> details.concerned(device).keySet().forEach(this::number));
    names();
    for (RunArchive.Run run : archive.runs()) {
      run(run);
    }
    bucketCases();
    assertions();
    site();
  }

  private void site() throws IOException {
    try (DataScript out = new DataScript(folder, "site")) {
      out.object();
      out.field("schema", SCHEMA);
      out.field("cases", archive.names().size());
      out.field("chunk", CaseDetails.CHUNK);
      out.field("systems", archive.systems());
      Map<String, String> programs = new LinkedHashMap<>();
      Parameters.PROGRAMS.forEach(word -> programs.put(word, Parameters.system(word)));
      out.field("programs", programs);
      out.field("focus", number(focus.run()));
      out.name("files").array();
      focus.reports().forEach((file, what) -> out.value(List.of(file, what)));
      out.endArray();
      Map<String, String> groups = new LinkedHashMap<>();
      for (RecordedVerdict outcome : RecordedVerdict.values()) {
        groups.put(String.valueOf(outcome.letter()), outcome + " " + outcome.group());
      }
      out.field("outcomes", groups);
      out.name("devices").array();
      for (RunArchive.Device device : archive.devices()) {
        device(out, device);
      }
      out.endArray();
      out.name("runs").array();
      for (RunArchive.Run run : archive.runs()) {
        runHead(out, run);
      }
      out.endArray();
      out.name("notes").array();
      notes.all().forEach(note -> out.value(List.of(note.about(), note.text())));
      out.endArray();
      out.name("buckets").array();
      for (Findings.Finding finding : findings.all()) {
        bucket(out, finding);
      }
      out.endArray();
      out.endObject();
    }
  }

  /** The number of a run by its folder; -1 where there is none. */
  private int number(Path run) {
    return archive.runs().stream()
        .filter(one -> one.recorded().folder().equals(run))
        .mapToInt(RunArchive.Run::number)
        .findFirst()
        .orElse(-1);
  }

  private void device(DataScript out, RunArchive.Device device) {
    RecordedRun newest = device.runs().getLast().recorded();
    out.object();
    out.field("name", device.name());
    out.field("driver", device.driver());
    out.field("api", newest.apiVersion());
    out.field("runs", device.runs().stream().map(RunArchive.Run::number).toList());
    Map<String, Integer> current = new LinkedHashMap<>();
    details.newest(device).forEach((system, run) -> current.put(system, run.number()));
    out.field("newest", current);
    out.field("coverage", coverage(device));
    JsonNode report = newest.device();
    JsonNode subgroup = report.path("subgroup");
    out.field("type", report.path("identity").path("type").asString(""));
    out.field("uuid", report.path("identity").path("uuid").asString(newest.text("uuid")));
    out.field(
        "subgroup",
        List.of(
            subgroup.path("size").asInt(0),
            subgroup.path("minimum").asInt(0),
            subgroup.path("maximum").asInt(0)));
    for (String kind :
        List.of(
            "matrixProperties", "flexibleProperties", "vectorProperties", "unknownProperties")) {
      out.name(kind).array();
      report.path(kind).forEach(row -> json(out, row));
      out.endArray();
    }
    out.name("features").array();
    report.path("features").forEach(feature -> json(out, feature));
    out.endArray();
    out.name("extensions");
    json(out, report.path("extensions"));
    out.name("limits");
    json(out, report.path("limits"));
    out.endObject();
  }

  private static void json(DataScript out, JsonNode node) {
    if (node.isObject()) {
      out.object();
      node.properties()
          .forEach(
              property -> {
                out.name(property.getKey());
                json(out, property.getValue());
              });
      out.endObject();
    } else if (node.isArray()) {
      out.array();
      node.forEach(own -> json(out, own));
      out.endArray();
    } else if (node.isIntegralNumber()) {
      out.value(node.asLong(0));
    } else if (node.isBoolean()) {
      out.value(node.asBoolean());
    } else {
      out.value(node.asString(""));
    }
  }

  private void runHead(DataScript out, RunArchive.Run run) {
    RecordedRun recorded = run.recorded();
    out.object();
    out.field("device", run.device().number());
    out.field("folder", recorded.folder().getFileName().toString());
    out.field("started", recorded.started());
    out.field("seconds", (recorded.ended() - recorded.started()) / 1000.0);
    out.field("finished", recorded.isFinished());
    out.field("damaged", recorded.damaged());
    out.field("planned", recorded.planned());
    for (String field : List.of("suite", "profile", "host")) {
      out.field(field, recorded.text(field));
    }
    out.field("facts", run.recording().facts());
    Map<String, Map<String, Integer>> systems = new TreeMap<>();
    Map<String, Integer> unexpected = new TreeMap<>();
    run.recording()
        .systems()
        .forEach(
            (system, sums) -> {
              systems.put(system, letters(sums.counts()));
              unexpected.put(system, sums.unexpected());
            });
    Phases phases = details.sums(run).phases().values().stream().reduce(Phases.NONE, Phases::plus);
    long busy = IntStream.range(0, run.rows().length).mapToLong(run::millis).sum();
    out.field("systems", systems);
    out.field("unexpected", unexpected);
    out.field(
        "phases",
        List.of(phases.compile(), phases.pipeline(), phases.execute(), phases.judge()).stream()
            .map(micros -> micros / 1e6)
            .toList());
    out.field("busy", busy / 1000.0);
    out.field("retried", details.sums(run).retried());
    changes(out, run);
    out.endObject();
  }

  private void changes(DataScript out, RunArchive.Run run) {
    Changes changes = Changes.of(archive, run);
    out.field("before", changes.before() == null ? -1 : changes.before().number());
    out.field("both", changes.both());
    out.field("fresh", changes.fresh().size());
    out.field("fixed", changes.fixed());
  }

  private void bucket(DataScript out, Findings.Finding finding) {
    Buckets.Bucket bucket = finding.newest();
    out.object();
    out.field("id", bucket.id());
    out.field("outcome", String.valueOf(bucket.verdict().letter()));
    out.field("assertions", bucket.rules().stream().map(this::number).toList());
    out.field("text", bucket.what());
    out.field("where", bucket.where());
    out.field("likeness", finding.cause().map(Causes.Cause::remark).orElse(""));
    out.field("example", bucket.members().getFirst().message());
    out.field("isOfFrontEnd", bucket.members().getFirst().concernsFrontEnd());
    Map<String, Integer> counts = new LinkedHashMap<>();
    finding.cases().forEach((run, cases) -> counts.put(run.toString(), cases.size()));
    out.field("runs", counts);
    out.field("notes", notes.of(bucket, names(finding)));
    out.endObject();
  }

  private List<String> names(Findings.Finding finding) {
    return finding.cases().values().stream()
        .flatMap(List::stream)
        .distinct()
        .map(archive.names()::get)
        .toList();
  }

  private void bucketCases() throws IOException {
    try (DataScript out = new DataScript(folder, "buckets")) {
      out.array();
      for (Findings.Finding finding : findings.all()) {
        out.object();
        finding.cases().forEach((run, cases) -> out.field(run.toString(), steps(cases)));
        out.endObject();
      }
      out.endArray();
    }
  }

  /** Rising numbers as the first and the steps from each to the next. */
  private static List<Integer> steps(List<Integer> rising) {
    List<Integer> steps = new ArrayList<>(rising.size());
    int last = 0;
    for (int value : rising) {
      steps.add(value - last);
      last = value;
    }
    return steps;
  }

  /** Sorted names, each as how many characters it shares with the one before, and the rest. */
  private void names() throws IOException {
    try (DataScript out = new DataScript(folder, "names")) {
      out.array();
      String last = "";
      for (String name : archive.names()) {
        int shared = 0;
        int most = Math.min(78, Math.min(last.length(), name.length()));
        while (shared < most && last.charAt(shared) == name.charAt(shared)) {
          shared++;
        }
        out.value((char) ('0' + shared) + name.substring(shared));
        last = name;
      }
      out.endArray();
    }
  }

  private void run(RunArchive.Run run) throws IOException {
    int cases = run.rows().length;
    try (DataScript out = new DataScript(folder, "runs/" + run.number())) {
      StringBuilder verdicts = new StringBuilder(cases);
      for (int i = 0; i < cases; i++) {
        char letter = run.has(i) ? run.outcome(i).letter() : NOT_RUN;
        verdicts.append(!run.has(i) || run.isExpected(i) ? letter : Character.toLowerCase(letter));
      }
      out.value(verdicts.toString());
    }
    try (DataScript out = new DataScript(folder, "times/" + run.number())) {
      out.object();
      out.name("millis").array();
      for (int i = 0; i < cases; i++) {
        out.value(run.millis(i));
      }
      out.endArray();
      out.field("slowest", slowest(run));
      Map<String, List<Double>> families = new TreeMap<>();
      details
          .sums(run)
          .phases()
          .forEach(
              (family, sum) ->
                  families.put(
                      family,
                      List.of(
                          sum.compile() / 1e6,
                          sum.pipeline() / 1e6,
                          sum.execute() / 1e6,
                          sum.judge() / 1e6)));
      out.field("families", families);
      out.endObject();
    }
  }

  private static List<Integer> slowest(RunArchive.Run run) {
    PriorityQueue<Integer> most =
        new PriorityQueue<>(
            Comparator.comparingLong((Integer i) -> run.millis(i))
                .thenComparing(Comparator.reverseOrder()));
    for (int i = 0; i < run.rows().length; i++) {
      if (run.has(i)) {
        most.add(i);
        if (most.size() > SLOWEST) {
          most.remove();
        }
      }
    }
    List<Integer> slowest = new ArrayList<>();
    while (!most.isEmpty()) {
      slowest.addFirst(most.remove());
    }
    return slowest;
  }

  /** The catalogue; which case checks what; and what became of each assertion on each device. */
  private void assertions() throws IOException {
    List<List<Integer>> numbered = new ArrayList<>();
    details.sets().forEach(set -> numbered.add(set.stream().map(this::number).toList()));
    try (DataScript out = new DataScript(folder, "assertions")) {
      out.object();
      out.name("all").array();
      Map<String, Assertion> catalogue = new HashMap<>();
      Assertions.all().forEach(assertion -> catalogue.put(assertion.id(), assertion));
      Map<String, List<String>> proofs = new HashMap<>();
      for (Proof proof : Proof.onRecord()) {
        proofs.put(proof.assertion(), List.of(proof.fault(), proof.testCase(), proof.reference()));
      }
      for (String id : assertionIds) {
        Assertion known = catalogue.get(id);
        out.value(
            known == null
                ? List.of(id, "", "Not in this suite's catalogue", "", "", "", List.of())
                : List.of(
                    id,
                    String.join(" ", known.tags()),
                    known.statement(),
                    known.source(),
                    known.reason(),
                    known.system(),
                    proofs.getOrDefault(id, List.of())));
      }
      out.endArray();
      Map<String, String> sources = new LinkedHashMap<>();
      Legend.sources().forEach(source -> sources.put(source.name(), source.address()));
      out.field("sources", sources);
      out.field("sets", numbered);
      out.name("of").array();
      for (int set : details.setOf()) {
        out.value(set);
      }
      out.endArray();
      out.name("devices").array();
      for (RunArchive.Device device : archive.devices()) {
        out.object();
        details
            .concerned(device)
            .forEach((id, counts) -> out.field(Integer.toString(number(id)), letters(counts)));
        out.endObject();
      }
      out.endArray();
      out.endObject();
    }
  }

  private static Map<String, Integer> letters(Map<RecordedVerdict, Integer> counts) {
    Map<String, Integer> letters = new LinkedHashMap<>();
    counts.forEach((outcome, count) -> letters.put(String.valueOf(outcome.letter()), count));
    return letters;
  }

  /**
   * By system: assertions of the catalogue that hold, that fail, all, and those that hold and are
   * proven.
   */
  private Map<String, List<Integer>> coverage(RunArchive.Device device) {
    Map<String, List<Coverage.CoverageLine>> lines =
        details.coverage(device).lines().stream()
            .collect(
                Collectors.groupingBy(
                    line -> line.assertion().system(), TreeMap::new, Collectors.toList()));
    Map<String, List<Integer>> sums = new TreeMap<>();
    lines.forEach(
        (system, own) ->
            sums.put(
                system,
                List.of(
                    count(own, Coverage.CoverageLine::isHeld),
                    count(own, Coverage.CoverageLine::isFailed),
                    own.size(),
                    count(own, line -> line.isHeld() && line.proof().isPresent()))));
    return sums;
  }

  private static int count(
      List<Coverage.CoverageLine> lines, Predicate<Coverage.CoverageLine> which) {
    return (int) lines.stream().filter(which).count();
  }
}
