// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.SharedModules;
import coopcts.model.SubmissionPath;
import coopcts.plan.Shader;
import coopcts.spirv.SpirvCache;
import coopcts.spirv.SpirvTools;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.testng.annotations.Test;

/** Modules whose pointers are chosen at run time. */
public final class VariablePointersTests {

  private static String variable(String main) throws Exception {
    String glsl =
        """
        #version 450
        #extension GL_KHR_memory_scope_semantics : enable
        #extension GL_KHR_cooperative_matrix : enable
        layout(local_size_x = 32) in;
        layout(set = 0, binding = 0) buffer A { uint head; float a[]; };
        shared float s[512];
        coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
        const int ROWS = gl_CooperativeMatrixLayoutRowMajor;
        void main() { %s }
        """
            .formatted(main);
    return of(glsl);
  }

  private static String of(String glsl) throws Exception {
    Shader shader = Shader.of(glsl, OptionalInt.empty(), 0, "a");
    try (Translator translator = new Translator(new SpirvCache(SharedModules.folder()));
        SpirvTools tools = new SpirvTools()) {
      return tools.disassemble(
          translator.spirv(shader.with(shader.target().by(SubmissionPath.VARIABLE_POINTERS))));
    }
  }

  private static long count(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().count();
  }

  @Test
  public void elementsOfArraysAreChosen() throws Exception {
    String text =
        variable("coopMatLoad(m, a, head, 16, ROWS); coopMatStore(m, s, head + 1, 16, ROWS);");
    assertTrue(text.contains("OpCapability VariablePointers"), text);
    assertEquals(count(text, "OpSelect %_ptr_StorageBuffer_float"), 1, text);
    assertEquals(count(text, "OpSelect %_ptr_Workgroup_float"), 1, text);
    assertEquals(count(text, "OpArrayLength"), 1, text);
    String chosen = "(%\\w+) = OpSelect %_ptr_StorageBuffer_float";
    var select = Pattern.compile(chosen).matcher(text);
    assertTrue(select.find(), text);
    String load = "OpCooperativeMatrixLoadKHR %\\w+ " + select.group(1) + " ";
    assertEquals(count(text, load), 1, text);
  }

  /** Of the same type in another buffer that may be read, else null. */
  @Test
  public void wholeArraysAreChosen() throws Exception {
    String text =
        of(
            """
            #version 450
            #extension GL_NV_cooperative_vector : enable
            #extension GL_EXT_shader_explicit_arithmetic_types : enable
            layout(local_size_x = 32) in;
            layout(set = 0, binding = 0) readonly buffer A { float16_t a[]; };
            layout(set = 0, binding = 1) buffer B { uint head; float16_t b[]; };
            layout(set = 0, binding = 2) buffer C { uint8_t c[]; };
            void main() {
              coopvecNV<float16_t, 4> v;
              coopVecLoadNV(v, a, head);
              coopVecStoreNV(v, b, 0);
              coopVecStoreNV(v, c, 0);
            }
            """);
    assertEquals(count(text, "OpTypeRuntimeArray %half"), 1, text);
    String own = "(%\\w+) = OpAccessChain %\\w+ %_ %int_0";
    String other = "(%\\w+) = OpAccessChain %\\w+ %__0 %int_1";
    assertEquals(
        count(text, "(?s)" + own + "\\n.*" + other + "\\n.*OpSelect %\\w+ %\\w+ \\1 \\2\\n"),
        1,
        text);
    assertEquals(count(text, "OpConstantNull %_ptr_StorageBuffer__runtimearr_half"), 1, text);
    assertEquals(count(text, "OpConstantNull %_ptr_StorageBuffer__runtimearr_uchar"), 1, text);
    assertEquals(count(text, "OpSelect %_ptr_StorageBuffer__runtimearr"), 3, text);
  }

  /** Members of structures, and elements whose number is written down, have one place. */
  @Test
  public void whatHasOnePlaceStays() throws Exception {
    String text = variable("head = 1; a[3] = s[7];");
    assertFalse(text.contains("VariablePointers"), text);
    assertFalse(text.contains("OpSelect"), text);
  }
}
