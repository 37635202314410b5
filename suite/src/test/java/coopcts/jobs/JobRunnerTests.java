// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
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
    Path folder = Temporary.folder("runner");
    try (JobRunner runner =
        JobRunner.of(
            "fake", folder.resolve("cache"), folder.resolve("crashes"), Strictness.USUAL)) {
      String many = String.join("+", Collections.nCopies(100_000, "a[1]"));
      JobRunner.Answer answer = runner.run(job(folder, many), false);
      assertEquals(answer.verdict(), Verdict.COMPILE_ERROR, answer.toString());
      assertTrue(answer.text().getFirst().startsWith("the front end"), answer.toString());
    }
  }

  /** A failure that breaks other assertions, or ends otherwise, is another one. */
  @Test
  public void anotherRedAnswerIsAnotherFailure() {
    JobRunner.Answer stored = answer(Verdict.FAIL, "  a+0: 1, not 2", "[KHR-STORE-003] stays");
    assertTrue(stored.isLike(answer(Verdict.FAIL, "  a+4: 3, not 5", "[KHR-STORE-003] stays")));
    assertFalse(stored.isLike(answer(Verdict.FAIL, "  a+0: 1, not 2", "[KHR-LOAD-018] read")));
    assertFalse(stored.isLike(answer(Verdict.CRASH, "SIGSEGV")));
    JobRunner.Answer crash = answer(Verdict.CRASH, "SIGSEGV");
    assertTrue(crash.isLike(answer(Verdict.CRASH, "SIGSEGV")));
    assertFalse(crash.isLike(answer(Verdict.CRASH, "SIGFPE")));
    assertTrue(
        answer(Verdict.CRASH, "at 0x7f12 in 31").isLike(answer(Verdict.CRASH, "at 0x8e in 7")));
    assertFalse(answer(Verdict.PASS).isLike(answer(Verdict.PASS)));
  }

  private static JobRunner.Answer answer(Verdict verdict, String... text) {
    return new JobRunner.Answer(verdict, List.of(text));
  }
}
