// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

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
   * @param mask index of the operand at which the mask stands, if the instruction has one: 1 for
   *     OpLoad, 2 for OpStore
   * @throws SpirvException if the mask announces a literal that is missing
   */
  public static int alignment(Instruction i, int mask) {
    return i.count() > mask && (i.operand(mask) & Spv.SpvMemoryAccessAlignedMask) != 0
        ? i.operand(mask + 1)
        : 1;
  }

  /**
   * {@return whether an access is NonPrivatePointer; false without memory operands}
   *
   * @param i a load or store
   * @param mask index of the operand at which the mask stands, if the instruction has one: 1 for
   *     OpLoad, 2 for OpStore
   */
  public static boolean isNonPrivate(Instruction i, int mask) {
    return i.count() > mask && (i.operand(mask) & Spv.SpvMemoryAccessNonPrivatePointerMask) != 0;
  }
}
