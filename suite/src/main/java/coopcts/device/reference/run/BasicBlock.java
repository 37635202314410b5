// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.spirv.Instruction;
import java.util.List;

/**
 * A basic block.
 *
 * @param phis OpPhi instructions
 * @param body the instructions that {@code steps} were decoded from, for messages
 * @param followers what follows each step once something undefined was read
 * @param merge OpSelectionMerge or OpLoopMerge before the terminator, or null
 * @param terminator the branch, return or the like that ends it
 */
record BasicBlock(
    int label,
    List<Instruction> phis,
    List<Instruction> body,
    DecodedInstruction[] steps,
    Followers followers,
    Instruction merge,
    Instruction terminator) {}
