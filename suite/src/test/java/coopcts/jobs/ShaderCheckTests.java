// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.testng.annotations.Test;

/** What {@code check} finds in shaders. */
public class ShaderCheckTests {

  private static final String OWNERSHIP =
      """
      #version 450
      #extension GL_KHR_shader_subgroup_basic : enable
      #extension GL_KHR_memory_scope_semantics : enable
      #extension GL_KHR_cooperative_matrix : enable
      layout(local_size_x = 8) in;
      layout(set = 0, binding = 0) buffer A { float a[]; };
      layout(set = 0, binding = 1) buffer O { float o[]; };
      #define MATRIX coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator>
      void main() {
        MATRIX m;
        coopMatLoad(m, a, 0, 8, gl_CooperativeMatrixLayoutRowMajor);
        %s
      }
      """;

  private static ShaderCheck.Findings check(String shader) throws Exception {
    Path folder = Files.createTempDirectory("check");
    Path file = Files.writeString(folder.resolve("shader.comp"), shader);
    Path job =
        CheckJob.write(file, folder, List.of(1, 1, 1), 1024, "", new TreeMap<>(), new TreeMap<>());
    return new ShaderCheck(job, folder.resolve("cache")).findings();
  }

  @Test
  void whoeverOwnsAComponentIsNobodysBusiness() throws Exception {
    String shader = OWNERSHIP.replace("local_size_x = 8", "local_size_x = 64");
    ShaderCheck.Findings found =
        check(shader.formatted("if (gl_SubgroupID == 0) o[gl_SubgroupInvocationID] = m[0];"));
    assertEquals(found.dependent().size(), 1, found.toString());
    assertTrue(found.dependent().getFirst().startsWith("buffer O"), found.toString());
  }

  @Test
  void whatIsStoredAsAMatrixIsTheSameEverywhere() throws Exception {
    String shader = OWNERSHIP.replace("local_size_x = 8", "local_size_x = 64");
    ShaderCheck.Findings found =
        check(
            shader.formatted(
                "for (int i = 0; i < m.length(); ++i) { m[i] *= 2.0; }"
                    + " if (gl_SubgroupID == 0) { coopMatStore(m, o, 0, 8, 0); }"));
    assertTrue(found.isClean(), found.toString());
    assertTrue(found.completed().contains("everything"), found.toString());
    assertTrue(found.notOffered().containsKey("nvidia"), found.toString());
  }

  @Test
  void eachClassOfBrokenRulesIsTold() throws Exception {
    ShaderCheck.Findings found =
        check(
            """
            #version 450
            layout(local_size_x = 64) in;
            shared uint s[64];
            layout(set = 0, binding = 0) buffer O { uint o[]; };
            void main() {
              s[gl_LocalInvocationIndex] = gl_LocalInvocationIndex;
              o[gl_LocalInvocationIndex] = s[63 - gl_LocalInvocationIndex];
              o[20000] = 1;
            }
            """);
    assertEquals(found.broken().size(), 2, found.toString());
    assertTrue(found.broken().stream().anyMatch(one -> one.contains("[race]")), found.toString());
    assertTrue(found.broken().stream().anyMatch(one -> one.contains("[bounds]")), found.toString());
  }
}
