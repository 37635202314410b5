// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** An answer of the agent, read from its front. */
final class Reply {

  /** Characters of a text for people. */
  private static final int WORDS = 2000;

  private final int kind;
  private final ByteBuffer body;

  Reply(int kind, byte[] body) {
    this.kind = kind;
    this.body = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
  }

  int kind() {
    return kind;
  }

  /** Whether the device is gone behind this answer. */
  boolean losesDevice() {
    return kind == MessageKind.DEVICE_LOST || kind == MessageKind.TIMED_OUT;
  }

  /** The bytes that have not been read. */
  int rest() {
    return body.remaining();
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

  /** A text for people: one line, of characters that no terminal obeys. */
  String words() throws BrokenLinkException {
    String all = text().strip();
    String line = all.lines().collect(Collectors.joining("; "));
    return (line.length() > WORDS ? line.substring(0, WORDS) + " ..." : line)
        .replaceAll("\\p{Cc}", "?");
  }

  /**
   * Ends reading.
   *
   * @throws BrokenLinkException if there is more than was asked for
   */
  void end() throws BrokenLinkException {
    if (hasMore()) {
      throw new BrokenLinkException("an answer has " + rest() + " bytes too many");
    }
  }

  /** Puts the ranges that changed into a buffer; they come in order, and none twice. */
  void changes(byte[] into) throws BrokenLinkException {
    int ranges = u32();
    if (ranges < 0 || ranges > into.length) {
      throw new BrokenLinkException(
          "an answer changes %d ranges of a buffer of %d bytes"
              .formatted(Integer.toUnsignedLong(ranges), into.length));
    }
    int end = 0;
    for (int i = 0; i < ranges; i++) {
      int offset = u32();
      int length = length();
      if (offset < end || offset > into.length - length) {
        throw new BrokenLinkException("an answer changes bytes outside of a buffer, or twice");
      }
      body.get(into, offset, length);
      end = offset + length;
    }
  }
}
