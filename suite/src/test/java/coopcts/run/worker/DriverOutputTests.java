// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import static org.testng.Assert.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.testng.annotations.Test;

public final class DriverOutputTests {

  private static final String OBJECTION =
      """
      ACO ERROR:
          In file ../src/amd/compiler/aco_validate.cpp:70
          Operand has wrong size:  v1: %%%d = v_add_u32 %%20, %%18
      """;

  private static void say(DriverOutput overheard, String text) {
    // One byte at a time: a pipe may cut anywhere.
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      overheard.add(new byte[] {one}, 1);
    }
  }

  @Test
  public void whatTheChecksSayIsToldOnceOfEachKind() throws InterruptedException {
    DriverOutput overheard = new DriverOutput();
    say(overheard, "WARNING: radv is not conformant\n" + OBJECTION.formatted(21));
    say(overheard, OBJECTION.formatted(36));
    say(overheard, "ACO ERROR:\n    RA error found\n" + DriverOutput.END + "\n");
    assertEquals(
        overheard.objections(Duration.ZERO),
        Optional.of(
            "the compiler's own checks object: Operand has wrong size: v1: %21 = v_add_u32 %20,"
                + " %18; RA error found (and 1 more)"));
  }

  @Test
  public void oneCaseHearsNothingOfTheNext() throws InterruptedException {
    DriverOutput overheard = new DriverOutput();
    say(overheard, DriverOutput.BEGIN + "\n" + OBJECTION.formatted(7));
    say(overheard, DriverOutput.BEGIN + "\na driver talks\n" + DriverOutput.END + "\n");
    assertEquals(overheard.objections(Duration.ZERO), Optional.empty());
    say(overheard, OBJECTION.formatted(1));
    assertEquals(overheard.objections(Duration.ofMillis(1)), Optional.empty(), "it has not ended");
    say(overheard, DriverOutput.END + "\n");
    assertEquals(
        overheard.objections(Duration.ZERO).orElseThrow().split("object: ")[1],
        "Operand has wrong size: v1: %1 = v_add_u32 %20, %18");
    say(overheard, DriverOutput.END + "\n");
    assertEquals(overheard.objections(Duration.ZERO), Optional.empty());
  }
}
