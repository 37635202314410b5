// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.fault.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** What the documents quote of the suite is true; {@code ./run-cts.sh docs} makes it so. */
public final class DocumentsTests {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** A link to a file, without the place in it. */
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#)([^)#\\s]+)");

  @Test
  public void figuresAreTrue() throws Exception {
    List<String> stale = new Documents(ROOT).stale();
    assertTrue(stale.isEmpty(), "./run-cts.sh docs writes what is stale: " + stale);
  }

  /** A link leads to a file that is there, or to one that the documents' build makes. */
  @Test
  public void linksLeadSomewhere() throws IOException {
    Set<String> made = Generated.files().keySet();
    List<String> dead = new ArrayList<>();
    for (Path document : documents()) {
      Matcher links = LINK.matcher(Files.readString(document));
      while (links.find()) {
        Path to = document.resolveSibling(links.group(1)).normalize();
        if (!Files.exists(to) && !made.contains(ROOT.relativize(to).toString())) {
          dead.add(ROOT.relativize(document) + ": " + links.group(1));
        }
      }
    }
    assertEquals(dead, List.of());
  }

  /** The page of taps, which git does not keep, has all that rows may name, in short sentences. */
  @Test
  public void tapsHaveAPage() {
    String page = Generated.files().get("docs/data/taps.md").get();
    for (Faults.TapEntry tap : Faults.taps()) {
      assertTrue(page.contains("| `%s` | ".formatted(tap.tap())), tap.tap());
      assertTrue(page.contains(tap.words()), tap.words());
      tap.meanings()
          .forEach(
              (name, meaning) ->
                  assertTrue(page.contains("`" + name + "`") && page.contains(meaning), meaning));
    }
    WordRules rules = new WordRules();
    assertEquals(
        Prose.blocks(page).stream()
            .flatMap(block -> block.sentences().stream())
            .flatMap(sentence -> rules.complaints(WordRules.RuleKind.DOCS, sentence).stream())
            .toList(),
        List.of());
    Bins.all().forEach(bin -> assertTrue(page.contains("| `%s` |".formatted(bin)), bin.toString()));
  }

  private static List<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(
              Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
                  .map(ROOT::resolve),
              docs)
          .filter(file -> file.toString().endsWith(".md"))
          .toList();
    }
  }
}
