// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;

import coopcts.testing.Temporary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Job files are an exchange format: what makes no sense in one is said in one line, with exit code
 * 2, before anything runs.
 */
public final class HostileJobTests {

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Path GOOD = Path.of("..", "docs", "examples", "scale");

  /** A place in the job that runs, and what stands there instead. */
  @DataProvider
  private Object[][] oddities() {
    return new Object[][] {
      {"/groups", "[1, 1]"},
      {"/groups", "[null, 1, 1]"},
      {"/groups", "[-1, 1, 1]"},
      {"/groups", "[1.5, 1, 1]"},
      {"/groups", "[4000000000, 1, 1]"},
      {"/buffers", "[null]"},
      {"/buffers/0", "null"},
      {"/buffers/0/bytes", "-4"},
      {"/buffers/0/bytes", "64.7"},
      {"/buffers/0/bytes", "4000000000"},
      {"/buffers/0/binding", "-1"},
      {"/buffers/0/binding", "null"},
      {"/buffers/0/binding", "1"},
      {"/buffers/0/set", "-1"},
      {"/buffers/0/file", "\"no-such-file.bin\""},
      {"/buffers/0/file", "\"/dev/zero\""},
      {"/buffers/0/file", "\"..\""},
      {"/buffers/2/name", "\"../../pwned\""},
      {"/buffers/2/name", "\"/tmp/pwned\""},
      {"/buffers/2/name", "\"0_0\""},
      {"/buffers/2/name", "\"\""},
      {"/addresses/0", "null"},
      {"/addresses/0/buffer", "\"nobody\""},
      {"/addresses/0/into", "null"},
      {"/addresses/0/into/offset", "-8"},
      {"/addresses/0/into/offset", "1000000"},
      {"/addresses/0/into/binding", "9"},
      {"/specialization", "{\"0\": \"NaN\"}"},
      {"/specialization", "{\"0\": 1e300}"},
      {"/specialization", "{\"99\": 1}"},
      {"/specialization", "{\"x\": 1}"},
      {"/push", "\"0\""},
      {"/push", "\"000000\""},
      {"/push", "\"xy\""},
      {"/push", "\"" + "00".repeat(100_000) + "\""},
      {"/requiredSubgroupSize", "0"},
      {"/requiredSubgroupSize", "-1"},
      {"/requiredSubgroupSize", "3"},
      {"/requiredSubgroupSize", "1073741824"},
      {"/stage", "\"kitchen\""},
      {"/entry", "\"\""},
      {"/shader", "null"},
      {"/shader", "\"no-such-shader.comp\""},
      {"/way", "\"by the back door\""},
      {"/passes", "[null]"},
      {"/passes", "[{}]"},
      {"/passes", "[{\"shader\": \"no-such-shader.comp\"}]"},
      {"/passes", "[{\"shader\": \"scale.comp\", \"groups\": [0, 1, 1]}]"},
      {"/passes", "[{\"shader\": \"scale.comp\", \"push\": \"0\"}]"},
      {"/buffers/0/type", "\"number\""},
      {"/buffers/0/type", "\"mxint8\""},
      {"/buffers/0/file", "\"values.csv\""},
      {"/buffers/0/tolerance", "{\"absolute\": 1}"},
      {"/addresses/0/push", "0"},
      {"/then", "[null]"},
      {"/then", "[{\"push\": \"00\"}]"},
      {"/convert", "[null]"},
      {"/after", "[null]"},
      {
        "/convert",
        "[{\"file\": \"values.bin\", \"set\": 0, \"binding\": 0, \"offset\": -4, \"bytes\": 64,"
            + " \"component\": \"float16\", \"rows\": 4, \"columns\": 4, \"layout\":"
            + " \"inferencing_optimal\"}]"
      },
      {
        "/convert",
        "[{\"file\": \"values.bin\", \"set\": 0, \"binding\": 0, \"offset\": 0, \"bytes\": 64,"
            + " \"component\": \"float16\", \"rows\": 40000, \"columns\": 40000, \"layout\":"
            + " \"inferencing_optimal\"}]"
      },
      {"/shadr", "\"scale.comp\""},
      {"/schema", "0"},
      {"/schema", "3"},
      {"/schema", "\"2\""},
      {"/schema", "1.5"},
      {"/robustness", "true"},
      {"/robustness", "\"somewhat\""},
      {"/robustness", "\"\""},
      {"/entry", "5"},
      {"/entry", "true"},
      {"/shader", "[]"},
      {"/shader", "[\"scale.comp\"]"},
      {"/groups", "1"},
      {"/groups", "\"\""},
      {"/groups", "[\"1\", 1, 1]"},
      {"/groups", "[true, 1, 1]"},
      {"/push", "7"},
      {"/requiredSubgroupSize", "\"8\""},
      {"/requiredSubgroupSize", "8.0"},
      {"/fullSubgroups", "1"},
      {"/fullSubgroups", "\"true\""},
      {"/specialization", "[]"},
      {"/specialization", "{\"0\": \"1\"}"},
      {"/specialization", "{\"0\": true}"},
      {"/specialization", "\"\""},
      {"/buffers", "{}"},
      {"/buffers", "\"\""},
      {"/buffers/0", "[]"},
      {"/buffers/0", "\"\""},
      {"/buffers/0/bytes", "\"248\""},
      {"/buffers/0/bytes", "true"},
      {"/buffers/0/bytes", "[248]"},
      {"/buffers/0/colour", "1"},
      {"/buffers/0/fill", "0"},
      {"/buffers/0/tolerance", "{\"near\": 1}"},
      {"/buffers/2/address", "1"},
      {"/buffers/2/address", "\"true\""},
      {"/addresses/0/into/offset", "\"0\""},
      {"/addresses/0/into/layout", "\"0\""},
      {"/compile", "{\"optimise\": \"size\"}"},
      {"/compile", "{\"autoBindings\": \"yes\"}"},
      {"/compile", "{\"define\": {\"A\": 1}}"},
      {"/compile", "{\"include\": \"parts\"}"},
      {"/passes", "[{\"shader\": \"scale.comp\", \"stage\": \"comp\"}]"},
      {"/then", "[{\"push\": 1}]"},
      {"/together", "{\"ofCase\": \"x\", \"subcase\": \"y\", \"seed\": \"1\"}"},
      {"/rule", "{\"accepted\": 1, \"validated\": true}"},
      {"/rule", "{\"accepted\": true, \"validated\": true, \"minor\": 99}"},
      {"/rule", patched("a", "$99")},
      {"/rule", patched("a", "$x")},
      {"/rule", patched("(a", "b")},
      {"/rule", edited("OpNop $1", "[\"OpNop $2\"]")},
      {"/rule", edited("OpNop $one", "[\"OpNop $two\"]")},
      {"/rule", edited("OpNop", "null")},
      {"/rule", edited("OpNop", "[null]")},
      {"/shader", "\"scale.comp\\u0000\""},
      {"/buffers/1/accept", "\"odd.json\""},
    };
  }

