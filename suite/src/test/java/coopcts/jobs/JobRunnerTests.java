// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.testng.annotations.Test;

/** Jobs that are tried one behind the other: who ended their process is named rightly. */
public final class JobRunnerTests {

  private static Path job(Path folder, String sum) throws IOException {
    Files.writeString(
        folder.resolve("sum.comp"),
        """
        #version 460
        layout(local_size_x = 32) in;
        layout(set = 0, binding = 0) buffer A { uint a[]; };
        void main() { a[0] = %s; }
        """
            .formatted(sum));
    return Files.writeString(
        folder.resolve("job.json"),
        """
        {"shader": "sum.comp", "buffers": [{"set": 0, "binding": 0, "bytes": 64}]}
        """);
  }

  /** The front end recurses into a sum of many terms until its stack is used up. */
  @Test
  public void aCrashOfTheFrontEndIsNotTheDrivers() throws Exception {
    Path folder = Files.createTempDirectory("runner");
    try (JobRunner runner =
        JobRunner.of(
            "fake", folder.resolve("cache"), folder.resolve("crashes"), Strictness.USUAL)) {
      String many = String.join("+", Collections.nCopies(100_000, "a[1]"));
      JobRunner.Answer answer = runner.run(job(folder, many), false);
      assertEquals(answer.verdict(), Verdict.COMPILE_ERROR, answer.toString());
      assertTrue(answer.text().getFirst().startsWith("the front end"), answer.toString());
    }
  }
}
