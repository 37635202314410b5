// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

/** Bit patterns in bytes, lowest byte first, as they lie in memory. */
public final class LittleEndian {

  private LittleEndian() {}

  /**
   * The pattern of {@code width} bytes, 1 to 8.
   *
   * @param bytes the memory
   * @param offset of the first byte, in bytes
   * @param width number of bytes, 1 to 8
   * @return the pattern in the low {@code width} bytes
   */
  public static long get(byte[] bytes, int offset, int width) {
    long pattern = 0;
    for (int i = width - 1; i >= 0; i--) {
      pattern = pattern << 8 | bytes[offset + i] & 0xFF;
    }
    return pattern;
  }

  /**
   * Writes the low {@code width} bytes of a pattern.
   *
   * @param bytes the memory
   * @param offset of the first byte, in bytes
   * @param width number of bytes, 1 to 8
   * @param pattern what is written; its high bytes are left out
   */
  public static void put(byte[] bytes, int offset, int width, long pattern) {
    for (int i = 0; i < width; i++) {
      bytes[offset + i] = (byte) (pattern >>> 8 * i);
    }
  }
}
