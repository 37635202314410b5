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

  /**
   * Cuts a module into words.
   *
   * @param spirv words in little-endian order: a header of five, then whole instructions
   * @return the words; later changes of the bytes do not show
   */
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

  /** {@return one more than the greatest id} */
  public int bound() {
    return header[BOUND];
  }

  /**
   * {@return a module with the same header but for its bound, words in little-endian order}
   *
   * @param bound one more than the greatest id in the instructions
   * @param all instructions of the new module, in order
   */
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

  /**
   * Adds an extension and capabilities behind the capabilities that the module already has.
   *
   * @param all the module's instructions, changed in place; the first is a capability
   * @param extension name of the SPIR-V extension
   * @param capabilities numbers of the capabilities; they may be none
   */
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

  /**
   * {@return the opcode of an instruction, the low 16 bits of its first word}
   *
   * @param instruction all words of it
   */
  public static int opcode(int[] instruction) {
    return instruction[0] & 0xFFFF;
  }

  /**
   * {@return an instruction of all its words; its first holds the word count}
   *
   * @param opcode of the instruction
   * @param words operands, without the first word
   */
  public static int[] instruction(int opcode, int... words) {
    return IntStream.concat(IntStream.of(words.length + 1 << 16 | opcode), Arrays.stream(words))
        .toArray();
  }

  /**
   * {@return two runs of words, one behind the other, as a new array}
   *
   * @param first words in front
   * @param more words behind; may be none
   */
  public static int[] joined(int[] first, int... more) {
    return IntStream.concat(Arrays.stream(first), Arrays.stream(more)).toArray();
  }

  /**
   * {@return the words of an instruction from one on}
   *
   * @param instruction all words of it
   * @param from index of the first word that is wanted
   */
  public static int[] rest(int[] instruction, int from) {
    return Arrays.copyOfRange(instruction, from, instruction.length);
  }

  /**
   * {@return a literal string: its bytes with a 0 behind, filled up to words}
   *
   * @param text in UTF-8, without a zero character
   */
  public static int[] text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int[] words = new int[bytes.length / Integer.BYTES + 1];
    for (int at = 0; at < bytes.length; at++) {
      words[at / Integer.BYTES] |= bytes[at] << Byte.SIZE * (at % Integer.BYTES);
    }
    return words;
  }

  /**
   * The literal string that begins at a word of an instruction.
   *
   * @param instruction all words of it
   * @param from index of the string's first word
   * @return the text without its final 0
   * @throws StringIndexOutOfBoundsException if the string has no end
   */
  public static String text(int[] instruction, int from) {
    ByteBuffer bytes =
        ByteBuffer.allocate((instruction.length - from) * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(rest(instruction, from));
    String text = new String(bytes.array(), StandardCharsets.UTF_8);
    return text.substring(0, text.indexOf(0));
  }
}
