// SPDX-License-Identifier: Apache-2.0
package coopcts.run.worker;

import coopcts.device.DeviceUnavailableException;
import coopcts.run.one.Finding;
import coopcts.run.select.Cases;

/**
 * Something that brings cases to their verdicts, one at a time. Used by one thread, but for {@link
 * #kill}.
 */
public interface CaseExecutor extends AutoCloseable {

  /**
   * Opens the device at the first call.
   *
   * @return what was opened; later calls return the same
   * @throws DeviceUnavailableException if it cannot be opened here
   */
  OpenedDevice open() throws DeviceUnavailableException;

  /**
   * Runs a case and waits for its verdict.
   *
   * @param place of the case among all cases of the device
   * @param name of the case
   * @return verdict, message and times; a crash or hang is a verdict too
   * @throws DeviceUnavailableException if the device cannot be opened here any more
   */
  Finding execute(Cases.CasePlace place, String name) throws DeviceUnavailableException;

  /**
   * {@return a number of the process that had the last case; another process has another number}
   */
  int process();

  /** {@return whether {@link #renew} can give a case a process that no other case has been in} */
  boolean isRenewable();

  /**
   * Ends the process of earlier cases, so that the next case runs in a new one.
   *
   * @throws UnsupportedOperationException if {@link #isRenewable} is false
   */
  void renew();

  /**
   * Ends the process that is at work, at once, and starts no other. Any thread may call it. Where
   * cases run in this process nothing happens.
   */
  void kill();

  @Override
  void close();
}
