// SPDX-License-Identifier: Apache-2.0
package coopcts.testing;

import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.annotations.Test;

/** What tests leave goes, and nothing else. */
public final class TemporaryTests {

  @Test
  public void foldersGoWithWhatIsReadOnly() throws IOException {
    Path folder = Temporary.folder("gone");
    Path inner = Files.createDirectories(folder.resolve("a/b"));
    Files.writeString(inner.resolve("file"), "text");
    inner.toFile().setWritable(false);
    inner.getParent().toFile().setExecutable(false);
    Temporary.delete(folder);
    assertFalse(Files.exists(folder));
  }

  @Test
  public void whatLinksLeadToStays() throws IOException {
    Path kept = Temporary.folder("kept");
    Path file = Files.writeString(kept.resolve("file"), "text");
    Path folder = Temporary.folder("links");
    Files.createSymbolicLink(folder.resolve("folder"), kept);
    Files.createSymbolicLink(folder.resolve("file"), file);
    Temporary.delete(folder);
    assertFalse(Files.exists(folder));
    assertTrue(Files.exists(file));
  }

  @Test
  public void thereNeedBeNone() throws IOException {
    Path folder = Temporary.folder("none");
    Temporary.delete(folder);
    Temporary.delete(folder);
    assertFalse(Files.exists(folder));
  }

  @Test
  public void allLieInOneFolder() throws IOException {
    Path folder = Temporary.folder("one");
    Path file = Temporary.file("one", ".txt");
    assertTrue(file.toString().endsWith(".txt"));
    assertTrue(folder.getParent().equals(file.getParent()));
  }
}
