// SPDX-License-Identifier: Apache-2.0
package coopcts.causes;

import coopcts.device.DeviceUnavailableException;
import coopcts.plan.Case;
import coopcts.reports.read.Row;
import java.io.IOException;
import java.util.List;

/** Runs further cases on the device that failed. */
@FunctionalInterface
public interface Trials {

  /** No further case is run. */
  Trials NONE = _ -> List.of();

  /** What came of them; of what did not run there is no row. */
  List<Row> run(List<Case> cases) throws IOException, DeviceUnavailableException;
}
