// SPDX-License-Identifier: Apache-2.0
package coopcts.testing.dev;

import static org.testng.Assert.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.Test;

/** What is planted is a mistake of one line of code. */
public final class MutantsTests {

  private static final Path FILE = Path.of("A.java");

  @Test
  public void eachOperatorOfALineIsAPlaceOfItsOwn() {
    String text = "int f(int a) {\n  return a < 3 && a + 1 != 2 ? a + a : 0;\n}\n";
    List<Mutants.Mutant> found = Mutants.of(FILE, text);
    assertEquals(
        found.stream().map(one -> one.applied(text).lines().skip(1).findFirst().get()).toList(),
        List.of(
            "  return a <= 3 && a + 1 != 2 ? a + a : 0;",
            "  return a < 3 || a + 1 != 2 ? a + a : 0;",
            "  return a < 3 && a - 1 != 2 ? a + a : 0;",
            "  return a < 3 && a + 1 == 2 ? a + a : 0;",
            "  return a < 3 && a + 1 != 2 ? a - a : 0;"));
    assertEquals(found.getFirst().line(), 1);
    assertEquals(found.getFirst().applied(text).lines().count(), 3);
  }

  /** A comment that is wrong breaks no test, and neither does a message. */
  @Test
  public void textsAreLeftAsTheyAre() {
    assertEquals(
        Mutants.of(
            FILE,
            """
            /** a < b */
            // a + b
             * a - b
            String s = "a" + b;
            @Test(a == b)
            List<Integer> list = new ArrayList<>();
            """),
        List.of());
  }
}
