package coopcts.reports;

import coopcts.model.DeviceReport;
import coopcts.plan.Verdict;
import io.qameta.allure.FileSystemResultsWriter;
import io.qameta.allure.model.Attachment;
import io.qameta.allure.model.Label;
import io.qameta.allure.model.Parameter;
import io.qameta.allure.model.Stage;
import io.qameta.allure.model.Status;
import io.qameta.allure.model.StatusDetails;
import io.qameta.allure.model.StepResult;
import io.qameta.allure.model.TestResult;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code allure-results/} in the rollup shape: one result for each system, family and type with the
 * counts of its cases, and one for each case that was not good or not expected. A pure function of
 * the journal: the same journal gives the same files.
 */
public final class AllureResults {

  private final Path runFolder;
  private final FileSystemResultsWriter writer;
  private final DeviceReport device;
  private long clock;

  private AllureResults(Path runFolder, Path folder, DeviceReport device, long started) {
    this.clock = started;
    this.runFolder = runFolder;
    this.device = device;
    this.writer = new FileSystemResultsWriter(folder);
  }

  /**
   * @param runFolder the run; details of failures are taken from below it
   * @param folder where the results go; must not exist
   */
  public static void write(
      Path runFolder, Path folder, DeviceReport device, Summary summary, List<Result> results)
      throws IOException {
    Files.createDirectories(folder);
    AllureResults allure = new AllureResults(runFolder, folder, device, summary.started());
    Map<String, List<Result>> groups =
        results.stream()
            .collect(Collectors.groupingBy(Result::group, LinkedHashMap::new, Collectors.toList()));
    groups.forEach(allure::group);
    for (Result result : results) {
      if (!result.verdict().isGood() || !result.expected()) {
        allure.single(result);
      }
    }
    allure.environment(folder, summary, results.size());
    Files.writeString(folder.resolve("categories.json"), CATEGORIES);
    Files.writeString(
        folder.resolve("executor.json"),
        JsonMapper.shared()
            .writeValueAsString(
                Map.of(
                    "name",
                    "CoopCTS",
                    "type",
                    "coopcts",
                    "reportName",
                    "CoopCTS on " + device.identity().name())));
  }

  private static final String CATEGORIES =
      """
      [
        {"name": "Wrong results", "messageRegex": "(?s)FAIL.*", "matchedStatuses": ["failed"]},
        {"name": "Quality warnings", "messageRegex": "(?s)WARN.*"},
        {"name": "Crashes, hangs, lost devices", "messageRegex": "(?s)(CRASH|TIMEOUT|DEVICE_LOST).*"},
        {"name": "Front end rejects the shader", "messageRegex": "(?s)COMPILE_ERROR.*"},
        {"name": "Unexpected pass", "messageRegex": "(?s)PASS.*"},
        {"name": "Faults of the suite", "messageRegex": "(?s)(INVALID|MISSING).*"},
        {"name": "Not supported by the device", "messageRegex": "(?s)NOT_SUPPORTED.*"}
      ]
      """;

  private void environment(Path folder, Summary summary, int cases) throws IOException {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("Device", device.identity().name());
    lines.put("Driver", device.identity().driver() + " " + device.identity().driverInfo());
    lines.put("Vulkan", device.identity().apiVersion());
    lines.put("Profile", summary.profile());
    lines.put("Cases", Integer.toString(cases));
    lines.put("Verdicts", summary.countsText());
    lines.put("Unexpected", Integer.toString(summary.unexpected()));
    lines.put("Seconds", Double.toString(summary.durationSeconds()));
    Files.writeString(
        folder.resolve("environment.properties"),
        lines.entrySet().stream()
            .map(line -> line.getKey() + "=" + line.getValue().replace("\\", "\\\\"))
            .collect(Collectors.joining("\n", "", "\n")));
  }

  private void group(String name, List<Result> results) {
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    Phases phases = Phases.NONE;
    long millis = 0;
    for (Result result : results) {
      counts.merge(result.verdict(), 1, Integer::sum);
      phases = phases.plus(result.phases());
      millis += result.millis();
    }
    Result worst =
        results.stream().filter(result -> !result.expected()).findFirst().orElse(results.get(0));
    String text =
        counts.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    TestResult rollup = base(name, worst, millis);
    rollup.setName(name + ": " + text);
    rollup.setStatus(groupStatus(results));
    rollup.setStatusDetails(
        new StatusDetails()
            .setMessage(
                worst.expected() && rollup.getStatus() == Status.PASSED
                    ? text
                    : worst.verdict() + ": " + worst.message()));
    parameter(rollup, "cases", results.size());
    counts.forEach((verdict, count) -> parameter(rollup, verdict.toString(), count));
    parameter(rollup, "subcases", results.stream().mapToInt(Result::subcases).sum());
    rollup.setDescription(
        "Assertions: "
            + results.stream()
                .flatMap(result -> result.assertions().stream())
                .distinct()
                .collect(Collectors.joining(", ")));
    rollup.setSteps(steps(phases, rollup.getStart()));
    attach(rollup, "cases.csv", "text/csv", csv(results).getBytes(StandardCharsets.UTF_8));
    for (Result result : results) {
      Path picture = new RunFolder(runFolder).picture(result.name());
      if (Files.exists(picture)) {
        attachFile(rollup, result.name() + ".svg", "image/svg+xml", picture);
      }
    }
    writer.write(rollup);
  }

