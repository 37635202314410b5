// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.numbers.LittleEndian;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Block-quantized formats as language models use them: how many elements stand in how many bytes,
 * and what they are. Scales are made powers of two and factors small, so that every value is exact
 * in float16.
 */
public enum BlockFormat {
  /** A scale and signed bytes. */
  Q8_0(32, 34, "half2(0) * float(signed8(B(2 + i)))") {
    @Override
    double value(byte[] block, int at, int i) {
      return half(block, at) * block[at + 2 + i];
    }

    @Override
    void fill(byte[] block, int at, SplittableRandom random) {
      scale(block, at, random);
    }
  },

  /** A scale and nibbles around 8. */
  Q4_0(32, 18, "half2(0) * (float(nibble(2, i)) - 8.0)") {
    @Override
    double value(byte[] block, int at, int i) {
      return half(block, at) * (nibble(block, at + 2, i) - 8);
    }

    @Override
    void fill(byte[] block, int at, SplittableRandom random) {
      scale(block, at, random);
    }
  },

  /** A scale, a least value and nibbles. */
  Q4_1(32, 20, "half2(0) * float(nibble(4, i)) + half2(2)") {
    @Override
    double value(byte[] block, int at, int i) {
      return half(block, at) * nibble(block, at + 4, i) + half(block, at + 2);
    }

    @Override
    void fill(byte[] block, int at, SplittableRandom random) {
      scale(block, at, random);
      LittleEndian.put(block, at + 2, 2, LittleEndian.get(block, at, 2) ^ 0x8000 | 0x100);
    }
  },

  /** A scale, fifth bits and nibbles, around 16. */
  Q5_0(32, 22, "half2(0) * (float(nibble(6, i) | (B(2 + i / 8) >> i % 8 & 1) << 4) - 16.0)") {
    @Override
    double value(byte[] block, int at, int i) {
      int high = block[at + 2 + i / 8] >> i % 8 & 1;
      return half(block, at) * ((nibble(block, at + 6, i) | high << 4) - 16);
    }

    @Override
    void fill(byte[] block, int at, SplittableRandom random) {
      scale(block, at, random);
    }
  },

  /** Eight sub-blocks with scales and least values of six bits each. */
  Q4_K(
      256,
      144,
      """
      half2(0) * float(six(4, i / 32, false)) * float(B(16 + i / 64 * 32 + i % 32) >> i / 32 % 2 * 4 & 15)
                  - half2(2) * float(six(4, i / 32, true))\
      """) {
    @Override
    double value(byte[] block, int at, int i) {
      int part = i / 32;
      int pair = Byte.toUnsignedInt(block[at + 16 + part / 2 * 32 + i % 32]);
      int quantum = part % 2 == 0 ? pair & 15 : pair >> 4;
      return half(block, at) * sixBits(block, at + 4, part) * quantum
          - half(block, at + 2) * sixBits(block, at + 4, part + 8);
    }

    // Scales are numbers 0 to 7, least values 8 to 15; the upper four share bytes with others.
    private int sixBits(byte[] block, int at, int number) {
      int j = number % 8;
      boolean least = number >= 8;
      if (j < 4) {
        return block[at + (least ? 4 : 0) + j] & 63;
      }
      int low = Byte.toUnsignedInt(block[at + 4 + j]) >> (least ? 4 : 0) & 15;
      int high = Byte.toUnsignedInt(block[at + (least ? j : j - 4)]) >> 6;
      return low | high << 4;
    }

    @Override
    void fill(byte[] block, int at, SplittableRandom random) {
      scale(block, at, random);
      LittleEndian.put(block, at + 2, 2, LittleEndian.get(block, at, 2));
    }
  },

  /** Sixteen sub-blocks with signed scales; six bits, two of them apart. */
  Q6_K(
      256,
      210,
      """
      half2(208) * float(signed8(B(192 + i / 128 * 8 + i % 32 / 16 + i % 128 / 32 * 2)))
                  * (float((B(i / 128 * 64 + i % 64) >> i % 128 / 64 * 4 & 15)
                      | (B(128 + i / 128 * 32 + i % 32) >> i % 128 / 32 * 2 & 3) << 4) - 32.0)\
      """) {
    @Override
    double value(byte[] block, int at, int i) {
      int half = i / 128;
      int group = i % 128 / 32;
      int l = i % 32;
      int low = block[at + half * 64 + group % 2 * 32 + l] >> (group < 2 ? 0 : 4) & 15;
      int high = block[at + 128 + half * 32 + l] >> 2 * group & 3;
      int scale = block[at + 192 + half * 8 + 2 * group + l / 16];
      return half(block, at + 208) * scale * ((low | high << 4) - 32);
    }

    @Override
    void fill(byte[] block, int at, SplittableRandom random) {
      scale(block, at + 208, random);
      for (int i = 0; i < 16; i++) {
        block[at + 192 + i] = (byte) random.nextInt(-31, 32);
      }
    }
  },

