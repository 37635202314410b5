// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.model.ComponentType;
import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import coopcts.reports.UsageException;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What {@code exec} says of shaders and jobs that something is wrong with. */
public class ExecTests {

  private static final String HEAD =
      """
      #version 450
      #extension GL_KHR_memory_scope_semantics : enable
      #extension GL_KHR_cooperative_matrix : enable
      #extension GL_NV_cooperative_matrix2 : enable
      #extension GL_QCOM_cooperative_matrix_conversion : enable
      #extension GL_EXT_shader_explicit_arithmetic_types : enable
      layout(local_size_x = 32) in;
      layout(constant_id = 3) const uint SIZE = 16;
      layout(set = 0, binding = 0) buffer A { float a[]; };
      layout(set = 0, binding = 1) buffer B { uint b[]; };
      shared uint s[32];
      #define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
      float seven(const in uint row, const in uint column, const in float was) { return 7.0; }
      float next(const in uint row, const in uint column, const in float was) { return was + 1.0; }
      """;

  private static final String BUFFERS =
      "\"buffers\": [{\"set\": 0, \"binding\": 0, \"bytes\": 4096},"
          + " {\"set\": 0, \"binding\": 1, \"bytes\": 64}]";

  @DataProvider
  Object[][] shaders() {
    return new Object[][] {
      {
        "b[0x40000000u + b[0] + 2] = 5;",
        "",
        Verdict.INVALID,
        "offset 42949673.. of buffer B .*line"
      },
      {"b[uint(-1) + b[0]] = 5;", "", Verdict.INVALID, "buffer B"},
      {
        "s[(gl_LocalInvocationIndex + 1) % 32] = 1; b[0] = s[0];",
        "",
        Verdict.INVALID,
        "KHR-MEM-003.*shared memory s.*workgroup 0, subgroup 0"
      },
      {
        "MATRIX m; coopMatPerElementNV(m, m, seven); coopMatStore(m, a, 0, 16, 0);",
        "",
        Verdict.PASS,
        ""
      },
      {
        "MATRIX m; coopMatPerElementNV(m, m, next); coopMatStore(m, a, 0, 16, 0);",
        "",
        Verdict.INVALID,
        "KHR-SPV-002"
      },
      {
        "MATRIX m; MATRIX n = -m * 2.0; n = MATRIX(1.0); coopMatStore(n, a, 0, 16, 0);",
        "",
        Verdict.PASS,
        ""
      },
      {
        "MATRIX m; MATRIX n = -m * 2.0; coopMatStore(n, a, 0, 16, 0);",
        "",
        Verdict.INVALID,
        "KHR-SPV-002"
      },
      {
        "coopmat<float, gl_ScopeSubgroup, SIZE, 16, gl_MatrixUseAccumulator> m;"
            + " m = coopmat<float, gl_ScopeSubgroup, SIZE, 16, gl_MatrixUseAccumulator>(0.0);",
        "\"specialization\": {\"3\": 0}",
        Verdict.INVALID,
        "a matrix of 0 rows"
      },
      {
        "uint big[SIZE]; big[0] = 1; b[0] = big[0];",
        "\"specialization\": {\"3\": 0}",
        Verdict.INVALID,
        "an array or vector of 0 elements .*OpTypeArray"
      },
      {
        "MATRIX m; coopMatLoad(m, a, 0, 17, 0); coopMatStore(m, a, 0, 16, 0);",
        "",
        Verdict.INVALID,
        "KHR-ALIGN-001: the matrix in memory has rows 68 bytes apart, no multiple of 16"
      },
      {
        "MATRIX m; coopMatLoad(m, a, 1, 16, 0); coopMatStore(m, a, 0, 16, 0);",
        "",
        Verdict.INVALID,
        "KHR-ALIGN-001: the matrix in memory starts 4 bytes behind a multiple of 16"
      },
      {
        "coopmat<float, gl_ScopeSubgroup, 5, 16, gl_MatrixUseA> m; coopMatLoad(m, a, 0, 16, 0);",
        "",
        Verdict.INVALID,
        "VUID 10163: the device reports no matrix of 5 x 16 float32 as gl_MatrixUseA"
      },
      {
        "coopMatStore(coopMatMulAdd(coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>(1.0),"
            + " coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB>(1.0),"
            + " coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(1)), b, 0, 16, 0);",
        "",
        Verdict.INVALID,
        "KHR-MULADD-027: .* A 16 x 16 float32 and B 16 x 16 float32 with C 16 x 16 sint32"
      },
      {
        "uint big[SIZE]; b[0] = big[b[1]];",
        "\"specialization\": {\"3\": 1000000000}",
        Verdict.MISSING,
        "1000000000 elements"
      },
      {"b[0] = 1;", "\"requiredSubgroupSize\": 128", Verdict.INVALID, "VUID 02755"},
      {"b[0] = 1;", "\"entry\": \"other\"", Verdict.INVALID, "no compute entry point"},
    };
  }

