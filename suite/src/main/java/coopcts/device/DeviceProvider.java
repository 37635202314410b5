// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import java.util.List;

/** Opens the devices of one kind; found by {@link java.util.ServiceLoader}. */
public interface DeviceProvider {

  /** {@return the word before the colon in {@code --device}, such as {@code reference}} */
  String kind();

  /**
   * {@return the names of the devices on this machine, as they stand behind the colon; the first is
   * the default} The list may be empty.
   */
  List<String> names();

  /** {@return devices on this machine that the suite does not use, each with the reason} */
  default List<String> leftOut() {
    return List.of();
  }

  /**
   * Checks the form of a name, without looking for the device.
   *
   * @param name as it stands behind the colon, or empty
   * @throws DeviceUnavailableException that says why
   */
  default void check(String name) throws DeviceUnavailableException {}

  /**
   * Opens a device.
   *
   * @param name one of {@link #names()}, or empty for the default
   * @return the device, which the caller closes
   * @throws DeviceUnavailableException if there is no such device
   */
  Device open(String name) throws DeviceUnavailableException;
}
