// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.catalogue.Catalogue;
import coopcts.cli.Main;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.jobs.Job;
import coopcts.jobs.Repro;
import coopcts.plan.Case;
import coopcts.plan.Shader;
import coopcts.plan.ShaderPlan;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.Compiler;
import coopcts.spirv.ModuleOptions;
import coopcts.spirv.SpirvCache;
import coopcts.testing.Temporary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A case that {@code repro} wrote down says under {@code exec} what the suite says. */
public final class ReproTests {

  private static final String DEVICE = "reference:everything";

  /** A case for each thing that a job file can hold, and a bug that it must show. */
  @DataProvider
  public Object[][] cases() {
    return new Object[][] {
      {"khr.load.float16.a.16x16.subgroup.row.buffer.float16", "khr.load.stride_zero_is_line"},
      {"vector.memory.reference.float16.16", "vector.memory_last_lost"},
      {"vector.training.float32.8x16", "vector.training_sum_first"},
      {
        "vector.sequence.scaled.float16.8x16.converted.inferencing_optimal",
        "vector.convert_command_late"
      },
      {"vector.stage.fragment.element.copy.float16.127", "vector.load_in_fragment"},
      {"vector.conversion.device.every.float32_float8_e4m3", "vector.convert_twice"},
      {"khr.convert.float32_float16.accumulator.16x16.subgroup", "khr.convert.float16_two_ulp"}
    };
  }

  @Test(groups = "deep", dataProvider = "cases")
  public void jobsAgreeWithTheSuite(String name, String fault) throws Exception {
    Path folder = Temporary.folder("repro");
    String faulty = DEVICE + "?fault=" + fault;
    String line = output("repro", "--device", faulty, "--out", folder.toString(), name).strip();
    List<Path> jobs;
    try (var files = Files.list(folder.resolve(name))) {
      jobs = files.filter(ReproTests::isJob).toList();
    }
    for (Path job : jobs) {
      assertEquals(Main.execute("exec", job.toString(), "--device", DEVICE), 0, name);
    }
    String[] words = line.replace("'", "").split(" ");
    String said = output(1, Arrays.copyOfRange(words, 1, words.length));
    assertTrue(said.contains("expected"), said);
    assertTrue(said.contains("[") && said.contains("wrong elements"), said);
  }

  private static boolean isJob(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".json") && !name.endsWith(".accept.json");
  }

  /** What a run with optimized modules found is reproduced with the same ones. */
  @Test
  public void modulesAreOptimizedAsInARun() throws Exception {
    String name = (String) cases()[0][0];
    Path folder = Temporary.folder("repro");
    output("repro", "--optimize", "size", "--device", DEVICE, "--out", folder.toString(), name);
    Shader shader;
    try (Device device = Devices.open(DEVICE)) {
      Case tested = Repro.find(Catalogue.families(), device.report(), name);
      shader = ((ShaderPlan) tested.plan().get()).shader();
    }
    byte[] module = module(shader, Compiler.Optimization.SIZE);
    assertFalse(Arrays.equals(module, module(shader, Compiler.Optimization.NONE)));
    assertEquals(Files.readAllBytes(folder.resolve(name).resolve("shader.spv")), module);
    try (var files = Files.list(folder.resolve(name))) {
      files
          .filter(ReproTests::isJob)
          .forEach(job -> assertEquals(Job.read(job).shader(), "shader.spv"));
    }
  }

  /** A shader's module in a run that optimizes. */
  private static byte[] module(Shader shader, Compiler.Optimization optimization)
      throws CompileException {
    try (SpirvCache cache =
            new SpirvCache(null, new ModuleOptions(optimization, Optional.empty()));
        Translator translator = new Translator(cache)) {
      return translator.spirv(shader);
    }
  }

  /** A text that a front end must take or reject is a job too. */
  @Test
  public void rulesAreJobs() throws Exception {
    Path folder = Temporary.folder("repro");
    String line =
        output("repro", "--device", DEVICE, "--out", folder.toString(), "khr.rule.khr.khr_ext_002");
    assertTrue(line.contains("exec"), line);
    String[] words = line.strip().split(" ");
    assertEquals(Main.execute(Arrays.copyOfRange(words, 1, words.length)), 0);
  }

  private static String output(String... arguments) {
    return output(0, arguments);
  }

  /** What a command prints that ends with a code. */
  static String output(int code, String... arguments) {
    PrintStream usual = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream own = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(own);
      assertEquals(Main.execute(arguments), code, Stream.of(arguments).toList() + bytes.toString());
    } finally {
      System.setOut(usual);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** What fails only behind another case is written with it, and fails so again. */
  @Test(groups = "processes")
  public void whatFailsBehindAnotherIsWrittenWithIt() throws Exception {
    Path out = Temporary.folder("pair");
    String device = "reference:everything?fault=khr.pipeline_first_constants";
    String other = "khr.length.float16.a.16x16.subgroup.specialized";
    String own = "khr.length.float16.a.32x16.subgroup.specialized";
    assertEquals(
        Main.execute("repro", "--device", device, "--out", out.toString(), "--after", other, own),
        0);
    String readme = Files.readString(out.resolve(own).resolve("readme.txt"));
    assertTrue(readme.contains(" --after "), readme);
    String job = json(out.resolve(own));
    assertEquals(Main.execute("exec", job, "--device", device), 0);
    assertEquals(
        Main.execute("exec", job, "--after", json(out.resolve(other)), "--device", device), 1);
    for (List<String> others : List.of(List.of("--minimize"), List.of("--format", "amber"))) {
      List<String> words = new ArrayList<>(List.of("repro", "--device", device));
      words.addAll(List.of("--out", out + "x", "--after", other, own));
      words.addAll(others);
      assertEquals(Main.execute(words.toArray(String[]::new)), 2);
    }
  }

  /** A run finds which of the cases before a surprise it takes, and prints the pair. */
  @Test(groups = "processes")
  public void aRunNamesThePair() throws Exception {
    Path out = Temporary.folder("pair").resolve("run");
    String other = "khr.length.float16.a.16x16.subgroup.specialized";
    String own = "khr.length.float16.a.32x16.subgroup.specialized";
    String said =
        output(
            1,
            "run",
            "--device",
            "reference:everything?fault=khr.pipeline_first_constants",
            "--filter",
            "khr.length.float16.a.*.subgroup.specialized",
            "--jobs",
            "1",
            "--explain",
            "0",
            "--no-report",
            "--out",
            out.toString());
    assertTrue(said.contains(" --after " + other + " " + own), said);
    Path kept = out.resolve("failures").resolve(own);
    assertEquals(Files.readString(kept.resolve("after.txt")), other + "\n");
    assertTrue(said.contains(Files.readString(kept.resolve("repro.txt"))), said);
  }

  private static String json(Path folder) {
    return folder.resolve("values.json").toString();
  }
}
