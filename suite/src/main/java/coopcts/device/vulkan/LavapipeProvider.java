// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import coopcts.device.Device;
import coopcts.device.DeviceProvider;
import coopcts.device.DeviceUnavailableException;
import java.util.List;
import org.lwjgl.vulkan.VkPhysicalDevice;

/** Mesa's driver for the processor, wherever the Vulkan loader has it among its devices. */
public final class LavapipeProvider implements DeviceProvider {

  private static final String DRIVER = "llvmpipe";

  /**
   * Makes the provider, as {@link java.util.ServiceLoader} wants it; {@link #open} opens the
   * driver.
   */
  public LavapipeProvider() {}

  @Override
  public String kind() {
    return "lavapipe";
  }

  @Override
  public List<String> names() {
    return List.of();
  }

  @Override
  public Device open(String name) throws DeviceUnavailableException {
    VulkanInstance instance = new VulkanInstance(name.endsWith(VulkanProvider.VALIDATE));
    return VulkanProvider.opened(instance, () -> device(instance));
  }

  private static Device device(VulkanInstance instance) throws DeviceUnavailableException {
    for (VkPhysicalDevice device : instance.devices()) {
      if (ReportReader.of(device).identity().driver().equals(DRIVER)) {
        return new VulkanDevice(instance, device, true);
      }
    }
    throw new DeviceUnavailableException(
        "the Vulkan loader finds no lavapipe (driver " + DRIVER + ")");
  }
}
