package coopcts.device.reference;

/** Instructions of one kind. */
interface InstructionGroup {

  /** Enters how each of the group's opcodes is decoded. */
  void enterInto(DecodingTable table);
}
