// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import static org.testng.Assert.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.Test;

/** What the documents quote of the suite is true; {@code ./run-cts.sh docs} makes it so. */
public final class DocumentsTests {

  @Test
  public void figuresAreTrue() throws Exception {
    List<String> stale = new Documents(Path.of("..")).stale();
    assertTrue(stale.isEmpty(), "./run-cts.sh docs writes what is stale: " + stale);
  }
}
