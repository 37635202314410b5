// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.device.DeviceUnavailableException;
import coopcts.plan.Case;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Runs further cases on the device that failed, so that {@link CauseFinder} can try its rules. */
@FunctionalInterface
public interface FurtherCases {

  /** No further case is run. */
  FurtherCases NONE = (_, _) -> List.of();

  /**
   * Runs cases; a case that ends its process costs no other.
   *
   * @param cases that are run
   * @param left time: no case is begun after it, and none may take longer
   * @return one line of a journal for each case that ran; those that the time did not suffice for
   *     are missing
   * @throws IOException if a file cannot be written
   * @throws DeviceUnavailableException if the device cannot be used any more
   */
  List<Row> run(List<Case> cases, Duration left) throws IOException, DeviceUnavailableException;

  /** {@return how many cases are run side by side, at least 1} */
  default int atOnce() {
    return 1;
  }

  /**
   * {@return whether a case may be run}
   *
   * @param name of the case
   */
  default boolean mayRun(String name) {
    return true;
  }
}
