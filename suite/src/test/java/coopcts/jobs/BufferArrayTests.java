// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import coopcts.reports.UsageException;
import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.annotations.Test;

/** Arrays of buffers: which of them an index chooses, and what is said where there is none. */
public class BufferArrayTests {

  private static final String SHADER =
      """
      #version 460
      #extension GL_EXT_nonuniform_qualifier : enable
      layout(local_size_x = 8) in; layout(constant_id = 4) const int FOUR = 4;
      layout(set = 0, binding = 1) buffer Several { uint x[]; } several[%s];
      layout(set = 0, binding = 2) buffer Out { uint o[]; };
      layout(push_constant) uniform Push { uint which; };
      void main() {
        uint lane = gl_LocalInvocationIndex;
        o[lane] = %s;
      }
      """;

  private static final String THREE =
      """
      {"set": 0, "binding": 1, "element": 0, "bytes": 32, "fill": "00"},
      {"set": 0, "binding": 1, "element": 1, "bytes": 32, "fill": "01"},
      {"set": 0, "binding": 1, "element": 2, "bytes": 16, "fill": "02"},
      """;

  private static Path job(String length, String value, int push, String buffers)
      throws IOException {
    Path folder = Temporary.folder("job");
    Files.writeString(folder.resolve("shader.comp"), SHADER.formatted(length, value));
    return Files.writeString(
        folder.resolve("job.json"),
        """
        {"schema": 2, "shader": "shader.comp", "push": "%02x000000", "buffers": [%s
          {"set": 0, "binding": 2, "bytes": 32}]}
        """
            .formatted(push, buffers));
  }

  private static JobRun.Said run(String length, String value, int push, String buffers)
      throws Exception {
    Path job = job(length, value, push, buffers);
    try (Device opened = Devices.open("reference:everything?violations=20")) {
      return new JobRun(job, job.resolveSibling("cache"), Strictness.USUAL)
          .run(opened, 1, (_, _) -> {});
    }
  }

  private static byte[] output(String length, String value, int push) throws Exception {
    JobRun.Said said = run(length, value, push, THREE);
    assertTrue(said.completed() != null, said.text().toString());
    return said.completed().bound().getLast();
  }

  private static String complaint(String length, String value, int push, String buffers)
      throws Exception {
    JobRun.Said said = run(length, value, push, buffers);
    assertEquals(said.verdict(), Verdict.INVALID, said.text().toString());
    return said.text().getFirst();
  }

  @Test
  void aConstantChooses() throws Exception {
    assertEquals(output("3", "several[1].x[lane]", 0)[28], 1);
  }

  @Test
  void anIndexAtRunTimeChooses() throws Exception {
    for (int which = 0; which < 3; which++) {
      assertEquals(output("3", "several[which].x[lane % 4]", which)[28], which);
      assertEquals(output("", "several[which].x[lane % 4]", which)[28], which);
    }
  }

  @Test
  void invocationsChooseEachTheirOwn() throws Exception {
    byte[] out = output("3", "several[nonuniformEXT(lane % 3)].x[0]", 0);
    for (int lane = 0; lane < 8; lane++) {
      assertEquals(out[4 * lane], lane % 3);
    }
  }

  @Test
  void eachHasALengthOfItsOwn() throws Exception {
    assertEquals(output("3", "several[which].x.length()", 0)[0], 8);
    assertEquals(output("3", "several[which].x.length()", 2)[0], 4);
    String said = complaint("3", "several[which].x[4]", 2, THREE);
    assertTrue(said.contains("offset 16 of buffer several[2] (set 0, binding 1)"), said);
  }

  @Test
  void anIndexThatDiffersSaysSo() throws Exception {
    String said = complaint("3", "several[lane % 3].x[0]", 0, THREE);
    assertTrue(said.contains("VUID 06274") && said.contains("line 9"), said);
  }

  @Test
  void anIndexBeyondTheArrayIsTold() throws Exception {
    String said = complaint("3", "several[which].x[0]", 3, THREE);
    assertTrue(said.contains("index 3 of the array of 3 buffers several"), said);
    String open = complaint("", "several[which].x[0]", 7, THREE);
    assertTrue(open.contains("index 7 of the array of 3 buffers several"), open);
  }

