// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

/** A device could not do its work; the outcome says in which way. */
public final class DeviceException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Outcome outcome;

  /**
   * Makes the exception of one failure; its message is the outcome's text.
   *
   * @param outcome in which way the device failed; not {@link Outcome.Completed}
   */
  public DeviceException(Outcome outcome) {
    super(outcome.toString());
    this.outcome = outcome;
  }

  /**
   * {@return in which way the device failed, such as {@link Outcome.Refused} or {@link
   * Outcome.DeviceLost}}
   */
  public Outcome outcome() {
    return outcome;
  }
}
