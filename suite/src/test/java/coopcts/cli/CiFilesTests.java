// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.Phases;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.toml.TomlMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The files in docs/ci: their systems understand them, and the suite understands what they say. */
public final class CiFilesTests {

  private static final Path FILES = Path.of("..", "docs", "ci");

  private static final String JENKINS = "Jenkinsfile";

  private static final List<String> SCRIPTS = List.of("slurm-night.sh", "android.sh");

  private static final String MESA = "mesa.toml";

  /** What a suite file of deqp-runner may say of a dEQP binary, by its documentation. */
  private static final Set<String> DEQP =
      Set.of(
          "deqp",
          "deqp_args",
          "caselists",
          "baseline",
          "skips",
          "flakes",
          "tests_per_group",
          "timeout",
          "renderer_check");

  /** A command of the suite, up to the end of its line; in lists of words, up to the list's end. */
  private static final Pattern COMMAND =
      Pattern.compile("run-cts\\.sh\"? ((?:run|list|farm|collect) (?:[^'\\n\\\\]|\\\\\\n)*)");

  private static List<JsonNode> documents(String file) throws IOException {
    YAMLMapper yaml = new YAMLMapper();
    List<JsonNode> all = new ArrayList<>();
    try (var values =
        yaml.readerFor(JsonNode.class).<JsonNode>readValues(FILES.resolve(file).toFile())) {
      values.forEachRemaining(all::add);
    }
    return all;
  }

  @DataProvider
  private Object[][] files() {
    return new Object[][] {
      {"github-actions.yml", "github-actions.json"},
      {"gitlab-ci.yml", "gitlab-ci.json"},
      {"kubernetes.yaml", "kubernetes.json"}
    };
  }

  private static Schema schema(String name) throws IOException {
    Path file = Path.of("src", "test", "resources", "ci", name);
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(JsonMapper.shared().readTree(Files.readString(file)));
  }

  @Test(dataProvider = "files")
  public void theirSystemsUnderstandThem(String file, String schema) throws IOException {
    List<JsonNode> documents = documents(file);
    assertFalse(documents.isEmpty());
    for (JsonNode document : documents) {
      assertEquals(schema(schema).validate(document).toString(), "[]", file);
    }
  }

  /** Both of GitLab's files in the guide are whole, and the suite understands their commands. */
  @Test
  public void theGuidesFilesAreUnderstood() throws IOException {
    String guide = Files.readString(Path.of("..", "docs", "guide.md"));
    List<JsonNode> documents =
        Pattern.compile("(?s)```yaml\n(.*?)```")
            .matcher(guide)
            .results()
            .map(found -> new YAMLMapper().readTree(found.group(1)))
            .toList();
    assertEquals(documents.size(), 2);
    for (JsonNode document : documents) {
      assertEquals(schema("gitlab-ci.json").validate(document).toString(), "[]");
      JsonNode last = document.get(document.has("collect") ? "collect" : "cts");
      assertTrue(last.at("/artifacts/reports/junit").asString().endsWith("junit.xml"));
      assertTrue(document.at("/cts/tags").isArray());
      for (JsonNode job : document) {
        if (job.has("script")) {
          String command = job.get("script").get(0).asString();
          String[] words =
              command.replace("./run-cts.sh ", "").replaceAll("\"[^\"]*\"", "GPU").split(" ");
          assertTrue(Main.understands(words), command);
        }
      }
    }
  }

  /** A file that comes to the folder comes to one of the tests. */
  @Test
  public void everyFileIsLookedAt() throws IOException {
    Set<String> known = new TreeSet<>(SCRIPTS);
    known.addAll(List.of(JENKINS, MESA));
    for (Object[] row : files()) {
      known.add((String) row[0]);
    }
    try (Stream<Path> files = Files.list(FILES)) {
      assertEquals(
          files.map(file -> file.getFileName().toString()).collect(Collectors.toSet()), known);
    }
  }

  @Test
  public void aMisspeltWordIsSeen() throws IOException {
    JsonNode job = documents("kubernetes.yaml").getFirst();
    ((tools.jackson.databind.node.ObjectNode) job.get("spec")).put("completion", 8);
    assertEquals(schema("kubernetes.json").validate(job).size(), 1);
  }

