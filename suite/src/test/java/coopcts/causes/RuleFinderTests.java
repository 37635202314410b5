// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import static java.util.stream.Collectors.toSet;
import static org.testng.Assert.assertEquals;

import coopcts.cases.Family;
import coopcts.cases.Profile;
import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.plan.Case;
import coopcts.plan.RulePlan;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.explain.Traits;
import coopcts.reports.read.JournalLine;
import coopcts.reports.read.Row;
import coopcts.reports.read.RowParser;
import coopcts.reports.read.Rows;
import coopcts.spirv.SpirvCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  private static final String REFUSED = "the driver refuses the shader";

  /** What could not be found out of the buckets of each family. */
  private final Map<String, List<String>> noted = new HashMap<>();

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
                : pattern.equals(REFUSED)
                    ? REFUSED
                    : "result+96 (instance 0, row 1, column 0): expected 1.0 (0x3c00), got 2.0"
                        + " (0x4000), 1024 ULP [KHR-LOAD-018]; looks like: "
                        + pattern);
    byte[] text = JsonMapper.shared().writeValueAsBytes(line);
    return ((JournalLine.Case) new RowParser().line(text)).row();
  }

  private Map<String, String> found(List<Row> rows, List<String> further) throws Exception {
    return found(
        rows, further, (some, _) -> some.stream().map(one -> row(one.name(), "")).toList(), 60);
  }

  private Map<String, String> found(
      List<Row> rows, List<String> further, FurtherCases trials, int seconds) throws Exception {
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
    Troubles troubles = new Troubles();
    try (ShaderFacts doings = new ShaderFacts(report, () -> new SpirvCache(null), 1, 1)) {
      Boundary boundary = new Boundary(doings, trials);
      Map<String, Causes.Where> found =
          new RuleFinder(families, report, cases, Rows.of(rows), boundary, troubles)
              .find(buckets, System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
      for (Buckets.Bucket bucket : buckets) {
        noted.put(bucket.members().getFirst().part(1), troubles.of(bucket));
      }
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

  /** Of two causes that are no one each has its cases in the first round. */
  @Test
  public void aRoundIsOneOfAllCauses() throws Exception {
    List<Row> rows = new ArrayList<>();
    List<String> further = new ArrayList<>();
    List<String> known = new ArrayList<>();
    for (int height = 8; height < 48; height += 8) {
      for (int width : new int[] {8, 16, 24}) {
        String size = height + "x" + width;
        boolean isWide = width >= 16;
        rows.add(row(name("khr.load", size, "row"), isWide ? STRIDE : ""));
        rows.add(row(name("khr.store", size, "row"), isWide ? "" : SWAPPED));
        // What passes in the run leaves open whether the layout matters too.
        (isWide ? further : known).add(name("khr.load", size, "col"));
        (isWide ? known : further).add(name("khr.store", size, "col"));
      }
    }
    known.forEach(name -> rows.add(row(name, "")));
    List<Set<String>> rounds = new ArrayList<>();
    Map<String, String> found =
        found(
            rows,
            further,
            (some, _) -> {
              rounds.add(some.stream().map(one -> Traits.place(one.name())).collect(toSet()));
              return some.stream().map(one -> row(one.name(), "")).toList();
            },
            60);
    assertEquals(rounds.getFirst(), Set.of("khr.load", "khr.store"));
    assertEquals(
        found,
        Map.of(
            "load", "where columns >= 16 and layout is row",
            "store", "where columns <= 8 and layout is row"));
  }

  /** Where further cases take all of the time, what the names of the run say is said. */
  @Test
  public void withoutTimeRulesOfNamesStand() throws Exception {
    List<String> further =
        Stream.of("8x16", "16x16", "24x24").map(size -> name("khr.load", size, "row")).toList();
    Map<String, String> found =
        found(
            run(),
            further,
            (_, left) -> {
              try {
                Thread.sleep(left.plusMillis(1));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return List.of();
            },
            3);
    assertEquals(found.get("load"), "where columns >= 16");
  }

  /** A run of further cases is one of all causes: each says that it failed, and has its rule. */
  @Test
  public void furtherCasesThatCannotBeRunCostNoRule() throws Exception {
    List<String> further =
        List.of(name("khr.load", "52x16", "row"), name("khr.load", "52x8", "row"));
    FurtherCases thrown =
        (_, _) -> {
          throw new DeviceUnavailableException("injected");
        };
    assertEquals(
        found(run(), further, thrown, 60),
        Map.of("load", "where columns >= 16", "store", "where columns >= 16"));
    List<String> said = List.of("what further cases say of the rule (injected)");
    assertEquals(noted, Map.of("load", said, "store", said));
  }

  /** The search of one bucket throws: it has its rule of names, and the other all that it had. */
  @Test
  public void aSearchThatThrowsCostsItsOwnBucket() throws Exception {
    List<Row> rows = new ArrayList<>(run());
    rows.removeIf(row -> row.part(1).equals("store"));
    for (String size : List.of("16x16", "16x24", "8x8", "16x8")) {
      rows.add(row(name("khr.store", size, "row"), REFUSED));
      rows.add(row(name("khr.store", size, "col"), ""));
    }
    FurtherCases thrown =
        new FurtherCases() {
          @Override
          public List<Row> run(List<Case> some, Duration left) {
            return some.stream().map(one -> row(one.name(), "")).toList();
          }

          @Override
          public boolean mayRun(String name) {
            if (name.startsWith("khr.store")) {
              throw new IllegalStateException("injected");
            }
            return true;
          }
        };
    assertEquals(
        found(rows, List.of(name("khr.store", "24x8", "row")), thrown, 60),
        Map.of("load", "where columns >= 16", "store", "where layout is row"));
    assertEquals(
        noted,
        Map.of(
            "load",
            List.of(),
            "store",
            List.of("what sets its cases apart (java.lang.IllegalStateException: injected)")));
  }
}
