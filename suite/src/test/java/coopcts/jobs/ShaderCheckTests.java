// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
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
    Path job = CheckJob.write(file, folder, CheckJob.Options.NONE, 1024).file();
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

  private static final String PLACES =
      """
      #version 450
      #extension GL_KHR_shader_subgroup_basic : enable
      layout(local_size_x = 8) in;
      layout(set = 0, binding = 0) buffer O { uint o[]; };
      void main() {
        uint place = gl_SubgroupInvocationID + gl_SubgroupID * gl_SubgroupSize;
        o[%s] = %s;
      }
      """;

  /**
   * One subgroup holds the workgroup on every device: nothing but the map of invocations differs.
   */
  @Test
  void whichInvocationIsWhichOfASubgroupIsTold() throws Exception {
    ShaderCheck.Findings mapped = check(PLACES.formatted("gl_LocalInvocationIndex", "place"));
    assertTrue(mapped.broken().isEmpty(), mapped.toString());
    assertEquals(mapped.dependent().size(), 1, mapped.toString());
    assertTrue(mapped.dependent().getFirst().startsWith("buffer O"), mapped.toString());
    ShaderCheck.Findings own = check(PLACES.formatted("place", "3u * place"));
    assertTrue(own.isClean(), own.toString());
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

  @Test
  void severalViewsOfOneBufferAndBuffersWithoutBindingAreTaken() throws Exception {
    ShaderCheck.Findings found =
        check(
            """
            #version 450
            layout(local_size_x = 64) in;
            layout(set = 0, binding = 0) buffer Words { uint word[]; };
            layout(set = 0, binding = 0) buffer Pairs { uvec2 pair[]; };
            layout(set = 0) buffer O { uint o[]; };
            void main() {
              o[gl_LocalInvocationIndex] = word[gl_LocalInvocationIndex] + pair[0].y;
            }
            """);
    assertTrue(found.isClean(), found.toString());
    assertTrue(found.completed().contains("lavapipe"), found.toString());
  }

  private static final String SUM =
      """
      #version 450
      #extension GL_KHR_shader_subgroup_basic : enable
      #extension GL_KHR_memory_scope_semantics : enable
      #extension GL_KHR_cooperative_matrix : enable
      #extension GL_EXT_shader_explicit_arithmetic_types : enable
      #extension GL_EXT_buffer_reference : enable
      layout(local_size_x = 32) in;
      layout(set = 0, binding = 0) buffer A { float16_t a[]; };
      layout(set = 0, binding = 1) buffer O { uint o[]; };
      layout(buffer_reference) buffer Far { float far[]; };
      layout(push_constant) uniform Push { Far there; };
      #define MATRIX(TYPE, USE) coopmat<TYPE, gl_ScopeSubgroup, 16, 16, gl_MatrixUse##USE>
      shared float s[256];
      void main() {
        MATRIX(float16_t, A) m;
        MATRIX(float16_t, B) n;
        coopMatLoad(m, a, 0, 16, 0);
        coopMatLoad(n, a, 0, 16, 0);
        MATRIX(float, Accumulator) sum = coopMatMulAdd(m, n, MATRIX(float, Accumulator)(0.1));
        %s
      }
      """;

  private static final String PACKED =
      """
      if (gl_SubgroupID == 0) { coopMatStore(sum, s, 0, 16, 0); }
      barrier();
      for (uint i = gl_LocalInvocationIndex; i < 256; i += 32) { o[i] = floatBitsToUint(s[i]); }
      """;

  private static ShaderCheck.Findings check(String shader, String output, String far)
      throws Exception {
    Path folder = Files.createTempDirectory("check");
    Files.writeString(folder.resolve("shader.comp"), shader);
    byte[] halves = new byte[512];
    for (int i = 0; i < 256; i++) {
      halves[2 * i] = (byte) (i * 37);
      halves[2 * i + 1] = (byte) (i % 2 == 0 ? 0x3c : 0xbb);
    }
    Files.write(folder.resolve("a.bin"), halves);
    Path job =
        Files.writeString(
            folder.resolve("job.json"),
            """
            {"schema": 2, "shader": "shader.comp", "push": "0000000000000000", "buffers": [
              {"set": 0, "binding": 0, "file": "a.bin"},
              {"set": 0, "binding": 1, "bytes": 1024, %s},
              {"name": "far", "address": true, "bytes": 1024, %s}],
             "addresses": [{"buffer": "far", "push": 0}]}
            """
                .formatted(output, far));
    return new ShaderCheck(job, folder.resolve("cache")).findings();
  }

  @Test
  void theTypeOfAJobsBufferSaysWhatItsWordsAre() throws Exception {
    String shader = SUM.formatted(PACKED);
    String far = "\"fill\": \"00\"";
    ShaderCheck.Findings words = check(shader, "\"fill\": \"00\"", far);
    assertEquals(words.dependent().size(), 1, words.toString());
    ShaderCheck.Findings floats = check(shader, "\"type\": \"float32\"", far);
    assertTrue(floats.isClean(), floats.toString());
    assertEquals(floats.rounded().size(), 1, floats.toString());
  }

  @Test
  void theToleranceOfAJobsBufferSaysWhatRoundingIs() throws Exception {
    String shader = SUM.formatted(PACKED);
    ShaderCheck.Findings found =
        check(
            shader,
            "\"type\": \"float32\", \"tolerance\": {\"absolute\": 0, \"low\": -1e9}",
            "\"fill\": \"00\"");
    assertEquals(found.dependent().size(), 1, found.toString());
  }

  @Test
  void whatLiesBehindAnAddressIsComparedToo() throws Exception {
    String owner = SUM.formatted("there.far[gl_LocalInvocationIndex] = float(m[0]);");
    ShaderCheck.Findings found = check(owner, "\"fill\": \"00\"", "\"type\": \"float32\"");
    assertEquals(found.dependent().size(), 1, found.toString());
    assertTrue(
        found.dependent().getFirst().startsWith("buffer far (reached by address)"),
        found.toString());
  }
}
