package coopcts.reports.dashboard;

import coopcts.plan.Assertion;
import coopcts.plan.Assertions;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * The data of the site in columns: names once, a verdict as one character for each case and run,
 * and what is only looked at one case at a time in chunks that the page loads on demand.
 */
final class SiteData {

  /** Of the layout of the data; the page refuses another one. */
  private static final int SCHEMA = 1;

  private static final int CHUNK = 500;
  private static final int SLOWEST = 60;
  private static final char NOT_RUN = '.';

  private final Archive archive;
  private final Path folder;
  private final Findings findings;
  private final TextStore texts;
  private final Map<String, Integer> assertionNumbers = new HashMap<>();
  private final List<String> assertionIds = new ArrayList<>();

  /** Of each device: verdicts by assertion. */
  private final List<Map<String, Map<RecordedVerdict, Integer>>> concerned = new ArrayList<>();

  SiteData(Archive archive, Path folder) {
    this.archive = archive;
    this.folder = folder;
    this.findings = new Findings(archive);
    this.texts = new TextStore(folder);
    Assertions.all().forEach(assertion -> number(assertion.id()));
    findings.all().forEach(one -> one.newest().rules().forEach(this::number));
    archive.devices().forEach(device -> concerned.add(concerned(device)));
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
    cases();
    names();
    for (Archive.Run run : archive.runs()) {
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
      out.field("chunk", CHUNK);
      out.field("systems", archive.systems());
      Map<String, String> groups = new LinkedHashMap<>();
      for (RecordedVerdict outcome : RecordedVerdict.values()) {
        groups.put(String.valueOf(outcome.letter()), outcome + " " + outcome.group());
      }
      out.field("outcomes", groups);
      out.name("devices").array();
      for (Archive.Device device : archive.devices()) {
        device(out, device);
      }
      out.endArray();
      out.name("runs").array();
      for (Archive.Run run : archive.runs()) {
        runHead(out, run);
      }
      out.endArray();
      out.name("buckets").array();
      for (Findings.Finding finding : findings.all()) {
        bucket(out, finding);
      }
      out.endArray();
      out.endObject();
    }
  }

