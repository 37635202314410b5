// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import coopcts.device.Kernel;
import coopcts.model.ShaderStage;
import coopcts.model.SubmissionPath;
import coopcts.spirv.Compiler;
import coopcts.spirv.SpirvTools;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.lwjgl.system.MemoryStack;
import org.testng.annotations.Test;

/** A module for two queues is no other way's: a driver that keeps pipelines knows it apart. */
public final class OwnEntryTests {

  private static Kernel kernel(byte[] spirv, SubmissionPath way) {
    return new Kernel(
        "kernel",
        ShaderStage.COMPUTE,
        new TreeMap<>(),
        new Kernel.Code(spirv, "main", new TreeMap<>()),
        new Kernel.Inputs(List.of(new Kernel.Binding(0, 0)), 0),
        Kernel.Subgroups.ANY,
        way);
  }

  @Test
  void twoQueuesHaveAModuleOfTheirOwn() throws Exception {
    try (Compiler compiler = new Compiler();
        SpirvTools tools = new SpirvTools()) {
      byte[] spirv =
          compiler.compile(
              """
              #version 460
              layout(local_size_x = 32) in;
              layout(set = 0, binding = 0) buffer B { uint b[]; };
              void main() { b[gl_GlobalInvocationID.x] = 1; }
              """,
              "own.comp");
      OwnEntry plain = OwnEntry.of(kernel(spirv, SubmissionPath.PLAIN));
      assertSame(plain.spirv(), spirv);
      assertEquals(plain.name(), "main");
      OwnEntry own = OwnEntry.of(kernel(spirv, SubmissionPath.TWO_QUEUES));
      assertFalse(Arrays.equals(own.spirv(), spirv));
      assertEquals(own.name(), "mai2");
      assertEquals(tools.validate(own.spirv()), Optional.empty());
      String entry =
          tools
              .disassemble(own.spirv())
              .lines()
              .filter(line -> line.contains("OpEntryPoint"))
              .findFirst()
              .orElseThrow();
      assertTrue(entry.contains("\"mai2\""), entry);
      assertEquals(OwnEntry.of(kernel(spirv, SubmissionPath.TWO_QUEUES)).spirv(), own.spirv());
    }
  }

  /** What goes to the driver is that module, under that name; for every other way the shader's. */
  @Test
  void theDriverIsGivenIt() throws Exception {
    byte[] spirv;
    try (Compiler compiler = new Compiler()) {
      spirv = compiler.compile("#version 460\nvoid main() {}\n", "own.comp");
    }
    for (SubmissionPath way : List.of(SubmissionPath.PLAIN, SubmissionPath.TWO_QUEUES)) {
      Kernel kernel = kernel(spirv, way);
      List<byte[]> given = new ArrayList<>();
      ShaderModules modules =
          new ShaderModules(
              null,
              kernel,
              false,
              module -> {
                given.add(module);
                return given.size();
              });
      assertEquals(given.size(), 1);
      assertEquals(given.getFirst(), OwnEntry.of(kernel).spirv(), way.toString());
      try (MemoryStack stack = MemoryStack.stackPush()) {
        for (ShaderModules some : List.of(modules, modules.unspecialized())) {
          assertEquals(
              some.stages(stack).get(0).pNameString(),
              way == SubmissionPath.PLAIN ? "main" : "mai2",
              way.toString());
        }
      }
    }
  }
}
