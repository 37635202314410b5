// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Hands on what goes to an agent, and knows whether its last request is the one to end. */
public final class RequestStream extends OutputStream {

  /** Where a header has its kind. */
  private static final int KIND = 16;

  private final OutputStream out;
  private byte[] last = new byte[0];

  /**
   * Makes a stream in front of another.
   *
   * @param out where the bytes go
   */
  public RequestStream(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    // The agent may have ended before the other stream returns.
    keep(bytes, from, count);
    out.write(bytes, from, count);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  /** The last bytes, as many as a header has: the request to end has no body. */
  private synchronized void keep(byte[] bytes, int from, int count) {
    int before = Math.min(last.length, Math.max(0, Link.HEADER - count));
    byte[] kept =
        Arrays.copyOfRange(last, last.length - before, last.length - before + Link.HEADER);
    int added = Math.min(count, Link.HEADER);
    System.arraycopy(bytes, from + count - added, kept, before, added);
    last = Arrays.copyOf(kept, before + added);
  }

  /** {@return whether nothing came behind the request to end} */
  public synchronized boolean isAtEnd() {
    return last.length == Link.HEADER
        && Arrays.equals(Link.MAGIC, Arrays.copyOf(last, Link.MAGIC.length))
        && ByteBuffer.wrap(last).order(ByteOrder.LITTLE_ENDIAN).getInt(KIND) == MessageKind.END;
  }
}
