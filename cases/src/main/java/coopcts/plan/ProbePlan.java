// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.oracle.Rule;

/**
 * A question to the device's programming interface, such as how it counts or whether a feature
 * works alone. A worker asks it, and the case fails if the answer breaks the rule.
 *
 * @param probe name of the question, by which the device finds it
 * @param rule the assertions that fix the answer
 */
public record ProbePlan(String probe, Rule rule) implements Plan {}
