// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.reports.read.Phases;
import coopcts.run.one.Phase;
import coopcts.testing.Temporary;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.annotations.Test;

/** What a dead worker did last. */
public final class PhaseFileTests {

  @Test
  public void theLastPhaseIsRead() throws Exception {
    Path file = Temporary.folder("phase").resolve("phase");
    long before = System.currentTimeMillis();
    try (PhaseFile written = new PhaseFile(file)) {
      assertFalse(PhaseFile.last(file).isPresent());
      for (Phase phase : Phase.values()) {
        written.begins(phase);
        assertEquals(PhaseFile.last(file).orElseThrow().phase(), phase);
      }
    }
    long since = PhaseFile.last(file).orElseThrow().since();
    assertTrue(before <= since && since <= System.currentTimeMillis(), since + " of " + before);
  }

  /** The driver had the time of what was under way; what came before is not known. */
  @Test
  public void theDriverHadTheTime() {
    assertEquals(
        new PhaseFile.Last(Phase.PIPELINE, 1000).until(1250), new Phases(0, 250_000, 0, 0));
    assertEquals(
        new PhaseFile.Last(Phase.DISPATCH, 1000).until(1250), new Phases(0, 0, 250_000, 0));
    assertEquals(new PhaseFile.Last(Phase.COMPILE, 1000).until(1250), Phases.NONE);
    assertEquals(new PhaseFile.Last(Phase.DISPATCH, 1000).until(999), Phases.NONE);
  }

  @Test
  public void nonsenseIsNothing() throws Exception {
    Path file = Temporary.folder("phase").resolve("phase");
    for (String text :
        new String[] {"", "1", "7 1795406071740", "1 17954", "x", "1 1795406071740\n1"}) {
      Files.writeString(file, text);
      assertFalse(PhaseFile.last(file).isPresent(), text);
    }
    assertFalse(PhaseFile.last(file.resolveSibling("none")).isPresent());
  }
}
