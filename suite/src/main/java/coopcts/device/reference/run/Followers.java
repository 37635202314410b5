// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.machine.DecodedInstruction;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.spirv.Instruction;
import java.util.List;

/**
 * What follows each step of a block once something undefined was read. Few shaders read such a
 * thing: it is decoded when the first one does.
 */
final class Followers {

  private final Decoder decoder;
  private final List<Instruction> body;
  private DecodedInstruction[] decoded;

  /**
   * @param body of the block
   */
  Followers(Decoder decoder, List<Instruction> body) {
    this.decoder = decoder;
    this.body = body;
  }

  /** Follows the step with a number, from 0. */
  void run(int step, Machine machine) {
    if (decoded == null) {
      decoded = body.stream().map(decoder::following).toArray(DecodedInstruction[]::new);
    }
    if (decoded[step] != null) {
      decoded[step].run(machine);
    }
  }
}
