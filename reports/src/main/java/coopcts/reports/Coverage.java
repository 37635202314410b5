// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import com.fasterxml.jackson.annotation.JsonProperty;
import coopcts.plan.Assertion;
import coopcts.plan.Assertions;
import coopcts.plan.Proof;
import coopcts.plan.Verdict;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Row;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which assertions cases check, with what verdicts: begins with the catalogue and no case, takes
 * cases by {@code add}, and then gives lines, sums and a table. Not safe for several threads.
 */
public final class Coverage {

  private final Map<String, CoverageLine> lines = new LinkedHashMap<>();

  /** Begins with all assertions of the catalogue, their proofs, and no case. */
  public Coverage() {
    for (Assertion assertion : Assertions.all()) {
      lines.put(assertion.id(), new CoverageLine(assertion));
    }
    Proof.onRecord().forEach(proof -> lines.get(proof.assertion()).proof = Optional.of(proof));
  }

  /** One assertion with the cases that check it, as counted so far. */
  public static final class CoverageLine {
    private final Assertion assertion;
    private final Map<RecordedVerdict, Integer> verdicts = new EnumMap<>(RecordedVerdict.class);
    private int cases;
    private int unsupported;
    private int compiled;
    private int beside;
    private String first = "";
    private Optional<Proof> proof = Optional.empty();

    private CoverageLine(Assertion assertion) {
      this.assertion = assertion;
    }

    /**
     * {@return the proof that a case fails when a device breaks the assertion; empty if there is
     * none, or no case checks the assertion}
     */
    public Optional<Proof> proof() {
      return isCovered() ? proof : Optional.empty();
    }

    /** {@return the assertion that the line is about} */
    public Assertion assertion() {
      return assertion;
    }

    /**
     * {@return the number of cases that check the assertion and ran, or would run, on this device}
     */
    public int cases() {
      return cases;
    }

    /** {@return the name of the first of these cases, or empty text if there is none} */
    public String first() {
      return first;
    }

    /**
     * {@return the number of cases by verdict; callers do not change the map} A failure counts only
     * if its message names the assertion, or names none.
     */
    public Map<RecordedVerdict, Integer> verdicts() {
      return verdicts;
    }

    /** {@return whether a case failed by the assertion} */
    public boolean isFailed() {
      return verdicts.keySet().stream().anyMatch(RecordedVerdict::isFailed);
    }

    /**
     * {@return whether a case that checks the assertion passed or warned, and none failed by it}
     */
    public boolean isHeld() {
      return !isFailed()
          && verdicts.keySet().stream()
              .anyMatch(outcome -> outcome.group() == RecordedVerdict.Group.PASSED);
    }

    /** {@return the number of cases that check the assertion and failed by another one} */
    public int beside() {
      return beside;
    }

    /** {@return whether a case checks the assertion on this device} */
    public boolean isCovered() {
      return cases > 0;
    }

    /**
     * {@return whether there are cases that check the assertion, and the device supports none of
     * them}
     */
    public boolean isUnsupported() {
      return !isCovered() && !isCompiled() && unsupported > 0;
    }

    /** {@return whether cases that check the assertion were compiled and none was run} */
    public boolean isCompiled() {
      return !isCovered() && compiled > 0;
    }

    /**
     * {@return whether there is no case and the catalogue explains why ({@link Assertion#reason})}
     */
    public boolean isExplained() {
      return !isCovered() && !isCompiled() && !isUnsupported() && !assertion.reason().isEmpty();
    }

    /** {@return whether there is no case and nothing explains why} */
    public boolean isOpen() {
      return !isCovered() && !isCompiled() && !isUnsupported() && !isExplained();
    }
  }

  /**
   * The sums of one system.
   *
   * @param assertions number of all
   * @param covered number with a case
   * @param proven number with a proof
   * @param explained number that need no case
   * @param compiled number whose cases were only compiled
   * @param notSupported number whose cases the device does not support
   * @param open IDs of the others
   */
  public record System(
      @JsonProperty("assertions") int assertions,
      @JsonProperty("covered") int covered,
      @JsonProperty("proven") int proven,
      @JsonProperty("explained") int explained,
      @JsonProperty("compiled") int compiled,
      @JsonProperty("notSupported") int notSupported,
      @JsonProperty("open") List<String> open) {}

  /**
   * Counts a case of this suite.
   *
   * @param name of the case
   * @param assertions IDs of the assertions that it checks
   * @param verdict of the case; null where it is supported and did not run, which still counts as
   *     covering
   * @throws IllegalArgumentException if it names an assertion that the catalogue does not have;
   *     nothing is counted then
   */
  public void add(String name, List<String> assertions, Verdict verdict) {
    for (String id : assertions) {
      if (!lines.containsKey(id)) {
        throw new IllegalArgumentException(name + " checks " + id + ", which is no assertion");
      }
    }
    add(
        name,
        assertions,
        assertions,
        verdict == null ? null : RecordedVerdict.named(verdict.name()));
  }

