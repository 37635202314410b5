// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.reports.explain.Buckets;
import coopcts.reports.explain.Causes;
import coopcts.reports.page.Comment;
import coopcts.reports.read.Recording;
import coopcts.testing.Temporary;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** What is meant for a comment is small enough for one, however much fails and whatever is said. */
public final class CommentTests {

  private static final int CASES = 4_000;
  private static final int CAUSES = 400;

  private Path folder;

  @BeforeClass(alwaysRun = true)
  void makeRuns() throws IOException {
    folder = Temporary.folder("comment");
    write("old", false);
    write("new", true);
  }

  @AfterClass(alwaysRun = true)
  void clean() throws IOException {
    Folders.delete(folder);
  }

  /** Each cause says something else, at length, and most of its characters are escaped. */
  private void write(String name, boolean fails) throws IOException {
    Path run = Files.createDirectories(folder.resolve(name));
    try (BufferedWriter out = Files.newBufferedWriter(run.resolve("results.jsonl"))) {
      out.write(
          "{\"coopcts\":{\"schema\":2,\"device\":\"d\",\"driver\":\"1\",\"commandLine\":[\"%s\"],\"planned\":%d,\"started\":1}}\n"
              .formatted("--filter<&>".repeat(1_000), CASES));
      for (int i = 0; i < CASES; i++) {
        int cause = i % CAUSES;
        String word = (char) ('a' + cause / 26 % 26) + "" + (char) ('a' + cause % 26) + cause / 676;
        out.write(
            "{\"case\":\"khr.load_%s.%s.v%d\",\"verdict\":\"%s\",\"expected\":%b,\"assertions\":[],\"subcases\":1,\"failedSubcases\":[],\"millis\":1,\"message\":\"%s\",\"phases\":{},\"details\":\"\",\"number\":%d}\n"
                .formatted(
                    word,
                    "__".repeat(60),
                    i,
                    fails ? "FAIL" : "PASS",
                    !fails,
                    fails ? "the driver says " + word + " with ``" + "&@<_".repeat(150) : "",
                    i));
      }
      out.write("{\"ended\":2,\"end\":\"COMPLETE\"}\n");
    }
  }

  @Test
  public void theSummaryIs() throws IOException {
    Path run = folder.resolve("new");
    Recording recording = Recording.read(run);
    Buckets buckets = Buckets.of(recording.rows(), Causes.NONE);
    assertTrue(buckets.causes().size() > 100, buckets.headline());
    RunDigest.write(run, recording, buckets, Causes.NONE, FailureNotes.NONE);
    String text = Files.readString(run.resolve("summary.md"));
    assertSmall(text);
    assertTrue(text.contains(CASES + " cases are not as expected"), text.substring(0, 2_000));
    assertTrue(text.contains(" causes more."), text.substring(0, 2_000));
  }

  @Test
  public void theComparisonIs() throws IOException {
    String text =
        RunComparison.of(folder.resolve("old"), folder.resolve("new"), List.of()).markdown();
    assertSmall(text);
    assertTrue(text.contains("| %d |".formatted(CASES)), text.substring(0, 2_000));
    assertTrue(text.contains(" changes more."), text.substring(0, 2_000));
    assertTrue(text.contains(" causes more, in `--json`."), text.substring(0, 2_000));
  }

  /** Facts and systems of a journal are what it says, however many and long. */
  @Test
  public void whatHasNoTableToShortenIsCut() {
    for (String line : List.of("é".repeat(30) + "\n", "𝕏", "aé")) {
      String text = Comment.of(12, _ -> "# title" + line.repeat(40_000));
      assertSmall(text);
      assertTrue(text.startsWith("# title") && text.endsWith("\n\n…\n"), text.substring(0, 99));
      assertFalse(text.contains("\ufffd"), "half a character");
    }
  }

  private static void assertSmall(String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    assertTrue(bytes <= 60_000, bytes + " bytes");
    assertFalse(text.length() < 2_000, "something is told: " + text.length());
    assertTrue(Comment.LIMIT <= 60_000);
  }
}
