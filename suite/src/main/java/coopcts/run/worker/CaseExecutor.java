package coopcts.run.worker;

import coopcts.device.DeviceUnavailableException;
import coopcts.run.one.Finding;
import coopcts.run.select.SelectedCases;

/** Something that brings cases to their verdicts, one at a time. */
public interface CaseExecutor extends AutoCloseable {

  /**
   * @throws DeviceUnavailableException if the device is gone for good
   */
  Finding execute(SelectedCases.Numbered tested) throws DeviceUnavailableException;

  @Override
  void close();
}
