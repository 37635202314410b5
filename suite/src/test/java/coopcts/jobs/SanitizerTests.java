// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.device.Outcome;
import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.testng.annotations.Test;

/** All the rules that a shader breaks, each once at its place. */
public class SanitizerTests {

  private static final String HEAD =
      """
      #version 450
      #extension GL_EXT_buffer_reference : enable
      #extension GL_KHR_memory_scope_semantics : enable
      #extension GL_KHR_cooperative_matrix : enable
      #extension GL_NV_cooperative_matrix2 : enable
      #extension GL_EXT_shader_explicit_arithmetic_types : enable
      layout(local_size_x = 32) in;
      layout(buffer_reference, std430) buffer R { uint r[]; };
      layout(set = 0, binding = 0) buffer A { float a[]; };
      layout(set = 0, binding = 1) buffer B { uint b[]; };
      layout(push_constant) uniform Push { R far; };
      shared uint s[32];
      #define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>
      float next(const in uint row, const in uint column, const in float was) { return was + 1.0; }
      void main() {
      #line 1
      """;

  private static final Pattern LINE = Pattern.compile("\\(line (\\d+)");

  static JobRun.Said run(String main, String device, String more) throws Exception {
    Path folder = Files.createTempDirectory("job");
    Files.writeString(folder.resolve("shader.comp"), HEAD + main + "\n}\n");
    Path job =
        Files.writeString(
            folder.resolve("job.json"),
            """
            {"shader": "shader.comp", "push": "0000000000000000", "buffers": [
              {"set": 0, "binding": 0, "bytes": 4096}, {"set": 0, "binding": 1, "bytes": 256},
              {"name": "weights", "address": true, "bytes": 64}],
             "addresses": [{"buffer": "weights", "push": 0}]%s}
            """
                .formatted(more));
    try (Device opened = Devices.open(device)) {
      return new JobRun(job, folder.resolve("cache"), Strictness.USUAL)
          .run(opened, 1, (_, _) -> {});
    }
  }

  /** Class and line of each broken rule. */
  private static List<String> places(JobRun.Said said) {
    return said.broken().stream().map(SanitizerTests::place).toList();
  }

  private static String place(Outcome.Broken broken) {
    Matcher line = LINE.matcher(broken.message());
    assertTrue(line.find(), broken.message());
    return broken.check() + " " + line.group(1);
  }

  private static final String MANY =
      """
      b[gl_LocalInvocationIndex + 100] = 1;
      a[gl_LocalInvocationIndex + 10000] = a[20000];
      for (int i = 0; i < 3; ++i) a[gl_LocalInvocationIndex] = 1 << (int(b[1]) + 33 + i);
      s[(gl_LocalInvocationIndex + 1) % 32] = 1; a[gl_LocalInvocationIndex] = s[0] / b[0];
      far.r[70] = 3;
      """;

  @Test
  void allBrokenRulesAreTold() throws Exception {
    JobRun.Said said = run(MANY, "reference:everything?violations=20", "");
    assertEquals(said.verdict(), Verdict.INVALID);
    assertEquals(
        places(said),
        List.of("bounds 1", "bounds 2", "arithmetic 3", "race 4", "arithmetic 4", "bounds 5"),
        said.text().toString());
    assertEquals(said.text().size(), 6, said.text().toString());
    assertTrue(said.text().getFirst().matches(".*offset 400 of buffer B .*line 1, OpStore.*"));
    assertTrue(said.text().getLast().contains("addressed buffer weights"), said.text().toString());
  }

  @Test
  void asManyAreToldAsAreAskedFor() throws Exception {
    JobRun.Said said = run(MANY, "reference:everything?violations=3", "");
    assertEquals(places(said), List.of("bounds 1", "bounds 2", "arithmetic 3"));
    assertEquals(said.text().getLast(), "there may be others: more than 3 were found");
    JobRun.Said first = run(MANY, "reference:everything", "");
    assertEquals(first.text().size(), 1, first.text().toString());
    assertTrue(first.text().getFirst().contains("buffer B"), first.text().toString());
  }

  @Test
  void whatComesToNoEndIsEnded() throws Exception {
    JobRun.Said said =
        run("b[64] = 1; while (b[0] == 0) { b[65] = 1; }", "reference:everything?violations=9", "");
    assertEquals(said.verdict(), Verdict.INVALID);
    assertTrue(said.text().getLast().startsWith("there may be others"), said.text().toString());
  }

  @Test
  void whereItCannotGoOnIsSaid() throws Exception {
    JobRun.Said said =
        run(
            """
            b[64] = 1;
            if (gl_LocalInvocationIndex < 2) { MATRIX m = MATRIX(a[0]); }
            MATRIX m, n;
            coopMatPerElementNV(n, m, next);
            """,
            "reference:everything?violations=9",
            "");
    assertEquals(places(said), List.of("bounds 1", "convergence 2"), said.text().toString());
    assertTrue(
        said.text().getLast().startsWith("there may be others: it cannot go on after this: KHR-"),
        said.text().toString());
  }
}
