// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.spirv.Instruction;

/**
 * How an instruction becomes a step: a {@link DecodedInstruction} that every workgroup runs.
 * Everything that does not depend on the invocation is worked out while decoding.
 */
@FunctionalInterface
public interface Decoding {
  /**
   * Decodes one instruction. It is called once for each instruction of a module, in module order,
   * before anything runs.
   *
   * @param i the instruction
   * @return the step that executes it for the active invocations, never null
   * @throws coopcts.device.reference.spirv.SpirvException if the instruction breaks a rule by its
   *     words alone
   * @throws coopcts.device.reference.spirv.UnsupportedException if the interpreter lacks it
   */
  DecodedInstruction decode(Instruction i);
}