  private static String edited(String instruction, String becomes) {
    return "{\"accepted\": true, \"validated\": true, \"edits\": [{\"instruction\": \"%s\", \"becomes\": %s}]}"
        .formatted(instruction, becomes);
  }

  private static String patched(String pattern, String replacement) {
    return "{\"accepted\": true, \"validated\": true, \"patches\": [{\"pattern\": \"%s\", \"replacement\": \"%s\"}]}"
        .formatted(pattern, replacement);
  }

  /** What is to be accepted, which names a rule that is not there. */
  private static final String ODD_ACCEPT =
      """
      {"rules": [], "elements": [{"offset": 0, "component": "float32", "any": true, "rule": 99}]}
      """;

  private static Path job(String place, String value) throws IOException {
    Path folder = Temporary.folder("job").resolve("a").resolve("b");
    Files.createDirectories(folder);
    try (Stream<Path> files = Files.list(GOOD)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    Files.writeString(folder.resolve("odd.json"), ODD_ACCEPT);
    Path file = folder.resolve("job.json");
    JsonNode job = JSON.readTree(Files.readString(file));
    int at = place.lastIndexOf('/');
    String member = place.substring(at + 1);
    JsonNode parent = job.at(place.substring(0, at));
    if (parent instanceof ArrayNode array) {
      array.set(Integer.parseInt(member), JSON.readTree(value));
    } else {
      ((ObjectNode) parent).set(member, JSON.readTree(value));
    }
    Files.writeString(file, JSON.writeValueAsString(job));
    return file;
  }

  /** An exit code and the lines of standard error. */
  private record Said(int code, List<String> lines) {}

  private static synchronized Said exec(String... arguments) {
    PrintStream before = System.err;
    PrintStream out = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    List<String> words = new ArrayList<>(List.of("exec"));
    words.addAll(List.of(arguments));
    try (PrintStream all = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      System.setErr(all);
      System.setOut(all);
      int code = Main.execute(words.toArray(String[]::new));
      return new Said(code, said.toString(StandardCharsets.UTF_8).lines().toList());
    } finally {
      System.setErr(before);
      System.setOut(out);
    }
  }

  @Test
  public void theJobItselfRuns() throws IOException {
    Path file = job("/entry", "\"main\"");
    assertEquals(exec(file.toString(), "--device", "reference").code, 0);
  }

  @Test
  public void aMemberStandsOnce() throws IOException {
    Path file = job("/entry", "\"main\"");
    String text = Files.readString(file);
    for (String odd :
        List.of(
            "null",
            text.replaceFirst("\\{", "{\"entry\": \"main\", "),
            text + "{}",
            "[" + text + "]")) {
      Files.writeString(file, odd);
      Said said = exec(file.toString(), "--device", "reference");
      assertEquals(said.code, Main.USAGE, said.lines.toString());
      assertEquals(said.lines.size(), 1, said.lines.toString());
    }
  }

  /** Editors of Windows begin a text with a byte order mark: glslang would take it for a word. */
  @Test
  public void byteOrderMarksAreNoPartOfATextsWords() throws IOException {
    Path file = job("/entry", "\"main\"");
    Path shader = file.resolveSibling("marked.comp");
    Files.writeString(shader, "\uFEFF#version 460\nvoid main() {}\n");
    Files.writeString(file, "\uFEFF{\"shader\": \"marked.comp\"}");
    Said said = exec(file.toString(), "--device", "reference");
    assertEquals(said.code, 0, said.lines.toString());
  }

  @Test
  public void filesOfEachSchemaAreRead() throws IOException {
    for (String schema : List.of("null", "1", "2")) {
      assertEquals(exec(job("/schema", schema).toString(), "--device", "reference").code, 0);
    }
  }

  @Test(dataProvider = "oddities", groups = "processes")
  public void whatMakesNoSenseIsSaid(String place, String value) throws IOException {
    Path file = job(place, value);
    Path out = file.resolveSibling("out");
    Said said =
        exec(file.toString(), "--device", "reference", "--timeout", "20", "--out", out.toString());
    assertEquals(said.code, Main.USAGE, said.lines.toString());
    assertEquals(said.lines.size(), 1, said.lines.toString());
    assertFalse(Files.exists(out), "nothing was run");
    assertFalse(Files.exists(file.resolve("../../../pwned.bin").normalize()));
  }

  @Test
  public void numbersOfTheCommandLineAreLookedAt() throws IOException {
    String file = job("/entry", "\"main\"").toString();
    for (String[] option :
        new String[][] {{"--repeat", "0"}, {"--repeat", "-1"}, {"--timeout", "0"}}) {
      assertEquals(
          exec(file, "--device", "reference", option[0], option[1]).code, Main.USAGE, option[0]);
    }
  }
}
