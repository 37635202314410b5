// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.testng.annotations.DataProvider;
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
    Path folder = Temporary.folder("check");
    Path file = Files.writeString(folder.resolve("shader.comp"), shader);
    Path job = CheckJob.write(file, folder, CheckJob.Options.NONE, 1024).file();
    return new ShaderCheck(job, CheckJob.Guesses.NONE, folder.resolve("cache")).findings();
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

  private static final String INDIRECT =
      """
      #version 450
      #extension GL_EXT_shader_explicit_arithmetic_types : enable
      layout(local_size_x = 32) in;
      layout(set = 0, binding = 0) readonly buffer R { %s };
      layout(set = 0, binding = 1) readonly buffer W { float w[%d]; };
      layout(set = 0, binding = 2) readonly buffer P { uvec2 packed[32]; };
      layout(set = 0, binding = 3) writeonly buffer O { float o[]; };
      void main() {
        uint i = gl_LocalInvocationIndex;
        float sum = unpackHalf2x16(packed[i].x).y;
        %s
        o[i] = sum;
      }
      """;

  @DataProvider
  Object[][] contentsThatAreNoFloats() {
    return new Object[][] {
      {"uvec2 rows[32];", 65_536, "sum += w[rows[i].x];"},
      {"uint8_t which[32];", 32, "sum += w[which[i]];"},
      {"uvec2 rows[32];", 32, "for (uint k = 0; k < rows[i].y; ++k) { sum += w[k]; }"},
    };
  }

  /** Indices and counts are small numbers, though other words of the shader hold floats. */
  @Test(dataProvider = "contentsThatAreNoFloats", timeOut = 60_000)
  void guessedIndicesAndCountsAreSmall(String buffer, int length, String use) throws Exception {
    String shader = INDIRECT.formatted(buffer, length, use);
    ShaderCheck.Findings packed = check(shader);
    assertTrue(packed.isClean() && !packed.completed().isEmpty(), packed.toString());
    ShaderCheck.Findings alone =
        check(shader.replace("unpackHalf2x16(packed[i].x).y", "float(packed[i].x)"));
    assertTrue(alone.isClean() && !alone.completed().isEmpty(), alone.toString());
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
    Path folder = Temporary.folder("check");
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
    return new ShaderCheck(job, CheckJob.Guesses.NONE, folder.resolve("cache")).findings();
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

  private static CheckJob.Options workgroups(int count) {
    return new CheckJob.Options(
        List.of(count, 1, 1),
        OptionalInt.empty(),
        "",
        new TreeMap<>(),
        List.of(),
        null,
        new TreeMap<>());
  }

  private static CheckReport report(String name, String shader, CheckJob.Options options)
      throws Exception {
    Path folder = Temporary.folder("check");
    Path file = Files.writeString(folder.resolve(name), shader);
    return CheckReport.of(file, options, folder, folder.resolve("cache"), _ -> {});
  }

  private static final String TILE =
      """
      #version 450
      #extension GL_KHR_memory_scope_semantics : enable
      #extension GL_KHR_cooperative_matrix : enable
      layout(local_size_x = 32) in;
      layout(set = 0, binding = 0) buffer A { float16_t a[]; };
      layout(set = 0, binding = 1) buffer C { float16_t c[%s]; };
      void main() {
        coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
        coopMatLoad(m, a, gl_WorkGroupID.x * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
        coopMatStore(m, c, gl_WorkGroupID.x * 256, 16, gl_CooperativeMatrixLayoutRowMajor);
      }
      """
          .replace(
              "layout(local",
              "#extension GL_EXT_shader_explicit_arithmetic_types : enable\nlayout(local");

  /** A tile for a subgroup is right where a workgroup is one, and a race where it is several. */
  @Test
  void theSizeThatAShaderIsForIsGuessedAndTold() throws Exception {
    CheckReport report = report("tile.comp", TILE.formatted(""), CheckJob.Options.NONE);
    assertTrue(report.findings().isClean(), report.text().toString());
    assertEquals(report.findings().meant(), 32);
    String text = String.join("\n", report.text());
    assertTrue(text.contains("taken to be for subgroups of 32: its workgroup has so many"), text);
    assertTrue(
        text.contains(
            "on subgroups of 8 (everything, intel, lavapipe), 16 (everything, intel) alone: broken:"
                + " [race]"),
        text);
  }

  @Test
  void bothSidesOfARaceAreToldWithTheirLines() throws Exception {
    CheckReport report =
        report(
            "race.comp",
            """
            #version 450
            layout(local_size_x = 64) in;
            shared uint s[64];
            layout(set = 0, binding = 0) buffer O { uint o[]; };
            void main() {
              s[gl_LocalInvocationIndex] = gl_LocalInvocationIndex;

              o[gl_LocalInvocationIndex] = s[63 - gl_LocalInvocationIndex];
            }
            """,
            CheckJob.Options.NONE);
    CheckFinding race = report.findings().found().getFirst();
    assertEquals(race.check(), "race");
    assertEquals(race.line(), 8);
    assertEquals(race.otherLine(), 6);
    String text = String.join("\n", report.text());
    assertTrue(text.contains("which OpStore on line 6 wrote (line 8, OpLoad"), text);
    assertTrue(
        text.contains(
            "  --> race.comp:6\n    5 | void main() {\n    6 |   s[gl_LocalInvocationIndex] ="),
        text);
    assertTrue(text.contains("\n      |   ^~~~~"), text);
  }

  /** The array of 300 halves is declared; how long the other one is nobody says. */
  @Test
  void boundsAreWhatDeclarationsSay() throws Exception {
    CheckReport report = report("tile.comp", TILE.formatted("300"), workgroups(2));
    CheckFinding first = report.findings().found().getFirst();
    assertEquals(first.check(), "bounds");
    assertTrue(first.message().contains("buffer C"), first.message());
    String text = String.join("\n", report.text());
    assertTrue(text.contains("not judged: accesses beyond the end of A, of unknown size"), text);
  }

  /** What lies behind 64 KiB is no mistake where nobody says how large a buffer is. */
  @Test
  void buffersGrowWhereNobodySaysHowLargeTheyAre() throws Exception {
    String far =
        """
        #version 450
        layout(local_size_x = 1) in;
        layout(set = 0, binding = 0) buffer O { uint o[]; };
        void main() { o[%d] = 1; }
        """;
    CheckReport report = report("far.comp", far.formatted(100_000), CheckJob.Options.NONE);
    assertTrue(report.findings().isClean(), report.text().toString());
    CheckReport beyond = report("far.comp", far.formatted(100_000_000), CheckJob.Options.NONE);
    assertTrue(beyond.findings().isClean(), beyond.text().toString());
    assertEquals(beyond.findings().unjudged().size(), 1);
    String text = String.join("\n", beyond.text());
    assertTrue(
        text.contains("not judged: accesses beyond the end of O, of unknown size; given 4,194,304"),
        text);
    assertTrue(
        text.contains("beyond that: access of 4 bytes at offset 400000000 of buffer O"), text);
    CheckReport nowhere =
        report("far.comp", far.replace("%d", "4294967295u"), CheckJob.Options.NONE);
    assertEquals(nowhere.findings().found().getFirst().check(), "bounds");
  }

  /** Four of them are bound; the shader leaves open how many there are. */
  @Test
  void howManyBuffersAnOpenArrayHasIsNotJudged() throws Exception {
    String array =
        """
        #version 460
        #extension GL_EXT_nonuniform_qualifier : enable
        layout(local_size_x = 1) in;
        layout(constant_id = 3) const uint SIZE = 7;
        layout(set = 0, binding = 0) buffer O { uint o[]; } many[%s];
        layout(push_constant) uniform Push { uint which; };
        void main() { many[5 + which].o[0] = 1; }
        """;
    CheckJob.Options options =
        new CheckJob.Options(
            List.of(1, 1, 1),
            OptionalInt.of(64),
            "00000000",
            new TreeMap<>(),
            List.of(),
            null,
            new TreeMap<>());
    CheckReport open = report("open.comp", array.formatted(""), options);
    String text = String.join("\n", open.text());
    assertTrue(open.findings().isClean(), text);
    assertTrue(text.contains("not judged: indices beyond the arrays of buffers many"), text);
    assertTrue(text.contains("beyond that: index 5 of the array of 4 buffers many"), text);
    CheckReport three = report("three.comp", array.formatted("3"), options);
    assertEquals(three.findings().found().getFirst().check(), "bounds", three.text().toString());
  }

  @Test
  void findingsBeyondFiveOfAClassAreCounted() throws Exception {
    String stores = "s[gl_LocalInvocationIndex / 2] = gl_LocalInvocationIndex;\n".repeat(8);
    CheckReport report =
        report(
            "races.comp",
            "#version 450\nlayout(local_size_x = 64) in;\nshared uint s[64];\nvoid main() {\n"
                + stores
                + "}\n",
            CheckJob.Options.NONE);
    assertEquals(report.findings().broken().size(), 8, report.text().toString());
    assertTrue(report.text().contains("and 3 more of [race]"), report.text().toString());
    assertTrue(report.html("races.comp").contains("and 3 more of [race]"));
  }

  @Test(groups = "processes")
  void whyNoProfileCameToAnEndIsSaid() throws Exception {
    CheckReport report =
        report(
            "endless.comp",
            "#version 450\nlayout(local_size_x = 1) in;\nvoid main() { while (true) { } }\n",
            CheckJob.Options.NONE);
    assertTrue(report.findings().isNowhere(), report.text().toString());
    assertTrue(
        report.text().contains("not run as lavapipe: the shader does not end"),
        report.text().toString());
  }

  @Test
  void aSizeOfNoRowIsTheCause() throws Exception {
    String shader = TILE.formatted("").replace("16, 16,", "24, 24,").replace("256, 16", "576, 24");
    CheckReport report = report("tile.comp", shader, CheckJob.Options.NONE);
    CheckFinding first = report.findings().found().getFirst();
    assertEquals(first.check(), "support");
    assertTrue(first.message().contains("no matrix of 24 x 24 float16"), first.message());
    CheckReport asked =
        report(
            "tile.comp",
            shader.replace(
                "layout(local", "#extension GL_NV_cooperative_matrix2 : enable\nlayout(local"),
            CheckJob.Options.NONE);
    assertTrue(asked.findings().isClean(), asked.text().toString());
  }

  @Test
  void thePageHasTheFindingsAndTheirFrames() throws Exception {
    String page =
        report("tile.comp", TILE.formatted("100"), CheckJob.Options.NONE).html("<tile>.comp");
    assertTrue(page.contains("<h1>check &lt;tile&gt;.comp</h1>"), page);
    assertTrue(page.contains("[bounds]") && page.contains("--&gt; tile.comp:"), page);
    assertTrue(page.contains("rules broken: "), page);
  }

  /** The last workgroup to arrive reads what the others released: no race, unless nothing does. */
  @Test
  void workgroupsThatSynchronizeByAtomicsDoNotRace() throws Exception {
    String last =
        """
        #version 450
        #pragma use_vulkan_memory_model
        #extension GL_KHR_memory_scope_semantics : enable
        layout(local_size_x = 1) in;
        layout(set = 0, binding = 0) queuefamilycoherent buffer P { uint part[]; };
        layout(set = 0, binding = 1) buffer T { uint turn; };
        layout(set = 0, binding = 2) buffer O { uint o[1]; };
        void main() {
          part[gl_WorkGroupID.x] = gl_WorkGroupID.x;
          uint n = atomicAdd(turn, 1u, gl_ScopeQueueFamily, %s);
          if (n %% 4u == 3u) { o[0] = part[0] + part[1] + part[2] + part[3]; }
        }
        """;
    String both =
        "gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable |"
            + " gl_SemanticsMakeVisible";
    CheckJob.Options four = workgroups(4);
    CheckReport right = report("last.comp", last.formatted(both), four);
    assertTrue(
        right.findings().found().stream().noneMatch(one -> one.check().equals("race")),
        right.text().toString());
    CheckReport wrong = report("last.comp", last.formatted("0, 0"), four);
    assertEquals(wrong.findings().found().getFirst().check(), "race", wrong.text().toString());
  }
}
