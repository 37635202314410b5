// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import coopcts.testing.Temporary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.annotations.Test;

/** Where a worker connects. */
public final class ListenerTests {

  @Test
  public void aSocketLiesInItsFolder() throws IOException {
    Path folder = Temporary.folder("s").resolve("sockets");
    try (Listener listener = Listener.in(folder, "0.1")) {
      assertEquals(listener.socket().getParent(), folder);
    }
  }

  /** A home that cannot be written, or another user's cache: a file in place of it is as good. */
  @Test
  public void whereTheFolderCannotBeHadTheSocketIsElsewhere() throws IOException {
    Path file = Temporary.file("no", "folder");
    Path socket;
    try (Listener listener = Listener.in(file.resolve("sockets"), "0.1")) {
      socket = listener.socket();
      assertTrue(Files.exists(socket), socket.toString());
    }
    assertFalse(Files.exists(socket.getParent()), socket.toString());
  }

  @Test
  public void aLinkIsNoFolderForSockets() throws IOException {
    Path folder = Temporary.folder("s");
    Path link = Files.createSymbolicLink(folder.resolve("sockets"), Temporary.folder("t"));
    try (Listener listener = Listener.in(link, "0.1")) {
      assertFalse(listener.socket().startsWith(folder), listener.socket().toString());
    }
  }
}
