// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import org.w3c.dom.Element;

/** Files beside the code that no compiler reads: scripts, container file, documents, POMs. */
public final class DistributionTests {

  private static final Path ROOT = Path.of("..");

  private static final List<String> MODULES =
      List.of("testing", "generators", "cases", "reports", "suite");

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file), StandardCharsets.UTF_8);
  }

  /** Batch files are read line by line, and cmd.exe seeks labels wrongly where lines end in LF. */
  @Test
  public void batchFileIsWellFormed() throws Exception {
    String text = read("run-cts.cmd");
    assertFalse(text.replace("\r\n", "").contains("\n"), "a line ends in LF");
    assertTrue(StandardCharsets.US_ASCII.newEncoder().canEncode(text));
    Set<String> labels = new HashSet<>();
    Matcher label = Pattern.compile("(?m)^:(\\w+)$").matcher(text);
    while (label.find()) {
      assertTrue(labels.add(label.group(1)), label.group(1));
    }
    Set<String> wanted = new HashSet<>();
    Matcher jump = Pattern.compile("\\bgoto (\\w+)").matcher(text);
    while (jump.find()) {
      wanted.add(jump.group(1));
    }
    assertEquals(wanted, labels);
    for (String line : text.split("\r\n")) {
      assertEquals(line.chars().filter(c -> c == '"').count() % 2, 0, line);
      assertTrue(line.startsWith("rem ") || line.chars().filter(c -> c == '%').count() < 20, line);
    }
    assertTrue(text.contains("coopcts.cli.Main %*"));
  }

  /** Both scripts start the same JVM: its options stand in one file. */
  @Test
  public void scriptsShareTheirOptions() throws Exception {
    List<String> options = read("suite/src/main/scripts/java.options").lines().toList();
    assertTrue(options.contains("--enable-native-access=ALL-UNNAMED"));
    for (String script : List.of("run-cts.sh", "run-cts.cmd")) {
      assertTrue(read(script).contains("java.options"), script);
      for (String option : options) {
        assertFalse(read(script).contains(option), script + " repeats " + option);
      }
    }
  }

  /** Rules that linters of container files have, as far as they concern this one. */
  @Test
  public void containerFileKeepsTheRules() throws Exception {
    String text = read("Containerfile").replaceAll("(?m)^#.*\n", "");
    List<String> instructions =
        Arrays.stream(text.replace("\\\n", " ").split("\n"))
            .filter(line -> !line.isBlank())
            .toList();
    Set<String> known =
        Set.of("FROM", "SHELL", "RUN", "WORKDIR", "COPY", "LABEL", "USER", "ENTRYPOINT", "CMD");
    String last = "";
    for (String instruction : instructions) {
      String name = instruction.split(" ")[0];
      assertTrue(known.contains(name), instruction);
      assertFalse(instruction.matches(".*\\b(sudo|ADD|MAINTAINER)\\b.*"), instruction);
      if (name.equals("FROM")) {
        assertTrue(instruction.matches("FROM [\\w./-]+/[\\w.-]+:[\\w.-]+( AS \\w+)?"), instruction);
        assertFalse(instruction.contains(":latest"), instruction);
      }
      if (name.equals("WORKDIR")) {
        assertTrue(instruction.matches("WORKDIR /.*"), instruction);
      }
      if (instruction.contains("apt-get install")) {
        assertTrue(instruction.contains("apt-get update"), instruction);
        assertTrue(instruction.contains("rm -rf /var/lib/apt/lists/*"), instruction);
        for (String call : instruction.split("&&")) {
          if (call.contains("apt-get install")) {
            assertTrue(call.contains(" -y ") && call.contains("--no-install-recommends"), call);
          }
        }
      }
      if (name.equals("ENTRYPOINT") || name.equals("CMD")) {
        assertTrue(instruction.matches("\\w+ \\[\".*\"\\]"), instruction);
      }
      last = name.equals("USER") ? instruction : last;
    }
    assertFalse(last.isEmpty() || last.endsWith(" root"), "it runs as root");
    Matcher from = Pattern.compile("--from=(\\w+)").matcher(text);
    while (from.find()) {
      assertTrue(text.contains(" AS " + from.group(1) + "\n"), from.group());
    }
  }

  @DataProvider
  public Object[][] poms() {
    return Stream.concat(Stream.of("pom.xml"), MODULES.stream().map(name -> name + "/pom.xml"))
        .map(pom -> new Object[] {pom})
        .toArray(Object[][]::new);
  }

  /** What Maven Central asks of a POM; modules have the rest from their parent. */
  @Test(dataProvider = "poms")
  public void pomsSayWhatCentralAsks(String pom) throws Exception {
    Element project =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(ROOT.resolve(pom).toFile())
            .getDocumentElement();
    Set<String> children = new HashSet<>();
    for (int i = 0; i < project.getChildNodes().getLength(); i++) {
      children.add(project.getChildNodes().item(i).getNodeName());
    }
    List<String> wanted = new ArrayList<>(List.of("artifactId", "name", "description"));
    if (pom.equals("pom.xml")) {
      wanted.addAll(List.of("groupId", "version", "url", "licenses", "developers", "scm"));
    }
    assertTrue(children.containsAll(wanted), wanted + " in " + children);
  }

  @Test
  public void everyPackageIsIntroduced() throws Exception {
    List<Path> without = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .map(Path::getParent)
            .distinct()
            .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
            .forEach(without::add);
      }
    }
    assertEquals(without, List.of());
  }

  /** A reader finds every document from the index. */
  @Test
  public void documentsAreLinked() throws Exception {
    Set<Path> linked = new HashSet<>();
    List<Path> documents = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
    }
    for (String file : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")) {
      documents.add(ROOT.resolve(file));
    }
    for (Path document : documents) {
      Matcher link =
          Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)").matcher(Files.readString(document));
      while (link.find()) {
        linked.add(document.resolveSibling(link.group(1)).normalize());
      }
    }
    List<Path> alone =
        documents.stream()
            .map(Path::normalize)
            .filter(document -> !linked.contains(document))
            .filter(document -> document.startsWith("../docs"))
            .filter(document -> !document.endsWith("docs/index.md"))
            .filter(document -> !document.toString().contains("/findings/"))
            .toList();
    assertEquals(alone, List.of());
  }
}
