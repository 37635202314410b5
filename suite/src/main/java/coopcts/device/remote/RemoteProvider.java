// SPDX-License-Identifier: Apache-2.0
package coopcts.device.remote;

import coopcts.device.Device;
import coopcts.device.DeviceProvider;
import coopcts.device.DeviceUnavailableException;
import java.util.List;

/**
 * Devices behind a command: {@code remote:COMMAND} has the system's shell start an agent, such as
 * {@code remote:ssh board ./coopcts-agent}.
 */
public final class RemoteProvider implements DeviceProvider {

  /**
   * Makes the provider, as {@link java.util.ServiceLoader} wants it; {@link #open} starts an agent.
   */
  public RemoteProvider() {}

  @Override
  public String kind() {
    return "remote";
  }

  /** None: no one knows which boards there are. */
  @Override
  public List<String> names() {
    return List.of();
  }

  @Override
  public void check(String name) throws DeviceUnavailableException {
    if (name.isBlank()) {
      throw new DeviceUnavailableException(
          "--device remote:COMMAND takes the command that starts the agent, such as"
              + " 'remote:ssh board ./coopcts-agent'");
    }
  }

  @Override
  public Device open(String name) throws DeviceUnavailableException {
    return new RemoteDevice(new Agent(name));
  }
}