  private void device(DataScript out, Archive.Device device) {
    RecordedRun newest = device.runs().getLast().recorded();
    out.object();
    out.field("name", device.name());
    out.field("driver", device.driver());
    out.field("api", newest.apiVersion());
    out.field("runs", device.runs().stream().map(Archive.Run::number).toList());
    Map<String, Integer> current = new LinkedHashMap<>();
    for (String system : archive.systems()) {
      Archive.Run run = device.newest(system, archive);
      if (run != null) {
        current.put(system, run.number());
      }
    }
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

  private void runHead(DataScript out, Archive.Run run) {
    RecordedRun recorded = run.recorded();
    out.object();
    out.field("device", run.device().number());
    out.field("folder", recorded.folder().getFileName().toString());
    out.field("started", recorded.started());
    out.field("seconds", (recorded.ended() - recorded.started()) / 1000.0);
    out.field("finished", recorded.isFinished());
    out.field("damaged", recorded.damaged());
    out.field("planned", recorded.planned());
    for (String field : List.of("suite", "commit", "profile", "seed", "host", "commandLine")) {
      out.field(field, recorded.text(field));
    }
    Map<String, Map<String, Integer>> systems = new TreeMap<>();
    Map<String, Integer> unexpected = new TreeMap<>();
    Row.Micros phases = Row.Micros.NONE;
    long busy = 0;
    int retried = 0;
    for (Row row : run.rows()) {
      if (row != null) {
        String system = Archive.system(row.name());
        systems
            .computeIfAbsent(system, key -> new TreeMap<>())
            .merge(String.valueOf(row.outcome().letter()), 1, Integer::sum);
        unexpected.merge(system, row.expected() ? 0 : 1, Integer::sum);
        phases = phases.plus(row.phases());
        busy += row.millis();
        retried += row.tries() > 1 ? 1 : 0;
      }
    }
    out.field("systems", systems);
    out.field("unexpected", unexpected);
    out.field(
        "phases",
        List.of(phases.compile(), phases.pipeline(), phases.execute(), phases.judge()).stream()
            .map(micros -> micros / 1e6)
            .toList());
    out.field("busy", busy / 1000.0);
    out.field("retried", retried);
    changes(out, run);
    out.endObject();
  }

  /** Against the run of the same device before, whatever its driver, where both have the case. */
  private void changes(DataScript out, Archive.Run run) {
    Archive.Run before = null;
    for (Archive.Run other : archive.runs()) {
      if (other.number() < run.number() && other.device().name().equals(run.device().name())) {
        before = other;
      }
    }
    int fresh = 0;
    int fixed = 0;
    int both = 0;
    if (before != null) {
      for (int i = 0; i < run.rows().length; i++) {
        Row then = before.rows()[i];
        Row now = run.rows()[i];
        if (then != null && now != null) {
          both++;
          fresh += now.outcome().isFailed() && !then.outcome().isFailed() ? 1 : 0;
          fixed += then.outcome().isFailed() && !now.outcome().isFailed() ? 1 : 0;
        }
      }
    }
    out.field("before", before == null ? -1 : before.number());
    out.field("both", both);
    out.field("fresh", fresh);
    out.field("fixed", fixed);
  }

  private void bucket(DataScript out, Findings.Finding finding) {
    Buckets.Bucket bucket = finding.newest();
    out.object();
    out.field("id", bucket.id());
    out.field("outcome", String.valueOf(bucket.verdict().letter()));
    out.field("assertions", bucket.rules().stream().map(this::number).toList());
    out.field("text", bucket.what());
    out.field("where", bucket.where());
    out.field("likeness", finding.cause().map(Causes.Cause::likeness).orElse(""));
    out.field("example", bucket.members().getFirst().message());
    Map<String, Integer> counts = new LinkedHashMap<>();
    finding.cases().forEach((run, cases) -> counts.put(run.toString(), cases.size()));
    out.field("runs", counts);
    out.endObject();
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

  private void run(Archive.Run run) throws IOException {
    Row[] rows = run.rows();
    try (DataScript out = new DataScript(folder, "runs/" + run.number())) {
      StringBuilder verdicts = new StringBuilder(rows.length);
      for (Row row : rows) {
        verdicts.append(
            row == null
                ? NOT_RUN
                : row.expected()
                    ? row.outcome().letter()
                    : Character.toLowerCase(row.outcome().letter()));
      }
      out.value(verdicts.toString());
    }
    try (DataScript out = new DataScript(folder, "times/" + run.number())) {
      out.object();
      out.name("millis").array();
      for (Row row : rows) {
        out.value(row == null ? 0L : row.millis());
      }
      out.endArray();
      out.field(
          "slowest",
          IntStream.range(0, rows.length)
              .boxed()
              .filter(i -> rows[i] != null)
              .sorted(Comparator.comparingLong((Integer i) -> -rows[i].millis()))
              .limit(SLOWEST)
              .toList());
      Map<String, List<Double>> families = new TreeMap<>();
      Map<String, Row.Micros> phases = new TreeMap<>();
      for (Row row : rows) {
        if (row != null) {
          phases.merge(row.part(0) + "." + row.part(1), row.phases(), Row.Micros::plus);
        }
      }
      phases.forEach(
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

  /** What each run says of each case, {@link #CHUNK} cases to a file. */
  private void cases() throws IOException {
    for (int from = 0; from < archive.names().size(); from += CHUNK) {
      int to = Math.min(archive.names().size(), from + CHUNK);
      Map<String, Integer> messages = new LinkedHashMap<>();
      try (DataScript out = new DataScript(folder, "cases/" + from / CHUNK)) {
        out.object().name("cases").array();
        for (int i = from; i < to; i++) {
          out.array();
          for (Archive.Run run : archive.runs()) {
            if (run.rows()[i] != null) {
              entry(out, run, run.rows()[i], messages);
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

  /** Run, milliseconds, subcases; more only where there is more to say. */
  private void entry(DataScript out, Archive.Run run, Row row, Map<String, Integer> messages)
      throws IOException {
    out.array().value(run.number()).value(row.millis()).value(row.subcases());
    List<List<String>> files = texts.files(run.recorded().folder(), row);
    boolean plain =
        row.message().isEmpty()
            && row.failedSubcases().isEmpty()
            && files.isEmpty()
            && row.tries() == 1
            && row.started() == 0;
    if (!plain) {
      out.value(messages.computeIfAbsent(row.message(), text -> messages.size()));
      out.value(row.failedSubcases());
      out.value(files);
      out.value(findings.of(row));
      out.value(row.tries());
      out.value(row.started());
      out.value(row.worker());
    }
    out.value(
        List.of(
            row.phases().compile(),
            row.phases().pipeline(),
            row.phases().execute(),
            row.phases().judge()));
    out.endArray();
  }

  /** The catalogue; which case checks what; and what became of each assertion on each device. */
  private void assertions() throws IOException {
    Map<List<String>, Integer> sets = new LinkedHashMap<>();
    List<Integer> setOf = new ArrayList<>(archive.names().size());
    for (int i = 0; i < archive.names().size(); i++) {
      List<String> checks = List.of();
      for (Archive.Run run : archive.runs().reversed()) {
        if (run.rows()[i] != null) {
          checks = run.rows()[i].assertions();
          break;
        }
      }
      setOf.add(sets.computeIfAbsent(checks, key -> sets.size()));
    }
    List<List<Integer>> numbered =
        sets.keySet().stream().map(set -> set.stream().map(this::number).toList()).toList();
    try (DataScript out = new DataScript(folder, "assertions")) {
      out.object();
      out.name("all").array();
      Map<String, Assertion> catalogue = new HashMap<>();
      Assertions.all().forEach(assertion -> catalogue.put(assertion.id(), assertion));
      for (String id : assertionIds) {
        Assertion known = catalogue.get(id);
        out.value(
            known == null
                ? List.of(id, "", "Not in this suite's catalogue", "", "", "")
                : List.of(
                    id,
                    String.join(" ", known.tags()),
                    known.statement(),
                    known.source(),
                    known.reason(),
                    known.system()));
      }
      out.endArray();
      out.field("sets", numbered);
      out.field("of", setOf);
      out.name("devices").array();
      for (Map<String, Map<RecordedVerdict, Integer>> device : concerned) {
        out.object();
        device.forEach((id, counts) -> out.field(Integer.toString(number(id)), letters(counts)));
        out.endObject();
      }
      out.endArray();
      out.endObject();
    }
  }

  /** Verdicts by assertion, from the newest run that has the system. */
  private Map<String, Map<RecordedVerdict, Integer>> concerned(Archive.Device device) {
    Map<String, Map<RecordedVerdict, Integer>> counts = new TreeMap<>();
    Map<String, Archive.Run> newest = new HashMap<>();
    for (int i = 0; i < archive.names().size(); i++) {
      Archive.Run run =
          newest.computeIfAbsent(
              Archive.system(archive.names().get(i)), system -> device.newest(system, archive));
      Row row = run == null ? null : run.rows()[i];
      if (row != null) {
        for (String id : row.concerned()) {
          counts
              .computeIfAbsent(id, key -> new EnumMap<>(RecordedVerdict.class))
              .merge(row.outcome(), 1, Integer::sum);
          number(id);
        }
      }
    }
    return counts;
  }

  private static Map<String, Integer> letters(Map<RecordedVerdict, Integer> counts) {
    Map<String, Integer> letters = new LinkedHashMap<>();
    counts.forEach((outcome, count) -> letters.put(String.valueOf(outcome.letter()), count));
    return letters;
  }

  /**
   * By system: assertions of the catalogue that some case passed and none failed, that a case
   * failed, and all.
   */
  private Map<String, List<Integer>> coverage(Archive.Device device) {
    Map<String, Map<RecordedVerdict, Integer>> verdicts = concerned.get(device.number());
    Map<String, List<Integer>> sums = new TreeMap<>();
    for (Assertion assertion : Assertions.all()) {
      Map<RecordedVerdict, Integer> own = verdicts.getOrDefault(assertion.id(), Map.of());
      boolean failed = own.keySet().stream().anyMatch(RecordedVerdict::isFailed);
      boolean passed =
          own.keySet().stream()
              .anyMatch(outcome -> outcome.group() == RecordedVerdict.Group.PASSED);
      List<Integer> one = List.of(passed && !failed ? 1 : 0, failed ? 1 : 0, 1);
      sums.merge(
          assertion.system(),
          one,
          (a, b) -> List.of(a.get(0) + b.get(0), a.get(1) + b.get(1), a.get(2) + b.get(2)));
    }
    return sums;
  }
}
