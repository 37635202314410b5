// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

import coopcts.device.reference.machine.Step;
import coopcts.device.reference.spirv.Instruction;

/** How an instruction becomes a step. */
@FunctionalInterface
public interface Decoding {
  Step decode(Instruction i);
}
