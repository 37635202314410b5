// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;

import coopcts.spirv.SpirvTools;
import java.util.HexFormat;
import java.util.TreeMap;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public final class SpecializationTypesTests {

  /** Declarations of a type, its capability, a value, and the value's bytes in memory. */
  @DataProvider
  Object[][] types() {
    return new Object[][] {
      {"OpTypeFloat 16", "0", 1.5, "003e"},
      {"OpTypeFloat 16 BFloat16KHR", "0", 1.5, "c03f"},
      {"OpTypeFloat 8 Float8E4M3EXT", "0", 1.5, "3c"},
      {"OpTypeFloat 8 Float8E5M2EXT", "0", 1.5, "3e"},
      {"OpTypeFloat 32", "0", 1.5, "0000c03f"},
      {"OpTypeFloat 64", "0", 1.5, "000000000000f83f"},
      {"OpTypeInt 8 1", "0", -2.0, "fe"},
      {"OpTypeInt 64 0", "0", 3.0, "0300000000000000"},
    };
  }

  @Test(dataProvider = "types")
  void aValueTakesItsConstantsFormat(String type, String zero, double value, String bytes)
      throws Exception {
    byte[] module;
    try (SpirvTools tools = new SpirvTools()) {
      module =
          tools.assemble(
              """
              OpCapability Shader
              OpMemoryModel Logical GLSL450
              OpDecorate %%c SpecId 7
              %%t = %s
              %%c = OpSpecConstant %%t %s
              """
                  .formatted(type, zero));
    }
    TreeMap<Integer, Double> values = new TreeMap<>();
    values.put(7, value);
    assertEquals(
        HexFormat.of().formatHex(new SpecializationTypes(module).encode(values).get(7)), bytes);
  }
}