  @Test(dataProvider = "shaders")
  void shadersAreToldWhatIsWrong(String main, String more, Verdict verdict, String pattern)
      throws Exception {
    JobRun.Said said = run(HEAD + "void main() {\n" + main + "\n}\n", more);
    assertEquals(said.verdict(), verdict, said.text().toString());
    assertMatches(said, pattern);
  }

  @Test
  void buffersThatNothingIsBoundToAreNamed() throws Exception {
    String buffer = "layout(set = 0, binding = 2) buffer C { uint c[]; };\n";
    JobRun.Said said = run(HEAD + buffer + "void main() { b[0] = c[0]; }", "");
    assertEquals(said.verdict(), Verdict.INVALID);
    assertMatches(said, "VUID 07988: .*buffer C at set 0, binding 2");
  }

  @Test
  void partsOfSubgroupsHaveNoMatrices() throws Exception {
    String shader = HEAD.replace("local_size_x = 32", "local_size_x = 4, local_size_y = 8");
    JobRun.Said said = run(shader + "void main() { MATRIX m = MATRIX(1.0); }", "");
    assertEquals(said.verdict(), Verdict.INVALID);
    assertMatches(said, "KHR-UNIF-008");
  }

  @DataProvider
  Object[][] jobs() {
    return new Object[][] {
      {"\"groups\": [0, 1, 1]", "each at least 1"},
      {"\"groups\": [-1, 1, 1]", "each at least 1"},
      {"\"groups\": [1, 1]", "three numbers"},
      {"\"requiredSubgroupSize\": 3", "power of two"},
      {"\"buffers\": [{\"set\": 0, \"binding\": 0, \"bytes\": -4}]", "above 0"},
      {
        "\"buffers\": [{\"set\": 0, \"binding\": 0, \"bytes\": 4},"
            + " {\"set\": 0, \"binding\": 0, \"bytes\": 4}]",
        "two buffers"
      },
      {
        "\"buffers\": [{\"set\": 0, \"binding\": 0, \"bytes\": 64}, {\"name\": \"x\", \"address\":"
            + " true, \"bytes\": 16}], \"addresses\": [{\"buffer\": \"x\", \"into\": {\"set\": 0,"
            + " \"binding\": 0, \"offset\": 62}}]",
        "multiple of 8"
      },
      {"\"compile\": {\"optimize\": \"much\"}", "none, size or performance"},
      {"\"colour\": 1", "not understood"},
    };
  }

  @Test(dataProvider = "jobs")
  void jobsAreToldWhatIsWrong(String members, String pattern) throws Exception {
    UsageException thrown =
        expectThrows(UsageException.class, () -> run(HEAD + "void main() {}", members, ""));
    assertTrue(thrown.getMessage().matches("(?s).*" + pattern + ".*"), thrown.getMessage());
  }

  @Test
  void aJobSaysHowItsShaderIsCompiled() throws Exception {
    Path folder = Temporary.folder("job");
    Files.createDirectories(folder.resolve("parts"));
    Files.writeString(folder.resolve("parts/value.glsl"), "const uint VALUE = 3 * FACTOR;\n");
    Files.writeString(folder.resolve("value5.bin"), "\17\0\0\0");
    Files.writeString(
        folder.resolve("shader.comp"),
        """
        #version 450
        #extension GL_GOOGLE_include_directive : enable
        #include "value.glsl"
        layout(local_size_x = 1) in;
        buffer B { uint b[]; };
        void main() { b[0] = VALUE; }
        """);
    Files.writeString(
        folder.resolve("job.json"),
        """
        {"shader": "shader.comp", "buffers": [{"set": 0, "binding": 0, "bytes": 4, "expect": "value5.bin"}],
         "compile": {"define": {"FACTOR": "5"}, "include": ["parts"], "optimize": "size", "autoBindings": true}}
        """);
    JobRun.Said said = run(folder);
    assertEquals(said.verdict(), Verdict.PASS, said.text().toString());
  }

