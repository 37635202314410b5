// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import java.util.List;

/** Opens the devices of one kind; found by {@link java.util.ServiceLoader}. */
public interface DeviceProvider {

  /** The word before the colon in {@code --device}, such as {@code reference}. */
  String kind();

  /** The devices that it has here, by what stands behind the colon; the first is the default. */
  List<String> names();

  /** Devices that are here and that the suite does not take, each with the reason. */
  default List<String> leftOut() {
    return List.of();
  }

  /**
   * Refuses what names no device, whatever this machine has.
   *
   * @throws DeviceUnavailableException that says why
   */
  default void check(String name) throws DeviceUnavailableException {}

  /**
   * Opens a device.
   *
   * @param name one of {@link #names()}, or empty for the default
   * @throws DeviceUnavailableException if there is no such device
   */
  Device open(String name) throws DeviceUnavailableException;
}
