// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

/** A module or an execution that breaks a rule. */
public final class SpirvException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final boolean located;

  /**
   * Makes the exception without a place.
   *
   * @param message names the broken rule
   */
  public SpirvException(String message) {
    this(message, false);
  }

  private SpirvException(String message, boolean located) {
    super(message);
    this.located = located;
  }

  /** {@return whether the message names the instruction at which it happened} */
  public boolean at() {
    return located;
  }

  /**
   * {@return a copy whose message names the instruction and who executed it}
   *
   * @param instruction that was executed
   * @param who empty where nobody did
   */
  public SpirvException at(Instruction instruction, String who) {
    return new SpirvException(
        "%s (%s%s)".formatted(getMessage(), place(instruction), who.isEmpty() ? "" : ", " + who),
        true);
  }

  private static String place(Instruction at) {
    String line = at.line() == 0 ? "" : "line %d, ".formatted(at.line());
    String column = at.column() == 0 ? "" : "column %d, ".formatted(at.column());
    String result = at.result() == 0 ? "" : " %" + at.result();
    return "%s%s%s%s".formatted(line, column, InstructionNames.opcode(at.opcode()), result);
  }
}