  /** Where a job says the contents alone, nobody knows which bytes a shader was to store. */
  @Test
  void aByteThatIsNotAsExpectedIsNoMoreThanThat() throws Exception {
    Path folder = Temporary.folder("job");
    Files.writeString(folder.resolve("five.bin"), "\5\0\0\0");
    Files.writeString(
        folder.resolve("shader.comp"),
        """
        #version 450
        layout(local_size_x = 1) in;
        layout(set = 0, binding = 0) buffer B { uint b[]; };
        void main() { b[0] = 6; }
        """);
    String job = "{\"shader\": \"shader.comp\", \"buffers\": [{\"set\": 0, \"binding\": 0, %s}]}";
    Files.writeString(
        folder.resolve("job.json"), job.formatted("\"bytes\": 4, \"expect\": \"five.bin\""));
    String text = run(folder).text().toString();
    assertTrue(text.contains("0_0+0 (byte): expected 0x05, got 0x06 [expect]"), text);
    Files.writeString(
        folder.resolve("job.json"),
        job.formatted("\"file\": \"five.bin\", \"expect\": \"five.bin\""));
    text = run(folder).text().toString();
    assertTrue(text.contains("(no store was meant for this byte): expected 0x05, got 0x06"), text);
  }

  @Test
  void assemblyIsAShaderToo() throws Exception {
    Path folder = Temporary.folder("job");
    Files.writeString(
        folder.resolve("shader.spvasm"),
        """
        OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main "main"
        OpExecutionMode %main LocalSize 1 1 1
        %void = OpTypeVoid
        %f = OpTypeFunction %void
        %main = OpFunction %void None %f
        %l = OpLabel
        %r = OpFunctionCall %void %main
        OpReturn
        OpFunctionEnd
        """);
    Files.writeString(folder.resolve("job.json"), "{\"shader\": \"shader.spvasm\"}");
    JobRun.Said said = run(folder);
    assertEquals(said.verdict(), Verdict.INVALID);
    assertMatches(said, "\\[module\\] A function .* OpEntryPoint");
  }

  private static void assertMatches(JobRun.Said said, String pattern) {
    String text = String.join("\n", said.text());
    assertTrue(text.matches("(?s).*" + pattern + ".*"), text);
  }

  private static JobRun.Said run(String shader, String more) throws Exception {
    return run(shader, more, BUFFERS);
  }

  private static JobRun.Said run(String shader, String more, String buffers) throws Exception {
    Path folder = Temporary.folder("job");
    Files.writeString(folder.resolve("shader.comp"), shader);
    String members =
        String.join(
            ", ",
            List.of("\"shader\": \"shader.comp\"", more, buffers).stream()
                .filter(part -> !part.isEmpty())
                .toList());
    Files.writeString(folder.resolve("job.json"), "{" + members + "}");
    return run(folder);
  }

  private static JobRun.Said run(Path folder) throws Exception {
    try (Device device = Devices.open("reference:everything")) {
      return new JobRun(folder.resolve("job.json"), folder.resolve("cache"), Strictness.USUAL)
          .run(device, 1, (_, _) -> {});
    }
  }

  private static final String SCALED =
      """
      #version 450
      #extension GL_EXT_buffer_reference : enable
      layout(local_size_x = 4) in;
      layout(buffer_reference, std430) buffer P { float p[]; };
      layout(set = 0, binding = 0) uniform U { vec4 u; };
      layout(set = 0, binding = 1) buffer B { float b[]; };
      layout(push_constant) uniform Push { P far; };
      void main() {
        uint i = gl_LocalInvocationIndex;
        b[i] = b[i] * u[i] + far.p[i];
      }
      """;

