// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.model.VectorMatrix;
import coopcts.oracle.Expectation;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Matrices for cooperative vectors that go from layout to layout and type to type.
 *
 * @param chains all of one length, made from a seed
 * @param byCommand whether the device converts them, all chains in one command for each step; else
 *     the host does, one by one
 */
public record ConversionPlan(LongFunction<List<Chain>> chains, boolean byCommand) implements Plan {

  /**
   * One matrix on its way.
   *
   * @param name of the chain, in messages
   * @param source its bytes as the first stop says
   * @param stops what it is in turn
   * @param expected its bytes as the last stop says
   * @param properties what holds of those bytes beside
   */
  public record Chain(
      String name,
      byte[] source,
      List<VectorMatrix> stops,
      Expectation.Buffer expected,
      List<Expectation.Property> properties) {

    /**
     * A chain without further properties.
     *
     * @param name of the chain
     * @param source bytes of the first stop
     * @param stops the matrix in turn
     * @param expected bytes of the last stop
     */
    public Chain(
        String name, byte[] source, List<VectorMatrix> stops, Expectation.Buffer expected) {
      this(name, source, stops, expected, List.of());
    }
  }
}
