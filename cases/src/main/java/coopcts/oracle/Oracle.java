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
import java.util.Set;

/**
 * The meaning of a {@link Program}: what memory may hold after it ran on given inputs, from the
 * fact sheets alone.
 *
 * <p>Works on whole matrices, operation by operation, the scope instances of a workgroup side by
 * side: those that take a branch, or are still in a loop, are active. It knows neither invocations
 * nor who owns which component.
 */
public final class Oracle {

  private final DispatchState world;
  private final List<Workgroup> workgroups = new ArrayList<>();

  private Oracle(Program program, Inputs inputs, List<String> checks, boolean strict) {
    world = new DispatchState(program, inputs, checks, strict);
    for (int workgroup = 0; workgroup < inputs.workgroups(); workgroup++) {
      workgroups.add(new Workgroup(world, workgroup));
    }
  }

  /**
   * {@return what every buffer may hold afterwards}
   *
   * @param program that runs
   * @param inputs memory, push constants and number of workgroups
   * @throws IllegalStateException if the program's result is not defined on these inputs
   */
  public static Expectation expect(Program program, Inputs inputs) {
    return expect(program, inputs, List.of());
  }

  /**
   * What every buffer may hold afterwards, where stored matrices must meet further assertions.
   *
   * @param program that runs
   * @param inputs memory, push constants and number of workgroups
   * @param checks IDs of the assertions that the matrices it stores must meet too
   * @return one buffer for each array in a buffer
   * @throws IllegalStateException if the program's result is not defined on these inputs
   */
  public static Expectation expect(Program program, Inputs inputs, List<String> checks) {
    return new Oracle(program, inputs, checks, false).run();
  }

  /**
   * What every buffer may hold afterwards, for a program whose intermediate values must all be
   * known well enough to detect faults.
   *
   * @param program that runs
   * @param inputs memory, push constants and number of workgroups
   * @return one buffer for each array in a buffer
   * @throws IndistinctValuesException if a matrix may hold anything on the way, or next to anything
   */
  public static Expectation expectUseful(Program program, Inputs inputs) {
    return new Oracle(program, inputs, List.of(), true).run();
  }

  /**
   * {@return an oracle that runs a program step by step by {@link #step}} Intermediate values must
   * be known well enough to detect faults.
   *
   * @param program declarations of memory and scope; its body is not run
   * @param inputs memory, push constants and number of workgroups
   */
  public static Oracle at(Program program, Inputs inputs) {
    return new Oracle(program, inputs, List.of(), true);
  }

  private Expectation run() {
    workgroups.forEach(workgroup -> workgroup.run(world.program.body()));
    return expectation(world.program, world.inputs);
  }

  /**
   * Runs operations that come next in the program. If one has no useful result, memory and
   * variables stay as they were before the call.
   *
   * @param next operations in order
   * @throws IndistinctValuesException if one has none
   */
  public void step(List<Operation> next) {
    Set<Array> written = new HashSet<>();
    Walk.operations(next, operation -> Walk.written(operation).ifPresent(written::add));
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
   * {@return what every buffer may hold now}
   *
   * @param whole the program of all operations that were run; arrays that none of them uses may be
   *     left out of it
   * @param given its inputs
   */
  public Expectation expectation(Program whole, Inputs given) {
    return world.expectation(whole, given);
  }

  /**
   * {@return the number of different patterns among the elements of a matrix in the first instance}
   * Only elements that are known closely count.
   *
   * @param matrix a variable of the program
   */
  public int variety(Matrix matrix) {
    return DiscriminationCheck.variety(workgroups.getFirst().frame(0).get(matrix));
  }
}
