// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Assertion;
import coopcts.plan.Assertions;
import coopcts.reports.explain.Buckets;
import coopcts.reports.page.Legend;
import coopcts.reports.read.RecordedVerdict;
import coopcts.reports.read.Recording;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What other programs and people read of a run, made from an interrupted run's damaged journal. */
public final class OutputsTests {

  private static final String JOURNAL =
      """
      {"coopcts":{"schema":2,"suite":"1.0","seed":7,"host":"lab","planned":9,"deviceUuid":"00ff","strict":true,"validate":false,"baseline":"known (driver: 570)","compiler":{"glslang":"16.4.0","spirvTools":"v1"},"started":1700000000000,"commandLine":["run","--device","<b>x"]}}
      {"case":"khr.load.float16.a","verdict":"PASS","expected":true,"assertions":["KHR-LOAD-001","KHR-LOAD-018"],"subcases":2,"millis":12,"started":1700000001000,"worker":"3","tries":[{"verdict":"CRASH","message":"<b>first","started":1700000000500,"millis":3}]}
      {"case":"khr.load.float16.b","verdict":"FAIL","expected":false,"assertions":["KHR-LOAD-001","KHR-LOAD-018"],"subcases":2,"failedSubcases":["padded"],"millis":5,"message":"padded: result+65 (instance 0, row 0, column 1): expected -448.0 (0xfe), got 1 (0x1b), 14.0 ULP [KHR-LOAD-018] (and 5935 more)","phases":{"compile":1000,"pipeline":2000,"execute":1500,"judge":500}}
      {"case":"khr.load.float32.b","verdict":"FAIL","expected":true,"assertions":["KHR-LOAD-001","KHR-LOAD-018"],"subcases":2,"failedSubcases":["wide"],"millis":5,"message":"wide: result+128 (instance 2, row 1, column 0): expected 172 (0xac), got 27 (0x1b) [KHR-LOAD-018] (and 1 more)"}
      {"case":"khr.store.float16","verdict":"CRASH","expected":false,"assertions":["KHR-STORE-001"],"subcases":1,"millis":9,"message":"=SIGSEGV <img src=x onerror=alert(1)> \\ud800 \\ufffe \\u0001 & ]]> | `x` @all\\n::error::mine","phases":{"compile":1000,"pipeline":2000,"execute":0,"judge":0},"details":"/etc"}
      {"case":"khr.store.float32","verdict":"WARN","expected":true,"assertions":["KHR-STORE-001"],"subcases":1,"millis":1,"message":"a quality"}
      {"case":"vector.product","verdict":"NOT_SUPPORTED","expected":true,"assertions":["CV-MUL-001"],"subcases":0,"millis":0,"message":"the device does not report cooperativeVector"}
      {"case":"khr.moves.x","verdict":"NEWER_VERDICT","expected":false,"assertions":["KHR-NEW-999"],"subcases":1,"millis":0,"message":"?"}
      {"case":"khr.half
      """;

  private Path folder;
  private Recording run;

  @BeforeClass
  void makeRun() throws Exception {
    folder = Temporary.folder("outputs");
    Files.writeString(folder.resolve("results.jsonl"), JOURNAL);
    run = Recording.read(folder);
    assertEquals(new RunFolder(folder).render(folder).allure(), AllureReport.Made.NO_GENERATOR);
  }

  @AfterClass(alwaysRun = true)
  void clean() throws IOException {
    Folders.delete(folder);
  }

  private static Document xml(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
  }

  @Test
  void theJournalIsReadAsFarAsItGoes() {
    assertEquals(run.size(), 7);
    assertEquals(run.run().damaged(), 1);
    assertFalse(run.run().isFinished());
    assertEquals(run.run().started(), 1_700_000_000_000L);
    assertEquals(run.counts().get(RecordedVerdict.UNKNOWN).intValue(), 1);
  }

  /** A driver may say any number of lines: what is for people and comments has the first. */
  @Test
  void aLongMessageIsShortInReports() throws Exception {
    Path own = Temporary.folder("outputs");
    String message = "the driver says no, ".repeat(50_000);
    Files.writeString(
        own.resolve("results.jsonl"),
        "{\"case\":\"khr.load.a\",\"verdict\":\"FAIL\",\"expected\":false,\"message\":\"%s\"}\n"
            .formatted(message));
    new RunFolder(own).render(own);
    for (String file : List.of("summary.md", "annotations.txt", "findings.sarif", "junit.xml")) {
      assertTrue(Files.size(own.resolve(file)) < 100_000, file);
      assertTrue(Files.readString(own.resolve(file)).contains("the driver says no"), file);
    }
    assertTrue(Files.readString(own.resolve("results.csv")).contains(message.strip()));
    Folders.delete(own);
  }

