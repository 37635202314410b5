// SPDX-License-Identifier: Apache-2.0
package coopcts.plan;

import coopcts.oracle.Expectation;
import coopcts.oracle.Inputs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * One run of a program on inputs of its own. {@link Plan#of(Program, List)} makes a plan of
 * several.
 *
 * @param name distinguishes the run from the case's others
 * @param checks IDs of assertions that the matrices it stores must hold, beside those of the
 *     operations
 * @param inputs makes the inputs from the run's seed; equal seeds must give equal inputs
 * @param naming gives what the oracle expects rules of the case's own; it changes no acceptance
 * @param again for each further dispatch in the same command buffer, behind a barrier, the push
 *     constants that differ from those of the first
 */
public record ProgramSubcase(
    String name,
    List<String> checks,
    LongFunction<Inputs> inputs,
    UnaryOperator<Expectation> naming,
    List<Map<String, Integer>> again) {

  /**
   * A run whose expectations have the oracle's own rules.
   *
   * @param name distinguishes the run from the case's others
   * @param checks IDs of assertions that the matrices it stores must hold, beside those of the
   *     operations
   * @param inputs makes the inputs from the run's seed; equal seeds must give equal inputs
   */
  public ProgramSubcase(String name, List<String> checks, LongFunction<Inputs> inputs) {
    this(name, checks, inputs, UnaryOperator.identity(), List.of());
  }

  /**
   * A run that checks nothing beyond its program's operations.
   *
   * @param name distinguishes the run from the case's others
   * @param inputs makes the inputs from the run's seed; equal seeds must give equal inputs
   */
  public ProgramSubcase(String name, LongFunction<Inputs> inputs) {
    this(name, List.of(), inputs);
  }

  /**
   * {@return a copy of this run that checks further assertions, each once}
   *
   * @param more IDs of assertions that the stored matrices must hold too; may be empty
   */
  public ProgramSubcase and(List<String> more) {
    return new ProgramSubcase(
        name,
        Stream.concat(checks.stream(), more.stream()).distinct().toList(),
        inputs,
        naming,
        again);
  }

  /**
   * {@return a copy of this run whose expectations get rules of the case's own, where the rules of
   * single elements differ}
   *
   * @param other gives what the oracle expects other rules; it replaces an earlier one
   */
  public ProgramSubcase naming(UnaryOperator<Expectation> other) {
    return new ProgramSubcase(name, checks, inputs, other, again);
  }

  /**
   * {@return a copy of this run that is followed by another dispatch}
   *
   * @param push the push constants that differ from those of the first dispatch
   */
  public ProgramSubcase again(Map<String, Integer> push) {
    List<Map<String, Integer>> longer = new ArrayList<>(again);
    longer.add(Map.copyOf(push));
    return new ProgramSubcase(name, checks, inputs, naming, List.copyOf(longer));
  }
}
