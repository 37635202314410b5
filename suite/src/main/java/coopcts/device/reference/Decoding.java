package coopcts.device.reference;

/** How an instruction becomes a step. */
@FunctionalInterface
interface Decoding {
  Step decode(Instruction i);
}
