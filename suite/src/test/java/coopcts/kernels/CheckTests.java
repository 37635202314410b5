// SPDX-License-Identifier: Apache-2.0
package coopcts.kernels;

import static org.testng.Assert.assertTrue;

import coopcts.device.DeviceException;
import coopcts.device.Outcome;
import coopcts.numbers.LittleEndian;
import java.util.List;
import java.util.OptionalInt;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Shaders that break a rule: reported with the rule, and let pass where its check is off. The
 * smallest of each class are files ({@code checks}).
 */
public final class CheckTests {

  private static final String HEAD =
      """
      #version 460
      #pragma use_vulkan_memory_model
      #extension GL_KHR_cooperative_matrix : require
      #extension GL_NV_cooperative_matrix2 : require
      #extension GL_NV_cooperative_vector : require
      #extension GL_KHR_memory_scope_semantics : require
      #extension GL_KHR_shader_subgroup_basic : require
      #extension GL_EXT_shader_explicit_arithmetic_types : require
      layout(local_size_x = 64) in;
      layout(set = 0, binding = 0, std430) buffer Data { uint x[]; };
      layout(set = 0, binding = 0, std430) workgroupcoherent buffer Coherent { uint y[]; };
      #define BARRIER controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, \
          gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible)
      shared uint s[1024];
      #define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
      #define LANE gl_LocalInvocationIndex
      #define ROWS gl_CooperativeMatrixLayoutRowMajor
      #define HALF gl_ComponentTypeFloat16NV
      #define PRODUCT coopvecNV<float16_t, 16> v = coopvecNV<float16_t, 16>(1.0); coopVecMatMulNV(v, v, HALF, x, 0, HALF, \
          16, 16, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32)
      void main() {
      """;

  @DataProvider
  public Object[][] rules() {
    return new Object[][] {
      {
        "race",
        "KHR-MEM-004",
        "coopMatStore(MATRIX(1.0), y, 1024 * gl_SubgroupID, 16, ROWS); BARRIER;"
            + " y[4096 + LANE] = x[LANE];"
      },
      {
        "race",
        "CV-MUL-026",
        "if (LANE == 0) { atomicAdd(x[3], 7); PRODUCT; x[1000] = uint(v[0]); }"
      },
      {
        "race", "KHR-MEM-003", "if (LANE == 0) { PRODUCT; x[1000] = uint(v[0]); x[3] = 7; }",
      },
      {
        "race",
        "CV-MUL-026",
        "if (LANE == 0) { coopvecNV<float16_t, 16> y = coopvecNV<float16_t, 16>(1.0);"
            + " coopVecReduceSumAccumulateNV(y, x, 64); PRODUCT; x[1000] = uint(v[0]); }"
      },
      {
        "race",
        "CV-MUL-026",
        "if (LANE == 0) { PRODUCT; coopVecReduceSumAccumulateNV(v, x, 64); x[1000] = 1; }"
      },
    };
  }

  private static Outcome run(String device, String body) throws Exception {
    return run(device, HEAD, body);
  }

  private static Outcome run(String device, String head, String body) throws Exception {
    try {
      return KernelRun.outcome(
          device,
          head + body + "}\n",
          new int[0],
          OptionalInt.of(32),
          List.of(1, 1, 1),
          List.of(new byte[65536]));
    } catch (DeviceException e) {
      return e.outcome();
    }
  }

  @Test(dataProvider = "rules")
  public void brokenRulesAreReported(String check, String rule, String body) throws Exception {
    Outcome strict = run("reference:everything", body);
    assertTrue(strict instanceof Outcome.Invalid(String m, _, _) && m.contains(rule), "" + strict);
    Outcome lenient = run("reference:everything?unchecked=" + check, body);
    assertTrue(lenient instanceof Outcome.Completed, "" + lenient);
  }

