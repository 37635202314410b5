// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import java.util.List;

/**
 * A driver bug that is drawn from the table of cover points in place of being thought up: an effect
 * on the results of instructions of a kind at which some bins are met together.
 *
 * @param kind of the instructions
 * @param terms bins that must be met together; none for always
 * @param effect what is done wrong
 */
public record DrawnFault(InstructionKind kind, List<Bin> terms, Change effect)
    implements Deviation.Drawn {

  @Override
  public boolean isInside() {
    return false;
  }

  @Override
  public String change() {
    return effect.toString();
  }

  @Override
  public String changeWords() {
    return effect.words();
  }
}
