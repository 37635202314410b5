// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.spirv;

/** A module that needs something the interpreter lacks: no fault of the shader. */
public final class UnsupportedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Makes the exception.
   *
   * @param message names what the interpreter lacks
   */
  public UnsupportedException(String message) {
    super(message);
  }
}