  @Test
  void failuresOfOneCauseHaveOneFingerprint() {
    Buckets buckets = Buckets.of(run.rows());
    Buckets.Bucket first = buckets.of(run.row(1)).orElseThrow();
    assertSame(buckets.of(run.row(2)).orElseThrow(), first);
    assertEquals(first.what(), "values are wrong");
    assertEquals(first.rules(), List.of("KHR-LOAD-018"));
  }

  @Test
  void theAssertionThatAMessageNamesIsTheOneThatFailed() throws IOException {
    Coverage coverage = Coverage.of(run.rows());
    Map<String, Coverage.CoverageLine> lines = new HashMap<>();
    coverage.lines().forEach(line -> lines.put(line.assertion().id(), line));
    assertEquals(
        lines.get("KHR-LOAD-018").verdicts(),
        Map.of(RecordedVerdict.PASS, 1, RecordedVerdict.FAIL, 2));
    assertEquals(lines.get("KHR-LOAD-001").verdicts(), Map.of(RecordedVerdict.PASS, 1));
    assertEquals(lines.get("KHR-LOAD-001").beside(), 2);
    assertTrue(lines.get("CV-MUL-001").isUnsupported());
    assertFalse(lines.get("CV-MUL-001").isOpen());
    String page = Files.readString(folder.resolve("coverage.html"));
    assertTrue(page.contains("– not supported here"));
    assertTrue(page.contains("&lt;b&gt;x"));
    assertFalse(page.contains("<b>x"));
    int row = page.indexOf("id=\"KHR-LOAD-018\"");
    String line = page.substring(row, page.indexOf("</tr>", row));
    assertTrue(line.contains("spirvenv.html\" rel=\"noreferrer\">V-ENV</a>"), line);
    assertTrue(line.contains(">proven</span>"), line);
    assertTrue(page.contains("SPV_KHR_cooperative_matrix</a>"), "a legend with links");
  }

  /** Every document that an assertion names can be opened. */
  @Test
  void everySourceIsLinked() {
    Pattern abbreviation = Pattern.compile("\\b[GSPVT]-[A-Z]");
    for (Assertion assertion : Assertions.all()) {
      for (Legend.Part part : Legend.linked(assertion.source())) {
        assertTrue(
            !part.address().isEmpty() || !abbreviation.matcher(part.text()).find(),
            assertion.id() + ": " + part);
      }
    }
  }

  @Test
  void junitXmlCountsWhatIsUnexpected() throws Exception {
    Document document = xml(folder.resolve("junit.xml"));
    assertEquals(document.getElementsByTagName("testcase").getLength(), 7);
    NodeList failures = document.getElementsByTagName("failure");
    NodeList errors = document.getElementsByTagName("error");
    assertEquals(failures.getLength(), 1);
    assertEquals(errors.getLength(), 2);
    assertEquals(document.getElementsByTagName("skipped").getLength(), 2);
    assertTrue(failures.item(0).getTextContent().contains("run-cts.sh repro"));
    assertTrue(failures.item(0).getTextContent().contains("KHR-LOAD-018"));
    Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
    assertEquals(suite.getAttribute("hostname"), "lab");
    assertEquals(suite.getAttribute("timestamp"), "2023-11-14T22:13:21");
    assertTrue(Files.readString(folder.resolve("junit.xml")).contains("name=\"seed\" value=\"7\""));
    JUnitXml.write(folder.resolve("bad.xml"), run, Buckets.of(run.rows()), JUnitXml.Scope.FAILURES);
    assertEquals(xml(folder.resolve("bad.xml")).getElementsByTagName("testcase").getLength(), 3);
  }

  private static void assertIsJUnit(Path file) throws Exception {
    SchemaFactory.newDefaultInstance()
        .newSchema(OutputsTests.class.getResource("junit.xsd"))
        .newValidator()
        .validate(new StreamSource(file.toFile()));
  }

  /** By a schema that takes less than Jenkins and GitLab do. */
  @Test
  void junitXmlIsWhatJenkinsAndGitLabRead() throws Exception {
    Path file = folder.resolve("valid.xml");
    for (JUnitXml.Scope scope : JUnitXml.Scope.values()) {
      JUnitXml.write(file, run, Buckets.of(run.rows()), scope);
      assertIsJUnit(file);
    }
    String text = Files.readString(folder.resolve("junit.xml"));
    for (List<String> change :
        List.of(
            List.of("<failure ", "<properties/><failure "),
            List.of(" type=\"FAIL\"", ""),
            List.of("khr.load.float16.b\"", "khr.load.float16.a\""),
            List.of("time=\"0.005\"", "time=\"5 ms\""))) {
      assertTrue(text.contains(change.getFirst()), change.toString());
      Files.writeString(file, text.replaceFirst(change.getFirst(), change.getLast()));
      assertThrows(SAXException.class, () -> assertIsJUnit(file));
    }
  }

