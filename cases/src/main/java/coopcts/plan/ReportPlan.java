// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.oracle.Rule;
import java.util.List;

/**
 * A rule on what a device reports.
 *
 * @param rule why the report must be so
 * @param violations a line for each thing that breaks it
 * @param unknown a line for each thing that the suite does not know and says nothing of
 */
public record ReportPlan(Rule rule, List<String> violations, List<String> unknown)
    implements Plan {}
