// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.util.List;
import java.util.Set;
import org.testng.annotations.Test;

/** Each way to make a shader's text smaller gives the text that it should. */
public final class LineReducerTests {

  private static String text(String... lines) {
    return String.join("\n", lines) + "\n";
  }

  private static void assertOffers(String glsl, String... lines) {
    List<String> offered = LineReducer.simpler(glsl);
    assertTrue(offered.contains(text(lines)), String.join("\n---\n", offered));
  }

  @Test
  public void whatIsCopiedToSharedMemoryIsReadWhereItWas() {
    assertOffers(
        text(
            "shared uint8_t aShared[256];",
            "void main() {",
            "    for (uint i = gl_LocalInvocationIndex; i < 256u; i += gl_WorkGroupSize.x) {",
            "        aShared[i] = a[i];",
            "    }",
            "    coopMatLoad(m, aShared, 64u, 8u, 0);",
            "}"),
        "void main() {",
        "    coopMatLoad(m, a, 64u, 8u, 0);",
        "}");
  }

  @Test
  public void variablesAreDeclaredWhereTheyAreSet() {
    assertOffers(
        text("void main() {", "    MATRIX d;", "    load(a);", "    d = a + b;", "}"),
        "void main() {",
        "    load(a);",
        "    MATRIX d = a + b;",
        "}");
  }

  @Test
  public void shortConstantsStandWhereTheyAreUsed() {
    assertOffers(
        text("void main() {", "    const uint at = n + 1u;", "    store(r, at * 4u);", "}"),
        "void main() {",
        "    store(r, (n + 1u) * 4u);",
        "}");
  }

  @Test
  public void whatAFrameCallsStandsInItsPlace() {
    assertOffers(
        text("void body() {", "    load(a);", "}", "void main() {", "    body();", "}"),
        "void main() {",
        "    load(a);",
        "}");
  }

  @Test
  public void eachStatementHasALine() {
    String glsl =
        text("void main() {", "    load(v, f(a)); for (i = 0; i < 2; i++) store(v);", "}");
    assertOffers(
        glsl, "void main() {", "    load(v, f(a));", "    for (i = 0; i < 2; i++) store(v);", "}");
    assertEquals(ReductionState.lines(glsl), 2);
  }

  @Test
  public void functionsInOneLineGo() {
    List<String> offered =
        LineReducer.fewerLines(
            text("#version 460", "T f(T x) { return x; }", "void main() {", "}"));
    assertTrue(offered.contains(text("#version 460", "void main() {", "}")), offered.toString());
  }

  @Test
  public void whatIsReturnedIsNoDeclaration() {
    String set = text("T f() {", "    T result;", "    result[0] = 1;", "    return result;", "}");
    assertEquals(LineReducer.unset(set), Set.of());
    assertEquals(LineReducer.unset(set.replace("    result[0] = 1;\n", "")), Set.of("result"));
  }

  /** What a frame sets for the body before it is set after it in the text. */
  @Test
  public void variablesOfAllFunctionsAreSetSomewhere() {
    String set =
        text("uint n;", "void body() {", "    f(n);", "}", "void main() {", "    n = 1u;", "}");
    assertEquals(LineReducer.unset(set), Set.of());
    assertEquals(LineReducer.unset(set.replace("    n = 1u;\n", "")), Set.of("n"));
  }
}
