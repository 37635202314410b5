// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import static org.testng.Assert.assertEquals;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.RulePlan;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.read.JournalLine;
import coopcts.reports.read.Row;
import coopcts.reports.read.RowParser;
import coopcts.reports.read.Rows;
import coopcts.spirv.SpirvCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.Test;
import tools.jackson.databind.json.JsonMapper;

/** A rule is told of those buckets alone for which it holds. */
public final class RuleFinderTests {

  private static final String STRIDE =
      "memory is accessed as if the stride were 16 elements, not 24, in every instance";

  private static final String SWAPPED = "columns are swapped: 0 with 1, 2 with 3";

  /** Cases without shaders: their names are all that is known of them. */
  private record Named(String name, List<String> cases) implements Family {
    @Override
    public List<String> assertions() {
      return List.of("KHR-LOAD-018");
    }

    @Override
    public Stream<Case> cases(DeviceReport report, Profile profile) {
      return cases.stream().map(one -> Case.of(one, assertions(), () -> new RulePlan(List.of())));
    }
  }

  private static String name(String family, String size, String layout) {
    return family + ".float16.a." + size + ".subgroup." + layout + ".buffer.float16";
  }

  private static Row row(String name, String pattern) {
    Map<String, Object> line =
        Map.of(
            "case",
            name,
            "verdict",
            pattern.isEmpty() ? "PASS" : "FAIL",
            "expected",
            pattern.isEmpty(),
            "subcases",
            1,
            "message",
            pattern.isEmpty()
                ? ""
                : "result+96 (instance 0, row 1, column 0): expected 1.0 (0x3c00), got 2.0"
                    + " (0x4000), 1024 ULP [KHR-LOAD-018]; looks like: "
                    + pattern);
    byte[] text = JsonMapper.shared().writeValueAsBytes(line);
    return ((JournalLine.Case) new RowParser().line(text)).row();
  }

  private static Map<String, String> found(List<Row> rows, List<String> further) throws Exception {
    List<String> all = new ArrayList<>(further);
    rows.forEach(row -> all.add(row.name()));
    List<Family> families =
        Stream.of("khr.load", "khr.store")
            .<Family>map(
                name -> new Named(name, all.stream().filter(one -> one.startsWith(name)).toList()))
            .toList();
    DeviceReport report;
    try (Device device = Devices.open("reference")) {
      report = device.report();
    }
    Map<String, Case> cases =
        families.stream()
            .flatMap(family -> family.cases(report, Profile.FULL))
            .collect(Collectors.toMap(Case::name, Function.identity()));
    List<Buckets.Bucket> buckets = Buckets.of(rows).causes();
    try (ShaderFacts doings = new ShaderFacts(report, () -> new SpirvCache(null), 1, 1)) {
      Boundary boundary =
          new Boundary(doings, (some, _) -> some.stream().map(one -> row(one.name(), "")).toList());
      Map<String, Causes.Where> found =
          new RuleFinder(families, report, cases, Rows.of(rows), boundary)
              .find(buckets, System.nanoTime() + TimeUnit.MINUTES.toNanos(1));
      return buckets.stream()
          .filter(bucket -> found.containsKey(bucket.id()))
          .collect(
              Collectors.toMap(
                  bucket -> bucket.members().getFirst().part(1),
                  bucket -> found.get(bucket.id()).words()));
    }
  }

  private static List<Row> run() {
    List<Row> rows = new ArrayList<>();
    for (int height = 8; height < 48; height += 4) {
      rows.add(row(name("khr.load", height + (height % 8 == 0 ? "x16" : "x24"), "col"), STRIDE));
      rows.add(row(name("khr.load", height + "x8", "col"), ""));
      rows.add(row(name("khr.load", height + "x8", "row"), ""));
    }
    for (String size : List.of("16x16", "16x24")) {
      rows.add(row(name("khr.store", size, "row"), SWAPPED));
    }
    for (String layout : List.of("row", "col")) {
      rows.add(row(name("khr.store", "16x8", layout), ""));
      rows.add(row(name("khr.store", "8x8", layout), ""));
    }
    return rows;
  }

  @Test
  public void aRuleOfTwoBucketsJoinsThem() throws Exception {
    assertEquals(
        found(run(), List.of()),
        Map.of("load", "where columns >= 16", "store", "where columns >= 16"));
  }

  /** What joined two buckets is refuted by further cases, and what is left holds for one. */
  @Test
  public void whatFurtherCasesLeaveIsOfThoseThatAreSo() throws Exception {
    List<String> further =
        Stream.of("8x16", "16x16", "24x24", "32x16", "40x24", "44x16")
            .map(size -> name("khr.load", size, "row"))
            .toList();
    assertEquals(
        found(run(), further),
        Map.of("load", "where columns >= 16 and layout is col", "store", "where columns >= 16"));
  }
}
