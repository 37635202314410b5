// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.testing.Temporary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.annotations.Test;

/** A file holds cases back, and says why. */
public final class HoldTests {

  @Test
  public void nothingBeginsWhileTheFileIsThere() throws Exception {
    Path file = Temporary.folder("hold").resolve("hold");
    Files.writeString(file, "the battery is at 3 %\n");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Hold hold = new Hold(file, new PrintStream(said, true, StandardCharsets.UTF_8));
    Thread waiting = Thread.ofPlatform().start(() -> hold.await(() -> false));
    waiting.join(1000);
    assertTrue(waiting.isAlive());
    Files.delete(file);
    waiting.join(10_000);
    assertFalse(waiting.isAlive());
    assertEquals(
        said.toString(StandardCharsets.UTF_8).lines().toList().toString(),
        "[held: the battery is at 3 %, goes on]");
  }

  @Test
  public void theEndOfARunDoesNotWait() throws Exception {
    Path file = Temporary.file("hold", "");
    Hold hold = new Hold(file, new PrintStream(new ByteArrayOutputStream()));
    hold.await(() -> true);
    new Hold(null, System.out).await(() -> false);
  }
}
