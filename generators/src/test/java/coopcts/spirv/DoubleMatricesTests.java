// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.model.ShaderStage;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public final class DoubleMatricesTests {

  private static final String SHADER =
      """
      #version 460
      #extension GL_KHR_cooperative_matrix : require
      #extension GL_KHR_memory_scope_semantics : require
      #extension GL_EXT_shader_explicit_arithmetic_types : require
      #extension GL_EXT_scalar_block_layout : require
      #extension GL_EXT_buffer_reference : require
      layout(local_size_x = 32) in;
      #define MATRIX coopmat<double, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator>
      struct Block { double values[4]; dvec2 pair; };
      layout(buffer_reference, std430, buffer_reference_align = 8) buffer Far { double far[]; };
      layout(set = 0, binding = 0, std430) buffer In { double source[]; };
      layout(set = 0, binding = 1, std430) buffer Out { dvec4 result[]; };
      layout(set = 0, binding = 2, scalar) buffer Blocks { Block blocks[]; };
      layout(set = 0, binding = 3, std430) buffer Where { Far where; };
      layout(constant_id = 3) const double FACTOR = 0.5lf;
      void main() {
        MATRIX m;
        coopMatLoad(m, source, 8, 8, gl_CooperativeMatrixLayoutRowMajor);
        m = m * -1.1lf - MATRIX(2.0lf) * FACTOR + MATRIX(blocks[1].values[2]);
        m[0] = 1.0e300lf-m[1];
        coopMatStore(m, result, 2, 2, gl_CooperativeMatrixLayoutRowMajor);
        coopMatStore(m, where.far, 2, 8, gl_CooperativeMatrixLayoutRowMajor);
      }
      """;

  @DataProvider
  public static Object[][] otherTypes() {
    return new Object[][] {{""}, {"kept = 1.5 * kept;"}};
  }

  /** Whichever type stands in for it. */
  @Test(dataProvider = "otherTypes")
  public void theModuleHasDoublesWhereTheShaderHas(String other) throws CompileException {
    String text =
        module(
            other.isEmpty()
                ? SHADER
                : SHADER.replace("void main() {", "shared float kept;\nvoid main() {" + other));

    assertTrue(text.contains("OpCapability Float64"), text);
    assertTrue(text.contains("%double = OpTypeFloat 64"), text);
    assertTrue(text.contains("OpTypeCooperativeMatrixKHR %double "), text);
    assertFalse(text.contains("%half"), text);
    assertFalse(text.contains("16BitAccess"), text);
    assertEquals(text.contains("OpTypeFloat 32"), !other.isEmpty(), text);
    // Exactly what is written, the stand-in's own numbers or not, and signs that are no operators.
    assertTrue(text.contains("OpConstant %double -1.1000000000000001"), text);
    assertTrue(text.contains("OpConstant %double 2"), text);
    assertTrue(text.contains("OpSpecConstant %double 0.5"), text);
    assertTrue(text.contains("OpConstant %double 1.0000000000000001e+300"), text);
    assertTrue(text.contains("OpFSub %double "), text);
    // Distances in bytes are those of doubles.
    assertTrue(text.contains("OpDecorate %_runtimearr_double ArrayStride 8"), text);
    assertTrue(text.contains("OpDecorate %_runtimearr_v4double ArrayStride 32"), text);
    assertTrue(text.contains("OpDecorate %_arr_double_uint_4 ArrayStride 8"), text);
    assertTrue(text.contains("OpMemberDecorate %Block 1 Offset 32"), text);
    assertTrue(text.contains("OpDecorate %_runtimearr_Block ArrayStride 48"), text);
    assertFalse(text.contains("Aligned 4"), text);
  }

  /** An optimizer knows other numbers than the shader has. */
  @Test
  public void nothingIsReckonedWithWhatStandsIn() throws CompileException {
    String glsl = SHADER.replace("MATRIX(2.0lf)", "MATRIX(-(1.1lf)) * (1.1lf + FACTOR)");
    try (Compiler compiler =
            new Compiler(Compiler.Settings.optimized(Compiler.Optimization.PERFORMANCE));
        SpirvTools tools = new SpirvTools()) {
      String text = tools.disassemble(compiler.compile(glsl, "test"));
      assertTrue(text.contains("OpConstant %double 1.1000000000000001"), text);
      assertTrue(text.contains("OpConstant %double -1.1000000000000001"), text);
      assertFalse(text.contains("102"), text);
    }
  }

  /** The module is as old as it is asked to be. */
  @Test
  public void theVersionStays() throws CompileException {
    try (Compiler compiler = new Compiler()) {
      assertEquals(compiler.compile(SHADER, "test", ShaderStage.COMPUTE, 3)[5], 3);
    }
  }

  @Test
  public void otherShadersAreLeftAlone() throws CompileException {
    assertEquals(
        DoubleMatrices.in("void main() { double x = packDouble2x32(uvec2(1, 2)); }"),
        Optional.empty());
    assertEquals(DoubleMatrices.in(SHADER.replace("double", "float16_t")), Optional.empty());
  }

  @Test
  public void whatCannotStandInIsSaid() {
    assertThrows(
        CompileException.class,
        () -> module(SHADER.replace("void main", "float a; float16_t b;\nvoid main")));
    assertThrows(
        CompileException.class,
        () -> module(SHADER.replace("double values[4];", "uint first; double values[4];")));
  }

  private static String module(String glsl) throws CompileException {
    try (Compiler compiler = new Compiler();
        SpirvTools tools = new SpirvTools()) {
      byte[] spirv = compiler.compile(glsl, "test");
      assertEquals(tools.validate(spirv), Optional.empty());
      return tools.disassemble(spirv);
    }
  }
}