  @Test
  void whatTheRunIsStandsInEveryOutput() throws IOException {
    assertEquals(run.facts().get("seed"), "7");
    assertEquals(run.facts().get("uuid"), "00ff");
    assertEquals(run.facts().get("strict"), "true");
    assertEquals(run.facts().get("glslang"), "16.4.0");
    assertEquals(run.facts().get("baseline"), "known (driver: 570)");
    assertEquals(run.facts().get("planned"), "9");
    for (String name :
        List.of(
            "summary.md",
            "summary.json",
            "junit.xml",
            "coverage.html",
            "findings.sarif",
            "allure-results/environment.properties")) {
      String text = Files.readString(folder.resolve(name));
      for (String fact : List.of("00ff", "16.4.0", "known (driver", "lab")) {
        assertTrue(
            text.replace("\\", "").replace(" ", "").contains(fact.replace(" ", "")), name + fact);
      }
    }
  }

  @Test
  void spreadsheetsTakeNoFormula() throws IOException {
    String csv = Files.readString(folder.resolve("results.csv"));
    assertTrue(csv.startsWith("case,system,builtin,type,verdict,"), csv.substring(0, 40));
    assertFalse(csv.contains(",\"=SIGSEGV"), "a formula");
    assertTrue(csv.contains("'=SIGSEGV"));
  }

  /** Neither what a job or a list gave a case for a name, nor any other word of a journal. */
  @Test
  void noCellOfASpreadsheetIsAFormula() throws Exception {
    Path own = Files.createDirectories(folder.resolve("formulas"));
    Files.writeString(
        own.resolve("results.jsonl"),
        """
        {"coopcts":{"schema":2,"suite":"1.0","seed":7,"started":1700000000000}}
        {"case":"=cmd|' /C calc'!A0.+b.-c","verdict":"FAIL","expected":false,"assertions":["KHR-LOAD-001"],"subcases":1,"failedSubcases":["@SUM(1)"],"millis":1,"worker":"\\t=1","message":"\\r=2"}
        """);
    new RunFolder(own).render(own);
    List<String> lines = Files.readAllLines(own.resolve("results.csv"));
    String text = String.join("\n", lines);
    for (String cell : List.of("'=cmd|' /C calc'!A0.+b.-c", "'+b", "'-c", "'@SUM(1)")) {
      assertTrue(text.contains(cell), cell + " in " + text);
    }
    assertFalse(Pattern.compile("(^|,)\"?[=+@\t\r-]").matcher(text).find(), text);
  }

  @Test
  void markdownAndAnnotationsCannotBeBrokenOutOf() throws IOException {
    String markdown = Files.readString(folder.resolve("summary.md"));
    assertTrue(markdown.contains("3 cases are not as expected"), markdown);
    assertTrue(markdown.contains("**Interrupted**: 7 of 9 cases ran"), markdown);
    assertTrue(markdown.contains("1 lines of the journal are damaged"), markdown);
    assertFalse(markdown.contains("<img"), markdown);
    assertFalse(markdown.contains("@all"), markdown);
    List<String> annotations = Files.readAllLines(folder.resolve("annotations.txt"));
    assertEquals(annotations.size(), 3);
    annotations.forEach(line -> assertTrue(line.startsWith("::error title="), line));
    annotations.forEach(line -> assertFalse(line.matches(".*\\p{Cc}.*"), line));
  }

  /** What did not run, or cannot be read, is no success. */
  @Test
  void aRunThatIsNotWholeIsNotGreen() throws Exception {
    String header = "{\"coopcts\":{\"schema\":2,\"planned\":%d,\"started\":1700000000000}}\n";
    String row = "{\"case\":\"khr.a.b.%d\",\"verdict\":\"PASS\",\"expected\":true}\n";
    Map<String, String> signs =
        Map.of(
            header.formatted(2) + row.formatted(1) + row.formatted(2),
            "### ✅ CoopCTS: as expected\n",
            header.formatted(3) + row.formatted(1) + row.formatted(2),
            "### ⚠️ CoopCTS: as expected, as far as it went\n",
            header.formatted(2) + row.formatted(1) + "{\n" + row.formatted(2),
            "### ⚠️ CoopCTS: as expected, as far as it went\n");
    for (Map.Entry<String, String> sign : signs.entrySet()) {
      Path run = Files.createTempDirectory(folder, "whole");
      Files.writeString(run.resolve("results.jsonl"), sign.getKey());
      new RunFolder(run).render(folder);
      String summary = Files.readString(run.resolve("summary.md"));
      assertTrue(summary.startsWith(sign.getValue()), summary);
      boolean isMissing = sign.getKey().contains("\"planned\":3");
      assertEquals(
          Files.readString(run.resolve("allure-results/environment.properties"))
              .contains("missing=1"),
          isMissing);
    }
  }