  private static final String DOUBLED =
      """
      #version 450
      layout(local_size_x = 4) in;
      layout(set = 0, binding = 1) buffer B { float b[]; };
      void main() { b[gl_LocalInvocationIndex] *= 2.0; }
      """;

  @DataProvider
  Object[][] numbers() {
    return new Object[][] {
      {"\"absolute\": 0.01", "22.001, 84, 186, 328", Verdict.PASS},
      {"\"absolute\": 0.0001", "22.001, 84, 186, 328", Verdict.FAIL},
      {"\"relative\": 0.01", "22.1, 84, 185, 328", Verdict.PASS},
      {"\"relative\": 0.001", "22.1, 84, 186, 328", Verdict.FAIL},
      {"\"high\": 300", "22, 84, 186, 328", Verdict.FAIL},
      {"\"absolute\": 1", "22, nan, 186, 328", Verdict.FAIL},
    };
  }

  /** Two shaders, a uniform buffer, an address in push constants, numbers in files of each kind. */
  @Test(dataProvider = "numbers")
  public void numbersAreComparedWithinTheirTolerance(
      String tolerance, String expected, Verdict verdict) throws Exception {
    Path folder = Temporary.folder("numbers");
    Files.writeString(folder.resolve("scaled.comp"), SCALED);
    Files.writeString(folder.resolve("doubled.comp"), DOUBLED);
    Files.writeString(folder.resolve("u.csv"), "1, 2\n3, 4\n");
    Files.writeString(folder.resolve("b.json"), "[[10, 20], [30, 40]]");
    byte[] far = NumberFile.read("p.csv", "1 2 3 4".getBytes(UTF_8), ComponentType.FLOAT32);
    Files.write(folder.resolve("p.npy"), NumberFile.write("npy", far, ComponentType.FLOAT32));
    Files.writeString(folder.resolve("e.csv"), expected);
    Path file = folder.resolve("job.json");
    Files.writeString(
        file,
        """
        {"shader": "scaled.comp", "push": "0000000000000000", "buffers": [
          {"set": 0, "binding": 0, "file": "u.csv", "type": "float32"},
          {"set": 0, "binding": 1, "file": "b.json", "expect": "e.csv", "type": "float32",
           "tolerance": {%s}},
          {"name": "far", "address": true, "file": "p.npy", "type": "float32"}],
         "addresses": [{"buffer": "far", "push": 0}],
         "passes": [{"shader": "doubled.comp"}]}
        """
            .formatted(tolerance));
    try (Device device = Devices.open("reference:everything")) {
      JobRun run = new JobRun(file, folder, Strictness.USUAL);
      JobRun.Said said = run.run(device, 1, (_, _) -> {});
      assertEquals(said.verdict(), verdict, said.text().toString());
    }
  }

  @DataProvider
  Object[][] noNumbers() {
    return new Object[][] {
      {"a.csv", "1, x", ComponentType.FLOAT32},
      {"a.csv", "1, 256", ComponentType.UINT8},
      {"a.csv", "-1", ComponentType.UINT32},
      {"a.csv", "1.5", ComponentType.SINT16},
      {"a.json", "{\"a\": 1}", ComponentType.FLOAT32},
      {"a.json", "[1, ", ComponentType.FLOAT32},
      {"a.npy", "no NumPy", ComponentType.FLOAT32},
    };
  }

  @Test(dataProvider = "noNumbers")
  public void whatIsNoNumberIsSaid(String name, String text, ComponentType type) {
    expectThrows(UsageException.class, () -> NumberFile.read(name, text.getBytes(UTF_8), type));
  }

  @DataProvider
  Object[][] kinds() {
    return new Object[][] {{"csv"}, {"json"}, {"npy"}};
  }

  /** All numbers of the small types, and some of the large, as text and back. */
  @Test(dataProvider = "kinds")
  public void numbersComeBack(String kind) {
    for (ComponentType type : ComponentType.values()) {
      if (NumberFile.type(type.toString()).isEmpty() || type.isFloat8()) {
        continue;
      }
      byte[] bytes = new byte[8 * 64];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (i % 2 == 1 ? 0x40 : 31 * i);
      }
      byte[] file = NumberFile.write(kind, bytes, type);
      assertEquals(NumberFile.read("a." + kind, file, type), bytes, type.toString());
    }
  }
}
