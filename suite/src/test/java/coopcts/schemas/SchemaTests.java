// SPDX-License-Identifier: Apache-2.0
package coopcts.schemas;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cli.Main;
import coopcts.device.reference.ReferenceProvider;
import coopcts.jobs.Export;
import coopcts.reports.RunFolder;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the suite writes is as its schemas say, and what is not so is told apart. */
public final class SchemaTests {

  static final String FAULTY = "reference:everything?fault=khr.load.stride_zero_is_line";

  private Path run;
  private Path repros;

  /** A run with failures that were tried again, stopped early and taken up again; and repros. */
  @BeforeClass(alwaysRun = true)
  public void makeFiles() throws Exception {
    run = Temporary.folder("schemas").resolve("run");
    String[] common = {
      "--device=" + FAULTY, "--filter=khr.load.float16.a.**", "--out=" + run, "--no-report"
    };
    quietly("run", common, "--jobs=1", "--max-fails=1");
    quietly("run", common, "--jobs=0", "--resume");
    new RunFolder(run).render(run.resolve("none"));
    repros = Temporary.folder("schemas");
    for (String name :
        List.of(
            "khr.load.float16.a.16x16.subgroup.row.buffer.float16",
            "khr.rule.khr.khr_ext_002",
            "khr.convert.float32_float16.accumulator.16x16.subgroup",
            "vector.memory.reference.float16.16",
            "vector.training.float32.8x16",
            "vector.sequence.scaled.float16.8x16.converted.inferencing_optimal",
            "vector.conversion.device.every.float32_float8_e4m3")) {
      quietly("repro", new String[] {"--device=reference:everything", "--out=" + repros}, name);
    }
  }

  static void quietly(String command, String[] common, String... more) {
    PrintStream usual = System.out;
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of(common));
    words.addAll(List.of(more));
    try {
      System.setOut(new PrintStream(OutputStream.nullOutputStream()));
      int code = Main.execute(words.toArray(String[]::new));
      assertTrue(code <= 1, words + " ended with " + code);
    } finally {
      System.setOut(usual);
    }
  }

  /** Each line, or the whole file, without members of the journal that are in no list yet. */
  private static List<JsonNode> texts(Path file) throws Exception {
    List<JsonNode> all = new ArrayList<>();
    for (String text :
        file.toString().endsWith(".jsonl")
            ? Files.readAllLines(file)
            : List.of(Files.readString(file))) {
      all.add(JsonMapper.shared().readTree(text));
    }
    if (file.endsWith("results.jsonl")) {
      for (String member : RunFolderTests.unreviewed()) {
        all.stream()
            .flatMap(one -> one.findParents(member).stream())
            .forEach(parent -> ((ObjectNode) parent).remove(member));
      }
    }
    return all;
  }

  private static void assertAgrees(String schema, Path file) throws Exception {
    for (JsonNode text : texts(file)) {
      assertEquals(String.join("\n", SchemaFiles.complaints(schema, text)), "", file.toString());
    }
  }

  @Test(groups = "processes")
  public void runsAgree() throws Exception {
    assertAgrees("journal", run.resolve("results.jsonl"));
    assertAgrees("inflight", run.resolve("inflight.jsonl"));
    assertAgrees("summary", run.resolve("summary.json"));
    assertAgrees("device", run.resolve("device.json"));
    assertAgrees("sarif", run.resolve("findings.sarif"));
    String journal = Files.readString(run.resolve("results.jsonl"));
    for (String member : List.of("coopcts", "tries", "ended", "resumed")) {
      assertTrue(
          journal.contains("{\"" + member) || journal.contains("\"" + member + "\":"), member);
    }
  }

  @Test(groups = "processes")
  public void jobsAgree() throws Exception {
    int jobs = 0;
    int accepts = 0;
    for (Path file : json(repros, Path.of("../docs/examples"))) {
      if (file.endsWith(Export.LIST)) {
        assertAgrees("export", file);
        continue;
      }
      boolean accept = file.toString().endsWith(".accept.json");
      assertAgrees(accept ? "accept" : "job", file);
      jobs += accept ? 0 : 1;
      accepts += accept ? 1 : 0;
    }
    assertTrue(jobs > 20 && accepts > 3, jobs + " jobs, " + accepts + " accept files");
  }

  @Test(groups = "processes")
  public void reportsOfDevicesAgree() throws Exception {
    List<Path> profiles = json(Path.of("src/main/resources/coopcts/device/reference/profiles"));
    assertEquals(profiles.size(), new ReferenceProvider().names().size());
    for (Path profile : profiles) {
      assertAgrees("device", profile);
    }
  }

  private static List<Path> json(Path... folders) throws IOException {
    List<Path> all = new ArrayList<>();
    for (Path folder : folders) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.filter(file -> file.toString().endsWith(".json")).sorted().forEach(all::add);
      }
    }
    return all;
  }

  /** A file of each schema. */
  @DataProvider
  public Object[][] good() throws IOException {
    return new Object[][] {
      {"journal", run.resolve("results.jsonl")},
      {"inflight", run.resolve("inflight.jsonl")},
      {"summary", run.resolve("summary.json")},
      {"device", run.resolve("device.json")},
      {"sarif", run.resolve("findings.sarif")},
      {"job", Path.of("../docs/examples/scale/job.json")},
      {"export", Path.of("../docs/examples/export/cases.json")},
      {
        "accept",
        json(repros).stream()
            .filter(file -> file.toString().endsWith(".accept.json"))
            .findFirst()
            .get()
      },
    };
  }

  @Test(dataProvider = "good", groups = "processes")
  public void strangersAndWrongTypesAreFound(String schema, Path file) throws Exception {
    JsonNode good = texts(file).getFirst();
    assertEquals(SchemaFiles.complaints(schema, good), List.of());
    assertFalse(
        SchemaFiles.complaints(schema, ((ObjectNode) good.deepCopy()).put("stranger", 1))
            .isEmpty());
    for (String member : good.propertyNames()) {
      ObjectNode wrong = (ObjectNode) good.deepCopy();
      wrong.putObject(member).put("stranger", 1.5);
      assertFalse(SchemaFiles.complaints(schema, wrong).isEmpty(), member);
    }
  }

  @Test(groups = "processes")
  public void everySchemaIsTried() throws Exception {
    List<String> tried = Stream.of(good()).map(row -> (String) row[0]).sorted().toList();
    assertEquals(SchemaFiles.names(), tried);
  }
}
