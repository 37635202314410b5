// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

/** Instructions of one kind. */
public interface InstructionGroup {

  /**
   * Enters into a table how each of the group's opcodes is decoded.
   *
   * @param table that receives them
   */
  void enterInto(DecodingTable table);
}
