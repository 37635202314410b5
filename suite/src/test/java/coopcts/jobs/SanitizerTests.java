// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.device.Device;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.device.Outcome;
import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** All the rules that a shader breaks, each once at its place. */
public class SanitizerTests {

  private static final String HEAD =
      """
      #version 450
      #extension GL_EXT_buffer_reference : enable
      #extension GL_KHR_memory_scope_semantics : enable
      #extension GL_KHR_cooperative_matrix : enable
      #extension GL_NV_cooperative_matrix2 : enable
      #extension GL_EXT_shader_explicit_arithmetic_types : enable
      layout(local_size_x = 32) in;
      layout(buffer_reference, std430) buffer R { uint r[]; };
      layout(set = 0, binding = 0) buffer A { float a[]; };
      layout(set = 0, binding = 1) buffer B { uint b[]; };
      layout(push_constant) uniform Push { R far; };
      shared uint s[32];
      #define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
      #define ROWS gl_CooperativeMatrixLayoutRowMajor
      #define STORE(m) coopMatStore(m, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor)
      layout(buffer_reference, std430) buffer O { uint head; float16_t tail[]; };
      float open(const in O from, const in uint block[2], const in uint place[2]) {
        return float(block[0] + place[1]);
      }
      void main() {
      #line 1
      """;

  private static final Pattern LINE = Pattern.compile("\\(line (\\d+)");

  static JobRun.Said run(String main, String device, String more) throws Exception {
    Path folder = Temporary.folder("job");
    Files.writeString(folder.resolve("shader.comp"), HEAD + main + "\n}\n");
    Path job =
        Files.writeString(
            folder.resolve("job.json"),
            """
            {"shader": "shader.comp", "push": "0000000000000000", "buffers": [
              {"set": 0, "binding": 0, "bytes": 4096}, {"set": 0, "binding": 1, "bytes": 256},
              {"name": "weights", "address": true, "bytes": 64}],
             "addresses": [{"buffer": "weights", "push": 0}]%s}
            """
                .formatted(more));
    try (Device opened = Devices.open(device)) {
      return new JobRun(job, folder.resolve("cache"), Strictness.USUAL)
          .run(opened, 1, (_, _) -> {});
    }
  }

  /** Class and line of each broken rule. */
  private static List<String> places(JobRun.Said said) {
    return said.broken().stream().map(SanitizerTests::place).toList();
  }

  private static String place(Outcome.Broken broken) {
    Matcher line = LINE.matcher(broken.message());
    assertTrue(line.find(), broken.message());
    return broken.check() + " " + line.group(1);
  }

  private static final String MANY =
      """
      b[gl_LocalInvocationIndex + 100] = 1;
      a[gl_LocalInvocationIndex + 10000] = a[20000];
      for (int i = 0; i < 3; ++i) a[gl_LocalInvocationIndex] = 1 << (int(b[1]) + 33 + i);
      s[(gl_LocalInvocationIndex + 1) % 32] = 1; a[gl_LocalInvocationIndex] = s[0] / b[0];
      far.r[70] = 3;
      """;

  @Test
  void allBrokenRulesAreTold() throws Exception {
    JobRun.Said said = run(MANY, "reference:everything?violations=20", "");
    assertEquals(said.verdict(), Verdict.INVALID);
    assertEquals(
        places(said),
        List.of("bounds 1", "bounds 2", "arithmetic 3", "race 4", "arithmetic 4", "bounds 5"),
        said.text().toString());
    assertEquals(said.text().size(), 6, said.text().toString());
    assertTrue(said.text().getFirst().matches(".*offset 400 of buffer B .*line 1, OpStore.*"));
    assertTrue(said.text().getLast().contains("addressed buffer weights"), said.text().toString());
  }

  @Test
  void asManyAreToldAsAreAskedFor() throws Exception {
    JobRun.Said said = run(MANY, "reference:everything?violations=3", "");
    assertEquals(places(said), List.of("bounds 1", "bounds 2", "arithmetic 3"));
    assertEquals(said.text().getLast(), "there may be others: more than 3 were found");
    JobRun.Said first = run(MANY, "reference:everything", "");
    assertEquals(first.text().size(), 1, first.text().toString());
    assertTrue(first.text().getFirst().contains("buffer B"), first.text().toString());
  }

  @Test
  void whatComesToNoEndIsEnded() throws Exception {
    JobRun.Said said =
        run("b[64] = 1; while (b[0] == 0) { b[65] = 1; }", "reference:everything?violations=9", "");
    assertEquals(said.verdict(), Verdict.INVALID);
    assertTrue(said.text().getLast().startsWith("there may be others"), said.text().toString());
  }

  @Test
  void partsOfSubgroupsAreGoneOnFrom() throws Exception {
    JobRun.Said said =
        run(
            "b[64] = 1;\nif (gl_LocalInvocationIndex < 2) { MATRIX m = MATRIX(a[0]); }\nb[65] = 1;",
            "reference:everything?violations=9",
            "");
    assertEquals(
        places(said), List.of("bounds 1", "convergence 2", "bounds 3"), said.text().toString());
  }

