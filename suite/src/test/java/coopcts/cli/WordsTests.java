// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.docs.WordCount;
import coopcts.testing.Temporary;
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
    Path root = Temporary.folder("words");
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

  /**
   * So are programs in C, scripts and pages; their comments, code, names and values are not, but
   * what stands at a script's head is.
   */
  @Test
  public void badWordsAreFoundInScripts() throws Exception {
    Path root = Temporary.folder("words");
    Files.createDirectories(root.resolve("docs"));
    Files.writeString(root.resolve("README.md"), "It waits.\n");
    Files.writeString(root.resolve("CONTRIBUTING.md"), "All is well.\n");
    Files.writeString(
        root.resolve("run-cts.sh"),
        """
        #!/usr/bin/env bash
        # Waits whilst others run.
        set -e
        # A comment may say whilst and amidst.
        echo "the device $1 waits amidst others" "${whilst:-}"
        cat <<END
        It waits upon $(whilst) alone.
        END
        """);
    Files.writeString(
        root.resolve("run-cts.cmd"),
        """
        rem the device waits whilst
        echo coopcts: the device waits amidst others 1>&2
        """);
    Files.createDirectories(root.resolve("agent"));
    Files.writeString(
        root.resolve("agent/agent.c"),
        """
        /* a comment may say whilst */
        printf("%" PRIu32 " devices wait "
            "whilst others run\\nall is well here", whilst); // amidst
        """);
    Path pages = Files.createDirectories(root.resolve("reports/src/main/resources/dashboard"));
    Files.writeString(
        pages.resolve("app.js"),
        """
        const whilst = text => text.replace(/"`/g, ""); // amidst
        const page = html`<p title="It waits amidst others">${n ? html`<b>Waits</b> upon ${n}
          alone` : ""} all is well</p>`;
        """);
    Files.writeString(
        pages.resolve("page.html"),
        "<style>p { whilst: amidst upon }</style><p>The {{whilst}} device waits whilst others</p>");
    assertEquals(
        new WordCount(root).complaints(),
        List.of(
            "message of run-cts.sh: 'whilst': plain English",
            "message of run-cts.sh: 'amidst': plain English",
            "message of run-cts.sh: 'upon': plain English",
            "message of run-cts.cmd: 'amidst': plain English",
            "message of agent/agent.c: 'whilst': plain English",
            "message of reports/src/main/resources/dashboard/app.js: 'upon': plain English",
            "message of reports/src/main/resources/dashboard/app.js: 'amidst': plain English",
            "message of reports/src/main/resources/dashboard/page.html: 'whilst': plain English"));
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