  /** A scale and indices into a table of uneven steps. */
  CODEBOOK4(32, 18, "half2(0) * CODEBOOK[nibble(2, i)]") {
    @Override
    double value(byte[] block, int at, int i) {
      return half(block, at) * CODEBOOK[nibble(block, at + 2, i)];
    }

    @Override
    void fill(byte[] block, int at, SplittableRandom random) {
      scale(block, at, random);
    }
  },

  /** E2M1 with an E8M0 scale. */
  MXFP4(32, 17, "uintBitsToFloat(B(0) << 23) * E2M1[nibble(1, i)]") {
    @Override
    double value(byte[] block, int at, int i) {
      return Math.scalb(E2M1[nibble(block, at + 1, i)], Byte.toUnsignedInt(block[at]) - 127);
    }

    @Override
    void fill(byte[] block, int at, SplittableRandom random) {
      block[at] = (byte) random.nextInt(121, 134);
    }
  },

  /** E2M1 with an E4M3 scale for each sixteen. */
  NVFP4(
      64,
      36,
      "float(8 + (B(i / 16) & 7)) * exp2of(int(B(i / 16) >> 3) - 10) * E2M1[nibble16(4, i)]") {
    @Override
    double value(byte[] block, int at, int i) {
      int code = block[at + i / 16];
      int nibbles = at + 4 + i / 16 * 8;
      double scale = Math.scalb(8.0 + (code & 7), (code >> 3) - 10);
      int pair = Byte.toUnsignedInt(block[nibbles + i % 8]);
      return scale * E2M1[i % 16 < 8 ? pair & 15 : pair >> 4];
    }

    @Override
    void fill(byte[] block, int at, SplittableRandom random) {
      for (int i = 0; i < 4; i++) {
        block[at + i] = (byte) random.nextInt(2 << 3, 14 << 3);
      }
    }
  },

  /** A scale and signs. */
  SIGNS(32, 6, "(B(2 + i / 8) >> i % 8 & 1) != 0 ? half2(0) : -half2(0)") {
    @Override
    double value(byte[] block, int at, int i) {
      return (block[at + 2 + i / 8] >> i % 8 & 1) != 0 ? half(block, at) : -half(block, at);
    }

    @Override
    void fill(byte[] block, int at, SplittableRandom random) {
      scale(block, at, random);
    }
  };

  private static final double[] CODEBOOK = {
    -121, -99, -80, -63, -48, -34, -21, -9, 2, 14, 26, 39, 54, 71, 91, 117
  };

  private static final double[] E2M1 = {
    0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6
  };

  private final int elements;
  private final int bytes;
  private final String glsl;

  /**
   * @param glsl the value of element i, over the block's bytes B(k)
   */
  BlockFormat(int elements, int bytes, String glsl) {
    this.elements = elements;
    this.bytes = bytes;
    this.glsl = glsl;
  }

  int elements() {
    return elements;
  }

  /** {@return the size of one block in memory, in bytes} */
  public int bytes() {
    return bytes;
  }

  String glsl() {
    return glsl;
  }

  /** The value of an element of the block that begins at a byte. */
  abstract double value(byte[] blocks, int at, int i);

  /** Brings a block of random bytes into the range of values that are exact. */
  abstract void fill(byte[] blocks, int at, SplittableRandom random);

  /** Blocks of random content. */
  byte[] blocks(int count, SplittableRandom random) {
    byte[] blocks = new byte[Math.ceilDiv(count * bytes, 16) * 16];
    random.nextBytes(blocks);
    for (int block = 0; block < count; block++) {
      fill(blocks, block * bytes, random);
    }
    return blocks;
  }

  /** A float16 scale: a power of two from 2^-4 to 2^2. */
  private static void scale(byte[] block, int at, SplittableRandom random) {
    LittleEndian.put(block, at, 2, random.nextInt(11, 18) << 10);
  }

  private static double half(byte[] block, int at) {
    return Float.float16ToFloat((short) LittleEndian.get(block, at, 2));
  }

  /** The first half of the elements in the low nibbles, the second in the high ones. */
  private static int nibble(byte[] block, int at, int i) {
    int pair = Byte.toUnsignedInt(block[at + i % 16]);
    return i < 16 ? pair & 15 : pair >> 4;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
