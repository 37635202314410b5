// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.farm.Shards;
import coopcts.reports.UsageException;
import coopcts.run.select.BalancedShards;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/** What a farm is told, and what its shards come to. */
public final class FarmTests {

  private static final Path SCRIPTS = Path.of("src", "test", "scripts");

  private static int shell(Path script) throws IOException, InterruptedException {
    return new ProcessBuilder("bash", "-n", script.toString()).inheritIO().start().waitFor();
  }

  @Test
  public void eachKindOfMachineHasAnArrayOfItsOwn() throws Exception {
    Path out = Temporary.folder("farm").resolve("night 1");
    int code =
        Main.execute(
            "farm",
            "--out",
            out.toString(),
            "--shards",
            "8",
            "--constraint",
            "h200",
            "--constraint",
            "mi300&rocm6",
            "--sbatch=--gpus=1",
            "--no-submit",
            "--",
            "--device",
            "vulkan",
            "--baseline",
            "/lab/baselines/{}");
    assertEquals(code, 0);
    String script = Files.readString(out.resolve("mi300-rocm6").resolve("shards.sbatch"));
    assertTrue(script.contains("\n#SBATCH --array=1-8\n"), script);
    assertTrue(script.contains("\n#SBATCH --requeue\n"), script);
    assertTrue(script.contains("\n#SBATCH --constraint=mi300&rocm6\n"), script);
    assertTrue(script.contains("\n#SBATCH --gpus=1\n"), script);
    assertTrue(script.contains(" --device vulkan --baseline /lab/baselines/mi300-rocm6 "), script);
    assertTrue(script.contains("'" + out + "/mi300-rocm6'/shard-\"$SLURM_ARRAY_TASK_ID\""), script);
    assertEquals(shell(out.resolve("mi300-rocm6").resolve("shards.sbatch")), 0);
    assertTrue(Files.exists(out.resolve("h200").resolve("shards.sbatch")));
  }

  private static int farm(Path out, String... words) {
    List<String> command =
        new ArrayList<>(List.of("farm", "--shards", "2", "--no-submit", "--out", out.toString()));
    command.addAll(List.of(words));
    return Main.execute(command.toArray(String[]::new));
  }

  /** Two arrays in one folder would write the same shards. */
  @Test
  public void kindsOfMachinesHaveFoldersOfTheirOwn() throws Exception {
    Path out = Temporary.folder("farm").resolve("night");
    assertEquals(farm(out, "--constraint", "a&b", "--constraint", "a|b"), Main.USAGE);
    for (String none : List.of("..", ".", "&")) {
      assertEquals(farm(out, "--constraint", none), Main.USAGE, none);
    }
    assertFalse(Files.exists(out), "nothing was written");
  }

  /** What stands behind {@code #SBATCH} must not become a command. */
  @Test
  public void noWordBreaksOutOfItsLine() throws Exception {
    Path out = Temporary.folder("farm").resolve("night");
    assertEquals(farm(out, "--sbatch", "--comment=x\ntouch PWNED"), Main.USAGE);
    assertEquals(farm(out, "--constraint", "a\ntouch PWNED"), Main.USAGE);
    assertEquals(farm(out.resolve("x\ny")), Main.USAGE);
    assertEquals(farm(out, "--", "--filter", "a\nb"), Main.USAGE);
    assertFalse(Files.exists(out), "nothing was written");
  }

  @Test
  public void scriptsOfTheTestsAreReadable() throws Exception {
    assertEquals(shell(SCRIPTS.resolve("slurm-farm.sh")), 0);
  }

  @Test
  public void shardsThatNeverBeganAreSaid() throws Exception {
    Path out = Temporary.folder("farm");
    assertThrows(UsageException.class, () -> Shards.in(out));
    for (String name : new String[] {"h200/shard-2", "h200/shard-10", "mi300/shard-1"}) {
      Files.createDirectories(out.resolve(name));
    }
    for (String file : new String[] {"results.jsonl", "device.json"}) {
      Files.writeString(out.resolve("h200/shard-10").resolve(file), "");
      Files.writeString(out.resolve("h200/shard-2").resolve(file), "");
    }
    List<Shards> all = Shards.in(out);
    assertEquals(all.size(), 2);
    assertEquals(
        all.get(0).begun(),
        List.of(out.resolve("h200").resolve("shard-2"), out.resolve("h200").resolve("shard-10")));
    assertEquals(all.get(1).silent(), List.of(out.resolve("mi300").resolve("shard-1")));
    assertEquals(Main.execute("collect", out.resolve("mi300").toString()), 3);
  }

  /** One case of 10 s, a hundred of 100 ms, a thousand of which nothing is known. */
  @Test
  public void sharesTakeAboutTheSameTime() {
    List<String> names = IntStream.range(0, 1101).mapToObj(i -> "a.f" + i % 3 + "." + i).toList();
    Map<String, Long> known = new HashMap<>();
    known.put(names.get(7), 10_000L);
    IntStream.range(100, 200).forEach(i -> known.put(names.get(i), 100L));
    int[] shares = BalancedShards.of(names, known, 4);
    double[] loads = new double[4];
    int[] cases = new int[4];
    for (int i = 0; i < shares.length; i++) {
      loads[shares[i]] += known.getOrDefault(names.get(i), 100L);
      cases[shares[i]]++;
    }
    assertEquals(shares, BalancedShards.of(names, known, 4), "every machine comes to the same");
    assertTrue(
        loads[shares[7]]
            < 1.3 * IntStream.range(0, 4).mapToDouble(i -> loads[i]).min().getAsDouble());
    assertEquals(IntStream.of(cases).sum(), 1101);
    assertTrue(IntStream.of(cases).min().getAsInt() > 0);
  }
}
