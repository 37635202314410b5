// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

/** There is no such device here; the message tells the user what is wrong and what to do. */
public final class DeviceUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  public DeviceUnavailableException(String message) {
    super(message);
  }
}
