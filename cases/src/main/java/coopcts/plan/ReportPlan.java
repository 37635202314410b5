// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.oracle.Rule;
import java.util.List;

/**
 * A rule on what a device reports, already checked when the plan was made. The case fails if there
 * are violations; nothing is run.
 *
 * @param rule the assertions that the report must hold
 * @param violations a line for each entry of the report that breaks the rule; empty for a pass
 * @param unknown a line for each entry that the suite does not know and cannot judge
 */
public record ReportPlan(Rule rule, List<String> violations, List<String> unknown)
    implements Plan {}
