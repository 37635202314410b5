// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.catalogue.Catalogue;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.jobs.Repro;
import coopcts.model.DeviceReport;
import coopcts.oracle.Strictness;
import coopcts.plan.Case;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.read.JournalLine;
import coopcts.reports.read.Row;
import coopcts.reports.read.RowParser;
import coopcts.reports.read.Rows;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;
import tools.jackson.databind.json.JsonMapper;

/** What throws in the search costs the cause that it is about, and the cause says so. */
public final class CauseFinderTests {

  private static final String LOAD = "khr.load.float16.a.%s.subgroup.%s.buffer.float16";

  private static final String STORE = "khr.store.float16.a.%s.subgroup.%s.buffer.float16";

  private Path run;
  private DeviceReport report;
  private List<Row> rows;
  private List<Case> cases;

  @BeforeMethod(alwaysRun = true)
  void fail() throws Exception {
    run = Temporary.folder("causes");
    try (Device device = Devices.open("reference")) {
      report = device.report();
    }
    rows = new ArrayList<>();
    cases = new ArrayList<>();
    for (String layout : List.of("row", "col")) {
      for (String size : List.of("8x8", "16x8")) {
        rows.add(row(LOAD.formatted(size, layout), ""));
        rows.add(row(STORE.formatted(size, layout), ""));
      }
      for (String size : List.of("8x16", "16x16")) {
        rows.add(
            row(
                LOAD.formatted(size, layout),
                "[KHR-LOAD-018]; looks like: rows and columns are exchanged"));
        rows.add(
            row(STORE.formatted(size, layout), "[KHR-STORE-003]; looks like: elements are zero"));
      }
    }
    for (Row row : rows) {
      cases.add(Repro.find(Catalogue.families(), report, row.name()));
      Files.createDirectories(run.resolve("failures").resolve(row.name()));
    }
  }

  private static Row row(String name, String wrong) {
    boolean isGood = wrong.isEmpty();
    Map<String, Object> line =
        Map.of(
            "case",
            name,
            "verdict",
            isGood ? "PASS" : "FAIL",
            "expected",
            isGood,
            "subcases",
            1,
            "details",
            isGood ? "" : "failures/" + name,
            "message",
            isGood
                ? ""
                : "result+96 (instance 0, row 1, column 0): expected 1.0 (0x3c00), got 2.0"
                    + " (0x4000), 1024 ULP "
                    + wrong);
    byte[] text = JsonMapper.shared().writeValueAsBytes(line);
    return ((JournalLine.Case) new RowParser().line(text)).row();
  }

  private static Case thrown(Case tested) {
    return tested.planned(
        () -> {
          throw new IllegalStateException("injected");
        });
  }

  private Causes found() {
    Buckets buckets = Buckets.of(rows);
    assertEquals(buckets.headline(), "8 failures, 2 causes");
    return new CauseFinder(
            "reference",
            Catalogue.families(),
            report,
            run,
            run.resolve("cache"),
            1,
            Strictness.STRICT)
        .knowing(cases)
        .find(buckets, Rows.of(rows), Duration.ofSeconds(8));
  }

  private static Causes.Cause of(Causes causes, String family) {
    return causes.causes().stream()
        .filter(one -> one.testCase().startsWith(family))
        .findFirst()
        .orElseThrow();
  }

  @Test(groups = "processes")
  public void nothingIsUnknownWhereNothingThrows() {
    assertTrue(found().causes().stream().allMatch(one -> one.unknown().isEmpty()));
  }

  @Test(groups = "processes")
  public void oneCauseThatThrowsLeavesTheOthers() {
    cases.replaceAll(one -> one.name().startsWith("khr.load") ? thrown(one) : one);
    Causes causes = found();
    assertEquals(
        of(causes, "khr.load").unknown(),
        List.of(
            "planted faults that fail alike (java.lang.IllegalStateException: injected)",
            "the smallest shader (java.lang.IllegalStateException: injected)"));
    Causes.Cause other = of(causes, "khr.store");
    assertEquals(other.unknown(), List.of());
    assertEquals(other.where().words(), "where columns >= 16");
    List<String> lines = Buckets.of(rows, causes).lines(5, causes, run);
    assertEquals(lines.getLast(), "not all was found out of 1 cause");
    assertEquals(lines.stream().filter(line -> line.contains("not found out: ")).count(), 1);
  }
}
