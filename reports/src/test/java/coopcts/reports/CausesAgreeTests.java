// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.read.RecordedRun;
import coopcts.reports.read.Recording;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The causes of a run are the same, with the same counts, wherever they are told. */
public final class CausesAgreeTests {

  private static final String REFUSED =
      "the driver refuses the shader: vkCreateComputePipelines returned VK_ERROR_UNKNOWN";

  private Path folder;
  private Map<String, Integer> told;

  /**
   * Two causes of one message, apart by a rule; wrong values in two systems; a crash; a warning.
   */
  @BeforeClass
  public void makeRun() throws Exception {
    folder = Temporary.folder("agree");
    List<String> lines = new ArrayList<>();
    lines.add(
        "{\"coopcts\":{\"schema\":2,\"suite\":\"1.0\",\"seed\":1,\"started\":1700000000000,"
            + "\"device\":\"d\",\"deviceOption\":\"reference:everything?fault=khr.a.b\"}}");
    for (String side : List.of("1024x8", "8x1024", "1024x16")) {
      lines.add(line("nv2.values.float16.a." + side + ".subgroup", "FAIL", REFUSED));
    }
    for (String side : List.of("8x8", "16x16", "8x16", "64x64")) {
      lines.add(line("nv2.values.float16.a." + side + ".subgroup", "PASS", ""));
      lines.add(line("khr.moves.uint8.b." + side + ".subgroup.loop", "PASS", ""));
      lines.add(line("khr.moves.uint8.b." + side + ".subgroup.select", "FAIL", REFUSED));
    }
    for (String name : List.of("khr.negate.sint8.a.8x8.subgroup", "vector.training.float16.8x16")) {
      lines.add(
          line(
              name,
              "FAIL",
              "x: result+1 (instance 0, row 0, column 1): expected 1.0, got 2.0 [KHR-OP-010]"));
    }
    lines.add(
        line("random.khr.7", "CRASH", "SIGSEGV in libx.so+0x12, in vkCreateComputePipelines"));
    lines.add(line("khr.rule.khr.khr_load_023", "WARN", "front end: known"));
    Files.write(folder.resolve("results.jsonl"), lines);
    new RunFolder(folder).render(folder.resolve("none"));
    told = new TreeMap<>();
    Buckets.of(Recording.read(folder).rows())
        .causes()
        .forEach(bucket -> told.put(bucket.title(), bucket.count()));
  }

  private static String line(String name, String verdict, String message) {
    return JsonMapper.shared()
        .writeValueAsString(
            Map.of(
                "case",
                name,
                "verdict",
                verdict,
                "expected",
                verdict.equals("PASS"),
                "assertions",
                List.of("KHR-OP-010"),
                "subcases",
                1,
                "millis",
                1,
                "message",
                message));
  }

  @AfterClass(alwaysRun = true)
  public void clean() throws IOException {
    Folders.delete(folder);
  }

  private JsonNode json(Path file) throws IOException {
    return JsonMapper.shared().readTree(Files.readString(file));
  }

  /** And each has a title of its own. */
  @Test
  public void eachCauseHasATitleOfItsOwn() throws Exception {
    Buckets buckets = Buckets.of(Recording.read(folder).rows());
    assertEquals(told.size(), buckets.causes().size());
    assertEquals(told.size(), 5);
    assertEquals(told.values().stream().mapToInt(n -> n).sum(), 10);
    assertTrue(told.containsKey(REFUSED + " where largest side >= 1024"), told.toString());
    assertTrue(told.containsKey(REFUSED + " where move is select"), told.toString());
  }

  @Test
  public void theConsoleSaysThem() throws Exception {
    List<String> lines =
        Buckets.of(Recording.read(folder).rows()).lines(12, Causes.NONE, folder).stream()
            .map(String::strip)
            .toList();
    assertEquals(lines.getFirst(), "10 failures, 5 causes");
    told.forEach((title, n) -> assertTrue(lines.contains(n + "  " + title), title));
  }

  @Test
  public void theSummarySaysThem() throws Exception {
    JsonNode summary = json(folder.resolve("summary.json"));
    Map<String, Integer> causes = new TreeMap<>();
    for (JsonNode cause : summary.get("causes")) {
      String rule =
          cause.get("assertions").isEmpty() ? "" : cause.get("assertions").get(0).asString();
      causes.put(
          (rule.isEmpty() ? "" : "[" + rule + "] ") + cause.get("what").asString(),
          cause.get("cases").asInt());
    }
    assertEquals(causes, told);
    assertEquals(summary.get("failures").asInt(), 10);
  }

  @Test
  public void allureHasThemForCategories() throws Exception {
    List<String> messages = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("allure-results"))) {
      for (Path file : files.filter(one -> one.toString().endsWith("-result.json")).toList()) {
        messages.add(json(file).path("statusDetails").path("message").asString(""));
      }
    }
    Map<String, Integer> categories = new TreeMap<>();
    for (JsonNode category : json(folder.resolve("allure-results").resolve("categories.json"))) {
      Pattern pattern = Pattern.compile(category.get("messageRegex").asString(), Pattern.DOTALL);
      int count = (int) messages.stream().filter(one -> pattern.matcher(one).matches()).count();
      if (told.containsKey(category.get("name").asString())) {
        categories.put(category.get("name").asString(), count);
      }
    }
    assertEquals(categories, told);
  }

  @Test
  public void tablesAndFindingsHaveThem() throws Exception {
    Map<String, Integer> types = new TreeMap<>();
    String junit = Files.readString(folder.resolve("junit.xml")).replace("&gt;", ">");
    told.forEach(
        (title, _) ->
            types.put(title, junit.split(Pattern.quote("cause: " + title + "\n"), -1).length - 1));
    assertEquals(types, told);
    String sarif = Files.readString(folder.resolve("findings.sarif"));
    String markdown = Files.readString(folder.resolve("summary.md"));
    for (String title : told.keySet()) {
      String what = title.replaceFirst("^\\[\\S+] ", "");
      assertTrue(sarif.contains(what), what);
      assertTrue(markdown.replace("\\", "").replace("&gt;", ">").contains(what), what);
    }
  }

  /** Programs are no system, and a planted fault makes another device. */
  @Test
  public void programsAndFaultsAreWhatTheyAre() throws Exception {
    String markdown = Files.readString(folder.resolve("summary.md"));
    assertTrue(markdown.contains("programs"), markdown);
    assertTrue(!markdown.contains("| random "), markdown);
    String device = "d with the fault khr.a.b";
    assertEquals(Recording.read(folder).run().deviceName(), device);
    assertEquals(json(folder.resolve("summary.json")).get("device").asString(), device);
  }

  @Test
  public void aFaultIsNamedAmongOtherSettings() {
    assertEquals(
        RecordedRun.withFault("d", "reference:everything?freedom=3&fault=khr.a.b&unchecked=race"),
        "d with the fault khr.a.b");
    assertEquals(RecordedRun.withFault("d", "reference:everything?freedom=3"), "d");
  }
}
