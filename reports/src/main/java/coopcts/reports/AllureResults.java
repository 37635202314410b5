// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.model.TestedSystem;
import coopcts.plan.Assertion;
import coopcts.plan.Assertions;
import coopcts.plan.Parameters;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.page.Legend;
import coopcts.reports.read.KeptFile;
import coopcts.reports.read.Phases;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Row;
import io.qameta.allure.FileSystemResultsWriter;
import io.qameta.allure.model.Attachment;
import io.qameta.allure.model.Label;
import io.qameta.allure.model.Link;
import io.qameta.allure.model.Parameter;
import io.qameta.allure.model.Stage;
import io.qameta.allure.model.Status;
import io.qameta.allure.model.StatusDetails;
import io.qameta.allure.model.StepResult;
import io.qameta.allure.model.TestResult;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code allure-results/} with one result for each case, so that every number that Allure counts is
 * a number of cases: what is red is what the baseline does not expect. A pure function of the run's
 * files and of the variables of the CI system.
 */
final class AllureResults {

  private record Category(String name, String messageRegex, List<String> matchedStatuses) {}

  /** Verdicts whose causes are categories. */
  private static final Set<RecordedVerdict> OF_CAUSES =
      EnumSet.of(
          RecordedVerdict.FAIL,
          RecordedVerdict.CRASH,
          RecordedVerdict.TIMEOUT,
          RecordedVerdict.DEVICE_LOST,
          RecordedVerdict.COMPILE_ERROR);

  /**
   * Buckets that are a category each; the rest are categories by verdict. Allure compares each
   * failure with each category and with the messages of all others in its category.
   */
  private static final int MOST_BUCKETS = 60;

  /** Comparisons of a case with a category: each takes Allure some microseconds. */
  private static final int COMPARISONS = 1_500_000;

  /**
   * Cases that a folder of results takes, a file each. Of a larger run only those are written that
   * failed, were not stable or not expected, and {@code environment.properties} says how many are
   * left out.
   */
  static final int MOST_CASES = 100_000;

  /** Cases of a bucket whose shaders, notes and pictures the report has; they look alike. */
  private static final int MOST_OF_BUCKET = 20;

  /** Bytes of shaders, notes and pictures that the report has; packed they take a tenth. */
  private static final long MOST_ATTACHED_BYTES = 100_000_000;

  /** What a process may have been doing when it ended, in the order of the steps. */
  private static final List<String> UNDER_WAY =
      List.of("compiling", "creating the pipeline", "running it");

  private static final String WHILE = ", while ";

  private static final List<String> RED = List.of("failed", "broken");

  /** What follows the verdict of a warning that no driver gave rise to. */
  private static final String FRONT_END = " about the front end";

  /** What follows the verdict of failures whose cause has no category of its own. */
  private static final String FURTHER = ": one of many further causes";

  private static final List<Category> BY_VERDICT =
      List.of(
          new Category("Wrong results of further causes", "(?s)FAIL" + FURTHER, RED),
          new Category(
              "Crashes, hangs, lost devices of further causes",
              "(?s)(CRASH|TIMEOUT|DEVICE_LOST)" + FURTHER,
              RED),
          new Category(
              "Front end rejects the shader, further causes", "(?s)COMPILE_ERROR" + FURTHER, RED));

  private static final List<Category> ALWAYS =
      List.of(
          new Category("Flaky", "(?s)FLAKE.*", List.of("failed", "broken", "passed")),
          new Category("Unexpected pass", "(?s)(PASS|WARN).*", List.of("broken")),
          new Category(
              "Compiled, but the baseline expects a failure", "(?s)COMPILED.*", List.of("broken")),
          new Category(
              "Not supported, but the baseline says it must be",
              "(?s)(NOT_SUPPORTED|SKIP).*",
              List.of("broken")),
          new Category("Faults of the suite", "(?s)(INVALID|MISSING|UNKNOWN).*", List.of("broken")),
          new Category("Quality warnings", "(?s)WARN(?!" + FRONT_END + ").*", List.of("passed")),
          new Category(
              "Warnings about the front end, not the driver",
              "(?s)WARN" + FRONT_END + ".*",
              List.of("passed")),
          new Category("Expected by the baseline", "(?s)expected: .*", List.of("skipped")),
          new Category("Compiled, not run", "(?s)COMPILED.*", List.of("skipped")),
          new Category("Not supported by the device", "(?s)NOT_SUPPORTED.*", List.of("skipped")),
          new Category("Skipped", "(?s)SKIP.*", List.of("skipped")));

