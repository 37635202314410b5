// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import java.util.function.LongFunction;

/**
 * One run of a case's shader on data of its own.
 *
 * @param name distinguishes it from the case's other subcases
 * @param trial makes inputs and expectation from the run's seed; equal seeds must give equal trials
 */
public record Subcase(String name, LongFunction<Trial> trial) {}
