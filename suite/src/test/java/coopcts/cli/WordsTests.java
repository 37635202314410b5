// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.docs.WordCount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** The language of documents, help and messages, as {@code ./run-cts.sh docs --words} prints it. */
public final class WordsTests {

  private static final int MOST_WORDS = 20_000;

  private static final double LONGEST_MEAN = 18;

  /** Sentences with a verb in the passive voice. */
  private static final double MOST_PASSIVE = 0.2;

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

  /** Help and messages are read: a word that the rules do not allow is found in each of them. */
  @Test
  public void badWordsAreFoundEverywhere() throws Exception {
    Path root = Files.createTempDirectory("words");
    Files.createDirectories(root.resolve("docs"));
    Files.writeString(root.resolve("README.md"), "It waits whilst others run.\n");
    Files.writeString(root.resolve("CONTRIBUTING.md"), "All is well.\n");
    Path source = root.resolve("suite/src/main/java/Some.java");
    Files.createDirectories(source.getParent());
    Files.writeString(
        source,
        """
        class Some { // a comment may say whilst and amidst
          String a = "the device waits "
              + "whilst others run";
          String b = "the device is asked and answers";
        }
        """);
    WordCount planted = new WordCount(root);
    planted.help("help of some", "wait `N` seconds amidst others");
    planted.help("help of other", "wait for others");
    assertEquals(
        planted.complaints(),
        List.of(
            "README.md:1: 'whilst': plain English",
            "message of suite/src/main/java/Some.java: 'whilst': plain English",
            "help of some: 'amidst': plain English"));
    assertEquals(planted.helps() + " " + planted.messages(), "2 2");
  }

  /** All of them are read, and not a few. */
  @Test
  public void helpAndMessagesAreRead() {
    assertTrue(count.helps() > 150, count.helps() + " texts of help");
    assertTrue(count.messages() > 1000, count.messages() + " messages");
  }

  @Test
  public void documentsAreShort() {
    assertTrue(count.words() <= MOST_WORDS, count.words() + " words in docs");
    assertTrue(count.meanSentence() <= LONGEST_MEAN, count.meanSentence() + " words a sentence");
    assertTrue(count.passiveShare() <= MOST_PASSIVE, count.passiveShare() + " passive");
  }
}
