// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import coopcts.plan.Assertion;
import coopcts.plan.Assertions;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.page.Comment;
import coopcts.reports.read.KeptFile;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Recording;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code findings.sarif}, the Static Analysis Results Interchange Format 2.1.0 (OASIS): one result
 * for each bucket, found in the shader that the run kept of its first case; rules are assertions.
 * What the baseline expects is suppressed.
 */
final class Sarif {

  /** Of a result's text: a driver may say any number of lines. */
  private static final int LONGEST = 8000;

  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** A whole file. */
  record Log(@JsonProperty("$schema") String schema, String version, List<Run> runs) {}

  /** What one tool found. */
  record Run(
      Tool tool,
      List<Invocation> invocations,
      Automation automationDetails,
      List<Result> results,
      Map<String, String> properties) {}

  record Tool(Driver driver) {}

  record Driver(String name, String version, List<Rule> rules) {}

  /** What was not kept; of a crash the verdict stands for it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Rule(String id, Text shortDescription, Text help) {}

  record Text(String text) {}

  record Invocation(
      boolean executionSuccessful, String commandLine, String startTimeUtc, String endTimeUtc) {}

  record Automation(String id) {}

  /** A bucket. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Result(
      String ruleId,
      int ruleIndex,
      String level,
      Text message,
      List<Location> locations,
      int occurrenceCount,
      Map<String, String> partialFingerprints,
      List<Suppression> suppressions) {}

  record Location(PhysicalLocation physicalLocation, List<LogicalLocation> logicalLocations) {}

  record PhysicalLocation(Artifact artifactLocation, Region region) {}

  record Artifact(String uri) {}

  record Region(int startLine) {}

  record LogicalLocation(String fullyQualifiedName) {}

  record Suppression(String kind, String justification) {}

  private final Recording run;
  private final Map<String, Assertion> assertions = new HashMap<>();
  private final Map<String, Integer> places = new LinkedHashMap<>();

  private Sarif(Recording run) {
    this.run = run;
    Assertions.all().forEach(assertion -> assertions.put(assertion.id(), assertion));
  }

  static void write(Path file, Recording run, Buckets buckets, Causes causes) throws IOException {
    Files.writeString(file, JSON.writeValueAsString(new Sarif(run).log(buckets, causes)) + "\n");
  }

  private Log log(Buckets buckets, Causes causes) {
    List<Result> results = new ArrayList<>();
    buckets.buckets().forEach(bucket -> results.add(result(bucket, causes)));
    List<Rule> rules = new ArrayList<>();
    places.keySet().forEach(id -> rules.add(rule(id)));
    Invocation invocation =
        new Invocation(
            run.run().isFinished(),
            run.run().text("commandLine"),
            Instant.ofEpochMilli(run.run().started()).toString(),
            Instant.ofEpochMilli(run.run().ended()).toString());
    return new Log(
        SCHEMA,
        "2.1.0",
        List.of(
            new Run(
                new Tool(new Driver("CoopCTS", run.run().text("suite"), rules)),
                List.of(invocation),
                new Automation(
                    "coopcts/%s/%s".formatted(run.run().deviceName(), run.run().text("profile"))),
                results,
                run.facts())));
  }

  private Rule rule(String id) {
    Assertion known = assertions.get(id);
    return known == null
        ? new Rule(id, new Text(id), null)
        : new Rule(id, new Text(known.statement()), new Text(known.source()));
  }

  private Result result(Buckets.Bucket bucket, Causes causes) {
    Row example = bucket.surprise();
    String rule =
        bucket.rules().isEmpty() ? bucket.verdict().toString() : bucket.rules().getFirst();
    places.putIfAbsent(rule, places.size());
    String remark = causes.of(bucket).map(Causes.Cause::remark).orElse("");
    String text =
        "%d %s: %s, %s%s. Such as %s: %s"
            .formatted(
                bucket.count(),
                bucket.count() == 1 ? "case" : "cases",
                bucket.what(),
                bucket.where(),
                remark.isEmpty() ? "" : "; " + remark,
                example.name(),
                example.message());
    return new Result(
        rule,
        places.get(rule),
        bucket.verdict() == RecordedVerdict.WARN ? "warning" : "error",
        new Text(Comment.shortened(text, LONGEST)),
        List.of(
            new Location(
                new PhysicalLocation(new Artifact(uri(example)), new Region(1)),
                List.of(new LogicalLocation(example.name())))),
        bucket.count(),
        Map.of("coopctsBucket/v1", bucket.id()),
        bucket.surprises() == 0 && bucket.isFailure()
            ? List.of(new Suppression("external", "the baseline expects it"))
            : null);
  }

  /** The shader that was kept, below the run's folder, or else the journal. */
  private String uri(Row row) {
    Path folder = run.run().folder();
    for (KeptFile file : KeptFile.of(folder, row)) {
      if (file.name().equals("shader.comp")) {
        return encoded(row.details() + "/" + file.name());
      }
    }
    return "results.jsonl";
  }

  private static String encoded(String path) {
    try {
      return new URI(null, null, path, null).toASCIIString();
    } catch (URISyntaxException e) {
      return "results.jsonl";
    }
  }
}
