// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.oracle.Inputs;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * One run of a case's shader.
 *
 * @param name tells it from the case's other subcases
 * @param checks the sentences that the matrices it stores must hold beside those of the operations
 * @param inputs makes the inputs from the run's seed
 */
public record ProgramSubcase(String name, List<String> checks, LongFunction<Inputs> inputs) {

  /**
   * A run that checks nothing beyond its program's operations.
   *
   * @param name distinguishes it from the case's other subcases
   * @param inputs makes the inputs for a seed
   */
  public ProgramSubcase(String name, LongFunction<Inputs> inputs) {
    this(name, List.of(), inputs);
  }

  /**
   * {@return the same run with more assertions}
   *
   * @param more IDs that the stored matrices must meet too
   */
  public ProgramSubcase and(List<String> more) {
    return new ProgramSubcase(
        name, Stream.concat(checks.stream(), more.stream()).distinct().toList(), inputs);
  }
}
