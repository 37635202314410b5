// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

/** Instructions of one kind. */
public interface InstructionGroup {

  /** Enters how each of the group's opcodes is decoded. */
  void enterInto(DecodingTable table);
}
