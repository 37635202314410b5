// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.glsl.StageFrame;
import coopcts.model.DeviceReport;
import coopcts.model.Scope;
import coopcts.model.ShaderStage;
import coopcts.oracle.Oracle;
import coopcts.plan.Reducible;
import coopcts.plan.ShaderPlan;
import coopcts.program.Array;
import coopcts.program.Fences;
import coopcts.program.Index;
import coopcts.program.Operation;
import coopcts.program.Program;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A random program on its way to be smaller, by {@link ReductionSteps} that its name has.
 *
 * @param path the steps that led here from the drawn program
 * @param writing how it is compiled
 * @param report of the device that it is for
 */
record ProgramReduction(
    String drawn,
    List<Integer> path,
    RandomProgram random,
    SourceVariant writing,
    DeviceReport report)
    implements Reducible {

  /** The plan of a program that can be made smaller. */
  static ShaderPlan plan(
      String drawn,
      List<Integer> path,
      RandomProgram random,
      SourceVariant writing,
      DeviceReport report) {
    return writing
        .compiled(Programs.plan(random, report))
        .reducible(new ProgramReduction(drawn, path, random, writing, report));
  }

  /** The name of a program after some steps. */
  static String name(String drawn, List<Integer> path) {
    return path.isEmpty()
        ? drawn
        : drawn + ".r" + path.stream().map(String::valueOf).collect(Collectors.joining("-"));
  }

  @Override
  public String name() {
    return name(drawn, path);
  }

  @Override
  public int steps() {
    return ReductionSteps.of(random).size();
  }

  @Override
  public Optional<ShaderPlan> step(int step) {
    return after(step)
        .map(
            smaller -> {
              List<Integer> longer = new ArrayList<>(path);
              longer.add(step);
              return plan(drawn, longer, smaller, writing, report);
            });
  }

  /**
   * A program after some steps.
   *
   * @throws IllegalStateException if there is no such step
   */
  static RandomProgram after(
      String drawn,
      List<Integer> path,
      RandomProgram whole,
      SourceVariant writing,
      DeviceReport report) {
    RandomProgram program = whole;
    for (int i = 0; i < path.size(); i++) {
      program =
          new ProgramReduction(drawn, path.subList(0, i), program, writing, report)
              .after(path.get(i))
              .orElseThrow(() -> new IllegalStateException("no such step of reduction"));
    }
    return program;
  }

  /** The program after a step, if it still means something. */
  Optional<RandomProgram> after(int step) {
    List<Supplier<RandomProgram>> candidates = ReductionSteps.of(random);
    if (step >= candidates.size()) {
      return Optional.empty();
    }
    try {
      RandomProgram smaller = candidates.get(step).get();
      if (smaller.program().instances() != random.program().instances()
          && smaller.inputs().workgroups() > 1
          && countsInstances(smaller.program().body())) {
        return Optional.empty();
      }
      boolean changed =
          !smaller.program().equals(random.program())
              || smaller.inputs().workgroups() != random.inputs().workgroups()
              || smaller.others().isPresent() != random.others().isPresent()
              || !smaller.placement().equals(random.placement());
      // What does not fit where it stands is no step.
      Programs.plan(smaller, report);
      ShaderStage stage = smaller.placement().stage();
      if (stage != ShaderStage.COMPUTE) {
        // Fragments must fill their lines.
        StageFrame.groups(stage, List.of(1, 1, 1), smaller.program().instances());
      }
      Oracle.expectUseful(smaller.program(), smaller.inputs());
      return changed && isFenced(smaller.program())
          ? Optional.of(smaller.useful())
          : Optional.empty();
    } catch (IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /** Whether places are worked out of a workgroup's number and how many instances it had. */
  private static boolean countsInstances(List<Operation> body) {
    boolean[] found = new boolean[1];
    Walk.operations(
        body,
        operation ->
            Walk.roots(operation)
                .forEach(
                    root -> Walk.parts(root, part -> found[0] |= part instanceof Index.Workgroup)));
    return found[0];
  }

  /** Whether it has all the barriers that it needs: an invocation by itself needs none. */
  private static boolean isFenced(Program program) {
    return program.scope() == Scope.INVOCATION && program.instances() == 1
        || Fences.hold(program.body());
  }

  @Override
  public int statements() {
    int[] count = new int[1];
    Walk.own(random.program().body(), _ -> count[0]++);
    return count[0];
  }

  @Override
  public String kind() {
    Map<String, Integer> names = new TreeMap<>();
    for (Operation operation : OperationRewrite.all(random.program().body())) {
      String types =
          Walk.matrices(operation).stream()
              .map(
                  matrix ->
                      matrix.type().component()
                          + (matrix.type().isVector() ? "" : "." + matrix.type().use()))
              .distinct()
              .collect(Collectors.joining(" "));
      String arrays =
          Walk.arrays(operation).stream()
              .filter(array -> array.storage() == Array.Storage.SHARED)
              .map(_ -> " shared")
              .distinct()
              .collect(Collectors.joining());
      String name = operation.getClass().getSimpleName();
      names.merge(
          types.isEmpty() ? name + arrays : name + "(" + types + ")" + arrays, 1, Integer::sum);
    }
    return names.keySet().stream().collect(Collectors.joining(", "));
  }
}
