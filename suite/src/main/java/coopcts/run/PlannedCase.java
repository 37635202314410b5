// SPDX-License-Identifier: Apache-2.0
package coopcts.run;

import coopcts.run.select.Cases;
import java.util.List;

/** A case that a run is to take, without what it takes to run it. */
record PlannedCase(Cases.CasePlace place, String name, List<String> assertions) {}
