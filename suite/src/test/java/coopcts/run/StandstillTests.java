// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Verdict;
import coopcts.reports.Journal;
import coopcts.reports.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** A run that is stopped for longer than a case may take, as by Ctrl-Z or with its container. */
public final class StandstillTests {

  private static final int CASES = 10;

  /** Seconds for a case, which takes a third of one. */
  private static final int LIMIT = 5;

  private static void signal(String name, ProcessHandle process) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  private static Process start(Path folder) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dcoopcts.cache=" + folder.resolve("cache"),
            "-cp",
            System.getProperty("java.class.path"),
            "coopcts.cli.Main",
            "run",
            "--device",
            "fake",
            "--filter",
            "fake.slow.*",
            "--jobs",
            "1",
            "--timeout",
            Integer.toString(LIMIT),
            "--no-report",
            "--explain",
            "0",
            "--out",
            folder.resolve("out").toString())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("log").toFile())
        .start();
  }

  private static boolean hasBegun(Path out) throws IOException {
    Path journal = out.resolve("results.jsonl");
    return Files.exists(journal) && Files.readString(journal).contains("\"verdict\"");
  }

  /** The driver is not to blame for a time in which nobody ran. */
  @Test(timeOut = 300_000)
  public void blamesNobody() throws Exception {
    Path folder = Files.createTempDirectory("standstill");
    Path out = folder.resolve("out");
    Process run = start(folder);
    try {
      while (!hasBegun(out)) {
        assertTrue(run.isAlive(), Files.readString(folder.resolve("log")));
        Thread.sleep(10);
      }
      List<ProcessHandle> workers = run.descendants().toList();
      assertEquals(workers.size(), 1, workers.toString());
      // So there is a case under way, and no answer to it when the run goes on.
      signal("STOP", workers.getFirst());
      signal("STOP", run.toHandle());
      TimeUnit.SECONDS.sleep(LIMIT + 2);
      signal("CONT", run.toHandle());
      TimeUnit.MILLISECONDS.sleep(500);
      signal("CONT", workers.getFirst());
      assertEquals(run.waitFor(), 0, Files.readString(folder.resolve("log")));
    } finally {
      run.descendants().forEach(ProcessHandle::destroyForcibly);
      run.destroyForcibly();
    }
    List<Result> results = Journal.read(out);
    assertEquals(results.size(), CASES);
    for (Result result : results) {
      assertEquals(result.verdict(), Verdict.PASS, result.toString());
      assertEquals(result.earlier().size(), 0, result.toString());
    }
    String journal = Files.readString(out.resolve("results.jsonl"));
    assertTrue(journal.contains("this process stood still for "), journal);
  }
}
