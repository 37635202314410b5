// SPDX-License-Identifier: Apache-2.0
package coopcts.fake;

import coopcts.device.Device;
import coopcts.device.DeviceProvider;
import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A device whose cases' names say what it does with them. */
public final class FakeProvider implements DeviceProvider {

  /** Before a folder that is not there yet: the device opens as long as it is not. */
  public static final String ONCE = "once:";

  @Override
  public String kind() {
    return "fake";
  }

  @Override
  public List<String> names() {
    return List.of();
  }

  @Override
  public Device open(String name) throws DeviceUnavailableException {
    if (name.equals("missing")) {
      throw new DeviceUnavailableException("the fake device is missing");
    }
    if (name.equals("silent")) {
      LockSupport.parkNanos(Long.MAX_VALUE);
    }
    if (name.startsWith(ONCE) && !Path.of(name.substring(ONCE.length())).toFile().mkdir()) {
      throw new DeviceUnavailableException("the fake device opens once");
    }
    Device reference = Devices.open("reference:lavapipe");
    return name.equals("compile")
        ? new FakeCompiler(reference)
        : new FakeDevice(reference, name.startsWith("/") ? Path.of(name) : null);
  }
}
