// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

/** There is no such device here; the message tells the user what is wrong and what to do. */
public final class DeviceUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean dead;

  public DeviceUnavailableException(String message) {
    this(message, false);
  }

  private DeviceUnavailableException(String message, boolean dead) {
    super(message);
    this.dead = dead;
  }

  /** Of a device that is there, and crashed, hung or was ended while it was opened. */
  public static DeviceUnavailableException ofDead(String message) {
    return new DeviceUnavailableException(message, true);
  }

  /** Whether the device is there, and crashed, hung or was ended while it was opened. */
  public boolean isDead() {
    return dead;
  }
}