  /**
   * Counts a row of a journal, also of another version: assertions that this suite does not know
   * are left out.
   *
   * @param row of a case, with its verdict
   */
  public void add(Row row) {
    add(row.name(), row.assertions(), row.concerned(), row.outcome());
  }

  private void add(
      String name, List<String> assertions, List<String> concerned, RecordedVerdict outcome) {
    boolean compiled = outcome != null && outcome.group() == RecordedVerdict.Group.COMPILED;
    boolean ran = outcome == null || !compiled && outcome.group() != RecordedVerdict.Group.ABSENT;
    for (String id : assertions) {
      CoverageLine line = lines.get(id);
      if (line == null) {
        continue;
      }
      if (!concerned.contains(id)) {
        line.beside++;
      } else if (outcome != null) {
        line.verdicts.merge(outcome, 1, Integer::sum);
      }
      if (ran) {
        line.cases++;
        line.first = line.first.isEmpty() ? name : line.first;
      } else if (compiled) {
        line.compiled++;
      } else if (outcome == RecordedVerdict.NOT_SUPPORTED) {
        line.unsupported++;
      }
    }
  }

  /**
   * {@return one line for each assertion, in the order of the catalogue; a list that does not
   * change, of lines that later calls of {@code add} update}
   */
  public List<CoverageLine> lines() {
    return List.copyOf(lines.values());
  }

  /**
   * {@return the sums over the assertions of each system, by the systems' short names, as counted
   * so far}
   */
  public Map<String, System> systems() {
    Map<String, List<CoverageLine>> bySystem =
        lines.values().stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.assertion.system(), LinkedHashMap::new, Collectors.toList()));
    Map<String, System> sums = new LinkedHashMap<>();
    bySystem.forEach((name, own) -> sums.put(name, sum(own)));
    return sums;
  }

  private static System sum(List<CoverageLine> rows) {
    return new System(
        rows.size(),
        (int) rows.stream().filter(CoverageLine::isCovered).count(),
        (int) rows.stream().filter(row -> row.proof().isPresent()).count(),
        (int) rows.stream().filter(CoverageLine::isExplained).count(),
        (int) rows.stream().filter(CoverageLine::isCompiled).count(),
        (int) rows.stream().filter(CoverageLine::isUnsupported).count(),
        rows.stream().filter(CoverageLine::isOpen).map(row -> row.assertion.id()).toList());
  }

  /**
   * {@return lines of text for the console: a table by system and tag, then the IDs of open
   * assertions, then of those that the device does not support}
   */
  public List<String> text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%-9s %-8s %10s %8s %7s %10s %8s %13s %5s"
            .formatted(
                "system",
                "tag",
                "assertions",
                "covered",
                "proven",
                "explained",
                "compiled",
                "not supported",
                "open"));
    Map<String, List<CoverageLine>> groups =
        this.lines.values().stream()
            .collect(
                Collectors.groupingBy(
                    row -> "%-9s %-8s".formatted(row.assertion.system(), tag(row.assertion)),
                    LinkedHashMap::new,
                    Collectors.toList()));
    groups.forEach(
        (group, own) -> {
          System sum = sum(own);
          lines.add(
              "%s %10d %8d %7d %10d %8d %13d %5d"
                  .formatted(
                      group,
                      sum.assertions(),
                      sum.covered(),
                      sum.proven(),
                      sum.explained(),
                      sum.compiled(),
                      sum.notSupported(),
                      sum.open().size()));
        });
    systems()
        .forEach(
            (name, sum) -> {
              if (!sum.open().isEmpty()) {
                lines.add(name + " open: " + String.join(" ", sum.open()));
              }
            });
    lines.addAll(notSupported());
    return lines;
  }

  /** What the device does not have, by system and by where it is proven. */
  private List<String> notSupported() {
    Map<String, List<String>> groups = new TreeMap<>();
    for (CoverageLine row : lines.values()) {
      if (row.isUnsupported()) {
        String proven =
            row.proof.map(proof -> ", proven on reference:" + proof.reference()).orElse("");
        groups
            .computeIfAbsent(
                row.assertion.system() + " not supported" + proven + ": ", _ -> new ArrayList<>())
            .add(row.assertion.id());
      }
    }
    return groups.entrySet().stream()
        .map(group -> group.getKey() + String.join(" ", group.getValue()))
        .toList();
  }

  private static String tag(Assertion assertion) {
    for (String tag : List.of("RUN", "GLSLERR", "GLSLOK", "SPVERR", "MAP", "API", "QOI")) {
      if (assertion.tags().contains(tag)) {
        return tag;
      }
    }
    return assertion.tags().iterator().next();
  }

  /**
   * {@return the coverage of a run}
   *
   * @param rows of its journal, each counted once
   */
  public static Coverage of(Iterable<Row> rows) {
    Coverage coverage = new Coverage();
    rows.forEach(coverage::add);
    return coverage;
  }
}
