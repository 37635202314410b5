// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cli.Main;
import coopcts.testing.Temporary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** A failing case says in words what is wrong, draws it, and is made small. */
public final class ExplainTests {

  private static final String LOAD = "khr.load.float16.a.16x16.subgroup.row.buffer.float16";

  /** A case, a bug, and words that must stand in what is said of it. */
  @DataProvider
  public Object[][] patterns() {
    return new Object[][] {
      {LOAD, "khr.load.stride_ignored", "as if the stride were 16 elements, not 24"},
      {
        LOAD,
        "khr.load.stride_zero_is_line",
        "rows 1 to 15: memory is accessed as if the stride were 16 elements"
      },
      {
        "khr.convert.float32_float16.accumulator.16x16.subgroup",
        "khr.convert.float16_through_bfloat16",
        "rounded to bfloat16"
      }
    };
  }

  @Test(dataProvider = "patterns")
  public void patternsAreNamed(String name, String fault, String words) throws Exception {
    Path out = Temporary.folder("explain");
    String device = "reference:everything?fault=" + fault;
    assertEquals(Main.execute("repro", "--device", device, "--out", out.toString(), name), 0);
    String text = Files.readString(out.resolve(name).resolve("readme.txt"));
    assertTrue(text.contains("looks like: ") && text.contains(words), text);
    List<String> files;
    try (var all = Files.list(out.resolve(name))) {
      files = all.map(file -> file.getFileName().toString()).toList();
    }
    assertTrue(files.stream().anyMatch(file -> file.endsWith(".svg")), files.toString());
    assertTrue(files.stream().anyMatch(file -> file.endsWith(".elements.csv")), files.toString());
  }

  /** The minimal shader fails with the bug, passes without it, and is short. */
  @Test(groups = "processes")
  public void minimalShadersAreSound() throws Exception {
    Path out = Temporary.folder("explain");
    String faulty = "reference:everything?fault=khr.load.stride_ignored";
    assertEquals(
        Main.execute("repro", "--minimize", "--device", faulty, "--out", out.toString(), LOAD), 0);
    Path job = out.resolve(LOAD).resolve("minimal").resolve("minimal.json");
    assertEquals(Main.execute("exec", job.toString(), "--device", faulty), 1);
    assertEquals(Main.execute("exec", job.toString(), "--device", "reference:everything"), 0);
    String glsl = Files.readString(job.resolveSibling("shader.comp"));
    String main = glsl.substring(glsl.indexOf("void main"));
    assertTrue(main.lines().count() <= 6, glsl);
    assertTrue(glsl.contains("local_size_x = 32"), glsl);
  }

  /** A fault and a case whose smallest shader stores elsewhere than the case does. */
  @DataProvider
  public Object[][] moved() {
    return new Object[][] {
      {"nv2.reduce_row_as_column", "nv2.function.reduce_row_max.float32.accumulator.8x8.subgroup"},
      {"khr.store.last_element_missing", "random.khr.1"}
    };
  }

  /** What a smaller shader stores is said to be an element: its matrix went along. */
  @Test(dataProvider = "moved", groups = "processes")
  public void minimalJobsKnowWhatIsStored(String fault, String name) throws Exception {
    Path out = Temporary.folder("explain");
    String faulty = "reference:everything?fault=" + fault;
    assertEquals(
        Main.execute("repro", "--minimize", "--device", faulty, "--out", out.toString(), name), 0);
    Path job = out.resolve(name).resolve("minimal").resolve("minimal.json");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream console = System.out;
    System.setOut(new PrintStream(said, true, UTF_8));
    try {
      assertEquals(Main.execute("exec", job.toString(), "--device", faulty), 1);
    } finally {
      System.setOut(console);
    }
    assertTrue(said.toString(UTF_8).contains("(instance 0, row "), said.toString(UTF_8));
    assertFalse(said.toString(UTF_8).contains("no store was meant"), said.toString(UTF_8));
  }

  /** What no shader stores stays so, in the smallest one too. */
  @Test
  public void bytesOutsideOfStoresStaySuch() throws Exception {
    Path out = Temporary.folder("explain");
    String faulty = "reference:everything?fault=khr.store.overrun_one_byte";
    String name = "random.khr.1";
    assertEquals(
        Main.execute("repro", "--minimize", "--device", faulty, "--out", out.toString(), name), 0);
    String text = Files.readString(out.resolve(name).resolve("readme.txt"));
    assertTrue(text.contains("(no store was meant for this byte)"), text);
    assertTrue(
        Files.exists(out.resolve(name).resolve("minimal").resolve("minimal.out0.accept.json")));
  }

  /** A fault, a case that fails by it, and the file of the smallest shader. */
  @DataProvider
  public Object[][] kinds() {
    return new Object[][] {
      {"vector.training_sum_coarse", "vector.precision.sum.float16", "shader.comp"},
      {
        "vector.exp_in_vertex",
        "vector.stage.vertex.element.exp.float16.5.specialized",
        "shader.vert"
      },
      {
        "decode.vector_block_lost_b",
        "decode.load.uint16.b.8x8.subgroup.blocks.coordinates.v4",
        "shader.comp"
      }
    };
  }

  /** Shaders of other stages, with matrices in the device's layouts, and with callbacks. */
  @Test(dataProvider = "kinds", groups = "processes")
  public void shadersOfEachKindAreMadeSmall(String fault, String name, String file)
      throws Exception {
    Path out = Temporary.folder("explain");
    String faulty = "reference:everything?fault=" + fault;
    assertEquals(
        Main.execute("repro", "--minimize", "--device", faulty, "--out", out.toString(), name), 0);
    Path job = out.resolve(name).resolve("minimal").resolve("minimal.json");
    assertEquals(Main.execute("exec", job.toString(), "--device", faulty), 1);
    assertEquals(Main.execute("exec", job.toString(), "--device", "reference:everything"), 0);
    String glsl = Files.readString(job.resolveSibling(file));
    assertTrue(glsl.substring(glsl.indexOf("void main")).lines().count() <= 17, glsl);
  }

  /** A fault, a case that fails by it, its job, and words that must stand in what is said of it. */
  @DataProvider
  public Object[][] wholes() {
    return new Object[][] {
      {
        "report.row_no_power",
        "khr.report.api_prop_009",
        "asks.json",
        "no row has M, N and K that are powers of two"
      },
      {
        "layout.owner_last_lost_accumulator",
        "layout.probe.float16.accumulator.16x16",
        "map.json",
        "looks like: row 15, column 15 is owned by no invocation"
      }
    };
  }

  /** Questions to a device, and what buffers have together, are jobs as well. */
  @Test(dataProvider = "wholes", groups = "processes")
  public void whatHasNoShaderOrIsJudgedTogetherIsAJob(
      String fault, String name, String file, String words) throws Exception {
    Path out = Temporary.folder("explain");
    String faulty = "reference:everything?fault=" + fault;
    assertEquals(Main.execute("repro", "--device", faulty, "--out", out.toString(), name), 0);
    String job = out.resolve(name).resolve(file).toString();
    assertEquals(Main.execute("exec", job, "--device", faulty), 1);
    assertEquals(Main.execute("exec", job, "--device", "reference:everything"), 0);
    String text = Files.readString(out.resolve(name).resolve("readme.txt"));
    assertTrue(text.contains(words), text);
  }

  @Test
  public void showTellsOfAnyCase() {
    assertEquals(Main.execute("show", LOAD, "--device", "reference:everything"), 0);
  }
}
