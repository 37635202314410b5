// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.oracle.Rule;

/**
 * A question that only the device's interface can answer.
 *
 * @param probe its name, as the device knows it
 * @param rule why the answer must be what it must be
 */
public record ProbePlan(String probe, Rule rule) implements Plan {}