  @Test
  void whatSpirvToolsRejectIsNotRun() throws Exception {
    Path folder = Temporary.folder("job");
    Files.writeString(
        folder.resolve("shader.spvasm"),
        """
        OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main "main"
        OpExecutionMode %main LocalSize 1 1 1
        %void = OpTypeVoid
        %uint = OpTypeInt 32 0
        %c40 = OpConstant %uint 40
        %f = OpTypeFunction %void
        %main = OpFunction %void None %f
        %l = OpLabel
        %s = OpShiftLeftLogical %uint %c40 %c40
        %r = OpFunctionCall %void %main
        OpReturn
        OpFunctionEnd
        """);
    Path job = Files.writeString(folder.resolve("job.json"), "{\"shader\": \"shader.spvasm\"}");
    try (Device device = Devices.open("reference:everything?violations=9")) {
      JobRun.Said said =
          new JobRun(job, folder.resolve("cache"), Strictness.USUAL).run(device, 1, (_, _) -> {});
      assertEquals(said.text().size(), 1, said.text().toString());
      assertTrue(
          said.text().getFirst().contains("[module] A function (1) may not be targeted"),
          said.text().toString());
    }
  }

  private static final String I = "const uint i = gl_LocalInvocationIndex;\n";

  /** What goes into a product spoils the rows or columns that it is in. */
  @Test
  void productsAreUndefinedWhereTheirFactorsAre() throws Exception {
    String main =
        """
        float x;
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> p =
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>(1.0);
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> q =
            coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB>(1.0);
        if (p.length() > 0) { p[0] = gl_LocalInvocationIndex == 0 ? float16_t(x) : float16_t(1.0); }
        MATRIX m = coopMatMulAdd(p, q, MATRIX(0.0));
        float given = 0.0;
        for (int j = 0; j < m.length(); ++j) { given += m[j]; }
        %s
        a[gl_LocalInvocationIndex] = given;
        """;
    String device = "reference:nvidia?violations=9";
    assertEquals(places(run(main.formatted("given = 1.0;"), device, "")), List.of());
    assertEquals(places(run(main.formatted(""), device, "")), List.of("initialization 11"));
  }

  /** What robust buffers do beyond their ends, and whose ends are left to the shader. */
  @DataProvider
  Object[][] beyond() {
    return new Object[][] {
      {"b[64 + i] = 7; b[i] = b[64 + i] + 1;", ""},
      {"b[uint(-1) - i] = 7; b[i] = 1 + b[uint(-2)];", ""},
      {"atomicAdd(b[100], 5); b[i] = 1 + b[100];", ""},
      {"b[i] = 1; s[i] = 1; b[i + 64] = s[i + 0];", ""},
      {"b[i] = 1; far.r[16] = 1;", "bounds 2"},
    };
  }

  @Test(dataProvider = "beyond")
  void robustBuffersAreZeroBeyondTheirEnds(String main, String broken) throws Exception {
    String robust = ", \"robustness\": \"robustBufferAccess2\"";
    JobRun.Said said = run(I + main, "reference:everything?violations=9", robust);
    assertEquals(String.join("", places(said)), broken, said.text().toString());
    if (broken.isEmpty()) {
      byte[] bytes = said.completed().bound().get(1);
      byte[] ones = new byte[256];
      for (int at = 0; at < 32; at++) {
        ones[4 * at] = 1;
      }
      assertEquals(bytes, ones);
      assertEquals(said.completed().bound().get(0), new byte[4096], "the buffer before");
    }
    assertEquals(
        run(I + main, "reference:everything", "").verdict(), Verdict.INVALID, "without it");
  }

  @Test
  void robustAccessIsAskedOfDevicesThatHaveIt() {
    expectThrows(
        DeviceUnavailableException.class,
        () ->
            run(
                I + "b[64 + i] = 7;",
                "reference:everything?without=robustBufferAccess2",
                ", \"robustness\": \"robustBufferAccess2\""));
  }

  /** That a device reports robust access does not say that a shader was made with it. */
  @Test(dataProvider = "profiles")
  void matricesBehindABufferAreToldOnEveryProfile(String profile, int side) throws Exception {
    String main =
        """
        coopmat<float, gl_ScopeSubgroup, %1$d, %1$d, gl_MatrixUseAccumulator> m =
            coopmat<float, gl_ScopeSubgroup, %1$d, %1$d, gl_MatrixUseAccumulator>(1.0);
        coopMatStore(m, a, 1024 - 8, %1$d, ROWS);
        coopMatLoad(m, a, 1024, %1$d, ROWS);
        """
            .formatted(side);
    String device = "reference:%s?violations=9".formatted(profile);
    assertEquals(outside(run(main, device, "")), List.of("bounds 3", "bounds 4"));
    if (profile.equals("everything")) {
      assertEquals(outside(run(main, device, ", \"way\": \"robust_access\"")), List.of());
      assertEquals(
          outside(run(main, device, ", \"way\": \"null_descriptors\"")),
          List.of("bounds 3", "bounds 4"));
    }
  }

  private static List<String> outside(JobRun.Said said) {
    return places(said).stream().filter(place -> place.startsWith("bounds")).toList();
  }

  @DataProvider
  Object[][] profiles() {
    return new Object[][] {{"everything", 16}, {"nvidia", 16}, {"intel", 16}, {"lavapipe", 8}};
  }

  /** No text says how large a block is that ends in a runtime array: only its pointer tells. */
  @Test
  void aBlockMayEndInARuntimeArray() throws Exception {
    String main =
        """
        tensorLayoutNV<2> all = setTensorLayoutDimensionNV(createTensorLayoutNV(2), 16, 16);
        all = setTensorLayoutBlockSizeNV(all, 1, 4);
        MATRIX m;
        coopMatLoadTensorNV(m, a, 0, all, %s);
        STORE(m);
        """;
    for (String device : List.of("reference:everything", "reference:everything?freedom=1")) {
      JobRun.Said said = run(main.formatted("open"), device, "");
      assertEquals(said.verdict(), Verdict.PASS, said.text().toString());
    }
  }
}
