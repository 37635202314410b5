// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * Packs bytes as an LZ4 block: a sequence of literal bytes and of matches, at least four bytes that
 * stood up to 65535 bytes before.
 */
final class Lz4 {

  private static final int MIN_MATCH = 4;
  private static final int FARTHEST = 65535;

  /** A block ends in so many literals, and its last match begins so far before the end. */
  private static final int LAST_LITERALS = 5;

  private static final int LAST_MATCH = 12;

  private static final int HASH_BITS = 14;
  private static final int HASH_FACTOR = 0x9E3779B1;

  /** A count in a token that goes on in the bytes that follow. */
  private static final int LONG = 15;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] from;
  private final byte[] to;
  private int end;

  private Lz4(byte[] from) {
    this.from = from;
    this.to = new byte[from.length];
  }

  /** The bytes as a block, where that is smaller. */
  static Optional<byte[]> pack(byte[] bytes) {
    Lz4 packer = new Lz4(bytes);
    return packer.run() ? Optional.of(Arrays.copyOf(packer.to, packer.end)) : Optional.empty();
  }

  private boolean run() {
    int[] seen = new int[1 << HASH_BITS];
    int begun = 0;
    int at = 0;
    while (at + LAST_MATCH < from.length) {
      int word = (int) INT.get(from, at);
      int slot = word * HASH_FACTOR >>> 32 - HASH_BITS;
      int candidate = seen[slot] - 1;
      seen[slot] = at + 1;
      if (candidate < 0 || at - candidate > FARTHEST || (int) INT.get(from, candidate) != word) {
        at += 1 + (at - begun >> 6);
        continue;
      }
      int limit = from.length - LAST_LITERALS;
      int length = Arrays.mismatch(from, at, limit, from, candidate, candidate + limit - at);
      length = length < 0 ? limit - at : length;
      if (!token(begun, at, at - candidate, length)) {
        return false;
      }
      at += length;
      begun = at;
    }
    return token(begun, from.length, 0, 0) && end < from.length;
  }

  /** Writes literals and a match; a length of 0 is no match. */
  private boolean token(int begun, int at, int distance, int length) {
    int literals = at - begun;
    int more = length == 0 ? 0 : length - MIN_MATCH;
    if (to.length - end < literals + literals / 255 + length / 255 + 8) {
      return false;
    }
    to[end++] = (byte) (Math.min(literals, LONG) << 4 | Math.min(more, LONG));
    count(literals);
    System.arraycopy(from, begun, to, end, literals);
    end += literals;
    if (length > 0) {
      to[end++] = (byte) distance;
      to[end++] = (byte) (distance >> 8);
      count(more);
    }
    return true;
  }

  private void count(int count) {
    if (count < LONG) {
      return;
    }
    int rest = count - LONG;
    for (; rest >= 255; rest -= 255) {
      to[end++] = (byte) 255;
    }
    to[end++] = (byte) rest;
  }

  /**
   * The bytes of a block.
   *
   * @throws BrokenLinkException if it is none, or not of that size
   */
  static byte[] unpack(byte[] block, int size) throws BrokenLinkException {
    byte[] bytes = new byte[size];
    try {
      if (unpack(block, bytes)) {
        return bytes;
      }
    } catch (IndexOutOfBoundsException e) {
      // The exception below says it.
    }
    throw new BrokenLinkException("a frame does not unpack to " + size + " bytes");
  }

  private static boolean unpack(byte[] block, byte[] to) {
    int at = 0;
    int end = 0;
    while (at < block.length) {
      int token = block[at++] & 0xFF;
      int literals = token >> 4;
      if (literals == LONG) {
        int more;
        do {
          more = block[at++] & 0xFF;
          literals += more;
        } while (more == 255);
      }
      System.arraycopy(block, at, to, end, literals);
      at += literals;
      end += literals;
      if (at == block.length) {
        break;
      }
      int distance = block[at] & 0xFF | (block[at + 1] & 0xFF) << 8;
      at += 2;
      int length = token & LONG;
      if (length == LONG) {
        int more;
        do {
          more = block[at++] & 0xFF;
          length += more;
        } while (more == 255);
      }
      length += MIN_MATCH;
      if (distance == 0) {
        return false;
      }
      for (int i = 0; i < length; i++, end++) {
        to[end] = to[end - distance];
      }
    }
    return end == to.length;
  }
}
