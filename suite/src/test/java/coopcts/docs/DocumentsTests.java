// SPDX-License-Identifier: Apache-2.0
package coopcts.docs;

import static org.testng.Assert.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.Test;

/** What the documents quote of the suite is true; {@code ./run-cts.sh docs} makes it so. */
public final class DocumentsTests {

  @Test
  public void figuresAreTrue() throws Exception {
    assertEquals(new Documents(Path.of("..")).stale(), List.of());
  }
}
