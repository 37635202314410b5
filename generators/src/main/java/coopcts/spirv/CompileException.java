// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv;

/** A shader that the GLSL front end rejects; the message is the compiler's own. */
public final class CompileException extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * Makes the exception for one rejected shader.
   *
   * @param message the compiler's own, with line numbers, as users shall read it
   */
  public CompileException(String message) {
    super(message);
  }
}
