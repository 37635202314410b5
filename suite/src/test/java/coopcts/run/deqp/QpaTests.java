// SPDX-License-Identifier: Apache-2.0
package coopcts.run.deqp;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.plan.Verdict;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** dEQP's log and lists of names, as its own tools write and read them. */
public final class QpaTests {

  /** Word by word, since others' tools read it by lines. */
  @Test
  public void aSessionIsWrittenAsDeqpDoes() throws Exception {
    Path file = Temporary.folder("qpa").resolve("log.qpa");
    try (Qpa log = new Qpa(file, "1.0", "a \"device\"", false)) {
      log.begin("khr.load.a");
      log.end("khr.load.a", "", 1234, Status.PASS, "Pass");
      log.begin("khr.load.b");
      log.end("khr.load.b", "two\nlines\u0007", 5, Status.FAIL, "wrong \uFFFE & <b>");
    }
    assertEquals(
        Files.readString(file),
        """
        #sessionInfo releaseName 1.0
        #sessionInfo releaseId 0x00000000
        #sessionInfo targetName "a 'device'"
        #sessionInfo logFormatVersion "0.3.4"
        #beginSession

        #beginTestCaseResult khr.load.a
        <?xml version="1.0" encoding="UTF-8"?>
        <TestCaseResult Version="0.3.4" CasePath="khr.load.a" CaseType="SelfValidate">
         <Number Name="TestDuration" Description="Test case duration in microseconds" Tag="Time" Unit="us">1234</Number>
         <Result StatusCode="Pass">Pass</Result>
        </TestCaseResult>

        #endTestCaseResult

        #beginTestCaseResult khr.load.b
        <?xml version="1.0" encoding="UTF-8"?>
        <TestCaseResult Version="0.3.4" CasePath="khr.load.b" CaseType="SelfValidate">
         <Text>two
        lines?</Text>
         <Number Name="TestDuration" Description="Test case duration in microseconds" Tag="Time" Unit="us">5</Number>
         <Result StatusCode="Fail">wrong ? &amp; &lt;b&gt;</Result>
        </TestCaseResult>

        #endTestCaseResult

        #endSession
        """);
  }

  /** What a case says that ends the process must be there before it does. */
  @Test
  public void aCaseIsThereWhenItBeginsAndEnds() throws Exception {
    Path file = Temporary.folder("qpa").resolve("log.qpa");
    try (Qpa log = new Qpa(file, "1.0", "device", true)) {
      assertTrue(Files.readString(file).endsWith("#beginSession\n"));
      log.begin("khr.load.a");
      assertTrue(Files.readString(file).endsWith("#beginTestCaseResult khr.load.a\n"));
      log.end("khr.load.a", "", 1, Status.PASS, "Pass");
      assertTrue(Files.readString(file).endsWith("#endTestCaseResult\n"));
    }
  }

  @Test
  public void everyVerdictHasAWordOfDeqp() {
    Map<Verdict, String> words = new EnumMap<>(Verdict.class);
    for (Verdict verdict : Verdict.values()) {
      words.put(verdict, Status.of(verdict) + (Status.of(verdict).isFailure() ? "!" : ""));
    }
    assertEquals(words.get(Verdict.PASS), "Pass");
    assertEquals(words.get(Verdict.COMPILED), "Pass");
    assertEquals(words.get(Verdict.WARN), "QualityWarning");
    assertEquals(words.get(Verdict.FAIL), "Fail!");
    assertEquals(words.get(Verdict.FLAKE), "Fail!");
    assertEquals(words.get(Verdict.COMPILE_ERROR), "Fail!");
    assertEquals(words.get(Verdict.NOT_SUPPORTED), "NotSupported");
    assertEquals(words.get(Verdict.SKIP), "NotSupported");
    assertEquals(words.get(Verdict.CRASH), "Crash!");
    assertEquals(words.get(Verdict.DEVICE_LOST), "Crash!");
    assertEquals(words.get(Verdict.TIMEOUT), "Timeout!");
    assertEquals(words.get(Verdict.INVALID), "InternalError!");
    assertEquals(words.get(Verdict.MISSING), "InternalError!");
    assertEquals(words.size(), 13);
  }

  @DataProvider
  Object[][] lists() {
    return new Object[][] {
      {"a.b\n\n  a.c \na.b\n", List.of("a.b", "a.c")},
      {"", List.of()},
      {"\uFEFFa.b", List.of("a.b")},
      {"{a}", List.of("a")},
      {"{a{b,c{d,e}},f}", List.of("a.b", "a.c.d", "a.c.e", "f")},
      {" { a { b ,\n c } } ", List.of("a.b", "a.c")}
    };
  }

  @Test(dataProvider = "lists")
  public void namesAreReadFromLinesAndTrees(String text, List<String> names) {
    assertEquals(List.copyOf(CaseNames.of(text)), names);
  }

  @DataProvider
  Object[][] broken() {
    return new Object[][] {
      {"{a", 3}, {"{a{b}", 6}, {"{a}}", 4}, {"{a}b", 4}, {"{,a}", 2}, {"{a,}", 4}, {"{", 2}
    };
  }

  @Test(dataProvider = "broken")
  public void aTreeThatIsNotClosedIsRefused(String text, int at) {
    IllegalArgumentException thrown =
        expectThrows(IllegalArgumentException.class, () -> CaseNames.of(text));
    assertEquals(thrown.getMessage(), "a tree of names is not closed, at character " + at);
  }
}
