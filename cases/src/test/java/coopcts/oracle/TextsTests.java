// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Assertions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.testng.annotations.Test;

/** Each assertion names a text whose revision is known. */
public final class TextsTests {

  private static final Pattern NAME = Pattern.compile("\\b[SGVT]-[A-Z0-9]+[a-z]?\\b");

  private static final List<String[]> TEXTS = CatalogueFile.lines("texts.tsv").toList();

  private static boolean isOf(String source, String name) {
    return Pattern.compile("\\b" + Pattern.quote(name) + "\\b").matcher(source).find();
  }

  @Test
  void everyAssertionIsOfATextWithARevision() {
    assertEquals(
        Assertions.all().stream()
            .filter(one -> TEXTS.stream().noneMatch(text -> isOf(one.source(), text[0])))
            .map(one -> one.id() + ": " + one.source())
            .toList(),
        List.of());
    Set<String> names = new HashSet<>();
    for (String[] text : TEXTS) {
      assertEquals(text.length, 4, text[0]);
      assertTrue(names.add(text[0]), text[0]);
    }
  }

  @Test
  void noSourceHasANameThatIsNoText() {
    assertEquals(
        Assertions.all().stream()
            .flatMap(one -> NAME.matcher(one.source()).results().map(MatchResult::group))
            .distinct()
            .filter(name -> TEXTS.stream().noneMatch(text -> text[0].equals(name)))
            .toList(),
        List.of());
  }

  @Test
  void everyTextIsSomeAssertions() {
    assertEquals(
        TEXTS.stream()
            .map(text -> text[0])
            .filter(name -> Assertions.all().stream().noneMatch(one -> isOf(one.source(), name)))
            .toList(),
        List.of());
  }
}
