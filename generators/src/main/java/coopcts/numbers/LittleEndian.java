// SPDX-License-Identifier: Apache-2.0
package coopcts.numbers;

/** Bit patterns in bytes, lowest byte first, as they lie in memory. */
public final class LittleEndian {

  private LittleEndian() {}

  /**
   * Reads {@code width} bytes as one number.
   *
   * @param bytes the memory, which is not changed
   * @param offset of the first byte, counted from 0
   * @param width number of bytes, 1 to 8
   * @return the bytes as an unsigned number in the low {@code 8 * width} bits, the rest zero
   * @throws ArrayIndexOutOfBoundsException if the bytes do not lie in the memory
   */
  public static long get(byte[] bytes, int offset, int width) {
    long pattern = 0;
    for (int i = width - 1; i >= 0; i--) {
      pattern = pattern << 8 | bytes[offset + i] & 0xFF;
    }
    return pattern;
  }

  /**
   * Writes the low {@code width} bytes of a number.
   *
   * @param bytes the memory, which is changed
   * @param offset of the first byte, counted from 0
   * @param width number of bytes, 1 to 8
   * @param pattern what is written; its higher bytes are left out
   * @throws ArrayIndexOutOfBoundsException if the bytes do not lie in the memory; some may then
   *     have been written
   */
  public static void put(byte[] bytes, int offset, int width, long pattern) {
    for (int i = 0; i < width; i++) {
      bytes[offset + i] = (byte) (pattern >>> 8 * i);
    }
  }
}
