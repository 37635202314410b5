// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.docs.Prose.Block;
import coopcts.docs.Prose.Part;
import java.util.List;
import org.testng.annotations.Test;

/** What of a document is read as prose, and what the rules say of it. */
public final class ProseTests {

  private static final String DOCUMENT =
      """
      # A heading

      One sentence with `two words` of code. It
      goes on, e.g. here; see [the page](page.md). lavapipe begins small.

          ./run-cts.sh is not prose

      ```sh
      neither is this
      ```

      - an item
        that goes on

      | name | what |
      |---|---|
      | `a\\|b` | first; second |

      <!--= faults -->1,280<!--/--> faults.
      <!--= runs -->

      | generated | table |
      |---|---|

      <!--/-->
      """;

  @Test
  public void blocksLeaveOutCodeAndWhatIsGenerated() {
    assertEquals(
        Prose.blocks(DOCUMENT).stream().map(Block::text).toList(),
        List.of(
            "A heading",
            "One sentence with \u25a1 of code. It goes on, e.g. here; see the page. lavapipe begins"
                + " small.",
            "an item that goes on",
            "name",
            "what",
            "\u25a1",
            "first",
            "second",
            "1,280 faults."));
    assertEquals(Prose.generatedWords(DOCUMENT), 2);
  }

  @Test
  public void sentencesEndBeforeSmallLettersAndNotAtAbbreviations() {
    Block block = Prose.blocks(DOCUMENT).get(1);
    assertEquals(block.line(), 3);
    assertEquals(
        block.sentences(),
        List.of(
            "One sentence with \u25a1 of code.",
            "It goes on, e.g. here; see the page.",
            "lavapipe begins small."));
    assertEquals(Prose.words(block.sentences().getFirst()), 6);
  }

  @Test
  public void rulesFindWordsAndLongSentences() {
    WordRules rules = new WordRules();
    assertEquals(rules.complaints(WordRules.RuleKind.DOCS, "The case fails."), List.of());
    assertEquals(
        rules.complaints(WordRules.RuleKind.DOCS, "It shows that the cases bite."),
        List.of("'bite': detects"));
    String longest = "word ".repeat(WordRules.LONGEST);
    assertEquals(rules.complaints(WordRules.RuleKind.HELP, longest), List.of());
    assertEquals(rules.complaints(WordRules.RuleKind.HELP, longest + "more").size(), 1);
  }

  @Test
  public void messagesAreLiteralsForPeople() {
    String source =
        """
        // "no message in a comment"
        String a = "the device is " + "gone: %s";
        char quote = '"';
        String b = "one two";
        String c = "coopMatLoad(m, source, 0);";
        """;
    assertEquals(Messages.of(source), List.of("the device is gone: %s"));
  }

  @Test
  public void headingsAreNoSentences() {
    assertTrue(Prose.blocks("# A\n").stream().allMatch(block -> block.part() == Part.HEADING));
  }
}
