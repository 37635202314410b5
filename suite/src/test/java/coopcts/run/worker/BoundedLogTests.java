// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import coopcts.testing.Temporary;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.annotations.Test;

/** A driver that never stops talking fills no disk. */
public final class BoundedLogTests {

  @Test
  public void theFirstWordsAndTheLastOnesStay() throws Exception {
    Path file = Temporary.folder("log").resolve("worker-0.1.log");
    String line = "x".repeat(79) + "\n";
    String all = "first\n" + line.repeat(20 * BoundedLog.MOST / line.length()) + "last\n";
    BoundedLog log =
        BoundedLog.of(new ByteArrayInputStream(all.getBytes(StandardCharsets.UTF_8)), file);
    // It waits for the last words alone, and these are many.
    for (int i = 0; i < 30 && !Files.readString(file).endsWith("last\n"); i++) {
      log.settle();
    }
    String kept = Files.readString(file);
    assertTrue(kept.length() <= BoundedLog.MOST + 100, "bytes: " + kept.length());
    assertTrue(kept.startsWith("first\n") && kept.endsWith("x\nlast\n"));
    String said = kept.replaceAll("(?s).*\n\\[(\\d+) bytes are left out here\\]\n.*", "$1");
    int own = ("\n[" + said + " bytes are left out here]\n").length();
    assertEquals(Long.parseLong(said), all.length() - kept.length() + own);
  }

  @Test
  public void whatIsShortIsWhole() throws Exception {
    Path file = Temporary.folder("log").resolve("worker-0.1.log");
    BoundedLog.of(new ByteArrayInputStream("short".getBytes(StandardCharsets.UTF_8)), file)
        .settle();
    assertEquals(Files.readString(file), "short");
  }
}
