// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

import org.lwjgl.util.spvc.Spv;

/** What the memory operands of a load or store say. */
public final class MemoryOperands {

  private MemoryOperands() {}

  /**
   * The literal of an Aligned memory operand.
   *
   * @param i a load or store
   * @param mask the number of the operand that the mask is, where there is one
   * @return the alignment in bytes, 1 without the operand
   */
  public static int alignment(Instruction i, int mask) {
    return i.count() > mask && (i.operand(mask) & Spv.SpvMemoryAccessAlignedMask) != 0
        ? i.operand(mask + 1)
        : 1;
  }

  /**
   * {@return whether it is a NonPrivatePointer access; false without memory operands}
   *
   * @param i a load or store
   * @param mask the number of the operand that the mask is, where there is one
   */
  public static boolean isNonPrivate(Instruction i, int mask) {
    return i.count() > mask && (i.operand(mask) & Spv.SpvMemoryAccessNonPrivatePointerMask) != 0;
  }
}
