// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

/** A device could not do its work; the outcome says in which way. */
public final class DeviceException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Outcome outcome;

  /**
   * Makes the exception.
   *
   * @param outcome in which way the device failed
   */
  public DeviceException(Outcome outcome) {
    super(outcome.toString());
    this.outcome = outcome;
  }

  /** {@return in which way the device failed} */
  public Outcome outcome() {
    return outcome;
  }
}
