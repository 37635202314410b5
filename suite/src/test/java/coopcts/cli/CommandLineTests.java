// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.reports.Folders;
import coopcts.reports.UsageException;
import coopcts.testing.Temporary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What the command line and its environment come to. */
public final class CommandLineTests {

  private static Map<String, String> slurm(int id, int min, int max, int step, int count) {
    return Map.of(
        "SLURM_ARRAY_TASK_ID", "" + id,
        "SLURM_ARRAY_TASK_MIN", "" + min,
        "SLURM_ARRAY_TASK_MAX", "" + max,
        "SLURM_ARRAY_TASK_STEP", "" + step,
        "SLURM_ARRAY_TASK_COUNT", "" + count);
  }

  @Test
  public void slurmArraysWithGapsAreRefused() {
    assertEquals(Shard.of(null, slurm(5, 3, 7, 1, 5)), new Shard(3, 5));
    assertEquals(Shard.of(null, slurm(8, 0, 8, 4, 3)), new Shard(3, 3));
    assertThrows(UsageException.class, () -> Shard.of(null, slurm(3, 1, 7, 1, 3)));
  }

  @Test
  public void jobsOfAMatrixRunTheWhole() {
    Map<String, String> parallel =
        Map.of("CI_NODE_INDEX", "2", "CI_NODE_TOTAL", "3", "CI_JOB_NAME", "cts 2/3");
    Map<String, String> matrix =
        Map.of("CI_NODE_INDEX", "2", "CI_NODE_TOTAL", "3", "CI_JOB_NAME", "cts: [h200]");
    assertEquals(Shard.of(null, parallel), new Shard(2, 3));
    assertEquals(Shard.of(null, matrix), new Shard(1, 1));
  }

  @Test
  public void everyCommandHelps() {
    for (String command : new String[] {"run", "list", "merge", "baseline", "compare"}) {
      assertEquals(Main.execute(command, "--help"), 0, command);
    }
    assertEquals(Main.execute("-h"), 0);
    assertEquals(Main.execute("--version"), 0);
    assertEquals(Main.execute("run", "--jobs", "100000"), Main.USAGE);
    assertEquals(Main.execute("run", "--max-time", "soon"), Main.USAGE);
  }

  @DataProvider
  Object[][] nonsense() {
    return new Object[][] {
      {"--out", List.of("run", "--device", "reference", "--filter", "no.such.*", "--out", "")},
      {"--case", List.of("run", "--device", "reference", "--case", "khr.load.*")},
      {"--seed", List.of("fuzz", "--seed", "9223372036854775807", "--count", "3")},
      {"--count", List.of("fuzz", "--count", "99999999999", "--time", "2")},
      {"--bytes", List.of("check", "SHADER", "--bytes", "-5")},
      {"--groups", List.of("check", "SHADER", "--groups", "0,0,0")},
      {"--groups", List.of("check", "SHADER", "--groups", "1,1,1,1")},
      {"--push", List.of("check", "SHADER", "--push", "zz")},
      {"--push", List.of("check", "SHADER", "--push", "123")},
      {"--subgroup", List.of("check", "SHADER", "--subgroup", "3")},
      {"--include", List.of("check", "SHADER", "--include", "/nonexistent")},
      {"--device remote:", List.of("run", "--device", "remote:")},
      {"--device remote:", List.of("list", "--device", "remote: ")},
      {"writes repro.txt", List.of("run", "--crash-log", "repro.txt=true")},
      {"writes Worker-1.log", List.of("run", "--crash-log", "Worker-1.log=true")},
      {"write A.txt", List.of("run", "--crash-log", "a.txt=true", "--crash-log", "A.txt=true")},
      {
        "'--profle'",
        List.of("phone", "--agent", "SHADER", "--out", "nowhere", "--", "--profle", "smoke")
      },
      {"compile:nothing", List.of("run", "--device", "compile:nothing")},
      {"compile:nothing", List.of("devices", "--device", "compile:nothing")},
      {"no fault 'nope'", List.of("run", "--device", "reference", "--fault", "nope")},
      {"no profile 'nope'", List.of("list", "--device", "reference:nope")},
      {"there are auto, ", List.of("list", "--device", "kitchen")},
      {
        "--count are not for it",
        List.of("fuzz", "--keep", "a=random.khr.1.r0-3", "--out", "somewhere")
      },
      {"--count are not for it", List.of("fuzz", "--keep", "a=random.khr.1.r0-3", "--seed", "1")},
      {"--count are not for it", List.of("fuzz", "--keep", "a=random.khr.1.r0-3", "--count", "1")},
      {"SHADER is no folder", List.of("run", "--device", "reference", "--out", "SHADER")},
      {"SHADER/a: ", List.of("run", "--device", "reference", "--out", "SHADER/a/b")},
      {"SHADER/a: ", List.of("fuzz", "--device", "reference", "--out", "SHADER/a/b")},
    };
  }

