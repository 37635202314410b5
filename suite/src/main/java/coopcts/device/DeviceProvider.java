// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import java.util.List;

/** Opens the devices of one kind; found by {@link java.util.ServiceLoader}. */
public interface DeviceProvider {

  /**
   * {@return the word before the colon in {@code --device} that stands for the provider's devices,
   * such as {@code reference}; no other provider has it}
   */
  String kind();

  /**
   * {@return the names of the devices on this machine, as they stand behind the colon in {@code
   * --device}; the first is the default} The list is empty where there is none.
   */
  List<String> names();

  /**
   * {@return the devices on this machine that the suite does not use, a line each with the reason,
   * for the command {@code devices}}
   */
  default List<String> leftOut() {
    return List.of();
  }

  /**
   * Checks the form of a device's name without looking for the device, so that a command can refuse
   * it before it does anything.
   *
   * @param name as it stands behind the colon in {@code --device}, or empty
   * @throws DeviceUnavailableException if no device can have the name; the message says why
   */
  default void check(String name) throws DeviceUnavailableException {}

  /**
   * Opens a device.
   *
   * @param name one of {@link #names()}, or another that {@link #check} accepts; empty for the
   *     default
   * @return the device, which the caller closes
   * @throws DeviceUnavailableException if there is no such device, or it cannot be opened
   */
  Device open(String name) throws DeviceUnavailableException;
}
