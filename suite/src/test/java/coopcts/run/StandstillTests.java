// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.fake.FakeDevice;
import coopcts.plan.Verdict;
import coopcts.reports.Journal;
import coopcts.reports.read.Row;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.Test;

/** A run that is stopped for longer than a case may take, as by Ctrl-Z or with its container. */
public final class StandstillTests {

  /** Seconds for a case. */
  private static final int LIMIT = FakeDevice.FROZEN - 2;

  /** The driver is not to blame for a time in which nobody ran. */
  @Test(groups = "processes", timeOut = 300_000)
  public void blamesNobody() throws Exception {
    Path folder = Temporary.folder("standstill");
    Path out = folder.resolve("out");
    Path log = folder.resolve("log");
    Process run =
        OwnJvm.builder(
                OwnJvm.words(
                    List.of(
                        "-XX:TieredStopAtLevel=1", "-Dcoopcts.cache=" + folder.resolve("cache")),
                    List.of(
                        "run",
                        "--device",
                        "fake",
                        "--filter",
                        "fake.freeze.0",
                        "--jobs",
                        "1",
                        "--timeout",
                        Integer.toString(LIMIT),
                        "--no-report",
                        "--explain",
                        "0",
                        "--out",
                        out.toString())),
                log)
            .start();
    try {
      assertEquals(run.waitFor(), 0, Files.readString(log));
    } finally {
      run.descendants().forEach(ProcessHandle::destroyForcibly);
      run.destroyForcibly();
    }
    List<Row> results = Journal.read(out);
    assertEquals(results.size(), 1);
    assertEquals(results.getFirst().verdict(), Verdict.PASS);
    assertEquals(results.getFirst().earlier(), List.of());
    String journal = Files.readString(out.resolve("results.jsonl"));
    assertTrue(journal.contains("this process stood still for "), journal);
  }
}
