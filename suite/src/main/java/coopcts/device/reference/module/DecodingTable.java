// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.InstructionNames;
import coopcts.device.reference.spirv.UnsupportedException;
import java.util.HashMap;
import java.util.Map;

/** How instructions become steps, by opcode: each group of instructions adds its own. */
public final class DecodingTable implements Decoding {

  private final Map<Integer, Decoding> decodings = new HashMap<>();

  /** A table that has no opcodes yet. */
  public DecodingTable() {}

  /**
   * Adds how an opcode is decoded.
   *
   * @param opcode its number
   * @param decoding makes the step
   * @throws IllegalStateException if the table has the opcode already
   */
  public void add(int opcode, Decoding decoding) {
    if (decodings.put(opcode, decoding) != null) {
      throw new IllegalStateException("two groups of instructions know opcode " + opcode);
    }
  }

  /**
   * @throws UnsupportedException if no group knows the opcode
   */
  @Override
  public DecodedInstruction decode(Instruction i) {
    Decoding decoding = decodings.get(i.opcode());
    if (decoding == null) {
      throw new UnsupportedException(
          "instruction " + InstructionNames.opcode(i.opcode()) + " is not supported");
    }
    return decoding.decode(i);
  }
}
