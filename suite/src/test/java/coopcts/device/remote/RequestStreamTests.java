// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import static org.testng.Assert.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import org.testng.annotations.Test;

/** Which request was the last, in whatever pieces the bytes come. */
public final class RequestStreamTests {

  private static byte[] frames(int... kinds) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Link link = new Link(InputStream.nullInputStream(), bytes);
    for (int kind : kinds) {
      link.send(kind, kind == MessageKind.CLOSE ? new RequestBody().u32(1) : new RequestBody());
    }
    return bytes.toByteArray();
  }

  @Test
  public void theRequestToEndIsSeenInPieces() throws Exception {
    byte[] end = frames(MessageKind.CLOSE, MessageKind.END);
    byte[] open = frames(MessageKind.END, MessageKind.CLOSE);
    byte[] barrier = frames(MessageKind.BARRIER);
    for (int piece = 1; piece <= end.length; piece++) {
      assertEquals(isAtEnd(end, piece), true, piece + " bytes at once");
      assertEquals(isAtEnd(open, piece), false, piece + " bytes at once");
      assertEquals(isAtEnd(barrier, piece), false, piece + " bytes at once");
    }
    assertEquals(isAtEnd(new byte[0], 1), false);
  }

  private static boolean isAtEnd(byte[] bytes, int piece) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RequestStream stream = new RequestStream(out);
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    for (byte[] next = in.readNBytes(piece); next.length > 0; next = in.readNBytes(piece)) {
      stream.write(next);
    }
    assertEquals(out.toByteArray(), bytes);
    return stream.isAtEnd();
  }
}
