// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.device.DeviceUnavailableException;
import coopcts.run.one.Finding;
import coopcts.run.select.Cases;

/**
 * Brings cases to their verdicts, one at a time, in this process or in a worker. One thread uses
 * it, but for {@link #kill}, and closes it.
 */
public interface CaseExecutor extends AutoCloseable {

  /**
   * Opens the device at the first call.
   *
   * @return what was opened; later calls return an equal value
   * @throws DeviceUnavailableException if the device cannot be opened here
   */
  OpenedDevice open() throws DeviceUnavailableException;

  /**
   * Runs a case and waits for its verdict, at most as long as the run's options give it.
   *
   * @param place of the case among all cases of the device
   * @param name of the case
   * @return verdict, message and times; a crash or hang is a verdict too
   * @throws DeviceUnavailableException if the device cannot be opened here any more
   */
  Finding execute(Cases.CasePlace place, String name) throws DeviceUnavailableException;

  /**
   * {@return a number that stands for the process that had the last case: as long as it is the
   * same, earlier cases may have left something behind there}
   */
  int process();

  /**
   * {@return whether {@link #renew} can give the next case a process that no other case has been
   * in}
   */
  boolean isRenewable();

  /**
   * Ends the process of earlier cases, so that the next case runs in a new one, alone there.
   *
   * @throws UnsupportedOperationException if {@link #isRenewable} is false
   */
  void renew();

  /**
   * Ends the worker's process at once, also in the middle of a case, and starts no other. Any
   * thread may call it. If cases run in this process, nothing happens.
   */
  void kill();

  @Override
  void close();
}
