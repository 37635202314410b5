// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.module;

/**
 * Instructions that one class decodes, such as atomics or matrix conversions. The decoder of a
 * module makes the groups alone of which the module has instructions.
 */
public interface InstructionGroup {

  /**
   * Adds to a table how each of the group's opcodes is decoded.
   *
   * @param table that receives them; changed
   * @throws IllegalStateException if another group has added one of the opcodes
   */
  void enterInto(DecodingTable table);
}
