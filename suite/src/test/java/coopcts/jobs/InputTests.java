// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import coopcts.device.Device;
import coopcts.device.Devices;
import coopcts.numbers.LittleEndian;
import coopcts.oracle.Strictness;
import coopcts.plan.Verdict;
import coopcts.reports.UsageException;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntToDoubleFunction;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Small inputs that compilers or tools got wrong once: matrices in aggregates, barriers where a
 * subgroup alone is uniform, lengths that constants choose. Each runs right, or is refused for a
 * true reason.
 */
public class InputTests {

  private static final Path FOLDER = Path.of("src/test/resources/inputs");

  private static final int SIDE = 8;
  private static final int TILE = SIDE * SIDE;

  private static float[] in() throws Exception {
    byte[] bytes = Files.readAllBytes(FOLDER.resolve("in.bin"));
    float[] values = new float[bytes.length / Float.BYTES];
    for (int i = 0; i < values.length; i++) {
      values[i] = Float.intBitsToFloat((int) LittleEndian.get(bytes, i * Float.BYTES, Float.BYTES));
    }
    return values;
  }

  /** What stands at an element of the output, and how many elements there are. */
  @DataProvider
  Object[][] outputs() throws Exception {
    float[] in = in();
    return new Object[][] {
      {"construct_array_extract", TILE, (IntToDoubleFunction) i -> in[i] + 5},
      {"dont_inline", TILE, (IntToDoubleFunction) i -> 2 * in[i]},
      {"insert_array", TILE, (IntToDoubleFunction) i -> in[i] + 5},
      {"phi_array", TILE, (IntToDoubleFunction) i -> 3 + 3 * in[i]},
      {"return_array", TILE, (IntToDoubleFunction) i -> 2 * in[i]},
      {
        "spec_select",
        4 * TILE,
        (IntToDoubleFunction) i -> in[4 * TILE + i / TILE * TILE + turned(i)]
      },
      {"subgroup_arithmetic", 4 * TILE, (IntToDoubleFunction) i -> product(in, i)},
      {"subgroup_barrier", 4 * TILE, (IntToDoubleFunction) i -> sum(in, i)}
    };
  }

  /** An element of a tile with row and column exchanged. */
  private static int turned(int i) {
    return i % SIDE * SIDE + i % TILE / SIDE;
  }

  private static double sum(float[] in, int i) {
    double sum = 0;
    for (int n = 0; n <= i / TILE; n++) {
      sum += in[n * TILE + turned(i)];
    }
    return sum;
  }

  private static double product(float[] in, int i) {
    int first = i / TILE * TILE;
    double most = in[first];
    double all = 0;
    for (int lane = 0; lane < SIDE; lane++) {
      most = Math.max(most, in[first + lane]);
      all += in[first + lane];
    }
    double sum = most;
    for (int k = 0; k < SIDE; k++) {
      sum += (double) in[i / SIDE * SIDE + k] * in[k * SIDE + i % SIDE];
    }
    return sum * all;
  }

  private static JobRun.Said run(String name, Path folder) throws Exception {
    try (Device opened = Devices.open("reference:everything")) {
      return new JobRun(FOLDER.resolve(name + ".json"), folder, Strictness.USUAL)
          .run(opened, 1, (_, _) -> {});
    }
  }

  @Test(dataProvider = "outputs")
  void eachRunsRight(String name, int elements, IntToDoubleFunction expected) throws Exception {
    JobRun.Said said = run(name, Temporary.folder("inputs"));
    assertTrue(said.completed() != null, said.text().toString());
    byte[] out = said.completed().bound().getLast();
    for (int i = 0; i < elements; i++) {
      float got = Float.intBitsToFloat((int) LittleEndian.get(out, i * Float.BYTES, Float.BYTES));
      assertEquals(got, (float) expected.applyAsDouble(i), name + ", element " + i);
    }
  }

  /** A matrix is a composite of one constituent, whose module had none. */
  @Test
  void aMatrixOfNoConstituentIsRefused() throws Exception {
    JobRun.Said said = run("empty_composite", Temporary.folder("inputs"));
    assertEquals(said.verdict(), Verdict.INVALID);
    assertTrue(said.text().getFirst().contains("count must be one"), said.text().toString());
  }

  /** GLSL lets an array be constructed of its elements; glslang takes it for one matrix. */
  @Test
  void theFrontEndNamesTheArrayThatItRefuses() throws Exception {
    Path folder = Temporary.folder("inputs");
    String said =
        expectThrows(
                UsageException.class,
                () ->
                    CheckJob.write(
                        FOLDER.resolve("array_constructor.comp"),
                        folder,
                        CheckJob.Options.NONE,
                        1024))
            .getMessage();
    assertTrue(said.contains("array_constructor.comp:13") && said.contains("'constructor'"), said);
  }
}