  private final Recording run;
  private final Buckets buckets;
  private final Causes causes;

  /** Buckets with a category each, and those without. */
  private final List<Buckets.Bucket> own;

  private final Set<String> further;
  private final FileSystemResultsWriter writer;
  private final Map<String, Assertion> assertions = new HashMap<>();
  private final Map<String, Integer> attached = new HashMap<>();
  private long attachedBytes;
  private long clock;

  private AllureResults(Recording run, Buckets buckets, Causes causes, Path folder) {
    this.run = run;
    this.causes = causes;
    this.buckets = buckets;
    List<Buckets.Bucket> all =
        buckets.causes().stream().filter(one -> OF_CAUSES.contains(one.verdict())).toList();
    int most = Math.min(MOST_BUCKETS, COMPARISONS / Math.max(1, run.size()));
    this.own = all.stream().limit(most).toList();
    this.further = all.stream().skip(most).map(Buckets.Bucket::id).collect(Collectors.toSet());
    this.clock = run.run().started();
    this.writer = new FileSystemResultsWriter(folder);
    Assertions.all().forEach(assertion -> assertions.put(assertion.id(), assertion));
  }

  /**
   * @param folder where the results go; must not exist
   * @param history folder with the history of earlier reports, or null
   * @return cases that are left out
   */
  static int write(Path folder, Recording run, Buckets buckets, Causes causes, Path history)
      throws IOException {
    Files.createDirectories(folder);
    AllureResults allure = new AllureResults(run, buckets, causes, folder);
    int written = 0;
    for (int number = 0; number < run.size(); number++) {
      if (run.size() <= MOST_CASES || isOfNote(run, number) && written < MOST_CASES) {
        allure.result(run.row(number));
        written++;
      }
    }
    allure.environment(folder, run.size() - written);
    Files.writeString(
        folder.resolve("categories.json"),
        JsonMapper.shared().writeValueAsString(allure.categories()));
    Files.writeString(
        folder.resolve("executor.json"),
        JsonMapper.shared()
            .writeValueAsString(
                CiSystem.executor("CoopCTS on " + run.run().deviceName(), System.getenv())));
    if (history != null) {
      AllureHistory.into(folder, history);
    }
    return run.size() - written;
  }

  /** Whether somebody has to look at it. */
  private static boolean isOfNote(Recording run, int number) {
    return !run.isExpected(number)
        || run.outcome(number).isFailed()
        || run.outcome(number) == RecordedVerdict.FLAKE;
  }

  private void environment(Path folder, int leftOut) throws IOException {
    Properties lines = new Properties();
    run.facts().forEach((name, value) -> lines.setProperty(name, value));
    lines.setProperty("cases", Integer.toString(run.size()));
    run.counts().forEach((outcome, n) -> lines.setProperty(outcome.toString(), n.toString()));
    lines.setProperty("unexpected", Integer.toString(run.unexpected()));
    if (run.run().planned() > run.size()) {
      lines.setProperty("missing", Integer.toString(run.run().planned() - run.size()));
    }
    if (run.run().damaged() > 0) {
      lines.setProperty("damagedLines", Integer.toString(run.run().damaged()));
    }
    if (leftOut > 0) {
      lines.setProperty("leftOut", Integer.toString(leftOut));
    }
    if (!run.run().isFinished()) {
      lines.setProperty("interrupted", "yes");
    }
    StringWriter text = new StringWriter();
    lines.store(text, null);
    Files.writeString(
        folder.resolve("environment.properties"),
        text.toString()
            .lines()
            .filter(line -> !line.startsWith("#"))
            .sorted(Comparator.naturalOrder())
            .collect(Collectors.joining("\n", "", "\n")));
  }