  @DataProvider
  public Object[][] sound() {
    return new Object[][] {
      {"s[LANE] = LANE; barrier(); x[LANE] = s[LANE ^ 33];"},
      {"s[LANE] = LANE; subgroupBarrier(); x[LANE] = s[LANE ^ 1];"},
      {"y[LANE] = LANE; BARRIER; y[1024 + LANE] = y[LANE ^ 33];"},
      {"x[LANE] = LANE; x[1024 + LANE] = x[LANE];"},
      {
        "coopMatStore(MATRIX(1.0), y, 1024 * gl_SubgroupID, 16, ROWS); BARRIER;"
            + " y[4096 + LANE] = y[LANE];"
      },
      {"atomicAdd(x[0], LANE);"},
      {"x[1000 + LANE] = LANE; PRODUCT; x[2000 + LANE] = uint(v[0]);"},
      {
        "s[LANE] = LANE; barrier(); MATRIX m; coopMatLoad(m, s, 0, 16, ROWS);"
            + "coopMatStore(m, x, 1024 * gl_SubgroupID, 16, ROWS);"
      },
      {
        "MATRIX m; coopMatLoad(m, x, 1024 * gl_SubgroupID, 16, ROWS);"
            + "coopMatStore(m + m, x, 1024 * gl_SubgroupID, 16, ROWS);"
      },
    };
  }

  @Test(dataProvider = "sound")
  public void soundShadersAreNot(String body) throws Exception {
    Outcome outcome = run("reference:everything", body);
    assertTrue(outcome instanceof Outcome.Completed, "" + outcome);
  }

  @DataProvider
  public Object[][] gaps() {
    return new Object[][] {
      {"", "x[LANE] = uint(gl_DeviceIndex);", "built-in 4438"},
      {
        "layout(set = 0, binding = 1, r32ui) uniform uimage2D i;",
        "imageStore(i, ivec2(0), uvec4(1));",
        "OpTypeImage"
      },
    };
  }

  /** What the interpreter lacks is not the shader's fault. */
  @Test(dataProvider = "gaps")
  public void whatIsNotSupportedBreaksNoRule(String declaration, String body, String what)
      throws Exception {
    String head =
        HEAD.replace(
            "shared uint s",
            "#extension GL_EXT_device_group : require\n" + declaration + "\nshared uint s");
    Outcome outcome = run("reference:everything", head, body);
    assertTrue(
        outcome instanceof Outcome.Unsupported(String m) && m.contains(what + " is not supported"),
        "" + outcome);
  }

  /** What the reference device cannot follow any further is told behind what was gathered. */
  @Test
  public void whatEndsAShaderIsToldBehindWhatItBroke() throws Exception {
    Outcome outcome =
        run(
            "reference:everything?violations=20",
            HEAD.replace(
                "shared uint s",
                "layout(set = 0, binding = 9) buffer Unbound { uint z[]; };\nshared uint s"),
            "coopmat<float, gl_ScopeSubgroup, 17, 16, gl_MatrixUseA> m;"
                + "coopMatLoad(m, x, 0, 16, ROWS); z[0] = 1;");
    assertTrue(
        outcome instanceof Outcome.Invalid(String first, var broken, String end)
            && first.contains("10163")
            && broken.size() == 1
            && end.startsWith("it cannot go on after this: VUID 07988"),
        "" + outcome);
  }

  private static final String DIVIDED =
      """
      MATRIX m;
      coopMatLoad(m, x, 0, 16, gl_CooperativeMatrixLayoutColumnMajor);
      if (gl_SubgroupID == 0) coopMatStore(m, s, 0, 16, ROWS);
      barrier();
      if (LANE == 0) x[3000] = 7u / s[1] / x[2000];
      """;

  /** The same with the number that a shader divides by, besides one that comes of a matrix. */
  private static Outcome divided(String device, int by) throws Exception {
    byte[] buffer = new byte[65536];
    LittleEndian.put(buffer, 16 * 4, 4, Float.floatToIntBits(1));
    LittleEndian.put(buffer, 2000 * 4, 4, by);
    return KernelRun.outcome(
        device,
        HEAD + DIVIDED + "}\n",
        new int[0],
        OptionalInt.of(32),
        List.of(1, 1, 1),
        List.of(buffer));
  }

  /** A planted fault brings a zero under a division: the shader is not to blame for it. */
  @Test
  public void aRuleThatAFaultBreaksIsNotTheShaders() throws Exception {
    String fault = "reference:everything?fault=khr.load.column_major_ignored";
    assertTrue(divided("reference:everything", 1) instanceof Outcome.Completed);
    Outcome misled = divided(fault, 1);
    assertTrue(
        misled instanceof Outcome.Misled(String m) && m.contains("divided by 0"), "" + misled);
    assertTrue(divided(fault, 0) instanceof Outcome.Invalid);
  }
}
