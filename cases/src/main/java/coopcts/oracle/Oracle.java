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

  private final World world;
  private final List<Workgroup> workgroups = new ArrayList<>();

  private Oracle(Program program, Inputs inputs, List<String> checks, boolean strict) {
    world = new World(program, inputs, checks, strict);
    for (int workgroup = 0; workgroup < inputs.workgroups(); workgroup++) {
      workgroups.add(new Workgroup(world, workgroup));
    }
  }

  /**
   * What every buffer may hold afterwards.
   *
   * @throws IllegalStateException if the program's result is not defined on these inputs
   */
  public static Expectation expect(Program program, Inputs inputs) {
    return expect(program, inputs, List.of());
  }

  /**
   * The same for a program that tries more than its operations alone.
   *
   * @param checks the sentences that the matrices it stores must hold besides
   */
  public static Expectation expect(Program program, Inputs inputs, List<String> checks) {
    return new Oracle(program, inputs, checks, false).run();
  }

  /**
   * The same where all values on the way are useful ones.
   *
   * @throws UselessException if a matrix may hold anything on the way, or next to anything
   */
  public static Expectation expectUseful(Program program, Inputs inputs) {
    return new Oracle(program, inputs, List.of(), true).run();
  }

  /** A program that is run step by step, and its values, which must be useful ones. */
  public static Oracle at(Program program, Inputs inputs) {
    return new Oracle(program, inputs, List.of(), true);
  }

  private Expectation run() {
    workgroups.forEach(workgroup -> workgroup.run(world.program.body()));
    return expectation(world.program, world.inputs);
  }

  /**
   * Runs operations that come next in the program; none of them if one has no useful result.
   *
   * @throws UselessException if one has none
   */
  public void step(List<Operation> next) {
    Set<Array> written = new HashSet<>();
    Walk.operations(next, operation -> Walk.written(operation).ifPresent(written::add));
    World.Saved before = world.saved(written);
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
   * What every buffer may hold now.
   *
   * @param whole the program of all operations that were run; arrays that none of them uses may be
   *     left out of it
   * @param given its inputs
   */
  public Expectation expectation(Program whole, Inputs given) {
    return world.expectation(whole, given);
  }

  /**
   * How many different patterns the elements of a matrix have in the first instance, counting only
   * those that are known to within a little.
   */
  public int variety(Matrix matrix) {
    return Usefulness.variety(workgroups.getFirst().frame(0).get(matrix));
  }
}
