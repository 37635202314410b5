// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import java.util.List;

/**
 * Rules on what a device reports.
 *
 * @param rules how many were looked at
 * @param violations a line for each rule that the report breaks
 */
public record ReportPlan(int rules, List<String> violations) implements Plan {}
