// SPDX-License-Identifier: Apache-2.0
package coopcts.run.deqp;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.reports.Glob;
import coopcts.run.select.CaseSelection;
import coopcts.run.select.RunOptions;
import coopcts.testing.Temporary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.testng.annotations.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** The suite in the place of a dEQP binary. */
public final class DeqpTests {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private static RunOptions options(Path folder, CaseSelection selection) {
    return new RunOptions(
        "fake",
        new RunOptions.Wanted(Profile.DEFAULT, selection, 1),
        0,
        Duration.ofDays(1),
        RunOptions.Limits.DEFAULT,
        RunOptions.Demands.USUAL,
        new RunOptions.Folders(folder.resolve("coopcts"), folder.resolve("cache"), false),
        RunOptions.Origin.UNKNOWN);
  }

  private DeqpSession.Ending run(
      Path folder, List<String> questions, boolean stops, String... names) throws Exception {
    CaseSelection selection = new CaseSelection(List.of(), Set.of(names), 1, 1);
    out.reset();
    err.reset();
    return new DeqpSession(
            options(folder, selection),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            "CoopCTS",
            Map.of("fake.pass.2", "fake.before.2"))
        .run(folder.resolve("x.qpa"), questions, true, stops);
  }

  private String console() {
    return out.toString(StandardCharsets.UTF_8).replaceAll("\\R", "\n");
  }

  private static Element xml(String qpa, String name) throws Exception {
    String begin = "\n#beginTestCaseResult " + name + "\n";
    int from = qpa.indexOf(begin) + begin.length();
    String text = qpa.substring(from, qpa.indexOf("\n#endTestCaseResult\n", from));
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)))
        .getDocumentElement();
  }

  private static String text(String qpa, String name) throws Exception {
    return xml(qpa, name).getElementsByTagName("Text").item(0).getTextContent();
  }

  @Test(groups = "processes")
  public void casesAreToldInDeqpsWords() throws Exception {
    Path folder = Temporary.folder("deqp");
    DeqpSession.Ending ending =
        run(
            folder,
            List.of(DeqpSession.DEVICE, "fake.info.renderer"),
            false,
            "fake.pass.1",
            "fake.pass.2",
            "fake.fail.1",
            "fake.unsupported.1",
            "fake.pas.1");
    assertTrue(ending.failed());
    String console = console();
    assertTrue(console.startsWith("dEQP Core CoopCTS (0x00000000) starting..\n"), console);
    assertTrue(console.contains("\nTest case 'fake.pass.1'..\n  Pass (Pass)\n"), console);
    assertTrue(console.contains("\nTest case 'fake.before.2'..\n  Pass (Pass)\n"), console);
    assertTrue(
        console.contains(
            "\nTest case 'fake.unsupported.1'..\n"
                + "  NotSupported (NOT_SUPPORTED: it has no such feature)\n"),
        console);
    assertTrue(console.contains("\nTest case 'fake.fail.1'..\n  Fail ("), console);
    assertTrue(console.contains("\nDONE!\n"), console);
    assertTrue(console.contains("\n  Passed:        4/6 (66.7%)\n"), console);
    assertFalse(console.contains("fake.pas.1"), "a runner finds it missing");
    assertTrue(err.toString(StandardCharsets.UTF_8).contains("did you mean fake.pass.1?"));
    String qpa = Files.readString(folder.resolve("x.qpa"));
    assertTrue(qpa.contains("\n#beginSession\n") && qpa.endsWith("\n#endSession\n"), qpa);
    Element fail = xml(qpa, "fake.fail.1");
    assertEquals(fail.getAttribute("CasePath"), "fake.fail.1");
    Element result = (Element) fail.getElementsByTagName("Result").item(0);
    assertEquals(result.getAttribute("StatusCode"), "Fail");
    String name = text(qpa, "fake.info.renderer");
    assertFalse(name.isEmpty());
    assertTrue(text(qpa, DeqpSession.DEVICE).startsWith("deviceName: " + name + "\n"));
  }

  @Test(groups = "processes")
  public void theFirstFailureMayEndIt() throws Exception {
    Path folder = Temporary.folder("deqp");
    run(folder, List.of(), true, "fake.fail.1", "fake.fail.2", "fake.fail.3");
    assertEquals(console().split("Test case '", -1).length, 2);
  }

  @Test
  public void listsMayBeTrees() {
    assertEquals(
        CaseNames.of("{khr{load{a,b},store},nv2{c}}"),
        Set.of("khr.load.a", "khr.load.b", "khr.store", "nv2.c"));
    assertEquals(CaseNames.of("\uFEFFkhr.a\r\n\r\nkhr.b\r\n"), Set.of("khr.a", "khr.b"));
    for (String wrong : List.of("{khr{load", "{khr,}", "{a}}", "{}")) {
      assertThrows(IllegalArgumentException.class, () -> CaseNames.of(wrong));
    }
  }

  /**
   * deqp-runner finds what the suite's own run finds, crashes and hangs too. A lost device is a
   * crash for it.
   */
  @Test(groups = "processes")
  public void aRunnerOfDeqpFindsTheVerdictsOfARun() throws Exception {
    Path folder = Temporary.folder("deqp");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=" + folder.resolve("hs_err_%p.log"),
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            "coopcts.cli.Main",
            "deqp",
            "--device",
            "fake",
            "--deqp-surface-type=fbo");
    List<String> names =
        List.of(
            "fake.pass.1",
            "fake.crash.1",
            "fake.pass.2",
            "fake.fail.1",
            "fake.lost.1",
            "fake.pass.3",
            "fake.hang.1",
            "fake.pass.4",
            "fake.unsupported.1",
            "none.pass.1");
    Map<String, String> found =
        new DeqpRunner(command, folder, Duration.ofSeconds(40)).run(names, 5, 2);
    assertEquals(
        found,
        new TreeMap<>(
            Map.of(
                "fake.pass.1", "Pass",
                "fake.crash.1", "Crash",
                "fake.pass.2", "Pass",
                "fake.fail.1", "Fail",
                "fake.lost.1", "Crash",
                "fake.pass.3", "Pass",
                "fake.hang.1", "Timeout",
                "fake.pass.4", "Pass",
                "fake.unsupported.1", "Skip",
                "none.pass.1", "Missing")));
    try (Stream<Path> files = Files.list(folder)) {
      assertTrue(files.anyMatch(file -> new Glob("*.qpa").matches(file.getFileName().toString())));
    }
  }
}
