// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.device.Devices;
import coopcts.model.DeviceReport;
import coopcts.spirv.ToolVersions;

/**
 * A device that a worker has opened.
 *
 * @param report what it reports
 * @param uuid in hexadecimal digits, or empty where it has none
 * @param fallback whether {@code auto} took the reference device for want of another
 * @param tools what shaders are compiled with
 */
public record OpenedDevice(DeviceReport report, String uuid, boolean fallback, ToolVersions tools) {

  static OpenedDevice of(Devices.Found found) {
    return new OpenedDevice(
        found.device().report(), found.device().uuid(), found.fallback(), ToolVersions.own());
  }
}
