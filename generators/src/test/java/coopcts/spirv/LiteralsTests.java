// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.testng.annotations.Test;

public final class LiteralsTests {

  private static final String SHADER =
      """
      #version 460
      #extension GL_EXT_shader_explicit_arithmetic_types : require
      layout(local_size_x = 32) in;
      layout(local_size_y_id = 9) in;
      layout(constant_id = 0) const uint COUNT = 3;
      layout(constant_id = 1) const int16_t NARROW = 4s;
      layout(constant_id = 2) const float16_t HALF = 1.0hf;
      layout(constant_id = 3) const bool ON = false;
      layout(constant_id = 4) const bool OFF = true;
      layout(constant_id = 5) const int64_t WIDE = 6l;
      layout(constant_id = 6) const float LEFT = 0.5;
      layout(constant_id = 7) const bool KEPT = true;
      const uint SUM = COUNT + 1;
      layout(set = 0, binding = 0) buffer Out { float result[]; };
      void main() {
        float array[SUM];
        array[0] = float(NARROW) + float(HALF) + float(WIDE) + LEFT + (ON ? 1 : 2) + (OFF ? 1 : 2) + (KEPT ? 1 : 2);
        result[gl_LocalInvocationIndex] = array[0];
      }
      """;

  @Test
  public void everyConstantHasItsValue() throws CompileException {
    TreeMap<Integer, byte[]> values = new TreeMap<>();
    values.put(0, new byte[] {7, 0, 0, 0});
    values.put(1, new byte[] {-2, -1});
    values.put(2, new byte[] {0, (byte) 0xC2});
    values.put(3, new byte[] {1, 0, 0, 0});
    values.put(4, new byte[] {0, 0, 0, 0});
    values.put(5, new byte[] {1, 0, 0, 0, 2, 0, 0, 0});
    values.put(9, new byte[] {5, 0, 0, 0});
    byte[] module = compiled(SHADER);
    try (SpirvTools tools = new SpirvTools()) {
      byte[] literal = Literals.of(module, values).orElseThrow();
      assertEquals(tools.validate(literal), Optional.empty());
      String text = tools.disassemble(literal);
      assertFalse(text.contains("SpecId"), text);
      Map.of(
              "COUNT", "OpConstant %uint 7",
              "NARROW", "OpConstant %short -2",
              "HALF", "OpConstant %half -0x1.8p+1",
              "WIDE", "OpConstant %long 8589934593",
              "LEFT", "OpConstant %float 0.5",
              "ON", "OpConstantTrue %bool",
              "OFF", "OpConstantFalse %bool",
              "KEPT", "OpConstantTrue %bool")
          .forEach(
              (name, value) -> assertTrue(text.contains("%" + name + " = " + value + "\n"), text));
      assertTrue(text.contains("= OpConstant %uint 5\n"), "an unnamed constant: " + text);
      assertTrue(text.contains("%SUM = OpSpecConstantOp %uint IAdd %COUNT %uint_1"), text);
    }
  }

  @Test
  public void aModuleWithoutThemIsLeftAlone() throws CompileException {
    byte[] module = compiled("#version 460\nlayout(local_size_x = 1) in;\nvoid main() {}\n");
    assertEquals(Literals.of(module, new TreeMap<>()), Optional.empty());
  }

  private static byte[] compiled(String shader) throws CompileException {
    try (Compiler compiler = new Compiler()) {
      return compiler.compile(shader, "literals");
    }
  }
}
