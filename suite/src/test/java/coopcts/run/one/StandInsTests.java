// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.jobs.JobRun;
import coopcts.model.SubmissionPath;
import coopcts.oracle.Strictness;
import coopcts.plan.Shader;
import coopcts.plan.Verdict;
import coopcts.spirv.ModuleWords;
import coopcts.spirv.SpirvCache;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.lwjgl.util.spvc.Spv;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Modules with the instructions of SPV_EXT_cooperative_matrix_maintenance1, and what the reference
 * device says of their types, which no validator knows.
 */
public final class StandInsTests {

  private static final String HEAD =
      """
      #version 450
      #extension GL_KHR_memory_scope_semantics : enable
      #extension GL_KHR_cooperative_matrix : enable
      #extension GL_EXT_shader_explicit_arithmetic_types : enable
      layout(local_size_x = 32) in;
      layout(set = 0, binding = 0) buffer A { float a[]; };
      #define M(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
      #define SUM M(float, 16, 16, Accumulator)
      """;

  private static final String COORDINATE =
      """
      uvec2 instruction_5363(const in SUM m, const in uint i) { return uvec2(i); }
      void main() {
        SUM m = SUM(0.0);
        for (int i = 0; i < m.length(); i++) {
          uvec2 at = instruction_5363(m, i);
          m[i] = 100 * at.x + at.y;
        }
        coopMatStore(m, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
        float row = instruction_5363(m, %s).x;
        if (gl_LocalInvocationIndex == 0) { a[256] = 0.0 * row; }
      }
      """;

  private static byte[] module(String glsl) throws Exception {
    Shader shader = Shader.of(HEAD + glsl, OptionalInt.empty(), 0, "a");
    try (Translator translator = new Translator(new SpirvCache(SharedModules.folder()))) {
      return translator.spirv(shader.with(shader.target().by(SubmissionPath.MAINTENANCE1)));
    }
  }

  private static long count(ModuleWords module, int opcode) {
    return module.instructions().stream().filter(i -> ModuleWords.opcode(i) == opcode).count();
  }

  private static boolean declares(ModuleWords module, int capability) {
    return module.instructions().stream()
        .anyMatch(i -> ModuleWords.opcode(i) == Spv.SpvOpCapability && i[1] == capability);
  }

  private static List<String> extensions(ModuleWords module) {
    return module.instructions().stream()
        .filter(i -> ModuleWords.opcode(i) == Spv.SpvOpExtension)
        .map(i -> ModuleWords.text(i, 1))
        .toList();
  }

  @Test
  public void callsBecomeInstructions() throws Exception {
    ModuleWords module = ModuleWords.of(module(COORDINATE.formatted("0u")));
    assertEquals(count(module, 5363), 2);
    assertEquals(count(module, Spv.SpvOpFunctionCall), 0);
    assertTrue(declares(module, 5438));
    assertTrue(extensions(module).contains("SPV_EXT_cooperative_matrix_maintenance1"));
  }

  private static JobRun.Said run(byte[] module, String device) throws Exception {
    Path folder = Temporary.folder("maintenance");
    Files.write(folder.resolve("shader.spv"), module);
    StringBuilder expected = new StringBuilder();
    for (int e = 0; e < 256; e++) {
      expected.append(100 * (e / 16) + e % 16).append('\n');
    }
    Files.writeString(folder.resolve("expected.csv"), expected + "0\n");
    Path job =
        Files.writeString(
            folder.resolve("job.json"),
            """
            {"shader": "shader.spv", "buffers": [
              {"set": 0, "binding": 0, "bytes": 1028, "type": "float32", "expect": "expected.csv"}]}
            """);
    try (Device opened = Devices.open(device)) {
      return new JobRun(job, folder.resolve("cache"), Strictness.USUAL)
          .run(opened, 1, (_, _) -> {});
    }
  }

  @Test
  public void componentsHaveTheirCoordinates() throws Exception {
    for (String device :
        List.of(
            "reference:everything",
            "reference:everything?freedom=4:ownership.map+invocations.order")) {
      JobRun.Said said = run(module(COORDINATE.formatted("0u")), device);
      assertEquals(said.verdict(), Verdict.PASS, said.text().toString());
    }
  }

  @DataProvider
  public static Object[][] wrong() {
    return new Object[][] {
      {COORDINATE.formatted("10000u"), "an undefined value reaches memory"},
      {
        """
        float instruction_5363(const in SUM m, const in uint i) { return 0; }
        void main() { SUM m = SUM(0.0); a[0] = instruction_5363(m, 0); }
        """,
        "a coordinate that is no vector of two 32-bit integers"
      },
      {
        """
        uvec2 instruction_5363(const in SUM m, const in uint64_t i) { return uvec2(0); }
        void main() { SUM m = SUM(0.0); a[0] = instruction_5363(m, uint64_t(0)).x; }
        """,
        "an index that is no 32-bit integer"
      },
      {
        """
        #define OTHER M(float, 16, 16, A)
        OTHER instruction_5293(const in M(float, 16, 16, B) m) { return OTHER(0); }
        void main() { OTHER m = instruction_5293(M(float, 16, 16, B)(0)); a[0] = m[0]; }
        """,
        "a conversion from use "
      },
      {
        """
        SUM instruction_5293_decorated_5440(const in M(float, 16, 16, B) m) { return SUM(0); }
        void main() { SUM m = instruction_5293_decorated_5440(M(float, 16, 16, B)(0)); a[0] = m[0]; }
        """,
        "a conversion that transposes from use "
      },
      {
        """
        #define OTHER M(float16_t, 16, 16, A)
        OTHER instruction_5293(const in SUM m) { return OTHER(0); }
        void main() { OTHER m = instruction_5293(SUM(0)); a[0] = m[0]; }
        """,
        "a change of use from components of "
      },
    };
  }

  @Test(dataProvider = "wrong")
  public void typesAreHeldToTheExtension(String glsl, String words) throws Exception {
    JobRun.Said said = run(module(glsl), "reference:everything");
    assertEquals(said.verdict(), Verdict.INVALID, said.text().toString());
    assertTrue(said.text().toString().contains(words), said.text().toString());
  }

  @Test
  public void aDeviceWithoutTheFeatureRefusesTheModule() throws Exception {
    JobRun.Said said = run(module(COORDINATE.formatted("0u")), "reference:nvidia");
    assertTrue(
        said.text().toString().contains("cooperativeMatrixGetCoordinate, which the device lacks"),
        said.text().toString());
  }
}
