// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public final class SpirvTests {

  private static final String SHADER =
      """
      #version 460
      #extension GL_KHR_cooperative_matrix : require
      #extension GL_KHR_memory_scope_semantics : require
      layout(local_size_x = 32) in;
      layout(set = 0, binding = 0) buffer Block { float data[]; };
      void main() {
        coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator> m;
        coopMatLoad(m, data, 0, 8, gl_CooperativeMatrixLayoutRowMajor);
        coopMatStore(m, data, 64, 8, gl_CooperativeMatrixLayoutRowMajor);
      }
      """;

  @Test
  void compilesValidatesDisassemblesAndAssembles() throws CompileException {
    try (Compiler compiler = new Compiler();
        SpirvTools tools = new SpirvTools()) {
      byte[] spirv = compiler.compile(SHADER, "test.comp");
      assertEquals(tools.validate(spirv), Optional.empty());
      String text = tools.disassemble(spirv);
      assertTrue(text.contains("OpCooperativeMatrixLoadKHR"), text);
      byte[] again = tools.assemble(text);
      assertEquals(tools.validate(again), Optional.empty());
    }
  }

  @Test
  void theValidatorRejects() throws CompileException {
    try (Compiler compiler = new Compiler();
        SpirvTools tools = new SpirvTools()) {
      String text = tools.disassemble(compiler.compile(SHADER, "test.comp"));
      byte[] broken = tools.assemble(text.replace("OpCapability CooperativeMatrixKHR", ""));
      assertTrue(tools.validate(broken).orElse("").contains("CooperativeMatrix"));
      assertThrows(CompileException.class, () -> tools.assemble("OpNonsense"));
      assertThrows(IllegalArgumentException.class, () -> tools.disassemble(new byte[20]));
    }
  }

  @Test
  void theCompilersMessageComesThrough() {
    try (Compiler compiler = new Compiler()) {
      CompileException e =
          expectThrows(
              CompileException.class,
              () -> compiler.compile("#version 460\nvoid main() { x; }", "bad.comp"));
      assertTrue(e.getMessage().contains("bad.comp:2"), e.getMessage());
    }
  }

  @Test
  void theCacheCompilesOnce() throws CompileException, IOException {
    Path folder = Temporary.folder("cache");
    byte[] first;
    try (SpirvCache cache = new SpirvCache(folder)) {
      first = cache.compile(SHADER);
      assertSame(cache.compile(SHADER), first);
    }
    try (SpirvCache cache = new SpirvCache(folder)) {
      assertEquals(cache.compile(SHADER), first);
    }
    Path file;
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> all = files.filter(one -> one.toString().endsWith(".module")).toList();
      assertEquals(all.size(), 1);
      file = all.getFirst();
    }
    byte[] damaged = Files.readAllBytes(file);
    damaged[damaged.length / 2] ^= 1;
    Files.write(file, damaged);
    try (SpirvCache cache = new SpirvCache(folder)) {
      assertEquals(cache.compile(SHADER), first, "a damaged file is not believed");
    }
    try (SpirvCache cache = new SpirvCache(Path.of("/proc/nowhere"))) {
      assertEquals(cache.compile(SHADER), first);
    }
    assertFalse(Compiler.identity().isEmpty());
  }
}
