// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.program.Array;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Program;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The meaning of a {@link Program}: what memory may hold after it ran on given inputs, from the
 * fact sheets alone.
 *
 * <p>Works on whole matrices, operation by operation, the scope instances of a workgroup side by
 * side: those that take a branch, or are still in a loop, are active. It knows neither invocations
 * nor who owns which component.
 *
 * <p>The static methods take a whole program. An object runs a program piece by piece: {@link #at},
 * then {@link #step} as often as needed, then {@link #expectation}. It is not safe for several
 * threads.
 */
public final class Oracle {

  private final DispatchState world;
  private final List<Workgroup> workgroups = new ArrayList<>();

  private Oracle(Program program, Inputs inputs, List<String> checks, boolean strict) {
    this(new DispatchState(program, inputs, checks, strict));
  }

  private Oracle(DispatchState world) {
    this.world = world;
    for (int workgroup = 0; workgroup < world.inputs.workgroups(); workgroup++) {
      workgroups.add(new Workgroup(world, workgroup));
    }
  }

  /**
   * {@return what every buffer may hold after a program ran: one buffer for each array in a buffer}
   *
   * @param program that runs
   * @param inputs memory, push constants and number of workgroups; the arrays are not changed
   * @throws IllegalStateException if the program's result is not defined on these inputs, such as
   *     for a variable that is read before it is set
   */
  public static Expectation expect(Program program, Inputs inputs) {
    return expect(program, inputs, List.of());
  }

  /**
   * What every buffer may hold after a program ran, where stored matrices must hold further
   * assertions.
   *
   * @param program that runs
   * @param inputs memory, push constants and number of workgroups; the arrays are not changed
   * @param checks IDs of assertions that the stored matrices must hold too; mismatches in them name
   *     these
   * @return one buffer for each array in a buffer
   * @throws IllegalStateException if the program's result is not defined on these inputs
   */
  public static Expectation expect(Program program, Inputs inputs, List<String> checks) {
    return expect(program, inputs, checks, List.of());
  }

  /**
   * What every buffer may hold after a program was dispatched several times, each time behind all
   * that the time before stored.
   *
   * @param program that runs
   * @param inputs memory, push constants of the first dispatch and number of workgroups; the arrays
   *     are not changed
   * @param checks IDs of assertions that the stored matrices must hold too; mismatches in them name
   *     these
   * @param again push constants of each further dispatch, in order
   * @return one buffer for each array in a buffer
   * @throws IllegalStateException if the program's result is not defined on these inputs
   */
  public static Expectation expect(
      Program program, Inputs inputs, List<String> checks, List<Map<String, Integer>> again) {
    Oracle oracle = new Oracle(program, inputs, checks, false);
    Expectation expected = oracle.run();
    for (Map<String, Integer> push : again) {
      oracle = new Oracle(oracle.world.again(push));
      expected = oracle.run();
    }
    return expected;
  }

  /**
   * What every buffer may hold after a program ran, for a program whose intermediate values must
   * all be known well enough to detect faults.
   *
   * @param program that runs
   * @param inputs memory, push constants and number of workgroups; the arrays are not changed
   * @return one buffer for each array in a buffer
   * @throws IndistinctValuesException if at any time a matrix may hold an element that is not
   *     bounded, or bounded by a range wider than 1/32 of the largest element
   * @throws IllegalStateException if the program's result is not defined on these inputs
   */
  public static Expectation expectUseful(Program program, Inputs inputs) {
    return new Oracle(program, inputs, List.of(), true).run();
  }

  /**
   * {@return an oracle that runs a program piece by piece ({@link #step})} It is strict:
   * intermediate values must be known well enough to detect faults. A generator uses it to try each
   * operation that it draws.
   *
   * @param program declarations of memory and scope; its body is not run
   * @param inputs memory, push constants and number of workgroups; the arrays are not changed
   */
  public static Oracle at(Program program, Inputs inputs) {
    return new Oracle(program, inputs, List.of(), true);
  }

  private Expectation run() {
    workgroups.forEach(workgroup -> workgroup.run(world.program.body()));
    return expectation(world.program, world.inputs);
  }

  /**
   * Runs the operations that come next in the program, in all workgroups. If it throws, memory and
   * variables stay as they were before the call, and another step may be tried.
   *
   * @param next operations in their order
   * @throws IndistinctValuesException if a result is not known well enough to detect faults
   * @throws IllegalStateException if a result is not defined
   */
  public void step(List<Operation> next) {
    Set<Array> written = new HashSet<>();
    Walk.operations(next, operation -> written.addAll(Walk.written(operation)));
    DispatchState.Saved before = world.saved(written);
    List<Workgroup> saved = workgroups.stream().map(one -> one.copy(written)).toList();
    try {
      workgroups.forEach(workgroup -> workgroup.run(next));
    } catch (IllegalStateException e) {
      world.restore(before);
      workgroups.clear();
      workgroups.addAll(saved);
      throw e;
    }
  }

  /**
   * {@return what every buffer may hold after the steps so far}
   *
   * @param whole a program of all operations that were run; it may lack arrays that none of them
   *     uses, and decides which buffers the expectation has
   * @param given the inputs of that program: those of {@link #at}, less what it lacks
   */
  public Expectation expectation(Program whole, Inputs given) {
    return world.expectation(whole, given);
  }

  /**
   * {@return how many different values a variable's elements have now, in the first scope instance
   * of the first workgroup} An element that may be several numbers counts by one of them, a range
   * by its middle. A generator does not store a matrix whose elements are all equal, as it would
   * hide faults.
   *
   * @param matrix a variable that the steps so far have set
   * @throws IllegalStateException if it has no value yet
   */
  public int variety(Matrix matrix) {
    return DiscriminationCheck.variety(workgroups.getFirst().frame(0).get(matrix));
  }
}
