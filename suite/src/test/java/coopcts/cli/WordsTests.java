// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.docs.WordCount;
import java.nio.file.Path;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** The language of documents, help and messages, as {@code ./run-cts.sh docs --words} prints it. */
public final class WordsTests {

  private static final int MOST_WORDS = 20_000;

  private static final double LONGEST_MEAN = 18;

  private WordCount count;

  @BeforeClass
  void count() throws Exception {
    count = DocsCommand.count(Path.of(".."));
  }

  @Test
  public void noRuleIsBroken() {
    assertEquals(
        String.join("\n", count.complaints()), "", "./run-cts.sh docs --words prints these");
  }

  @Test
  public void documentsAreShort() {
    assertTrue(count.words() <= MOST_WORDS, count.words() + " words in docs");
    assertTrue(count.meanSentence() <= LONGEST_MEAN, count.meanSentence() + " words a sentence");
  }
}
