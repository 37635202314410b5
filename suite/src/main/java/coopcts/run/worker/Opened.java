package coopcts.run.worker;

import coopcts.device.Devices;
import coopcts.model.DeviceReport;

/**
 * A device that a worker has opened.
 *
 * @param report what it reports
 * @param uuid in hexadecimal digits, or empty where it has none
 * @param fallback whether {@code auto} took the reference device for want of another
 */
public record Opened(DeviceReport report, String uuid, boolean fallback) {

  static Opened of(Devices.Found found) {
    return new Opened(found.device().report(), found.device().uuid(), found.fallback());
  }
}
