// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.jobs.JobRun;
import coopcts.model.SubmissionPath;
import coopcts.oracle.Strictness;
import coopcts.plan.Shader;
import coopcts.plan.Verdict;
import coopcts.spirv.CompileException;
import coopcts.spirv.SpirvCache;
import coopcts.spirv.SpirvTools;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Modules with SPV_NV_cooperative_matrix, and what the reference device says of them. */
public final class NvMatricesTests {

  private static final String HEAD =
      """
      #version 450
      #extension GL_KHR_memory_scope_semantics : enable
      #extension GL_KHR_cooperative_matrix : enable
      #extension GL_EXT_shader_explicit_arithmetic_types : enable
      layout(local_size_x = 32) in;
      layout(constant_id = 0) const int LAYOUT = 0;
      layout(set = 0, binding = 0) buffer A { int a[]; };
      #define M(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
      #define ROWS gl_CooperativeMatrixLayoutRowMajor
      #define COLUMNS gl_CooperativeMatrixLayoutColumnMajor
      """;

  private static byte[] module(String glsl) throws Exception {
    Shader shader = Shader.of(HEAD + glsl, OptionalInt.empty(), 0, "a");
    try (Translator translator = new Translator(new SpirvCache(SharedModules.folder()))) {
      return translator.spirv(shader.by(SubmissionPath.NV_COOPERATIVE_MATRIX));
    }
  }

  private static String text(String glsl) throws Exception {
    try (SpirvTools tools = new SpirvTools()) {
      return tools.disassemble(module(glsl));
    }
  }

  private static long count(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().count();
  }

  @Test
  public void typesThatDifferInUseBecomeOne() throws Exception {
    String text =
        text(
            """
            void first(inout M(int, 8, 8, A) m) { m = -m; }
            void second(inout M(int, 8, 8, B) m) { m = -m; }
            void main() {
              M(int, 8, 8, A) x = M(int, 8, 8, A)(1);
              M(int, 8, 8, B) y = M(int, 8, 8, B)(2);
              first(x);
              second(y);
              coopMatStore(coopMatMulAdd(x, y, M(int, 8, 8, Accumulator)(0)), a, 0, 8, ROWS);
            }
            """);
    assertEquals(count(text, "OpTypeCooperativeMatrixNV"), 1, text);
    assertEquals(count(text, "OpTypePointer Function %\\d+"), 1, text);
    assertEquals(count(text, "OpTypeFunction %void %"), 1, text);
    assertEquals(count(text, "OpCooperativeMatrixMulAddNV %\\w+ %\\w+ %\\w+ %\\w+\\n"), 1, text);
    assertTrue(text.contains("OpCapability CooperativeMatrixNV"), text);
    assertFalse(text.contains("MatrixKHR"), text);
    assertFalse(text.contains("SPV_KHR_cooperative_matrix"), text);
  }

  @Test
  public void layoutsBecomeBooleans() throws Exception {
    String text =
        text(
            """
            void main() {
              M(int, 8, 8, A) m;
              coopMatLoad(m, a, 0, 8, COLUMNS);
              coopMatStore(m, a, 64, 8, ROWS);
              coopMatLoad(m, a, 0, 8, LAYOUT);
              a[m.length()] = 0;
            }
            """);
    assertEquals(count(text, "OpCooperativeMatrixLoadNV %\\w+ %\\w+ %\\w+ %true"), 1, text);
    assertEquals(count(text, "OpCooperativeMatrixStoreNV %\\w+ %\\w+ %\\w+ %false"), 1, text);
    assertEquals(count(text, "OpSpecConstantOp %bool INotEqual %LAYOUT %"), 1, text);
    assertEquals(count(text, "CooperativeMatrixLengthNV"), 1, text);
  }

  @DataProvider
  public static Object[][] unsaid() {
    return new Object[][] {
      {"void main() { M(int, 8, 8, A) m = M(int, 8, 8, A)(1); m *= m; a[0] = m[0]; }"},
      {
        "void main() { M(uint, 8, 8, A) m = M(uint, 8, 8, A)(M(int, 8, 8, A)(a[1])); a[0] ="
            + " int(m[0]); }"
      },
      {
        """
        #define SUM M(int, 8, 8, Accumulator)
        void main() {
          SUM m = coopMatMulAdd(M(int, 8, 8, A)(1), M(int, 8, 8, B)(1), SUM(0),
              gl_MatrixOperandsSaturatingAccumulation);
          a[0] = m[0];
        }
        """
      },
    };
  }

  @Test(dataProvider = "unsaid")
  public void whatThePredecessorHasNotIsRefused(String glsl) {
    assertThrows(CompileException.class, () -> module(glsl));
  }

  private static JobRun.Said run(byte[] module, String device) throws Exception {
    Path folder = Temporary.folder("former");
    Files.write(folder.resolve("shader.spv"), module);
    Path job =
        Files.writeString(
            folder.resolve("job.json"),
            """
            {"shader": "shader.spv", "buffers": [
              {"set": 0, "binding": 0, "bytes": 1024, "type": "sint32"}]}
            """);
    try (Device opened = Devices.open(device)) {
      return new JobRun(job, folder.resolve("cache"), Strictness.USUAL)
          .run(opened, 1, (_, _) -> {});
    }
  }

  private static String product(String component, int size, int a) {
    return """
    #define SUM M(%1$s, %2$d, %2$d, Accumulator)
    void main() {
      SUM m = coopMatMulAdd(M(%1$s, %2$d, %2$d, A)(%3$d), M(%1$s, %2$d, %2$d, B)(%3$d), SUM(0));
      coopMatStore(m, a, 0, 16, ROWS);
    }
    """
        .formatted(component, size, a);
  }

  @DataProvider
  public static Object[][] wrong() {
    return new Object[][] {
      {product("int", 32, 1), "VUID 06316"},
      {product("uint", 8, 1), "VUID 06316"},
      {product("int", 8, 1 << 20), "elements that are undefined"},
      {
        """
        #define SUM M(int, 16, 16, Accumulator)
        void main() {
          SUM m = coopMatMulAdd(
              M(uint8_t, 16, 16, A)(uint8_t(1)), M(uint8_t, 16, 16, B)(uint8_t(1)), SUM(0));
          coopMatStore(m, a, 0, 16, ROWS);
        }
        """,
        "VUID 10059"
      },
    };
  }

  @Test(dataProvider = "wrong")
  public void modulesAreHeldToTheExtension(String glsl, String words) throws Exception {
    JobRun.Said said = run(module(glsl), "reference:everything");
    assertEquals(said.verdict(), Verdict.INVALID, said.text().toString());
    assertTrue(said.text().toString().contains(words), said.text().toString());
  }

  @Test
  public void aProductThatIsReportedRuns() throws Exception {
    for (String device : List.of("reference:everything", "reference:everything?freedom=4")) {
      JobRun.Said said = run(module(product("int", 8, 3)), device);
      assertEquals(said.verdict(), Verdict.PASS, said.text().toString());
    }
  }

  @Test
  public void aDeviceWithoutTheFeatureRefusesTheModule() throws Exception {
    JobRun.Said said = run(module(product("int", 8, 1)), "reference:adreno");
    assertTrue(
        said.text().toString().contains("cooperativeMatrixNV, which the device lacks"),
        said.text().toString());
  }
}
