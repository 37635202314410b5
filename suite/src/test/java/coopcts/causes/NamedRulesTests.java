// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import static java.util.stream.Collectors.toSet;
import static org.testng.Assert.assertEquals;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.explain.SeparatingRule;
import coopcts.reports.read.JournalLine;
import coopcts.reports.read.Row;
import coopcts.reports.read.RowParser;
import coopcts.reports.read.Rows;
import coopcts.spirv.SpirvCache;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.testng.annotations.Test;
import tools.jackson.databind.json.JsonMapper;

/** Buckets are of one cause where names say so, and not where a list of words says so. */
public final class NamedRulesTests {

  private static final String ELEMENT =
      "result+96 (instance 0, row 1, column 0): expected 1.0 (0x3c00), got 2.0 (0x4000), 1024 ULP ["
          + "%s]; looks like: %s, in every instance";

  private static final String ROWS = "rows hold the values of other rows: row 8 holds row 0";

  private static final String INSTANCE = "elements hold the values of instance 1";

  private static final String PLACE = "columns 8 to 15: values are wrong";

  private static final String CRASH =
      "SIGSEGV in libdriver.so+0x%s, called by vkCreateComputePipelines";

  private static Row row(String verdict, String name, String message) {
    Map<String, Object> line =
        Map.of(
            "case",
            name,
            "verdict",
            verdict,
            "expected",
            verdict.equals("PASS"),
            "subcases",
            1,
            "message",
            message);
    return ((JournalLine.Case) new RowParser().line(JsonMapper.shared().writeValueAsBytes(line)))
        .row();
  }

  private static Row wrong(String name, String assertion, String looks) {
    return row("FAIL", name, ELEMENT.formatted(assertion, looks));
  }

  private static Row good(String name) {
    return row("PASS", name, "");
  }

  private static String function(String function, String size) {
    return "nv2.function." + function + ".uint32.accumulator." + size + ".subgroup";
  }

  private static String move(String type, String move) {
    return "khr.moves." + type + ".a.8x8.subgroup." + move;
  }

  /** Reductions of matrices of 16 columns and more fail, each kind in its own way. */
  private static List<Row> reductions() {
    List<Row> rows = new ArrayList<>();
    for (String operation : List.of("max", "min", "sum", "product", "and")) {
      rows.add(wrong(function("reduce_column_" + operation, "16x24"), "CM2-RED-002", PLACE));
    }
    for (String size : List.of("16x16", "16x24")) {
      rows.add(wrong(function("reduce_row_min", size), "CM2-RED-001", ROWS));
    }
    rows.add(wrong(function("reduce_row_product", "16x16"), "CM2-RED-001", INSTANCE));
    rows.add(wrong(function("reduce_wider", "16x16"), "CM2-RED-009", PLACE));
    for (String passing : List.of("row_max", "row_sum", "column_min", "column_or")) {
      rows.add(good(function("reduce_" + passing, "8x8")));
      rows.add(good(function("reduce_" + passing, "24x8")));
    }
    for (String passing : List.of("reduce_2x2_max", "reduce_2x2_min", "element_place")) {
      rows.add(good(function(passing, "16x16")));
      rows.add(good(function(passing, "16x24")));
    }
    return rows;
  }

  /** What joins buckets, by how many of them. */
  private static Map<Integer, String> together(List<Row> rows) throws Exception {
    List<Buckets.Bucket> buckets = Buckets.of(rows).causes();
    return finding(
        rows,
        finder -> {
          NamedRules rules = finder.named(buckets, end());
          return rules.together(buckets).stream()
              .filter(some -> some.size() > 1)
              .collect(
                  Collectors.toMap(
                      List::size, some -> rules.of(some).map(SeparatingRule::words).orElseThrow()));
        });
  }

  private static long end() {
    return System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
  }

  private interface Asked<T> {
    T of(RuleFinder finder) throws Exception;
  }

  private static <T> T finding(List<Row> rows, Asked<T> asked) throws Exception {
    DeviceReport report;
    try (Device device = Devices.open("reference")) {
      report = device.report();
    }
    try (ShaderFacts doings = new ShaderFacts(report, () -> new SpirvCache(null), 1, 1)) {
      Boundary boundary = new Boundary(doings, FurtherCases.NONE);
      return asked.of(
          new RuleFinder(
              List.of(), report, new HashMap<>(), Rows.of(rows), boundary, new Troubles()));
    }
  }

