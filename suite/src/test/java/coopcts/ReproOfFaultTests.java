// SPDX-License-Identifier: Apache-2.0
package coopcts;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.cli.Main;
import coopcts.testing.Temporary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.testng.annotations.Test;

/** A planted fault does not go into the file for a driver, and the console says so. */
public final class ReproOfFaultTests {

  private static final String CASE = "khr.load.uint8.a.8x8.subgroup.row.buffer.uint8x2";

  @Test
  public void theConsoleSaysWhatTheFileLacks() throws Exception {
    assertTrue(errors("c").contains("the fault is planted in the reference device"));
    assertFalse(errors("job").contains("planted"));
  }

  private static String errors(String format) throws Exception {
    PrintStream usual = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String device = "reference:lavapipe";
    String fault = "khr.load.stride_zero_is_line";
    String out = Temporary.folder("fault").toString();
    try (PrintStream own = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setErr(own);
      assertEquals(
          Main.execute(
              "repro",
              "--device",
              device,
              "--fault",
              fault,
              "--format",
              format,
              "--out",
              out,
              CASE),
          0);
    } finally {
      System.setErr(usual);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
