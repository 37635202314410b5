// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.device.DeviceUnavailableException;
import coopcts.device.Devices;
import coopcts.run.one.CaseRunner;
import coopcts.run.one.FailureEvidence;
import coopcts.run.one.Finding;
import coopcts.run.select.Cases;
import coopcts.run.select.RunOptions;
import coopcts.spirv.SpirvCache;

/**
 * Runs cases in this process: no protection against crashes and hangs, but one process to debug.
 * Nobody stops a case that does not end.
 */
public final class LocalExecutor implements CaseExecutor {

  private final RunOptions options;
  private final SpirvCache cache;
  private Devices.Found found;
  private Cases cases;
  private CaseRunner runner;

  /**
   * Runs cases of a run in this process. The device is opened by {@link #open} or the first case.
   *
   * @param options of the run
   */
  public LocalExecutor(RunOptions options) {
    this.options = options;
    this.cache = new SpirvCache(options.modules(), options.moduleOptions());
  }

  @Override
  public OpenedDevice open() throws DeviceUnavailableException {
    if (found == null) {
      found = Devices.find(options.device());
      cases =
          new Cases(
              options.families(), found.device().report(), options.profile(), options.lists());
      runner =
          new CaseRunner(
              found.device(),
              cache,
              options.seed(),
              options.strictness(),
              new FailureEvidence(options.out(), options.repro()));
    }
    return OpenedDevice.of(found);
  }

  @Override
  public Finding execute(Cases.CasePlace place, String name) throws DeviceUnavailableException {
    open();
    return runner.run(cases.at(place, name), options.isKnown(name));
  }

  @Override
  public int process() {
    return 0;
  }

  @Override
  public boolean isRenewable() {
    return false;
  }

  @Override
  public void renew() {
    throw new UnsupportedOperationException("there is only this process");
  }

  /** Nothing can be ended here but with the process. */
  @Override
  public void kill() {}

  @Override
  public void close() {
    if (found != null) {
      runner.close();
      found.device().close();
    }
    cache.close();
  }

  @Override
  public String toString() {
    return "this process";
  }
}
