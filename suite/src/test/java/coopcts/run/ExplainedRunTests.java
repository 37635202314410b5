// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.reports.RunFolder;
import coopcts.reports.RunSession.End;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** A run that is over keeps its reports and its exit code, whatever comes of its explanation. */
public final class ExplainedRunTests {

  private static Path folder() throws IOException {
    return Temporary.folder("explained").resolve("out");
  }

  private static Path log(Path out) {
    return out.resolveSibling("log");
  }

  private static Process start(Path out, String device, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT"));
    words.addAll(
        OwnJvm.words(
            List.of("-XX:TieredStopAtLevel=1", "-Dcoopcts.cache=" + out.resolveSibling("cache")),
            List.of("run", "--device", device, "--retry", "0", "--out", out.toString())));
    words.addAll(List.of(more));
    return OwnJvm.builder(words, log(out)).start();
  }

  private static void hasReports(Path out) throws IOException {
    for (String report : List.of("summary.json", "junit.xml", "results.csv", "index.html")) {
      assertTrue(Files.exists(out.resolve(report)), report + Files.readString(log(out)));
    }
    assertEquals(new RunFolder(out).summary().end(), End.COMPLETE);
  }

  /** A file is in the place of the folder of smallest shaders. */
  @Test(groups = "processes")
  public void whatCannotBeExplainedIsReported() throws Exception {
    Path out = folder();
    Files.writeString(Files.createDirectories(out).resolve("causes"), "in the way");
    Process run = start(out, "fake", "--jobs", "1", "--filter", "fake.fail.0");
    assertEquals(run.waitFor(), 1, Files.readString(log(out)));
    String log = Files.readString(log(out));
    assertTrue(log.contains("not all was found out of 1 cause"), log);
    hasReports(out);
  }

  @Test(groups = "processes")
  public void aSignalLeavesTheRunAsItWas() throws Exception {
    Path out = folder();
    Process run = start(out, "fake", "--jobs", "2", "--filter", "fake.fail.*");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (!Files.exists(out.resolve("causes"))) {
      assertTrue(System.nanoTime() < end && run.isAlive(), Files.readString(log(out)));
      TimeUnit.MILLISECONDS.sleep(10);
    }
    new ProcessBuilder("kill", "-INT", Long.toString(run.pid())).start().waitFor();
    assertEquals(run.waitFor(), 130);
    String log = Files.readString(log(out));
    assertTrue(log.contains("the run in " + out + " is over"), log);
    assertFalse(log.contains("--resume"), log);
    hasReports(out);
  }
}
