// SPDX-License-Identifier: Apache-2.0
package coopcts.device;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * Finds the device that {@code --device} names, among the kinds that {@link DeviceProvider}s offer.
 */
public final class Devices {

  /** The word for the first Vulkan device, or the reference device if there is none. */
  public static final String AUTO = "auto";

  private Devices() {}

  /**
   * {@return a new provider of each kind of device that is on the class path; no device is opened}
   */
  public static List<DeviceProvider> providers() {
    return ServiceLoader.load(DeviceProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /**
   * A device that was found.
   *
   * @param device that was opened, which the caller closes
   * @param fallback whether it is the reference device because {@code auto} found no other
   */
  public record Found(Device device, boolean fallback) {}

  /**
   * Opens a device by its name, and says whether it stands in for a missing one.
   *
   * @param spec {@code KIND}, {@code KIND:NAME}, or {@code auto} for the first Vulkan device that
   *     reports any of the systems, else the reference device
   * @return the device, which the caller closes, and whether it is a fallback; only {@code auto}
   *     has one
   * @throws DeviceUnavailableException if the kind is unknown, or there is no such device here
   */
  public static Found find(String spec) throws DeviceUnavailableException {
    return spec.equals(AUTO) ? auto() : new Found(open(spec), false);
  }

  /**
   * Opens a device by its name.
   *
   * @param spec {@code KIND}, {@code KIND:NAME}, or {@code auto} for the first Vulkan device that
   *     reports any of the systems, else the reference device
   * @return the device, which the caller closes
   * @throws DeviceUnavailableException if the kind is unknown, or there is no such device here
   */
  public static Device open(String spec) throws DeviceUnavailableException {
    if (spec.equals(AUTO)) {
      return auto().device();
    }
    DeviceProvider provider = provider(kind(spec));
    provider.check(name(spec));
    return provider.open(name(spec));
  }

  /**
   * Checks the form of a device's name without looking for the device.
   *
   * @param spec {@code auto}, {@code KIND} or {@code KIND:NAME}
   * @throws DeviceUnavailableException if the kind is unknown or no device of it can have the name;
   *     the message says why
   */
  public static void check(String spec) throws DeviceUnavailableException {
    if (!spec.equals(AUTO)) {
      provider(kind(spec)).check(name(spec));
    }
  }

  private static String kind(String spec) {
    return spec.split(":", -1)[0];
  }

  private static String name(String spec) {
    return spec.substring(Math.min(spec.length(), kind(spec).length() + 1));
  }

  /**
   * The provider of a kind of devices.
   *
   * @throws DeviceUnavailableException if there is none
   */
  static DeviceProvider provider(String kind) throws DeviceUnavailableException {
    for (DeviceProvider provider : providers()) {
      if (provider.kind().equals(kind)) {
        return provider;
      }
    }
    throw new DeviceUnavailableException(
        "unknown device '%s'; there are auto, %s"
            .formatted(
                kind,
                providers().stream().map(DeviceProvider::kind).collect(Collectors.joining(", "))));
  }

  /** The first Vulkan device that reports any of the systems, else the reference device. */
  private static Found auto() throws DeviceUnavailableException {
    DeviceProvider vulkan = provider("vulkan");
    for (String name : vulkan.names()) {
      Device device = vulkan.open(name);
      if (device.report().reportsAnySystem()) {
        return new Found(device, false);
      }
      device.close();
    }
    return new Found(open("reference"), true);
  }
}
