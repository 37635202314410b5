// SPDX-License-Identifier: Apache-2.0
package coopcts.run.one;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;

import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.annotations.Test;

/** What is kept of a case that fails, and where there is nothing to keep. */
public final class FailureEvidenceTests {

  @Test
  public void whatAProgramWasReducedTo() throws IOException {
    Path run = Temporary.folder("evidence");
    Path folder = Files.createDirectories(run.resolve("failures").resolve("random.a.1"));
    Path file = folder.resolve(FailureEvidence.REDUCED);
    FailureEvidence evidence = new FailureEvidence(run, "repro");
    evidence.reduced("random.a.1", "");
    assertFalse(Files.exists(file));
    String text = FailureEvidence.reduced("random.b.2", "a store", "void main() {}");
    evidence.reduced("random.a.1", text);
    assertEquals(Files.readString(file), "random.b.2\na store\nvoid main() {}");
    // What cannot be written is not shown, and nobody keeps anything where no run is.
    evidence.reduced("random.none.3", text);
    FailureEvidence.NONE.reduced("random.a.1", text);
  }
}
