// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

/** There is no such device here; the message tells the user what is wrong and what to do. */
public final class DeviceUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean dead;

  /**
   * Makes the exception for a device that is not there or cannot be used as it was asked for.
   *
   * @param message what is wrong and what to do, in one line for the user
   */
  public DeviceUnavailableException(String message) {
    this(message, false);
  }

  private DeviceUnavailableException(String message, boolean dead) {
    super(message);
    this.dead = dead;
  }

  /**
   * {@return an exception for a device that is there, but crashed, hung or was ended while it was
   * opened; {@link #isDead} is true for it}
   *
   * @param message what happened, in one line for the user
   */
  public static DeviceUnavailableException ofDead(String message) {
    return new DeviceUnavailableException(message, true);
  }

  /**
   * {@return whether the device is there, and crashed, hung or was ended while it was opened; false
   * where there is no such device}
   */
  public boolean isDead() {
    return dead;
  }
}
