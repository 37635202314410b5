// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Frames over a pair of streams: a header with a checksum, and a body that travels packed where
 * that makes it smaller. Several threads may send, and one receives.
 */
final class Link {

  /** The first bytes of every frame. */
  static final byte[] MAGIC = "CCTS".getBytes(StandardCharsets.US_ASCII);

  static final int HEADER = 24;

  /** Bytes of the header that its checksum covers. */
  private static final int CHECKED = 20;

  /** Bytes of an answer that says in words what went wrong, at most. */
  static final int WORDS = 1 << 16;

  /** Bytes of a greeting, which has the device report in it, at most. */
  static final int GREETING = 1 << 24;

  /** Bodies of fewer bytes are not packed. */
  private static final int SHORT = 64;

  private final InputStream in;
  private final OutputStream out;
  private int number;

  Link(InputStream in, OutputStream out) {
    this.in = new BufferedInputStream(in, 1 << 16);
    this.out = new BufferedOutputStream(out, 1 << 16);
  }

  /**
   * Sends a request.
   *
   * @return its number, which its answer has
   */
  synchronized int send(int kind, RequestBody body) throws IOException {
    byte[] bytes = body.bytes();
    Optional<byte[]> packed = bytes.length < SHORT ? Optional.empty() : Lz4.pack(bytes);
    return send(kind, packed.orElse(bytes), bytes.length, 0);
  }

  /**
   * Sends a frame.
   *
   * @param size of the body when it is unpacked
   * @param damage what its checksum is off by
   * @return its number
   */
  synchronized int send(int kind, byte[] sent, int size, int damage) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    header.put(MAGIC).putInt(sent.length).putInt(size).putInt(++number).putInt(kind);
    header.putInt(checksum(header.array(), sent) + damage);
    out.write(header.array());
    out.write(sent);
    out.flush();
    return number;
  }

  /**
   * Waits for the next answer.
   *
   * @param expected the number of its request; 0 is the greeting's
   * @param most bytes that its body may have, if it is not words
   * @throws EOFException if the stream ends
   * @throws BrokenLinkException if what comes is not of the protocol
   */
  Reply receive(int expected, int most) throws IOException {
    byte[] first = in.readNBytes(MAGIC.length);
    if (first.length == 0) {
      throw new EOFException("the stream ended");
    }
    if (!Arrays.equals(first, MAGIC)) {
      throw new BrokenLinkException("something else than a frame came: '" + excerpt(first) + "'");
    }
    ByteBuffer header = ByteBuffer.wrap(new byte[HEADER]).order(ByteOrder.LITTLE_ENDIAN).put(MAGIC);
    header.put(exactly(HEADER - MAGIC.length)).position(MAGIC.length);
    int length = header.getInt();
    int size = header.getInt();
    int answered = header.getInt();
    int kind = header.getInt();
    int bound = Math.max(most, WORDS);
    if (length < 0 || length > size || size > bound) {
      throw new BrokenLinkException(
          "a frame of %d bytes came, which says it has %d; there can be %d at most"
              .formatted(Integer.toUnsignedLong(length), Integer.toUnsignedLong(size), bound));
    }
    byte[] sent = exactly(length);
    if (checksum(header.array(), sent) != header.getInt()) {
      throw new BrokenLinkException("a frame was damaged on its way");
    }
    Reply answer = new Reply(kind, length < size ? Lz4.unpack(sent, size) : sent);
    if (answered != expected) {
      throw new BrokenLinkException(
          "request %d was answered instead of %d%s"
              .formatted(
                  answered, expected, kind == MessageKind.MALFORMED ? ": " + answer.words() : ""));
    }
    return answer;
  }

  /** The first bytes of what came instead of a frame, with what follows at once, as text. */
  private String excerpt(byte[] first) throws IOException {
    byte[] more = in.readNBytes(Math.min(in.available(), 60));
    return (new String(first, StandardCharsets.UTF_8) + new String(more, StandardCharsets.UTF_8))
        .replaceAll("[^\\x20-\\x7E]", "?");
  }

  private byte[] exactly(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("the stream ended within a frame");
    }
    return bytes;
  }

  private static int checksum(byte[] header, byte[] body) {
    CRC32 crc = new CRC32();
    crc.update(header, 0, CHECKED);
    crc.update(body);
    return (int) crc.getValue();
  }
}
