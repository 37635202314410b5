// SPDX-License-Identifier: Apache-2.0
package coopcts.reports;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** What ends on the devices of several vendors is found among their runs. */
public final class SharedEndsTests {

  private static Path run(int vendor, String name, String... rows) throws IOException {
    Path folder = Temporary.folder("shared");
    Files.writeString(
        folder.resolve("device.json"),
        "{\"identity\":{\"name\":\"%s\",\"driver\":\"d\",\"vendorId\":%d}}"
            .formatted(name, vendor));
    Files.writeString(folder.resolve("results.jsonl"), String.join("\n", rows) + "\n");
    return folder;
  }

  private static String row(String name, String verdict, String message) {
    return "{\"case\":\"%s\",\"verdict\":\"%s\",\"message\":\"%s\"}"
        .formatted(name, verdict, message);
  }

  private static List<Path> runs() throws IOException {
    return List.of(
        run(
            1,
            "one",
            row("a.ends", "CRASH", ""),
            row("a.refused", "FAIL", "the driver refuses the shader: -13"),
            row("a.wrong", "FAIL", "d+0 (element): expected 1, got 2"),
            row("a.again", "CRASH", ""),
            row("a.again", "PASS", "")),
        run(
            2,
            "two",
            row("a.ends", "CRASH", ""),
            row("a.refused", "WARN", "the driver refuses the shader: -13"),
            row("a.wrong", "FAIL", "d+0 (element): expected 1, got 2"),
            row("a.again", "CRASH", "")),
        // A second device of a vendor is no second vendor.
        run(2, "two, another", row("a.again", "CRASH", "")),
        run(3, "three", row("a.ends", "DEVICE_LOST", ""), row("a.refused", "PASS", "")));
  }

  @Test
  void whatEndsOnDevicesOfSeveralVendorsIsListed() throws IOException {
    assertEquals(
        SharedEnds.of(runs(), 3).cases(),
        Map.of("a.ends", List.of("one: CRASH", "two: CRASH", "three: DEVICE_LOST")));
    assertEquals(SharedEnds.of(runs(), 2).cases().keySet().toString(), "[a.ends, a.refused]");
  }

  @Test
  void runsOfTooFewVendorsAreRefused() throws IOException {
    List<Path> runs = runs().subList(1, 3);
    UsageException refused = expectThrows(UsageException.class, () -> SharedEnds.of(runs, 2));
    assertEquals(
        refused.getMessage(),
        "the runs are of devices of 1 vendor, [0x0002]; --shared 2 needs as many as that");
    expectThrows(UsageException.class, () -> SharedEnds.of(List.of(Temporary.folder("no-run")), 1));
  }
}
