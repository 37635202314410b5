// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import java.util.function.LongFunction;

/**
 * One run of a case's shader, a subcase.
 *
 * @param name tells it from the case's other subcases
 * @param trial makes inputs and expectation from the run's seed
 */
public record Subcase(String name, LongFunction<Trial> trial) {}