  private void result(Row row) {
    long start = row.started() > 0 ? row.started() : clock;
    clock = Math.max(clock, start + row.millis());
    Status status = status(row);
    boolean plain = row.outcome() == RecordedVerdict.PASS && row.expected();
    TestResult result =
        new TestResult()
            .setUuid(uuid("result " + row.name()))
            .setFullName(row.name())
            .setName(row.name())
            .setTestCaseId(uuid(row.name()))
            .setHistoryId(uuid(row.name() + run.run().deviceName()))
            .setStage(Stage.FINISHED)
            .setStatus(status)
            .setStart(start)
            .setStop(start + row.millis());
    result.setLabels(labels(row));
    if (!plain) {
      result.setStatusDetails(
          new StatusDetails()
              .setMessage(shown(message(row)))
              .setKnown(row.expected() && row.outcome().isFailed())
              .setFlaky(row.outcome() == RecordedVerdict.FLAKE || row.tries() > 1)
              .setTrace(shown(trace(row))));
      parameter(result, "verdict", row.outcome().toString());
      row.parameters().forEach((name, value) -> parameter(result, name, value.toString()));
      if (row.tries() > 1) {
        parameter(result, "tries", Integer.toString(row.tries()));
      }
      if (row.outcome() == RecordedVerdict.PASS || !row.outcome().isQuiet()) {
        result.setDescription(description(row));
        result.setLinks(links(row));
        result.setSteps(steps(row, status, start));
      }
    }
    parameter(result, "subcases", Integer.toString(row.subcases()));
    row.executables().forEach(one -> parameter(result, "code of " + one.name(), one.told()));
    if (!row.details().isEmpty() || row.name().startsWith("layout.")) {
      attach(result, row);
    }
    for (int i = 0; i < row.earlier().size(); i++) {
      writer.write(retried(row, row.earlier().get(i), i, start));
    }
    writer.write(result);
  }

  /** A try before the last; Allure takes the newest of one history for the case's result. */
  private TestResult retried(Row row, Row.Try earlier, int number, long last) {
    long start = earlier.started() > 0 ? Math.min(earlier.started(), last - 1) : last - 1;
    return new TestResult()
        .setUuid(uuid("try %d of %s".formatted(number, row.name())))
        .setFullName(row.name())
        .setName(row.name())
        .setTestCaseId(uuid(row.name()))
        .setHistoryId(uuid(row.name() + run.run().deviceName()))
        .setStage(Stage.FINISHED)
        .setStatus(
            switch (earlier.outcome().group()) {
              case PASSED, UNSTABLE -> Status.PASSED;
              case ABSENT, COMPILED -> Status.SKIPPED;
              case FAILED ->
                  earlier.outcome() == RecordedVerdict.FAIL ? Status.FAILED : Status.BROKEN;
            })
        .setStart(start)
        .setStop(start + earlier.millis())
        .setStatusDetails(
            new StatusDetails().setMessage(shown(earlier.outcome() + ": " + earlier.message())))
        .setLabels(labels(row));
  }

  /** Red is what the baseline does not expect; what it expects is no pass for that. */
  private static Status status(Row row) {
    if (!row.expected()) {
      return row.outcome() == RecordedVerdict.FAIL || row.outcome() == RecordedVerdict.COMPILE_ERROR
          ? Status.FAILED
          : Status.BROKEN;
    }
    return switch (row.outcome().group()) {
      case PASSED, UNSTABLE -> Status.PASSED;
      case FAILED, ABSENT, COMPILED -> Status.SKIPPED;
    };
  }

  /** One for each cause, the largest first, and those of what is no failure. */
  private List<Category> categories() {
    List<Category> categories = new ArrayList<>();
    for (Buckets.Bucket bucket : own) {
      String title = bucket.title() + causes.of(bucket).map(AllureResults::likeness).orElse("");
      categories.add(new Category(title, "\\Q" + shown(message(bucket)) + "\\E", RED));
    }
    if (!further.isEmpty()) {
      categories.addAll(BY_VERDICT);
    }
    categories.addAll(ALWAYS);
    return categories;
  }

