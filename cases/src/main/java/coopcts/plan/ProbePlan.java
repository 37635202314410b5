// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

/**
 * A question that only the device's interface can answer.
 *
 * @param probe its name, as the device knows it
 */
public record ProbePlan(String probe) implements Plan {}
