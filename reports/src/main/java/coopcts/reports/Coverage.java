package coopcts.reports;

import com.fasterxml.jackson.annotation.JsonProperty;
import coopcts.plan.Assertion;
import coopcts.plan.Assertions;
import coopcts.plan.Proof;
import coopcts.plan.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Assertions × cases × verdicts: which statements of the specifications are looked at, by what. */
public final class Coverage {

  private final Map<String, Row> rows = new LinkedHashMap<>();

  public Coverage() {
    for (Assertion assertion : Assertions.all()) {
      rows.put(assertion.id(), new Row(assertion));
    }
    Proof.onRecord().forEach(proof -> rows.get(proof.assertion()).proof = Optional.of(proof));
  }

  /** One assertion with what came of the cases that check it. */
  public static final class Row {
    private final Assertion assertion;
    private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    private int cases;
    private String first = "";
    private Optional<Proof> proof = Optional.empty();

    private Row(Assertion assertion) {
      this.assertion = assertion;
    }

    /** What proves that a case fails when a device breaks it, if that is on record. */
    public Optional<Proof> proof() {
      return isCovered() ? proof : Optional.empty();
    }

    /** Whether cases claim it and nothing proves that they can fail by it. */
    public boolean isUnproven() {
      return isCovered() && proof.isEmpty() && Assertions.mustBeProven(assertion.id());
    }

    public Assertion assertion() {
      return assertion;
    }

    /** Cases that check it on this device. */
    public int cases() {
      return cases;
    }

    /** One of them, or empty. */
    public String first() {
      return first;
    }

    /** The verdicts of a run by their number. */
    public Map<Verdict, Integer> verdicts() {
      return verdicts;
    }

    public boolean isCovered() {
      return cases > 0;
    }

    public boolean isExplained() {
      return !isCovered() && !assertion.reason().isEmpty();
    }

    public boolean isOpen() {
      return !isCovered() && !isExplained();
    }
  }

  /** The sums of one system. */
  public record System(
      @JsonProperty("assertions") int assertions,
      @JsonProperty("covered") int covered,
      @JsonProperty("proven") int proven,
      @JsonProperty("explained") int explained,
      @JsonProperty("open") List<String> open) {}

  /**
   * Notes a case that a device supports.
   *
   * @throws IllegalArgumentException if it names an assertion that is not in the catalogue
   */
  public void add(String name, List<String> assertions, Verdict verdict) {
    for (String id : assertions) {
      Row row = rows.get(id);
      if (row == null) {
        throw new IllegalArgumentException(name + " checks " + id + ", which is no assertion");
      }
      if (verdict != null) {
        row.verdicts.merge(verdict, 1, Integer::sum);
      }
      if (verdict != Verdict.NOT_SUPPORTED && verdict != Verdict.SKIP) {
        row.cases++;
        row.first = row.first.isEmpty() ? name : row.first;
      }
    }
  }

  public List<Row> rows() {
    return List.copyOf(rows.values());
  }

  /** The sums by the short names of the systems. */
  public Map<String, System> systems() {
    Map<String, List<Row>> bySystem =
        rows.values().stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.assertion.system(), LinkedHashMap::new, Collectors.toList()));
    Map<String, System> sums = new LinkedHashMap<>();
    bySystem.forEach((name, own) -> sums.put(name, sum(own)));
    return sums;
  }

  private static System sum(List<Row> rows) {
    return new System(
        rows.size(),
        (int) rows.stream().filter(Row::isCovered).count(),
        (int) rows.stream().filter(row -> row.proof().isPresent()).count(),
        (int) rows.stream().filter(Row::isExplained).count(),
        rows.stream().filter(Row::isOpen).map(row -> row.assertion.id()).toList());
  }

  /** The table by system and tag, and the names of what is open. */
  public List<String> text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%-9s %-8s %10s %8s %7s %10s %5s"
            .formatted("system", "tag", "assertions", "covered", "proven", "explained", "open"));
    Map<String, List<Row>> groups =
        rows.values().stream()
            .collect(
                Collectors.groupingBy(
                    row -> "%-9s %-8s".formatted(row.assertion.system(), tag(row.assertion)),
                    LinkedHashMap::new,
                    Collectors.toList()));
    groups.forEach(
        (group, own) -> {
          System sum = sum(own);
          lines.add(
              "%s %10d %8d %7d %10d %5d"
                  .formatted(
                      group,
                      sum.assertions(),
                      sum.covered(),
                      sum.proven(),
                      sum.explained(),
                      sum.open().size()));
        });
    systems()
        .forEach(
            (name, sum) -> {
              if (!sum.open().isEmpty()) {
                lines.add(name + " open: " + String.join(" ", sum.open()));
              }
            });
    return lines;
  }

  private static String tag(Assertion assertion) {
    for (String tag : List.of("RUN", "GLSLERR", "GLSLOK", "SPVERR", "MAP", "API", "QOI")) {
      if (assertion.tags().contains(tag)) {
        return tag;
      }
    }
    return assertion.tags().iterator().next();
  }

  /** The coverage of a run, by its journal. */
  public static Coverage of(List<Result> results) {
    Coverage coverage = new Coverage();
    results.forEach(result -> coverage.add(result.name(), result.assertions(), result.verdict()));
    return coverage;
  }
}
