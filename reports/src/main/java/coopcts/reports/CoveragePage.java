// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import coopcts.reports.page.Legend;
import coopcts.reports.page.PageTemplate;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Recording;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The coverage of a run as one HTML page without anything from outside. */
final class CoveragePage {

  private record Fact(String name, String value) {}

  private record Sum(
      String system,
      int assertions,
      int covered,
      int proven,
      int explained,
      int compiled,
      int notSupported,
      int open) {}

  private record Count(String kind, String sign, int number, String words) {}

  private record PageLine(
      String id,
      String state,
      String stateWords,
      String tags,
      String statement,
      List<Legend.Part> source,
      String why,
      int cases,
      String first,
      List<Count> verdicts,
      int beside,
      String proof) {}

  private record System(String name, List<PageLine> lines) {}

  private record Page(
      String title,
      List<Fact> facts,
      List<Sum> sums,
      List<System> systems,
      List<Legend.Entry> tags,
      List<Legend.Entry> sources,
      String script,
      String scriptHash) {}

  private CoveragePage() {}

  static void write(Path file, Recording run, Coverage coverage) throws IOException {
    String script = PageTemplate.text("coverage.js");
    List<Fact> facts = new ArrayList<>();
    run.facts().forEach((name, value) -> facts.add(new Fact(words(name), value)));
    List<Sum> sums = new ArrayList<>();
    coverage
        .systems()
        .forEach(
            (name, sum) ->
                sums.add(
                    new Sum(
                        name,
                        sum.assertions(),
                        sum.covered(),
                        sum.proven(),
                        sum.explained(),
                        sum.compiled(),
                        sum.notSupported(),
                        sum.open().size())));
    List<System> systems = new ArrayList<>();
    for (Coverage.CoverageLine line : coverage.lines()) {
      String name = line.assertion().system();
      if (systems.isEmpty() || !systems.getLast().name.equals(name)) {
        systems.add(new System(name, new ArrayList<>()));
      }
      systems.getLast().lines.add(line(line));
    }
    Files.writeString(
        file,
        PageTemplate.html("coverage.html")
            .fill(
                new Page(
                    "Assertions checked on " + run.run().deviceName(),
                    facts,
                    sums,
                    systems,
                    Legend.tags(),
                    Legend.sources(),
                    script,
                    sha256(script))));
  }

  /** By which the page allows this script and no other. */
  private static String sha256(String script) {
    try {
      return Base64.getEncoder()
          .encodeToString(
              MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String words(String name) {
    return name.equals("commandLine") ? "command line" : name;
  }

  private static PageLine line(Coverage.CoverageLine line) {
    boolean failed = line.verdicts().keySet().stream().anyMatch(RecordedVerdict::isFailed);
    String state =
        failed
            ? "failed"
            : line.isOpen()
                ? "open"
                : line.isCompiled()
                    ? "compiled"
                    : line.isUnsupported()
                        ? "absent"
                        : line.isExplained()
                            ? "explained"
                            : line.verdicts().isEmpty() ? "unclear" : "passed";
    return new PageLine(
        line.assertion().id(),
        state,
        switch (state) {
          case "failed" -> "✕ failed";
          case "open" -> "? open";
          case "compiled" -> "◇ compiled, not run";
          case "absent" -> "– not supported here";
          case "explained" -> "○ needs no case";
          case "unclear" -> "~ cases failed otherwise";
          default -> "✓ passed";
        },
        String.join(" ", line.assertion().tags()),
        line.assertion().statement(),
        Legend.linked(line.assertion().source()),
        line.isExplained() ? line.assertion().reason() : "",
        line.cases(),
        line.first(),
        counts(line.verdicts()),
        line.beside(),
        line.proof().map(proof -> "%s: %s".formatted(proof.fault(), proof.testCase())).orElse(""));
  }

  private static List<Count> counts(Map<RecordedVerdict, Integer> verdicts) {
    List<Count> counts = new ArrayList<>();
    verdicts.forEach(
        (outcome, number) ->
            counts.add(
                new Count(
                    outcome.group().name().toLowerCase(Locale.ROOT),
                    switch (outcome.group()) {
                      case PASSED -> "✓";
                      case UNSTABLE -> "~";
                      case FAILED -> "✕";
                      case COMPILED -> "◇";
                      case ABSENT -> "–";
                    },
                    number,
                    outcome.toString())));
    return counts;
  }
}