  /** Tests of a group that a stage of .ci/run looks for in another module would never run. */
  @Test
  public void everyGroupOfTestsHasItsStage() throws IOException {
    Path root = Path.of("..");
    Set<String> stages = new TreeSet<>();
    Matcher stage =
        Pattern.compile(" tests (\\w+) (\\w+)\"")
            .matcher(Files.readString(root.resolve(".ci").resolve("run")));
    stage.results().forEach(one -> stages.add(one.group(1) + " " + one.group(2)));
    Set<String> groups = new TreeSet<>();
    Pattern group = Pattern.compile("groups = \"(\\w+)\"");
    for (String module : List.of("generators", "cases", "reports", "suite")) {
      try (Stream<Path> sources = Files.walk(root.resolve(module).resolve("src/test/java"))) {
        for (Path source : sources.filter(one -> one.toString().endsWith("Tests.java")).toList()) {
          group
              .matcher(Files.readString(source))
              .results()
              .forEach(one -> groups.add(one.group(1) + " " + module));
        }
      }
    }
    assertEquals(groups, stages);
  }

  @Test
  public void jenkinsReadsItsFile() throws IOException {
    CompilationUnit unit = new CompilationUnit();
    unit.addSource(FILES.resolve(JENKINS).toFile());
    unit.compile(Phases.CONVERSION);
  }

  @Test
  public void shellsReadTheirs() throws Exception {
    for (String script : SCRIPTS) {
      String file = FILES.resolve(script).toString();
      assertEquals(new ProcessBuilder("bash", "-n", file).start().waitFor(), 0);
    }
  }

  /** What deqp-runner hands on is understood by the suite. */
  @Test
  public void deqpRunnersSuiteIsOneOfTheBinary() throws IOException {
    JsonNode suite = TomlMapper.shared().readTree(FILES.resolve(MESA).toFile());
    assertEquals(suite.get("deqp").size(), 1);
    JsonNode binary = suite.get("deqp").get(0);
    assertEquals(new TreeSet<>(binary.propertyNames()), new TreeSet<>(DEQP));
    assertTrue(Files.isExecutable(Path.of("..", "deqp-coopcts")));
    assertTrue(binary.get("deqp").asString().endsWith("/deqp-coopcts"));
    List<String> words = new ArrayList<>(List.of("deqp"));
    binary.get("deqp_args").forEach(word -> words.add(word.asString()));
    words.addAll(
        List.of(
            "--deqp-caselist-file=/results/c1.r1.caselist.txt",
            "--deqp-log-filename=/results/c1.r1.qpa",
            "--deqp-log-flush=disable",
            "--deqp-shadercache-filename=/results/t1.shader_cache",
            "--deqp-shadercache-truncate=disable"));
    assertTrue(Main.understands(words.toArray(String[]::new)));
    words.add("--deqp-no-such-option=1");
    assertFalse(Main.understands(words.toArray(String[]::new)));
  }

  private static List<String> commands(String text) {
    List<String> commands = new ArrayList<>();
    Matcher matcher = COMMAND.matcher(text);
    while (matcher.find()) {
      commands.add(matcher.group(1).replace("\\\n", " "));
    }
    return commands;
  }

  /** The options of every command exist and take what they are given. */
  @Test
  public void theSuiteUnderstandsWhatTheySay() throws IOException {
    List<String> commands = new ArrayList<>();
    try (Stream<Path> files = Files.list(FILES)) {
      for (Path file : files.toList()) {
        commands.addAll(commands(Files.readString(file)));
      }
    }
    for (JsonNode job : documents("kubernetes.yaml")) {
      for (JsonNode container : job.at("/spec/template/spec/containers")) {
        List<String> words = new ArrayList<>();
        container.get("args").forEach(word -> words.add(word.asString()));
        commands.add(String.join(" ", words));
      }
    }
    assertEquals(commands.size(), 11, commands.toString());
    for (String command : commands) {
      String[] words =
          command
              .replaceAll("\\$\\{\\{[^}]*\\}\\}", "1")
              .replaceAll(">.*", "")
              .strip()
              .replace("\"", "")
              .split("\\s+");
      assertTrue(Main.understands(words), command);
    }
    assertFalse(Main.understands("run", "--no-such-option"));
  }
}
