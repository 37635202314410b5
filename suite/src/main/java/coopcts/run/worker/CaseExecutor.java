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
   * Opens the device, or tells again what was opened.
   *
   * @throws DeviceUnavailableException if it cannot be opened here
   */
  Opened open() throws DeviceUnavailableException;

  /**
   * Runs a case.
   *
   * @throws DeviceUnavailableException if the device cannot be opened here any more
   */
  Finding execute(Cases.Place place, String name) throws DeviceUnavailableException;

  /** Which process had the last case: another number for another one. */
  int process();

  /** Whether {@link #renew} can give a case a process that no other case has been in. */
  boolean isRenewable();

  /** Has the next case run in a fresh process. */
  void renew();

  /** Ends whatever is under way, at once; may be called by any thread. */
  void kill();

  @Override
  void close();
}
