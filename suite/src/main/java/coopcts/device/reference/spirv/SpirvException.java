// SPDX-License-Identifier: Apache-2.0
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

  /** The same with the instruction that is at fault. */
  public SpirvException at(Instruction instruction) {
    return new SpirvException("%s (%s)".formatted(getMessage(), place(instruction)), true);
  }

  /** The same with the instruction and the first invocation that executed it. */
  public SpirvException at(Instruction instruction, int workgroup, int subgroup, int invocation) {
    return new SpirvException(
        "%s (%s, workgroup %d, subgroup %d, invocation %d)"
            .formatted(getMessage(), place(instruction), workgroup, subgroup, invocation),
        true);
  }

  private static String place(Instruction at) {
    String line = at.line() == 0 ? "" : "line %d, ".formatted(at.line());
    String column = at.column() == 0 ? "" : "column %d, ".formatted(at.column());
    String result = at.result() == 0 ? "" : " %" + at.result();
    return "%s%sopcode %d%s".formatted(line, column, at.opcode(), result);
  }
}
