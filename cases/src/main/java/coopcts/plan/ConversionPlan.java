// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.model.VectorMatrix;
import coopcts.oracle.Expectation;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Matrices for cooperative vectors that are converted several times, from layout to layout and from
 * type to type (CV §4.5). The last matrix of each chain is judged.
 *
 * @param chains makes the chains from the run's seed; all have the same number of stops
 * @param byCommand whether the device converts them, all chains in one command for each step; else
 *     the host does, one matrix after the other
 */
public record ConversionPlan(LongFunction<List<Chain>> chains, boolean byCommand) implements Plan {

  /**
   * One matrix and the conversions that it goes through.
   *
   * @param name of the chain, for messages
   * @param source the matrix's bytes before the first conversion, as {@code stops.getFirst()}
   *     describes them
   * @param stops the matrix before the first conversion and after each, at least two
   * @param expected what its bytes may be after the last conversion, as {@code stops.getLast()}
   *     describes them
   * @param properties what must hold of the last bytes in addition; takes a list of one array
   */
  public record Chain(
      String name,
      byte[] source,
      List<VectorMatrix> stops,
      Expectation.Buffer expected,
      List<Expectation.Property> properties) {

    /**
     * A chain that is judged by its bytes alone.
     *
     * @param name of the chain, for messages
     * @param source the matrix's bytes before the first conversion, as {@code stops.getFirst()}
     *     describes them
     * @param stops the matrix before the first conversion and after each, at least two
     * @param expected what its bytes may be after the last conversion, as {@code stops.getLast()}
     *     describes them
     */
    public Chain(
        String name, byte[] source, List<VectorMatrix> stops, Expectation.Buffer expected) {
      this(name, source, stops, expected, List.of());
    }
  }
}
