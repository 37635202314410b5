// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

/** A shader that does not come to an end. */
public final class EndlessException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Makes the exception. Its message names no place. */
  public EndlessException() {
    super("the shader does not end");
  }
}