  @Test
  public void oneRuleOfSeveralLooksIsOneCause() throws Exception {
    assertEquals(
        together(reductions()),
        Map.of(4, "where columns >= 16 and function has column, row or wider"));
  }

  /** No shader of these cases is known: what names say is said of all four, and stands as one. */
  @Test
  public void whatNamesJoinIsToldAsOne() throws Exception {
    List<Row> rows = reductions();
    List<Buckets.Bucket> buckets = Buckets.of(rows).causes();
    Map<String, Causes.Where> told = finding(rows, finder -> finder.find(buckets, end()));
    assertEquals(told.keySet(), buckets.stream().map(Buckets.Bucket::id).collect(toSet()));
    assertEquals(
        told.values().stream().map(Causes.Where::support).collect(toSet()),
        Set.of("all 9 failing cases are so, and none of the 14 that pass beside them"));
    Buckets joined =
        Buckets.of(
            rows,
            new Causes(
                buckets.stream()
                    .map(one -> new Causes.Cause(one.id(), "", told.get(one.id()), one.count()))
                    .toList()));
    assertEquals(joined.headline(), "9 failures, 1 cause");
  }

  /** One of them fails for less: no rule of all holds, and the others are one cause still. */
  @Test
  public void theRestIsOneWithoutAStranger() throws Exception {
    List<Row> rows = new ArrayList<>(reductions());
    rows.add(wrong(function("reduce_2x2_sum", "8x8"), "CM2-RED-012", "elements are zero"));
    rows.add(good(function("reduce_2x2_sum", "16x16")));
    assertEquals(together(rows).keySet(), Set.of(4));
  }

  /** A rule that holds for what fails in other families too is about what these have in common. */
  @Test
  public void aRuleOfOneFamilyMayForetellAnother() throws Exception {
    List<Row> rows = new ArrayList<>();
    for (String way : List.of("base", "indirect", "derivative", "cached")) {
      for (String size : List.of("16x16", "8x8", "16x8")) {
        String load = ".load.float16.a." + size + ".subgroup.row.buffer.float16";
        String loadName = "khr.way." + way + load;
        rows.add(way.equals("base") ? wrong(loadName, "KHR-LOAD-018", INSTANCE) : good(loadName));
      }
      String vector = "vector.way." + way + ".memory.sized.sint8.5";
      rows.add(way.equals("base") ? wrong(vector, "CV-LD-003", ROWS) : good(vector));
    }
    assertEquals(together(rows), Map.of(2, "where submission path is base"));
  }

  /** Words in a list are as many causes as words, where nothing else is alike. */
  @Test
  public void aListJoinsNothing() throws Exception {
    List<Row> rows = new ArrayList<>();
    for (String type : List.of("float16", "uint8", "sint8", "uint32")) {
      rows.add(wrong(move(type, "barriers_of_subgroups"), "KHR-UNIF-003", INSTANCE));
      rows.add(wrong(move(type, "in_an_array"), "KHR-USE-001", ROWS));
      rows.add(row("CRASH", move(type, "select"), CRASH.formatted("1a")));
      rows.add(row("CRASH", move(type, "copied"), CRASH.formatted("2b")));
      rows.add(good(move(type, "returned")));
      rows.add(good(move(type, "nested")));
      rows.add(good(move(type, "by_switch")));
    }
    assertEquals(together(rows), Map.of());
  }

  @Test
  public void crashesInSeveralPlacesAreOneByAWord() throws Exception {
    List<Row> rows = new ArrayList<>();
    for (String type : List.of("float16", "uint8", "sint8")) {
      rows.add(row("CRASH", move(type, "wide_stride_run_time"), CRASH.formatted("1a")));
      rows.add(row("CRASH", move(type, "narrow_stride_run_time"), CRASH.formatted("2b")));
      rows.add(good(move(type, "wide_stride")));
      rows.add(good(move(type, "narrow_stride")));
      rows.add(good(move(type, "returned")));
    }
    rows.add(row("CRASH", "random.khr.3", CRASH.formatted("2b")));
    assertEquals(together(rows), Map.of(2, "mostly where move has run_time"));
  }
}
