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
 * A SPIR-V module cut into words, for what changes modules or counts instructions. Nothing is
 * checked but what Java's arrays check.
 *
 * @param header the five words that it begins with
 * @param instructions each with all of its words, in order: the first has the number of words in
 *     its upper 16 bits and the opcode in its lower ones
 */
public record ModuleWords(int[] header, List<int[]> instructions) {

  private static final int HEADER = 5;
  private static final int BOUND = 3;

  /**
   * Cuts a module into words.
   *
   * @param spirv words in little-endian order: a header of five, then whole instructions; the
   *     caller makes sure that each instruction's word count is at least 1
   * @return the words; later changes of the bytes do not show
   * @throws java.nio.BufferUnderflowException if the header or the last instruction is cut short
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

  /** {@return the id bound in the header: every id of the module is less} */
  public int bound() {
    return header[BOUND];
  }

  /**
   * {@return a module of other instructions, its words in little-endian order} The header is this
   * module's, but for the id bound. This object is not changed.
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
   * Adds an extension and capabilities to a list of instructions, behind the capabilities at its
   * beginning.
   *
   * @param all the module's instructions, changed in place; the list must be modifiable and have an
   *     instruction that is no capability
   * @param extension name of the SPIR-V extension, such as {@code SPV_KHR_cooperative_matrix}
   * @param capabilities numbers of the capabilities; there may be none
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
   * @param instruction all words of the instruction, at least one
   */
  public static int opcode(int[] instruction) {
    return instruction[0] & 0xFFFF;
  }

  /**
   * {@return all words of a new instruction; the first has the word count and the opcode}
   *
   * @param opcode of the instruction
   * @param words operands, ids of result type and result among them, at most 65,534
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
   * {@return the words of an instruction from an index to its end, as a new array}
   *
   * @param instruction all words of the instruction
   * @param from index of the first word that is wanted, counted from 0; up to the number of words,
   *     for which the result is empty
   */
  public static int[] rest(int[] instruction, int from) {
    return Arrays.copyOfRange(instruction, from, instruction.length);
  }

  /**
   * {@return a literal string as SPIR-V encodes it: UTF-8 with a 0 byte behind, filled up with
   * zeros to whole words}
   *
   * @param text without a zero character
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
   * Reads the literal string that begins at a word of an instruction.
   *
   * @param instruction all words of the instruction
   * @param from index of the string's first word, counted from 0
   * @return the text without its final 0
   * @throws StringIndexOutOfBoundsException if no 0 byte ends the string
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
