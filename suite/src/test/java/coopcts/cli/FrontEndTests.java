// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cases.Profile;
import coopcts.cases.vector.NetworkFamily;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.ShaderStage;
import coopcts.oracle.Strictness;
import coopcts.plan.Shader;
import coopcts.plan.Verdict;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.OptimizerDifference;
import coopcts.run.one.Translator;
import coopcts.spirv.CompileException;
import coopcts.spirv.Compiler;
import coopcts.spirv.Compiler.Optimization;
import coopcts.spirv.ModuleOptions;
import coopcts.spirv.SpirvCache;
import coopcts.spirv.SpirvTools;
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
        assertTrue(OptimizerDifference.of(optimized, complaint).isPresent(), complaint);
        assertEquals(OptimizerDifference.of(plain, complaint), Optional.empty());
        assertEquals(OptimizerDifference.of(optimized, "another complaint"), Optional.empty());
      }
    }
  }

  /** Its modules are valid: they mean something else. */
  @Test
  void theOptimizerTakesConstantVectorsForZeros() throws Exception {
    try (SpirvCache cache = new SpirvCache(null);
        SpirvTools tools = new SpirvTools()) {
      for (String sum : new String[] {"m + %s(2)", "%s(2) - m", "m * %s(2)"}) {
        String type = "coopvecNV<float, 16>";
        String glsl = shader(type, sum.formatted(type)).glsl();
        assertTrue(assembly(cache, tools, glsl, Optimization.NONE).contains("OpF"), sum);
        assertFalse(
            assembly(cache, tools, glsl, Optimization.PERFORMANCE)
                .matches("(?s).*OpF(Add|Sub|Mul) .*"),
            sum);
      }
    }
  }

  /** A driver that is given such a module is not to blame for what comes of it. */
  @Test
  void noDeviceIsGivenWhatTheOptimizerSpoils() throws Exception {
    String name = "vector.network.training.float16.row_major.16";
    assertEquals(verdict(name, Optimization.SIZE), Verdict.NOT_SUPPORTED);
    assertEquals(verdict(name, Optimization.NONE), Verdict.PASS);
  }

  private static Verdict verdict(String name, Optimization optimization) throws Exception {
    try (Device device = Devices.open("reference:everything");
        SpirvCache cache = new SpirvCache(null, new ModuleOptions(optimization, Optional.empty()));
        CaseRunner runner =
            new CaseRunner(device, cache, 1, Strictness.STRICT, FailureEvidence.NONE)) {
      return runner
          .run(
              new NetworkFamily()
                  .cases(device.report(), Profile.DEFAULT)
                  .filter(one -> one.name().equals(name))
                  .findFirst()
                  .orElseThrow())
          .verdict();
    }
  }

  private static String assembly(
      SpirvCache cache, SpirvTools tools, String glsl, Optimization optimization)
      throws CompileException {
    return tools.disassemble(
        cache.compile(glsl, ShaderStage.COMPUTE, Compiler.MINOR, optimization));
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
