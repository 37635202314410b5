// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

/** Bit patterns in bytes, lowest byte first, as they lie in memory. */
public final class LittleEndian {

  private LittleEndian() {}

  /** The pattern of {@code width} bytes, 1 to 8. */
  public static long get(byte[] bytes, int offset, int width) {
    long pattern = 0;
    for (int i = width - 1; i >= 0; i--) {
      pattern = pattern << 8 | bytes[offset + i] & 0xFF;
    }
    return pattern;
  }

  /** Writes the low {@code width} bytes of a pattern. */
  public static void put(byte[] bytes, int offset, int width, long pattern) {
    for (int i = 0; i < width; i++) {
      bytes[offset + i] = (byte) (pattern >>> 8 * i);
    }
  }
}
