// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.cli.Main;
import coopcts.jobs.Export;
import coopcts.jobs.Job;
import coopcts.jobs.Packed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.testng.SkipException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A repro as one C file builds anywhere and says on lavapipe what the suite says of it. */
public final class ExportTests {

  private static final String DEVICE = "reference:lavapipe";

  private static final Path EXAMPLES = Path.of("../docs/examples/stages");

  /** A case, one of its subcases, and what the file exits with on lavapipe. */
  @DataProvider
  public Object[][] cases() {
    return new Object[][] {
      {"khr.muladd.float16_float16_float32_float32.m8n8k8.subgroup.row_row_row_row.buffer", 0},
      {"khr.reach.float16.a.8x8.subgroup.reference.row_row", 0},
      {"nv2.function.reduce_row_sum.uint32.accumulator.16x24.subgroup", 1}
    };
  }

  @Test(dataProvider = "cases")
  public void oneFileOfC(String name, int code) throws Exception {
    Path out = Files.createTempDirectory("export");
    assertEquals(
        Main.execute("repro", "--format", "c", "--device", DEVICE, "--out", out.toString(), name),
        0);
    assertEquals(exitCode(first(out.resolve(name))), code);
  }

  /**
   * The line that is printed runs on a driver that was fetched, and so does what git bisects with.
   */
  @Test
  public void thePrintedLineAndTheScriptForGitRun() throws Exception {
    needHeaders();
    Path out = Files.createTempDirectory("export");
    Path mesa = mesa();
    Map<String, String> driver = Map.of("VK_DRIVER_FILES", mesa.resolve("lvp_icd.json").toString());
    String name = (String) cases()[2][0];
    System.setProperty("coopcts.mesa", mesa.toString());
    PrintStream console = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      Main.execute(
          "repro",
          "--format",
          "c",
          "--git-bisect",
          "--device",
          DEVICE,
          "--out",
          out.toString(),
          name);
    } finally {
      System.setOut(console);
      System.clearProperty("coopcts.mesa");
    }
    assertEquals(run(List.of("sh", "-c", said.toString(StandardCharsets.UTF_8)), driver), 1);
    String script = out.resolve(name).resolve("bisect.sh").toString();
    assertEquals(run(List.of(script, "true"), driver), 1);
    assertEquals(run(List.of(script, "false"), driver), 125, "it cannot be built");
    assertEquals(run(List.of(script, "true", "none.json"), driver), 125, "there is no driver");
  }

  /** What a program does, and what git is told of it. */
  @DataProvider
  public Object[][] endings() {
    return new Object[][] {
      {"abort();", 1},
      {"raise(SIGSEGV);", 1},
      {"raise(SIGTERM);", 125},
      {"exit(77);", 125},
      {"exit(1);", 1},
      {"exit(0);", 0}
    };
  }

  @Test(dataProvider = "endings")
  public void gitIsToldOfAProgramThatADriverEnds(String ending, int code) throws Exception {
    needHeaders();
    Path out = Files.createTempDirectory("export");
    String name = (String) cases()[0][0];
    assertEquals(
        Main.execute(
            "repro",
            "--format",
            "c",
            "--git-bisect",
            "--device",
            DEVICE,
            "--out",
            out.toString(),
            name),
        0);
    Files.writeString(
        first(out.resolve(name)),
        """
        #include <signal.h>
        #include <stdlib.h>
        int main(void) { %s }
        """
            .formatted(ending));
    String script = out.resolve(name).resolve("bisect.sh").toString();
    assertEquals(run(List.of(script, "true"), Map.of()), code);
  }

  /** Cases of what lavapipe lacks, one for each way of a conversion. */
  @DataProvider
  public Object[][] lacking() {
    return new Object[][] {
      {"vector.sequence.scaled.float16.8x16.converted.inferencing_optimal"},
      {"vector.training.float16.8x16"},
      {"vector.conversion.host.type.float32_float16"},
      {"vector.conversion.device.type.float32_float16"},
      {"khr.way.pipeline_binary.load.sint8.a.16x32.subgroup.row.buffer.sint8"}
    };
  }

  /** The file is built, and tells that the device lacks something. */
  @Test(dataProvider = "lacking")
  public void whatADeviceLacksIsTold(String name) throws Exception {
    Path out = Files.createTempDirectory("export");
    assertEquals(
        Main.execute(
            "repro",
            "--format",
            "c",
            "--device",
            "reference:nvidia",
            "--out",
            out.toString(),
            name),
        0);
    assertEquals(exitCode(first(out.resolve(name))), 77);
  }

  private static Path first(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(one -> one.toString().endsWith(".c")).findFirst().orElseThrow();
    }
  }

  /** What is exported is played, and what is left out is named with why. */
  @Test
  public void aProfileForOtherRunners() throws Exception {
    Path out = Files.createTempDirectory("export");
    String played = "khr.muladd.float16_float16_float32_float32.m8n8k8.subgroup.row_*.**";
    String wrong = "nv2.function.reduce_row_min.uint32.accumulator.16x16.subgroup";
    assertEquals(
        Main.execute(
            "export",
            "default",
            out.toString(),
            "--device",
            DEVICE,
            "--filter",
            played,
            "--filter",
            wrong,
            "--filter",
            "khr.rule.khr.khr_ext_002"),
        0);
    JsonNode list = JsonMapper.shared().readTree(Files.readString(out.resolve(Export.LIST)));
    assertEquals(list.at("/notExported/0/name").asString(), "khr.rule.khr.khr_ext_002");
    assertTrue(list.at("/notExported/0/reason").asString().contains("front end"));
    Path program = program(Path.of("../replay/coopcts-replay.c").toAbsolutePath(), out);
    int red = 0;
    for (JsonNode one : list.get("cases")) {
      boolean isWrong = one.get("name").asString().equals(wrong);
      String file = out.resolve(one.get("file").asString()).toString();
      assertEquals(played(program, file), isWrong ? 1 : 0, file);
      red += isWrong ? 1 : 0;
    }
    assertTrue(list.get("cases").size() > 1 && red == 1, list.toPrettyString());
  }

  /** A damaged archive and one without a job end the player with a line, and not by a signal. */
  @Test
  public void thePlayerRefusesWhatIsDamaged() throws Exception {
    Path out = Files.createTempDirectory("export");
    Path program = program(Path.of("../replay/coopcts-replay.c").toAbsolutePath(), out);
    byte[] whole = Files.readAllBytes(Path.of("../docs/findings/lavapipe/reduce-columns.zip"));
    SplittableRandom random = new SplittableRandom(7);
    Path damaged = out.resolve("damaged.zip");
    for (int turn = 0; turn < 40; turn++) {
      byte[] bytes =
          turn % 2 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
      if (turn % 2 == 1) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(damaged, bytes);
      int code = played(program, damaged.toString(), "--extract", out.toString());
      assertTrue(code == 0 || code == 2, "exit code " + code + " in turn " + turn);
    }
    Files.writeString(out.resolve("job.json"), "{\"shader\": \"a.comp\"}");
    assertEquals(played(program, out.resolve("job.json").toString()), 3);
    assertEquals(played(program, out.resolve("none.json").toString()), 2);
  }

  /** A job for each stage. */
  @DataProvider
  public Object[][] stages() throws IOException {
    try (var files = Files.list(EXAMPLES)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .map(file -> new Object[] {file.getFileName().toString()})
          .toArray(Object[][]::new);
    }
  }

  @Test(dataProvider = "stages")
  public void everyStageInC(String job) throws Exception {
    Path folder = Files.createTempDirectory("export");
    assertEquals(exitCode(written(EXAMPLES.resolve(job), folder.resolve("right.c"))), 0);
  }

  /** One stage of each kind of pipeline, rays with a scene and without. */
  @DataProvider
  public Object[][] kinds() {
    return new Object[][] {
      {"comp.json"}, {"frag.json"}, {"mesh.json"}, {"rgen.json"}, {"rchit.json"}
    };
  }

  @Test(dataProvider = "kinds")
  public void everyKindOfPipelineInCCanFail(String job) throws Exception {
    Path folder = Files.createTempDirectory("export");
    try (var files = Files.list(EXAMPLES)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    Path expected = folder.resolve("squares.bin");
    byte[] bytes = Files.readAllBytes(expected);
    bytes[bytes.length - 4] ^= 1;
    Files.write(expected, bytes);
    assertEquals(exitCode(written(folder.resolve(job), folder.resolve("wrong.c"))), 1);
  }

  /** A job as a C file. */
  private static Path written(Path job, Path file) throws Exception {
    assertEquals(Packed.obstacle(Job.read(job)), Optional.empty());
    Path cache = Files.createTempDirectory("spirv");
    Packed packed = new Packed();
    packed.add(job, cache);
    Files.writeString(file, packed.source("", file.getFileName().toString(), ""));
    return file;
  }

  private static void needHeaders() {
    if (!Files.exists(Path.of("/usr/include/vulkan/vulkan.h"))) {
      throw new SkipException("no Vulkan headers");
    }
  }

  /** What a C file, built, exits with on lavapipe. */
  private static int exitCode(Path file) throws Exception {
    needHeaders();
    return played(program(file, file.getParent()));
  }

  /** A C file, built. */
  private static Path program(Path file, Path folder) throws Exception {
    needHeaders();
    Path program = folder.resolve(file.getFileName() + ".program");
    assertEquals(
        run(
            List.of(
                "cc",
                "-O1",
                "-Wall",
                "-Werror",
                "-o",
                program.toString(),
                file.toString(),
                "-lvulkan"),
            Map.of()),
        0);
    return program;
  }

  /** What a program exits with on lavapipe. */
  private static int played(Path program, String... words) throws Exception {
    Path mesa = mesa();
    List<String> command =
        new ArrayList<>(
            List.of(
                mesa.resolve("ld-linux-x86-64.so.2").toString(),
                "--library-path",
                mesa.toString(),
                program.toString()));
    command.addAll(List.of(words));
    return run(command, Map.of("VK_DRIVER_FILES", mesa.resolve("lvp_icd.json").toString()));
  }

  @Test
  public void amberSaysWhatItCan() throws Exception {
    Path out = Files.createTempDirectory("export");
    String name = (String) cases()[0][0];
    assertEquals(
        Main.execute(
            "repro", "--format", "amber", "--device", DEVICE, "--out", out.toString(), name),
        0);
    try (var files = Files.list(out.resolve(name))) {
      Path file = files.filter(one -> one.toString().endsWith(".amber")).findFirst().orElseThrow();
      String text = Files.readString(file);
      assertTrue(text.startsWith("#!amber\n"), text);
      assertTrue(text.contains("RUN pipeline ") && text.contains("EXPECT result IDX 0 EQ"), text);
    }
  }

  private static Path mesa() {
    String own = System.getenv("COOPCTS_CACHE");
    Path cache =
        own != null ? Path.of(own) : Path.of(System.getProperty("user.home"), ".cache/coopcts");
    try (var files = Files.list(cache)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("lavapipe"))
          .findFirst()
          .orElseThrow(() -> new SkipException("lavapipe was not fetched"));
    } catch (IOException e) {
      throw new SkipException("lavapipe was not fetched");
    }
  }

  private static int run(List<String> command, Map<String, String> environment) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command)).inheritIO();
    builder.environment().putAll(environment);
    return builder.start().waitFor();
  }
}