  @Test
  void aBufferThatTheJobLacksIsTold() throws Exception {
    String said = complaint("4", "several[which].x[0]", 3, THREE);
    assertTrue(said.contains("VUID 08114: the shader uses buffer several[3]"), said);
    String none = complaint("4", "several[which].x[0]", 0, "");
    assertTrue(none.contains("VUID 07988: the shader declares buffer several"), none);
  }

  /** On a driver whose set layout would be shorter than the array, or have holes. */
  @Test
  void aDriverGetsNoJobThatLeavesAnElementOut() throws Exception {
    String two =
        """
        {"set": 0, "binding": 1, "element": 0, "bytes": 32},
        {"set": 0, "binding": 1, "element": 2, "bytes": 32},
        """;
    assertEquals(refusal("4", THREE), "several[3] (set 0, binding 1)");
    assertEquals(refusal("3", two), "several[1] (set 0, binding 1)");
    assertEquals(refusal("", two), "several[1] (set 0, binding 1)");
    assertEquals(refusal("3", ""), "several[0] (set 0, binding 1)");
    assertEquals(refusal("FOUR", THREE), "several[3] (set 0, binding 1)");
    Path job = job("3", "several[which].x[0]", 0, THREE);
    try (Device driver = Devices.open("fake")) {
      JobRun run = new JobRun(job, job.resolveSibling("cache"), Strictness.USUAL);
      assertEquals(run.run(driver, 1, (_, _) -> {}).verdict(), Verdict.PASS);
    }
  }

  private static String refusal(String length, String buffers) throws Exception {
    Path job = job(length, "several[which].x[0]", 0, buffers);
    try (Device driver = Devices.open("fake")) {
      JobRun run = new JobRun(job, job.resolveSibling("cache"), Strictness.USUAL);
      String said =
          expectThrows(UsageException.class, () -> run.run(driver, 1, (_, _) -> {})).getMessage();
      String start = "the job lacks buffer ";
      String end = " of the module's array";
      assertTrue(said.startsWith(start) && said.endsWith(end), said);
      return said.substring(start.length(), said.length() - end.length());
    }
  }

  /** What a constant says may be another number. */
  @Test
  void anArrayIsAsLongAsAConstantIsSpecialized() throws Exception {
    Path job = job("FOUR", "several[which].x[0]", 0, THREE);
    String shortened =
        Files.readString(job).replaceFirst("\\{", "{\"specialization\": {\"4\": 3}, ");
    Files.writeString(job, shortened);
    try (Device driver = Devices.open("fake")) {
      JobRun run = new JobRun(job, job.resolveSibling("cache"), Strictness.USUAL);
      assertEquals(run.run(driver, 1, (_, _) -> {}).verdict(), Verdict.PASS);
    }
  }

  @Test
  void aDriverGetsNoJobThatLacksABuffer() throws Exception {
    Path job = job("3", "other[0]", 0, THREE);
    Path shader = job.resolveSibling("shader.comp");
    Files.writeString(
        shader,
        Files.readString(shader)
            .replace(
                "void main",
                "layout(set = 0, binding = 7) buffer Other { uint other[]; };\nvoid main"));
    try (Device driver = Devices.open("fake")) {
      JobRun run = new JobRun(job, job.resolveSibling("cache"), Strictness.USUAL);
      UsageException refused =
          expectThrows(UsageException.class, () -> run.run(driver, 1, (_, _) -> {}));
      assertEquals(
          refused.getMessage(),
          "the job lacks buffer Other (set 0, binding 7), which the module declares");
    }
  }

  @Test
  void oneElementIsBoundOnce() {
    String twice =
        "{\"set\": 0, \"binding\": 1, \"element\": 1, \"bytes\": 4},"
            + "{\"name\": \"b\", \"set\": 0, \"binding\": 1, \"element\": 1, \"bytes\": 4},";
    expectThrows(UsageException.class, () -> run("3", "0", 0, twice));
  }
}