  private static Status groupStatus(List<Result> results) {
    if (results.stream().allMatch(Result::expected)) {
      return results.stream().allMatch(result -> skipped(result.verdict()))
          ? Status.SKIPPED
          : Status.PASSED;
    }
    return results.stream()
            .filter(result -> !result.expected())
            .anyMatch(result -> result.verdict() == Verdict.FAIL)
        ? Status.FAILED
        : Status.BROKEN;
  }

  private static boolean skipped(Verdict verdict) {
    return verdict == Verdict.NOT_SUPPORTED || verdict == Verdict.SKIP;
  }

  private void single(Result result) {
    TestResult one = base(result.name(), result, result.millis());
    one.setStatus(
        result.expected()
            ? Status.SKIPPED
            : result.verdict() == Verdict.FAIL ? Status.FAILED : Status.BROKEN);
    one.setStatusDetails(
        new StatusDetails()
            .setMessage(result.verdict() + ": " + result.message())
            .setKnown(result.expected())
            .setTrace(String.join("\n", result.failedSubcases())));
    parameter(one, "verdict", result.verdict());
    parameter(one, "subcases", result.subcases());
    parameter(one, "failed subcases", String.join(", ", result.failedSubcases()));
    one.setDescription("Assertions: " + String.join(", ", result.assertions()));
    one.setSteps(steps(result.phases(), one.getStart()));
    if (!result.details().isEmpty()) {
      Path details = runFolder.resolve(result.details());
      try (Stream<Path> files = Files.list(details)) {
        for (Path file : files.sorted().toList()) {
          attachFile(one, file.getFileName().toString(), "text/plain", file);
        }
      } catch (IOException e) {
        attach(
            one,
            "details",
            "text/plain",
            ("the details in " + details + " are gone").getBytes(StandardCharsets.UTF_8));
      }
    }
    writer.write(one);
  }

  private TestResult base(String name, Result like, long millis) {
    TestResult result =
        new TestResult()
            .setUuid(uuid("result " + name))
            .setFullName(name)
            .setName(name)
            .setTestCaseId(uuid(name))
            .setHistoryId(uuid(name + device.identity().name()))
            .setStage(Stage.FINISHED)
            .setStart(clock)
            .setStop(clock + millis);
    clock += millis;
    result.setLabels(
        new ArrayList<>(
            List.of(
                label("parentSuite", like.part(0)),
                label("suite", like.part(1)),
                label("subSuite", like.part(2)),
                label("epic", like.part(0)),
                label("feature", like.part(1)),
                label("story", like.part(2)),
                label("framework", "CoopCTS"),
                label("language", "glsl"))));
    return result;
  }

  private static Label label(String name, String value) {
    return new Label().setName(name).setValue(value);
  }

  private static void parameter(TestResult result, String name, Object value) {
    result.getParameters().add(new Parameter().setName(name).setValue(String.valueOf(value)));
  }

  private static List<StepResult> steps(Phases phases, long start) {
    Map<String, Long> named = new LinkedHashMap<>();
    named.put("compile GLSL to SPIR-V", phases.compile());
    named.put("create the pipeline", phases.pipeline());
    named.put("dispatch", phases.execute());
    named.put("compare with the oracle", phases.judge());
    List<StepResult> steps = new ArrayList<>();
    long at = start;
    for (Map.Entry<String, Long> phase : named.entrySet()) {
      long millis = Math.round(phase.getValue() / 1000.0);
      steps.add(
          new StepResult()
              .setName(phase.getKey())
              .setStatus(Status.PASSED)
              .setStage(Stage.FINISHED)
              .setStart(at)
              .setStop(at + millis));
      at += millis;
    }
    return steps;
  }

  private static String csv(List<Result> results) {
    StringBuilder text = new StringBuilder("case,verdict,expected,subcases,millis,message\n");
    for (Result result : results) {
      text.append(
          "%s,%s,%s,%d,%d,\"%s\"\n"
              .formatted(
                  result.name(),
                  result.verdict(),
                  result.expected(),
                  result.subcases(),
                  result.millis(),
                  result.message().replace("\"", "\"\"")));
    }
    return text.toString();
  }

  private void attachFile(TestResult result, String name, String type, Path file) {
    try {
      attach(result, name, type, Files.readAllBytes(file));
    } catch (IOException e) {
      attach(
          result,
          name,
          "text/plain",
          (file + " could not be read").getBytes(StandardCharsets.UTF_8));
    }
  }

  private void attach(TestResult result, String name, String type, byte[] content) {
    String source =
        uuid(result.getUuid() + name)
            + "-attachment."
            + switch (type) {
              case "text/csv" -> "csv";
              case "image/svg+xml" -> "svg";
              default -> "txt";
            };
    writer.write(source, new ByteArrayInputStream(content));
    result.getAttachments().add(new Attachment().setName(name).setType(type).setSource(source));
  }

  private static String uuid(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
