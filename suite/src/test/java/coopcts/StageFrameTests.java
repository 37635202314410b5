// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;

import coopcts.glsl.StageFrame;
import coopcts.model.ShaderStage;
import coopcts.plan.Shader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The text of a shader in the frame of each stage; {@link StageTests} runs it. */
public final class StageFrameTests {

  static final Path FOLDER = Path.of("../docs/examples/stages");

  /** Writes the files anew where they are not as they should be. */
  private static final String UPDATE = "coopcts.golden.update";

  private static final int INVOCATIONS = 100;

  @DataProvider
  public Object[][] stages() {
    return Arrays.stream(ShaderStage.values())
        .map(stage -> new Object[] {stage})
        .toArray(Object[][]::new);
  }

  @Test(dataProvider = "stages")
  public void framesLookAsReviewed(ShaderStage stage) throws Exception {
    if (stage != ShaderStage.COMPUTE) {
      String compute = Files.readString(FOLDER.resolve("squares.comp"));
      same("squares." + stage.suffix(), StageFrame.of(stage, compute, INVOCATIONS, 2, false));
    }
    same(stage.suffix() + ".json", job(stage));
  }

  /** Nothing is called, and what a stage has to do besides is done at every visit. */
  @Test(dataProvider = "stages")
  public void aShaderMayStandInTheStagesMain(ShaderStage stage) throws Exception {
    if (stage == ShaderStage.COMPUTE) {
      return;
    }
    String compute = Files.readString(FOLDER.resolve("squares.comp"));
    assertTrue(StageFrame.fitsInMain(compute));
    String text = StageFrame.of(stage, compute, INVOCATIONS, 2, true);
    assertFalse(text.contains("body"), text);
    assertEquals(text.split("void main\\(\\)", -1).length, 2, text);
    int ends = text.indexOf("return;");
    assertEquals(ends > 0, !stage.hasWorkgroups(), text);
    for (String besides : List.of("gl_Position =", "gl_TessLevelOuter[1] =")) {
      assertTrue(text.indexOf(besides) < Math.max(ends, 1), text);
    }
    Shader shader = Shader.of(compute, OptionalInt.empty(), 4, "numbers", "squares");
    assertEquals(shader.in(stage, INVOCATIONS, true).glsl(), text);
  }

  /** A task shader emits its tasks in all invocations. */
  @Test
  public void whatReturnsBeforeItsEndIsCalled() throws Exception {
    String compute = Files.readString(FOLDER.resolve("squares.comp"));
    String partly = compute.replace("    result[", "    if (lane == 1u) { return; }\n    result[");
    assertFalse(StageFrame.fitsInMain(partly));
    assertFalse(StageFrame.fitsInMain(compute + "\nvoid behind() {\n}\n"));
    Shader shader = Shader.of(partly, OptionalInt.empty(), 4, "numbers", "squares");
    assertTrue(shader.in(ShaderStage.TASK, INVOCATIONS, true).glsl().contains("body();"));
  }

  /** Workgroups stay workgroups; fragments come in lines of five; all else is one line. */
  @Test(dataProvider = "stages")
  public void everyInvocationIsRun(ShaderStage stage) {
    List<Integer> groups = StageFrame.groups(stage, List.of(2, 3, 1), INVOCATIONS);
    boolean hasWorkgroups =
        Set.of(ShaderStage.COMPUTE, ShaderStage.TASK, ShaderStage.MESH).contains(stage);
    assertEquals(
        groups,
        hasWorkgroups
            ? List.of(2, 3, 1)
            : stage == ShaderStage.FRAGMENT
                ? List.of(5, INVOCATIONS / 5, 1)
                : List.of(INVOCATIONS, 1, 1));
  }

  @Test
  public void fragmentsFillTheirLines() {
    assertEquals(StageFrame.groups(ShaderStage.FRAGMENT, List.of(1, 1, 1), 5), List.of(5, 1, 1));
    for (int many : List.of(4, 6, 101)) {
      assertThrows(
          IllegalArgumentException.class,
          () -> StageFrame.groups(ShaderStage.FRAGMENT, List.of(1, 1, 1), many));
      assertEquals(
          StageFrame.groups(ShaderStage.VERTEX, List.of(1, 1, 1), many), List.of(many, 1, 1));
    }
  }

  /** What belongs to compute stands in no other frame, but in those with workgroups. */
  @Test
  public void whatOnlyWorkgroupsHaveStaysThere() throws Exception {
    String compute = Files.readString(FOLDER.resolve("squares.comp"));
    String local = compute.replace("gl_GlobalInvocationID.x", "gl_LocalInvocationIndex");
    assertFalse(local.equals(compute));
    assertTrue(StageFrame.of(ShaderStage.MESH, local, INVOCATIONS, 2, false).contains("gl_Local"));
    assertThrows(
        IllegalArgumentException.class,
        () -> StageFrame.of(ShaderStage.VERTEX, local, INVOCATIONS, 2, false));
    String sizeless = compute.replaceFirst("layout\\(local_size_x = \\d+\\) in;\n", "");
    assertFalse(sizeless.equals(compute));
    assertThrows(
        IllegalStateException.class,
        () -> StageFrame.of(ShaderStage.MESH, sizeless, INVOCATIONS, 2, false));
  }

  /** Its own stage is never among those that a stage needs beside it. */
  @Test(dataProvider = "stages")
  public void companionsAreOtherStages(ShaderStage stage) {
    StageFrame.companions(stage)
        .forEach(
            (other, text) -> {
              assertFalse(other == stage, stage + " beside itself");
              assertTrue(text.startsWith("#version"), text);
            });
  }

  private static String job(ShaderStage stage) {
    List<Integer> groups = StageFrame.groups(stage, List.of(2, 1, 1), INVOCATIONS);
    return """
    {"shader": "squares.%1$s", "stage": "%1$s", "groups": %2$s, "push": "07000000",
     "buffers": [
       {"set": 0, "binding": 0, "file": "numbers.bin"},
       {"set": 0, "binding": 1, "bytes": 400, "fill": "FF", "expect": "squares.bin"},
       {"set": 0, "binding": 2, "bytes": 400}]}
    """
        .formatted(stage.suffix(), groups);
  }

  private static void same(String name, String text) throws Exception {
    Path file = FOLDER.resolve(name);
    if (Boolean.getBoolean(UPDATE)) {
      Files.writeString(file, text);
    }
    assertEquals(Files.readString(file), text, name + "; -D" + UPDATE + "=true writes it anew");
  }
}
