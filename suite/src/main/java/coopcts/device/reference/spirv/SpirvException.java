// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

/**
 * A module or an execution that breaks a rule of the specifications. It ends the shader; the device
 * answers it as invalid.
 */
public final class SpirvException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final boolean located;

  /**
   * Makes the exception without a place in the shader.
   *
   * @param message names the broken rule, such as {@code KHR-COMP-007: component 8 of 8}
   */
  public SpirvException(String message) {
    this(message, false);
  }

  private SpirvException(String message, boolean located) {
    super(message);
    this.located = located;
  }

  /**
   * {@return whether the message already names the instruction at which the rule was broken} If so,
   * {@link #at(Instruction, String)} need not be called.
   */
  public boolean at() {
    return located;
  }

  /**
   * {@return a new exception whose message also names the source line, the instruction and who
   * executed it, in parentheses}
   *
   * @param instruction that was executed
   * @param who the invocation in words; empty where nobody executed it
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
    return "%s%s%s%s".formatted(line, column, at.name(), result);
  }
}
