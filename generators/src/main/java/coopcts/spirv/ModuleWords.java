// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.lwjgl.util.spvc.Spv;

/**
 * A module as words.
 *
 * @param header the five words that it begins with
 * @param instructions each with all of its words, in order
 */
public record ModuleWords(int[] header, List<int[]> instructions) {

  private static final int HEADER = 5;
  private static final int BOUND = 3;

  public static ModuleWords of(byte[] spirv) {
    IntBuffer words = ByteBuffer.wrap(spirv).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    int[] header = new int[HEADER];
    words.get(header);
    List<int[]> instructions = new ArrayList<>();
    while (words.hasRemaining()) {
      int[] instruction = new int[words.get(words.position()) >>> 16];
      words.get(instruction);
      instructions.add(instruction);
    }
    return new ModuleWords(header, instructions);
  }

  /** One more than the greatest id. */
  public int bound() {
    return header[BOUND];
  }

  /** A module with the same header but for its bound. */
  public byte[] with(int bound, List<int[]> all) {
    int words = HEADER + all.stream().mapToInt(i -> i.length).sum();
    ByteBuffer bytes = ByteBuffer.allocate(words * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    int[] own = header.clone();
    own[BOUND] = bound;
    IntBuffer out = bytes.asIntBuffer();
    out.put(own);
    all.forEach(out::put);
    return bytes.array();
  }

  /** Adds capabilities and an extension behind the capabilities that there are. */
  public static void declare(List<int[]> all, String extension, int... capabilities) {
    int at = 0;
    while (opcode(all.get(at)) == Spv.SpvOpCapability) {
      at++;
    }
    all.add(at, instruction(Spv.SpvOpExtension, text(extension)));
    for (int capability : capabilities) {
      all.add(at, instruction(Spv.SpvOpCapability, capability));
    }
  }

  public static int opcode(int[] instruction) {
    return instruction[0] & 0xFFFF;
  }

  public static int[] instruction(int opcode, int... words) {
    return IntStream.concat(IntStream.of(words.length + 1 << 16 | opcode), Arrays.stream(words))
        .toArray();
  }

  public static int[] joined(int[] first, int... more) {
    return IntStream.concat(Arrays.stream(first), Arrays.stream(more)).toArray();
  }

  /** The words of an instruction from one on. */
  public static int[] rest(int[] instruction, int from) {
    return Arrays.copyOfRange(instruction, from, instruction.length);
  }

  /** A literal string: its bytes with a 0 behind, filled up to words. */
  public static int[] text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int[] words = new int[bytes.length / Integer.BYTES + 1];
    for (int at = 0; at < bytes.length; at++) {
      words[at / Integer.BYTES] |= bytes[at] << Byte.SIZE * (at % Integer.BYTES);
    }
    return words;
  }

  /** The literal string that begins at a word of an instruction. */
  public static String text(int[] instruction, int from) {
    ByteBuffer bytes =
        ByteBuffer.allocate((instruction.length - from) * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(rest(instruction, from));
    String text = new String(bytes.array(), StandardCharsets.UTF_8);
    return text.substring(0, text.indexOf(0));
  }
}
