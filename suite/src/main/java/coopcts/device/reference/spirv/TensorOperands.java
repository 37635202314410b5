// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

import coopcts.grammar.Role;
import org.lwjgl.util.spvc.Spv;

/**
 * The optional operands of a tensor load or store, which stand behind its memory operands: ids, 0
 * where there is none.
 *
 * @param view id of the tensor view
 * @param decode id of the function that decodes one element
 * @param decodeVector id of the function that decodes several elements
 */
public record TensorOperands(int view, int decode, int decodeVector) {

  /** Memory operands that have a word behind the mask. */
  private static final int WITH_WORD =
      Spv.SpvMemoryAccessAlignedMask
          | Spv.SpvMemoryAccessMakePointerAvailableMask
          | Spv.SpvMemoryAccessMakePointerVisibleMask;

  /** DecodeVectorFunc, which is too young for {@link Spv}. */
  private static final int DECODE_VECTOR = 4;

  /**
   * {@return the optional operands of a tensor load or store}
   *
   * @param i OpCooperativeMatrixLoadTensorNV or OpCooperativeMatrixStoreTensorNV
   * @throws SpirvException if the instruction ends before an operand that a mask announces
   */
  public static TensorOperands of(Instruction i) {
    int at =
        i.places(Role.MEMORY_OPERANDS).findFirst().orElseThrow()
            + 1
            + Integer.bitCount(i.operand(Role.MEMORY_OPERANDS) & WITH_WORD);
    int mask = i.operand(at++);
    int view = (mask & Spv.SpvTensorAddressingOperandsTensorViewMask) != 0 ? i.operand(at++) : 0;
    int decode = (mask & Spv.SpvTensorAddressingOperandsDecodeFuncMask) != 0 ? i.operand(at++) : 0;
    int decodeVector = (mask & DECODE_VECTOR) != 0 ? i.operand(at) : 0;
    return new TensorOperands(view, decode, decodeVector);
  }
}
