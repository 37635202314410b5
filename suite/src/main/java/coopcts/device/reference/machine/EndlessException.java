// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

/**
 * A shader that does not come to an end: a function call entered more blocks than {@link
 * Behaviour#blocks()}. The device answers it as a timeout.
 */
public final class EndlessException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Makes the exception with a fixed message, which names no place in the shader. */
  public EndlessException() {
    super("the shader does not end");
  }
}
