// SPDX-License-Identifier: Apache-2.0
package coopcts.device.vulkan;

import coopcts.device.Device;
import coopcts.device.DeviceProvider;
import coopcts.device.DeviceUnavailableException;
import java.util.List;

/**
 * Drivers whose compilers are at work while nothing is executed: {@code vulkan[:INDEX]}, or Mesa's
 * on a device that is not there, whose kernel the folder nokernel stands for. run-cts.sh sets the
 * process up for the latter, so that the loader finds nothing else.
 */
public final class CompileProvider implements DeviceProvider {

  /** What run-cts.sh has set this process up for. */
  private static final String PREPARED = "COOPCTS_NOKERNEL";

  private static final String VULKAN = "vulkan";

  /**
   * Makes the provider, as {@link java.util.ServiceLoader} wants it; {@link #open} opens a driver.
   */
  public CompileProvider() {}

  @Override
  public String kind() {
    return "compile";
  }

  @Override
  public List<String> names() {
    return List.of();
  }

  @Override
  public void check(String name) throws DeviceUnavailableException {
    String plain = plain(name);
    String prepared = System.getenv(PREPARED);
    if (!isVulkan(plain) && !plain.equals(prepared)) {
      throw new DeviceUnavailableException(
          prepared == null
              ? "there is no device compile:%s; ./run-cts.sh devices lists those that there are"
                  .formatted(plain)
              : "this process is set up for compile:%s, not compile:%s".formatted(prepared, plain));
    }
  }

  @Override
  public Device open(String name) throws DeviceUnavailableException {
    String plain = plain(name);
    String index =
        isVulkan(plain) ? plain.substring(Math.min(plain.length(), VULKAN.length() + 1)) : "0";
    return VulkanProvider.open(index + name.substring(plain.length()), false);
  }

  private static String plain(String name) {
    return name.replace(VulkanProvider.VALIDATE, "");
  }

  private static boolean isVulkan(String plain) {
    return plain.equals(VULKAN) || plain.startsWith(VULKAN + ":");
  }
}
