// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** An answer of the agent, read from its front. */
final class Reply {

  private final int kind;
  private final ByteBuffer body;

  Reply(int kind, byte[] body) {
    this.kind = kind;
    this.body = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
  }

  int kind() {
    return kind;
  }

  boolean hasMore() {
    return body.hasRemaining();
  }

  int u32() throws BrokenLinkException {
    try {
      return body.getInt();
    } catch (BufferUnderflowException e) {
      throw new BrokenLinkException("an answer ends too early");
    }
  }

  /** The length of a block, whose bytes come next. */
  private int length() throws BrokenLinkException {
    int length = u32();
    if (length < 0 || length > body.remaining()) {
      throw new BrokenLinkException("an answer ends too early");
    }
    return length;
  }

  byte[] block() throws BrokenLinkException {
    byte[] bytes = new byte[length()];
    body.get(bytes);
    return bytes;
  }

  String text() throws BrokenLinkException {
    return new String(block(), StandardCharsets.UTF_8);
  }

  /** Puts the ranges that changed into a buffer. */
  void changes(byte[] into) throws BrokenLinkException {
    int ranges = u32();
    for (int i = 0; i < ranges; i++) {
      int offset = u32();
      int length = length();
      if (offset < 0 || offset > into.length - length) {
        throw new BrokenLinkException("an answer changes bytes outside of a buffer");
      }
      body.get(into, offset, length);
    }
  }
}