  private static String likeness(Causes.Cause cause) {
    return cause.faults().isEmpty() ? "" : "; looks like " + cause.faults().getFirst().fault();
  }

  /** The same for all failures of a cause, so that the page puts them together. */
  private String message(Buckets.Bucket bucket) {
    return bucket.verdict() + (further.contains(bucket.id()) ? FURTHER : ": " + bucket.title());
  }

  /** What has a cause says that; what exactly was found stands in the trace. */
  private String message(Row row) {
    String text =
        buckets
            .of(row)
            .filter(Buckets.Bucket::isFailure)
            .map(this::message)
            .orElseGet(
                () ->
                    row.outcome()
                        + (isFrontEndWarning(row) ? FRONT_END : "")
                        + (row.message().isEmpty() ? "" : ": " + row.message()));
    return row.expected() && row.outcome().isFailed() ? "expected: " + text : text;
  }

  private static boolean isFrontEndWarning(Row row) {
    return row.outcome() == RecordedVerdict.WARN && row.concernsFrontEnd();
  }

  private String trace(Row row) {
    String subcases = String.join(", ", row.failedSubcases());
    return row.message()
        + (subcases.isEmpty() ? "" : "\n\nfailed subcases: " + subcases)
        + buckets
            .of(row)
            .filter(bucket -> further.contains(bucket.id()))
            .map(bucket -> "\n\ncause: " + bucket.title())
            .orElse("");
  }

  private List<Label> labels(Row row) {
    List<Label> labels = new ArrayList<>();
    List<String> concerned = row.concerned();
    boolean isProgram = Parameters.isOfPrograms(row.name());
    add(
        labels,
        "epic",
        isProgram
            ? "Programs of any extension"
            : TestedSystem.of(row.part(0)).map(TestedSystem::title).orElse(row.part(0)));
    // What programs were drawn or kept for is no feature of an extension.
    add(labels, "feature", isProgram ? "programs" : row.part(0) + "." + row.part(1));
    // One story for each case: with several, Allure would count it several times.
    add(labels, "story", concerned.isEmpty() ? "no assertion" : concerned.getFirst());
    add(labels, "parentSuite", Parameters.system(row.name()));
    add(labels, "suite", row.part(1));
    add(labels, "subSuite", row.part(2));
    add(labels, "package", row.part(0) + "." + row.part(1) + "." + row.part(2));
    add(labels, "severity", severity(row));
    add(labels, "framework", "CoopCTS");
    if (row.worker() != null) {
      add(labels, "thread", "worker " + row.workerText());
    }
    if (!run.run().text("host").isEmpty()) {
      add(labels, "host", run.run().text("host"));
    }
    return labels;
  }

  private static void add(List<Label> labels, String name, String value) {
    labels.add(new Label().setName(name).setValue(value));
  }

  /** A miss of what no text bounds weighs less than one of a sentence of the specifications. */
  private String severity(Row row) {
    return switch (row.outcome()) {
      case CRASH, TIMEOUT, DEVICE_LOST, INVALID, MISSING -> "blocker";
      case WARN -> "minor";
      default ->
          row.message().contains("PRACTICE")
              ? "normal"
              : !row.assertions().isEmpty() && row.concerned().stream().allMatch(this::isQuality)
                  ? "minor"
                  : "critical";
    };
  }

  private boolean isQuality(String id) {
    Assertion assertion = assertions.get(id);
    return assertion != null && assertion.tags().contains("QOI");
  }

  private String description(Row row) {
    return row.concerned().stream()
        .map(
            id -> {
              Assertion assertion = assertions.get(id);
              return assertion == null
                  ? id
                  : "%s (%s): %s".formatted(id, assertion.source(), assertion.statement());
            })
        .map(AllureResults::shown)
        .map(line -> line.replaceAll("([\\\\`*_{}\\[\\]#|])", "\\\\$1"))
        .collect(Collectors.joining("\n\n"));
  }

