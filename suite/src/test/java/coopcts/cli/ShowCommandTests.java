// SPDX-License-Identifier: Apache-2.0
package coopcts.cli;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What {@code show} says besides a case's name and source. */
public final class ShowCommandTests {

  /** A case, and what {@code show} says of it that its name and its source do not. */
  @DataProvider
  public Object[][] shown() {
    return new Object[][] {
      {
        "khr.way.nv_cooperative_matrix.muladd.float16_float16_float16_float16.m16n16k16.subgroup"
            + ".row_row_row_row.shared.specialized",
        "\nthe module is written as SPIR-V, without a front end, in another way:"
            + " nv_cooperative_matrix; "
      },
      {
        "khr.muladd.float16_float16_float16_float16.m16n16k16.subgroup.row_row_row_row.shared"
            + ".specialized",
        "\npick_b, pick_a, exact, large_a, large_b, small_a, small_b, limits, precise: groups "
      },
      {
        "khr.framed.line_x_branch_before_near_smaller.muladd.float16_float16_float16_float16"
            + ".m16n8k8.subgroup.col_row_row_row.shared",
        "the neighbouring product's: KHR-MULADD-009, KHR-MULADD-024\n"
      },
      {"random.khr_nv2.12", "a random program names all assertions that programs of its systems"},
      {
        "khr.framed.plane_y_twice_alone_near_own.muladd.float16_float16_float16_float16"
            + ".m16n8k16.subgroup.col_row_row_row.shared",
        "not supported here: it does not stand in the frame: its body cannot stand"
      }
    };
  }

  @Test(dataProvider = "shown")
  public void showTellsWhatNameAndSourceDoNot(String name, String words) {
    PrintStream usual = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream own = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(own);
      assertEquals(Main.execute("show", "--device", "reference:everything", name), 0);
    } finally {
      System.setOut(usual);
    }
    String said = bytes.toString(StandardCharsets.UTF_8);
    assertTrue(said.contains(words), said);
  }
}
