package coopcts.device.reference.spirv;

/** A module or an execution that breaks a rule. */
public final class SpirvException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final boolean located;

  public SpirvException(String message) {
    this(message, false);
  }

  private SpirvException(String message, boolean located) {
    super(message);
    this.located = located;
  }

  /** Whether it says where it happened. */
  public boolean at() {
    return located;
  }

  /** The same with the instruction and the first invocation that executed it. */
  public SpirvException at(Instruction instruction, int invocation) {
    String line = instruction.line() == 0 ? "" : ", line " + instruction.line();
    String result = instruction.result() == 0 ? "" : " %" + instruction.result();
    return new SpirvException(
        "%s (opcode %d%s%s, invocation %d)"
            .formatted(getMessage(), instruction.opcode(), result, line, invocation),
        true);
  }
}