  @Test
  void sarifHasAResultForEachBucket() throws IOException {
    JsonNode log = JsonMapper.shared().readTree(Files.readString(folder.resolve("findings.sarif")));
    JsonNode sarif = log.path("runs").path(0);
    assertFalse(sarif.path("invocations").path(0).path("executionSuccessful").asBoolean());
    Map<String, JsonNode> results = new HashMap<>();
    for (JsonNode result : sarif.path("results")) {
      String id = result.path("ruleId").asString();
      assertEquals(
          sarif
              .at("/tool/driver/rules")
              .path(result.path("ruleIndex").asInt())
              .path("id")
              .asString(),
          id);
      results.put(id, result);
    }
    assertEquals(
        results.keySet(), Set.of("KHR-LOAD-018", "CRASH", "WARN", "UNKNOWN"), results.toString());
    JsonNode loads = results.get("KHR-LOAD-018");
    assertEquals(loads.path("occurrenceCount").asInt(), 2);
    assertTrue(loads.path("suppressions").isMissingNode(), "one of the two is not expected");
    assertEquals(
        loads.at("/locations/0/logicalLocations/0/fullyQualifiedName").asString(),
        "khr.load.float16.b");
    assertEquals(results.get("WARN").path("level").asString(), "warning");
    assertEquals(
        results.get("CRASH").at("/locations/0/physicalLocation/artifactLocation/uri").asString(),
        "results.jsonl",
        "nothing outside the run's folder");
  }

  private List<JsonNode> allure() throws IOException {
    List<JsonNode> results = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("allure-results"))) {
      for (Path file : files.filter(f -> f.toString().endsWith("-result.json")).toList()) {
        results.add(JsonMapper.shared().readTree(Files.readString(file)));
      }
    }
    return results;
  }

  @Test
  void allureHasOneRowForEachCase() throws IOException {
    Map<String, Integer> statuses = new HashMap<>();
    Map<String, JsonNode> newest = new HashMap<>();
    for (JsonNode result : allure()) {
      newest.merge(
          result.path("historyId").asString(),
          result,
          (a, b) -> a.path("start").asLong() > b.path("start").asLong() ? a : b);
    }
    for (JsonNode result : newest.values()) {
      statuses.merge(result.path("status").asString(), 1, Integer::sum);
      String text = result.toString();
      assertFalse(result.path("statusDetails").toString().contains("<img"), text);
      for (JsonNode step : result.path("steps")) {
        boolean bad = List.of("failed", "broken").contains(result.path("status").asString());
        assertTrue(
            !bad || result.path("steps").toString().contains(result.path("status").toString()),
            "a failing case has a step that failed: " + step);
      }
      if (result.path("name").asString().equals("khr.load.float16.a")) {
        assertEquals(result.path("start").asLong(), 1_700_000_001_000L);
        assertTrue(text.contains("worker 3"), text);
        assertTrue(text.contains("VK_KHR_cooperative_matrix"), text);
      }
    }
    assertEquals(statuses, Map.of("passed", 2, "failed", 1, "broken", 2, "skipped", 2));
    assertEquals(run.unexpected(), 3);
    List<JsonNode> tries =
        allure().stream()
            .filter(one -> one.path("name").asString().equals("khr.load.float16.a"))
            .filter(one -> one.path("status").asString().equals("broken"))
            .toList();
    assertEquals(tries.size(), 1, "a retry is a retry");
    assertEquals(tries.getFirst().at("/statusDetails/message").asString(), "CRASH: &lt;b>first");
    assertEquals(run.row(0).tries(), 2);
  }

  @Test
  void theBuildThatRanItIsLinked() {
    Map<String, Object> executor =
        CiSystem.executor(
            "r",
            Map.of(
                "GITLAB_CI", "true", "CI_PIPELINE_IID", "12", "CI_JOB_URL", "https://ci/jobs/3"));
    assertEquals(executor.get("type"), "gitlab");
    assertEquals(executor.get("buildOrder"), 12L);
    assertEquals(executor.get("buildUrl"), "https://ci/jobs/3");
    assertFalse(
        CiSystem.executor("r", Map.of("JENKINS_URL", "javascript:alert(1)")).containsKey("url"));
  }
}
