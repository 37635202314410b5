// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.device.DeviceUnavailableException;
import coopcts.plan.Case;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Runs further cases on the device that failed. */
@FunctionalInterface
public interface FurtherCases {

  /** No further case is run. */
  FurtherCases NONE = (_, _) -> List.of();

  /**
   * What came of them; of what did not run there is no row.
   *
   * @param left after which no case is begun, and which none may take
   */
  List<Row> run(List<Case> cases, Duration left) throws IOException, DeviceUnavailableException;
}
