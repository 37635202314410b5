// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

import coopcts.grammar.Opcode;
import coopcts.grammar.OpcodeKind;
import coopcts.grammar.ResultForm;
import coopcts.grammar.Role;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.lwjgl.util.spvc.Spv;

/**
 * One SPIR-V instruction, cut from a module's words.
 *
 * @param opcode number of the operation
 * @param type id of the result type, 0 without one
 * @param result id of the result, 0 without one
 * @param operands the words behind type and result; the array is not to be changed
 * @param line of the source by the last OpLine, 0 without one
 * @param column of the source, 0 where it is not known
 */
public record Instruction(int opcode, int type, int result, int[] operands, int line, int column) {

  /**
   * {@return one operand, a word of the instruction: an id or a literal}
   *
   * @param i its index behind type and result, from 0; a negative one fails with an
   *     ArrayIndexOutOfBoundsException
   * @throws SpirvException if the instruction has fewer operands
   */
  public int operand(int i) {
    if (i >= operands.length) {
      throw new SpirvException(name() + " has too few operands");
    }
    return operands[i];
  }

  /**
   * {@return one operand by its role, an id or a literal; of several, the first}
   *
   * @param role that the instruction table gives the operand
   * @throws SpirvException if the instruction has fewer operands
   * @throws java.util.NoSuchElementException if the table gives the instruction no such operand
   */
  public int operand(Role role) {
    return operand(Opcode.of(opcode).place(role).orElseThrow());
  }

  /**
   * {@return an operand that an instruction may lack, by its role; 0 where it does}
   *
   * @param role that the instruction table may give an operand
   */
  public int operandIfAny(Role role) {
    OptionalInt place = Opcode.of(opcode).place(role);
    return place.isPresent() && place.getAsInt() < operands.length ? operands[place.getAsInt()] : 0;
  }

  /**
   * {@return the indices of all operands of a role, ascending; none where the instruction lacks
   * them}
   *
   * @param role that the instruction table may give operands
   */
  public IntStream places(Role role) {
    Opcode.Operand first = Opcode.of(opcode).operands().get(role);
    return first == null
        ? IntStream.empty()
        : IntStream.range(
            first.place(),
            first.isMany() ? operands.length : Math.min(operands.length, first.place() + 1));
  }

  /** {@return what the specification calls the instruction, such as {@code OpLoad}} */
  public String name() {
    return Opcode.of(opcode).name();
  }

  /** {@return what the instruction is for those who read modules} */
  public OpcodeKind kind() {
    return Opcode.of(opcode).kind();
  }

  /** The most that a module may have: SPIR-V, universal limits. */
  private static final int MOST_IDS = 0x3F_FFFF;

  /** {@return the number of operand words, without result type and result} */
  public int count() {
    return operands.length;
  }

  /**
   * {@return the literal string that starts at an operand: UTF-8 up to the first zero byte, or to
   * the end of the instruction where no zero comes}
   *
   * @param first index of the operand word, from 0 to {@link #count}, where the string is empty
   * @throws NegativeArraySizeException if the index is above the number of operands
   */
  public String text(int first) {
    byte[] bytes = new byte[4 * (operands.length - first)];
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      byte b = (byte) (operands[first + i / 4] >>> 8 * (i % 4));
      if (b == 0) {
        break;
      }
      bytes[length++] = b;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /**
   * {@return the instructions of a module, in order, in a new list} Line and column of each come
   * from the last OpLine before it. Only the cut into instructions is checked.
   *
   * @param spirv the module's words as bytes in little-endian order, header included
   * @throws SpirvException if the bytes are no SPIR-V module: no whole words, another magic number,
   *     an instruction that is cut off or has too few words
   */
  public static List<Instruction> parse(byte[] spirv) {
    if (spirv.length < 20 || spirv.length % 4 != 0 || word(spirv, 0) != Spv.SpvMagicNumber) {
      throw new SpirvException("not a SPIR-V module");
    }
    List<Instruction> instructions = new ArrayList<>();
    int line = 0;
    int column = 0;
    for (int at = 5; at < spirv.length / 4; ) {
      int head = word(spirv, at);
      int opcode = head & 0xFFFF;
      int count = head >>> 16;
      if (count == 0 || at + count > spirv.length / 4) {
        throw new SpirvException("the module is cut off at word " + at);
      }
      int first = at + 1;
      int type = 0;
      int result = 0;
      Opcode row = Opcode.of(opcode);
      first += row.result().words();
      if (first > at + count) {
        throw new SpirvException(row.name() + " has too few words");
      }
      if (row.result() != ResultForm.NONE) {
        type = row.result() == ResultForm.TYPED ? word(spirv, at + 1) : 0;
        result = word(spirv, first - 1);
      }
      int[] operands = new int[at + count - first];
      for (int i = 0; i < operands.length; i++) {
        operands[i] = word(spirv, first + i);
      }
      if (opcode == Spv.SpvOpLine) {
        Instruction place = new Instruction(opcode, type, result, operands, line, column);
        line = place.operand(1);
        column = place.operand(2);
      }
      instructions.add(new Instruction(opcode, type, result, operands, line, column));
      at += count;
    }
    return instructions;
  }

  /**
   * {@return the version in a module's header: major in bits 16 to 23, minor in bits 8 to 15}
   *
   * @param spirv the module's words as bytes in little-endian order, at least the header of 20
   *     bytes; not checked
   */
  public static int version(byte[] spirv) {
    return word(spirv, 1);
  }

  /**
   * {@return the bound in a module's header: all ids are smaller}
   *
   * @param spirv the module's words as bytes in little-endian order, at least the header of 20
   *     bytes; not checked
   * @throws SpirvException if it is above 0x3FFFFF, the universal limit of SPIR-V
   */
  public static int bound(byte[] spirv) {
    int bound = word(spirv, 3);
    if (bound < 0 || bound > MOST_IDS) {
      throw new SpirvException(
          "a bound of %d for ids is more than %d"
              .formatted(Integer.toUnsignedLong(bound), MOST_IDS));
    }
    return bound;
  }

  private static int word(byte[] bytes, int index) {
    int at = 4 * index;
    return bytes[at] & 0xFF
        | (bytes[at + 1] & 0xFF) << 8
        | (bytes[at + 2] & 0xFF) << 16
        | (bytes[at + 3] & 0xFF) << 24;
  }
}
