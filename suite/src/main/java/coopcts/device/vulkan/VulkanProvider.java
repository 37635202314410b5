// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import coopcts.device.Device;
import coopcts.device.DeviceProvider;
import coopcts.device.DeviceUnavailableException;
import java.util.List;
import java.util.stream.IntStream;
import org.lwjgl.vulkan.VkPhysicalDevice;

/** The devices of the machine's Vulkan loader, by their index. */
public final class VulkanProvider implements DeviceProvider {

  /** What stands behind a name where the validation layer is to listen. */
  static final String VALIDATE = "?validate";

  /**
   * Makes the provider, as {@link java.util.ServiceLoader} wants it; {@link #open} opens a device.
   */
  public VulkanProvider() {}

  @Override
  public String kind() {
    return "vulkan";
  }

  @Override
  public List<String> names() {
    try (VulkanInstance instance = new VulkanInstance()) {
      return IntStream.range(0, instance.devices().size()).mapToObj(Integer::toString).toList();
    } catch (DeviceUnavailableException | VulkanException e) {
      return List.of();
    }
  }

  @Override
  public List<String> leftOut() {
    try (VulkanInstance instance = new VulkanInstance()) {
      return instance.leftOut();
    } catch (DeviceUnavailableException e) {
      return List.of();
    } catch (VulkanException e) {
      return List.of("all of Vulkan is left out: " + e.getMessage());
    }
  }

  @Override
  public Device open(String name) throws DeviceUnavailableException {
    return open(name, true);
  }

  /**
   * Opens a device by its index.
   *
   * @param executes whether anything is to be submitted to it
   */
  static Device open(String name, boolean executes) throws DeviceUnavailableException {
    String number = name.replace(VALIDATE, "");
    int index;
    try {
      index = number.isEmpty() ? 0 : Integer.parseInt(number);
    } catch (NumberFormatException e) {
      throw new DeviceUnavailableException(
          "--device vulkan:INDEX takes a number, not '" + number + "'; see run-cts.sh devices");
    }
    VulkanInstance instance = new VulkanInstance(name.endsWith(VALIDATE));
    return opened(instance, () -> device(instance, index, executes));
  }

  private static Device device(VulkanInstance instance, int index, boolean executes)
      throws DeviceUnavailableException {
    List<VkPhysicalDevice> devices = instance.devices();
    if (index < 0 || index >= devices.size()) {
      List<String> leftOut = instance.leftOut();
      throw new DeviceUnavailableException(
          "there is no Vulkan 1.3 device %d; the loader finds %d%s"
              .formatted(
                  index,
                  devices.size(),
                  leftOut.isEmpty() ? "" : "; " + String.join("; ", leftOut)));
    }
    return new VulkanDevice(instance, devices.get(index), executes);
  }

  /** What finds a device of an instance and opens it. */
  interface Opening {
    Device open() throws DeviceUnavailableException;
  }

  /** Opens a device; the instance is closed with it, or at once if that fails. */
  static Device opened(VulkanInstance instance, Opening opening) throws DeviceUnavailableException {
    try {
      return opening.open();
    } catch (DeviceUnavailableException e) {
      instance.close();
      throw e;
    } catch (VulkanException e) {
      instance.close();
      throw new DeviceUnavailableException("the Vulkan device cannot be opened: " + e.getMessage());
    }
  }
}
