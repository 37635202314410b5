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

  @Override
  public String kind() {
    return "compile";
  }

  @Override
  public List<String> names() {
    return List.of();
  }

  @Override
  public Device open(String name) throws DeviceUnavailableException {
    String plain = name.replace(VulkanProvider.VALIDATE, "");
    String settings = name.substring(plain.length());
    if (plain.equals(VULKAN) || plain.startsWith(VULKAN + ":")) {
      String index = plain.substring(Math.min(plain.length(), VULKAN.length() + 1));
      return VulkanProvider.open(index + settings, false);
    }
    String prepared = System.getenv(PREPARED);
    if (!plain.equals(prepared)) {
      throw new DeviceUnavailableException(
          prepared == null
              ? "there is no device compile:%s; ./run-cts.sh devices lists those that there are"
                  .formatted(plain)
              : "this process is set up for compile:%s, not compile:%s".formatted(prepared, plain));
    }
    return VulkanProvider.open("0" + settings, false);
  }
}
