// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

import coopcts.grammar.Role;
import org.lwjgl.util.spvc.Spv;

/**
 * Reads the memory operands of a load or store: a mask, behind which a literal or id follows for
 * some of its bits.
 */
public final class MemoryOperands {

  private MemoryOperands() {}

  /**
   * {@return the literal of the Aligned memory operand, in bytes; 1 where the instruction has none}
   *
   * @param i a load or store
   * @throws SpirvException if the mask announces a literal that is missing
   */
  public static int alignment(Instruction i) {
    return (i.operandIfAny(Role.MEMORY_OPERANDS) & Spv.SpvMemoryAccessAlignedMask) != 0
        ? i.operand(i.places(Role.MEMORY_OPERANDS).findFirst().orElseThrow() + 1)
        : 1;
  }

  /**
   * {@return whether an access is NonPrivatePointer; false without memory operands}
   *
   * @param i a load or store
   */
  public static boolean isNonPrivate(Instruction i) {
    return (i.operandIfAny(Role.MEMORY_OPERANDS) & Spv.SpvMemoryAccessNonPrivatePointerMask) != 0;
  }
}
