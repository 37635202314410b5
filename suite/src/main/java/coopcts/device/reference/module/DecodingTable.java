// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.UnsupportedException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How instructions become steps, by opcode. The decoder of a module makes one, and each {@link
 * InstructionGroup} adds its opcodes to it.
 */
public final class DecodingTable implements Decoding {

  private final Map<Integer, Decoding> decodings = new HashMap<>();

  /** Makes a table that has no opcodes yet: it decodes nothing until {@link #add} is called. */
  public DecodingTable() {}

  /**
   * Adds how the instructions of one opcode are decoded.
   *
   * @param opcode its number in SPIR-V, from 0 to 65535; not checked
   * @param decoding makes the step of an instruction
   * @throws IllegalStateException if the table has the opcode already
   */
  public void add(int opcode, Decoding decoding) {
    if (decodings.put(opcode, decoding) != null) {
      throw new IllegalStateException("two groups of instructions know opcode " + opcode);
    }
  }

  /** {@return the opcodes that it has, a view} */
  public Set<Integer> opcodes() {
    return Collections.unmodifiableSet(decodings.keySet());
  }

  /**
   * @throws UnsupportedException if no group knows the opcode
   */
  @Override
  public DecodedInstruction decode(Instruction i) {
    Decoding decoding = decodings.get(i.opcode());
    if (decoding == null) {
      throw new UnsupportedException("instruction " + i.name() + " is not supported");
    }
    return decoding.decode(i);
  }
}
