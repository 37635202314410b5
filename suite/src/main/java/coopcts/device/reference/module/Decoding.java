// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.spirv.Instruction;

/** How an instruction becomes a step. */
@FunctionalInterface
public interface Decoding {
  /**
   * Decodes one instruction, once for the whole module.
   *
   * @param i the instruction
   * @return the step that executes it
   * @throws coopcts.device.reference.spirv.SpirvException if the instruction breaks a rule
   * @throws coopcts.device.reference.spirv.UnsupportedException if the interpreter lacks it
   */
  DecodedInstruction decode(Instruction i);
}
