// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Sources cut into words and signs. */
public final class GlslTokensTests {

  @Test
  void wordsAndSignsAreCutAndCommentsLeftOut() {
    assertEquals(
        GlslTokens.of("a+=b_1; // c\n/* d */e").texts().toList(),
        List.of("a", "+", "=", "b_1", ";", "e"));
    assertEquals(GlslTokens.of("a /* no end").texts().toList(), List.of("a"));
  }

  @Test
  void someAreReplacedAndTheRestStaysAsItIs() {
    GlslTokens tokens = GlslTokens.of("x = gl_ID.x ; // gl_ID\n");
    assertEquals(tokens.with(Map.of(2, "id", 3, "", 4, "")), "x = id ; // gl_ID\n");
    assertEquals(tokens.with(2, 3, "id"), "x = id ; // gl_ID\n");
    assertEquals(tokens.places("gl_ID", GlslTokens.ANY, "x").toArray(), new int[] {2});
    assertEquals(tokens.places("x", ";", "x").count(), 0);
  }

  @DataProvider
  Object[][] sizes() {
    return new Object[][] {
      {"layout(local_size_x = 32) in;", OptionalInt.of(32)},
      {"layout( local_size_x=32 )in ;", OptionalInt.of(32)},
      {"layout(local_size_x = 8, local_size_y = 4) in;", OptionalInt.empty()},
    };
  }

  @Test(dataProvider = "sizes")
  void layoutMakesNoDifference(String glsl, OptionalInt size) {
    assertEquals(GlslTokens.of(glsl).localSize(), size);
  }

  /** What cannot be read is said. */
  @Test
  void aSourceWithoutSizeIsNoComputeShader() {
    GlslTokens tokens = GlslTokens.of("layout(local_size_X = 32) in;");
    assertThrows(IllegalStateException.class, tokens::localSize);
    assertThrows(IllegalStateException.class, () -> tokens.withLocalSize(""));
    GlslTokens named = GlslTokens.of("layout(local_size_x = SIZE) in;");
    assertThrows(IllegalStateException.class, named::localSize);
  }
}