  /** One line that names the option, and none of what lies behind it. */
  @Test(dataProvider = "nonsense")
  public void nonsenseIsRefusedBeforeAnythingRuns(String option, List<String> arguments)
      throws Exception {
    Path shader = Temporary.file("shader", ".comp");
    Files.writeString(shader, "#version 460\nvoid main() {}\n");
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, UTF_8));
    try {
      assertEquals(
          Main.execute(
              arguments.stream()
                  .map(one -> one.replace("SHADER", shader.toString()))
                  .toArray(String[]::new)),
          Main.USAGE);
    } finally {
      System.setErr(before);
      Files.delete(shader);
    }
    String words = said.toString(UTF_8);
    assertEquals(words.lines().count(), 1, words);
    assertEquals(words.contains(option.replace("SHADER", shader.toString())), true, words);
  }

  /** A fuzz run that began nothing is not green. */
  @Test
  public void aHistoryThatIsNoFolderIsRefused() throws Exception {
    Path run = Temporary.folder("history");
    Path file = Files.writeString(run.resolve("results.jsonl"), "");
    assertEquals(Main.execute("report", run.toString(), "--history", file.toString()), 2);
    assertFalse(Files.exists(run.resolve("index.html")), "nothing is written");
  }

  @Test
  public void aFuzzRunOfNothingIsNotGreen() throws Exception {
    Path out = Temporary.folder("fuzz").resolve("out");
    assertEquals(
        Main.execute(
            "fuzz",
            "--device",
            "reference:everything",
            "--jobs",
            "0",
            "--explain",
            "0",
            "--count",
            "3",
            "--seed",
            "1",
            "--time",
            "0",
            "--out",
            out.toString()),
        Main.NO_DEVICE);
    Folders.delete(out.getParent());
  }

  /** A run that is told so leaves out of junit.xml what passed. */
  @Test
  public void junitXmlOfARunMayHaveFailuresAlone() throws Exception {
    Path folder = Temporary.folder("junit");
    for (String scope : new String[] {"all", "failures"}) {
      Path out = folder.resolve(scope);
      int code =
          Main.execute(
              "run",
              "--device",
              "reference:everything",
              "--profile",
              "smoke",
              "--filter",
              "qcom.rule.**",
              "--jobs",
              "0",
              "--junit",
              scope,
              "--out",
              out.toString());
      assertEquals(code, 0, scope);
      String junit = Files.readString(out.resolve("junit.xml"));
      assertEquals(junit.contains("<testcase "), scope.equals("all"), scope);
      assertEquals(junit.contains("tests=\"0\""), false, "counts stay those of all");
    }
    assertEquals(Main.execute("run", "--junit", "some"), Main.USAGE);
    Folders.delete(folder);
  }

  /** A shader that writes 3 where no text but practice says from 1 to 2. */
  @Test(groups = "processes")
  public void byTheLetterPracticeWarns() throws Exception {
    Path folder = Temporary.folder("letter");
    Files.writeString(
        folder.resolve("three.comp"),
        """
        #version 450
        layout(set = 0, binding = 0) buffer R { float r; };
        void main() { r = 3.0; }
        """);
    Files.write(folder.resolve("expect.bin"), new byte[4]);
    Files.writeString(
        folder.resolve("accept.json"),
        """
        {"rules": [{"assertion": "KHR-MULADD-009", "tier": "practice", "sentence": "exact"}],
         "elements": [{"offset": 0, "component": "float32", "low": 1, "high": 2, "rule": 0}]}
        """);
    Path job = folder.resolve("job.json");
    Files.writeString(
        job,
        """
        {"shader": "three.comp", "stage": "comp", "groups": [1, 1, 1], "buffers": [
          {"set": 0, "binding": 0, "bytes": 4, "expect": "expect.bin", "accept": "accept.json"}]}
        """);
    String[] exec = {"exec", job.toString(), "--device", "reference"};
    assertEquals(Main.execute(exec), Main.UNEXPECTED);
    assertEquals(Main.execute(with(exec, "--strict")), Main.UNEXPECTED);
    for (String letter : new String[] {"--strict-spec", "--by-the-letter"}) {
      assertEquals(Main.execute(with(exec, letter)), 0);
      assertEquals(Main.execute(with(exec, letter, "--strict")), Main.USAGE);
    }
  }

  /** Words of before are understood as well as those that help shows. */
  @Test(groups = "processes")
  public void oldSpellingsAreUnderstood() {
    for (String command : new String[] {"choices", "freedom"}) {
      assertEquals(Main.execute(command, "--list"), 0);
    }
    for (String command : new String[] {"coverage-points", "tried"}) {
      assertEquals(Main.execute(command, "report", "--filter", "khr.report.**", "--holes", "1"), 0);
    }
    for (String option : new String[] {"--choices", "--freedom"}) {
      assertTrue(Main.understands("run", "--device", "reference", option, "7"), option);
    }
    for (String setting : new String[] {"choices", "freedom"}) {
      assertEquals(Main.execute("list", "--device", "reference:lavapipe?" + setting + "=7"), 0);
    }
  }

  private static String[] with(String[] words, String... more) {
    return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new);
  }
}
