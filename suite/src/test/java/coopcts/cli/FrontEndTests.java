// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.plan.Shader;
import coopcts.run.one.Translator;
import coopcts.spirv.Compiler.Optimization;
import coopcts.spirv.SpirvCache;
import java.util.Optional;
import java.util.OptionalInt;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What {@code fuzz --front-end} counts apart; a tool that is mended makes these fail. */
public final class FrontEndTests {

  @DataProvider
  Object[][] types() {
    return new Object[][] {
      {"coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>"}, {"coopvecNV<float, 16>"}
    };
  }

  @Test(dataProvider = "types")
  void theOptimizerAddsFloatsAsIntegers(String type) throws Exception {
    for (String sum : new String[] {"m - (-n)", "m + (-n)"}) {
      Shader plain = shader(type, sum);
      Shader optimized = plain.with(plain.target().by(Optimization.PERFORMANCE));
      try (SpirvCache cache = new SpirvCache(null);
          Translator translator = new Translator(cache)) {
        assertEquals(translator.complaint(plain), Optional.empty(), sum);
        String complaint = translator.complaint(optimized).orElseThrow();
        assertTrue(FrontEndPrinter.known(optimized, complaint).isPresent(), complaint);
        assertEquals(FrontEndPrinter.known(plain, complaint), Optional.empty());
        assertEquals(FrontEndPrinter.known(optimized, "another complaint"), Optional.empty());
      }
    }
  }

  private static Shader shader(String type, String sum) {
    boolean isVector = type.startsWith("coopvec");
    String place = isVector ? "a, %d" : "a, %d, 16, gl_CooperativeMatrixLayoutRowMajor";
    String name = isVector ? "coopVec%sNV" : "coopMat%s";
    return Shader.of(
        String.join(
            "\n",
            "#version 460",
            "#extension GL_KHR_memory_scope_semantics : require",
            "#extension GL_KHR_cooperative_matrix : require",
            "#extension GL_NV_cooperative_vector : require",
            "layout(local_size_x = 32) in;",
            "layout(set = 0, binding = 0) buffer A { float a[]; };",
            "void main() {",
            type + " m, n;",
            name.formatted("Load") + "(m, " + place.formatted(0) + ");",
            name.formatted("Load") + "(n, " + place.formatted(256) + ");",
            "m = " + sum + ";",
            name.formatted("Store") + "(m, " + place.formatted(512) + ");",
            "}"),
        OptionalInt.empty(),
        0,
        "a");
  }
}