  /** To the sentences of the first assertions and to the documents that they stand in. */
  private List<Link> links(Row row) {
    List<Link> links = new ArrayList<>();
    Map<String, String> documents = new LinkedHashMap<>();
    for (String id : row.concerned().stream().filter(assertions::containsKey).limit(8).toList()) {
      links.add(link(id, "assertion", "../coverage.html#" + id));
      for (Legend.Part part : Legend.linked(assertions.get(id).source())) {
        if (!part.address().isEmpty()) {
          documents.put(part.text(), part.address());
        }
      }
    }
    documents.forEach((name, address) -> links.add(link(name, "specification", address)));
    return links;
  }

  private static Link link(String name, String type, String address) {
    return new Link().setName(name).setType(type).setUrl(address);
  }

  private static void parameter(TestResult result, String name, String value) {
    result.getParameters().add(new Parameter().setName(name).setValue(value));
  }

  /** The phases that were reached; the last one is as good as the case. */
  private static List<StepResult> steps(Row row, Status status, long start) {
    List<StepResult> steps = new ArrayList<>();
    long at = start;
    String[] names = {
      "compile GLSL to SPIR-V", "create the pipeline", "dispatch", "compare with the oracle"
    };
    Phases phases = row.phases();
    long[] micros = {phases.compile(), phases.pipeline(), phases.execute(), phases.judge()};
    int last = -1;
    for (int i = 0; i < micros.length; i++) {
      last = micros[i] > 0 ? i : last;
    }
    for (int i = 0; i <= last; i++) {
      long millis = Math.round(micros[i] / 1000.0);
      steps.add(step(names[i], Status.PASSED, at, at + millis));
      at += millis;
    }
    int dead = underWay(row.message());
    if (last < 0 && dead >= 0) {
      for (int i = 0; i < dead; i++) {
        steps.add(step(names[i], Status.PASSED, at, at));
      }
      steps.add(step(names[dead], status, at, start + row.millis()));
    } else if (row.outcome().isFailed() || row.outcome() == RecordedVerdict.FLAKE) {
      if (row.outcome() == RecordedVerdict.FAIL && last == 3) {
        steps.getLast().setStatus(status);
      } else {
        steps.add(step(row.outcome().toString(), status, at, start + row.millis()));
      }
    }
    return steps;
  }

  /** The step that a message says was being done, or -1. */
  private static int underWay(String message) {
    int at = message.lastIndexOf(WHILE);
    String words = at < 0 ? "" : message.substring(at + WHILE.length());
    int end = words.indexOf(';');
    return UNDER_WAY.indexOf(end < 0 ? words : words.substring(0, end));
  }

  private static StepResult step(String name, Status status, long start, long stop) {
    return new StepResult()
        .setName(name)
        .setStatus(status)
        .setStage(Stage.FINISHED)
        .setStart(start)
        .setStop(Math.max(start, stop));
  }

  private void attach(TestResult result, Row row) {
    int before =
        buckets.of(row).map(bucket -> attached.merge(bucket.id(), 1, Integer::sum)).orElse(0);
    if (before > MOST_OF_BUCKET || attachedBytes > MOST_ATTACHED_BYTES) {
      parameter(result, "evidence", "in the run's folder: " + row.details());
      return;
    }
    for (KeptFile evidence : KeptFile.of(run.run().folder(), row)) {
      String type = evidence.isPicture() ? "image/svg+xml" : "text/plain";
      try {
        byte[] content = evidence.text().getBytes(StandardCharsets.UTF_8);
        attachedBytes += content.length;
        String source =
            uuid(result.getUuid() + evidence.name())
                + "-attachment."
                + (evidence.isPicture() ? "svg" : "txt");
        writer.write(source, new ByteArrayInputStream(content));
        result
            .getAttachments()
            .add(new Attachment().setName(evidence.name()).setType(type).setSource(source));
      } catch (IOException e) {
        parameter(result, evidence.name(), "cannot be read");
      }
    }
  }

  /**
   * Allure's page takes messages, traces and descriptions for HTML, so that {@code <} would be lost
   * and could run: escaped, it shows as it is. All other texts it escapes itself.
   */
  private static String shown(String text) {
    return text.indexOf('<') < 0 && text.indexOf('&') < 0
        ? text
        : text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private static String uuid(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
