// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import coopcts.model.Scope;
import coopcts.program.Operation.Barrier;
import coopcts.program.Operation.Break;
import coopcts.program.Operation.Call;
import coopcts.program.Operation.Continue;
import coopcts.program.Operation.If;
import coopcts.program.Operation.Repeat;
import coopcts.program.Operation.Return;
import coopcts.program.Operation.Stage;
import coopcts.program.Operation.Switch;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules of control flow: what ends a loop stands in one, counters are read where they count,
 * and a whole workgroup comes to a barrier.
 */
final class Flow {

  private final boolean severalInstances;

  /** Whether each instance is an invocation that vectors belong to. */
  private final boolean isOfInvocations;

  /**
   * @param scope of the matrices
   * @param instances scope instances in a workgroup
   */
  Flow(Scope scope, int instances) {
    this.severalInstances = instances > 1;
    this.isOfInvocations = scope == Scope.INVOCATION;
  }

  /**
   * Where an operation stands.
   *
   * @param counters of the loops around it
   * @param inLoop whether a break would end a loop, not a way of a switch
   * @param returns whether a function without a result is around it
   * @param together whether all instances of the workgroup are there together
   * @param unparted whether they have been together all the way: nothing brings invocations of a
   *     subgroup together again for certain
   */
  private record Around(
      Set<String> counters, boolean inLoop, boolean returns, boolean together, boolean unparted) {

    Around withCounter(String name) {
      Set<String> more =
          Stream.concat(counters.stream(), Stream.of(name)).collect(Collectors.toSet());
      return new Around(more, true, returns, together, unparted);
    }

    Around outsideLoop() {
      return new Around(counters, false, returns, together, unparted);
    }

    Around together(boolean still) {
      return new Around(counters, inLoop, returns, together && still, unparted && still);
    }

    Around unparted(boolean still) {
      return new Around(counters, inLoop, returns, together, unparted && still);
    }
  }

  /**
   * @throws IllegalArgumentException naming the operation and the rule it breaks
   */
  void check(List<Operation> body) {
    check(body, new Around(Set.of(), false, false, true, true));
  }

  private void check(List<Operation> body, Around around) {
    boolean parted = body.stream().anyMatch(this::mayPart);
    boolean unparted = true;
    for (Operation operation : body) {
      Around here = around.together(!parted).unparted(unparted);
      if (isOfInvocations && isOfSubgroup(operation)) {
        require(
            here.unparted && Walk.roots(operation).stream().allMatch(this::isTogether),
            operation,
            "not all of the subgroup comes here together");
      }
      for (Index root : Walk.roots(operation)) {
        Walk.parts(root, part -> counter(part, operation, here));
      }
      switch (operation) {
        case Repeat repeat -> {
          require(
              !here.counters.contains(repeat.counter()), operation, "a loop has its own counter");
          boolean whole = isTogether(repeat.count()) && !parts(repeat.body());
          check(
              repeat.body(),
              here.withCounter(repeat.counter())
                  .together(whole)
                  .unparted(!isOfInvocations || !splits(repeat.body())));
        }
        case If branch -> {
          Around within = here.together(isTogether(branch.condition()));
          check(branch.then(), within);
          check(branch.otherwise(), within);
        }
        case Switch branch -> {
          Around within = here.outsideLoop().together(isTogether(branch.selector()));
          branch.ways().forEach(way -> check(way, within));
          check(branch.otherwise(), within);
        }
        case Break _, Continue _ ->
            require(here.inLoop, operation, "it stands directly in a loop or its branches");
        case Return _ ->
            require(here.returns, operation, "it stands in a function without a result");
        case Call call -> {
          Function function = call.function();
          boolean whole = !parts(function.body());
          check(
              function.body(),
              new Around(
                  Set.of(),
                  false,
                  function.result().isEmpty(),
                  here.together && whole,
                  here.unparted && whole));
        }
        case QcomOperation.ThroughLines op -> check(op.between(), here);
        case Barrier _, Operation.BufferBarrier _, Stage _ ->
            require(here.together, operation, "not all of the workgroup comes here together");
        default -> {}
      }
      unparted &= !isOfInvocations || !splits(List.of(operation));
    }
  }

  /** Whether an operation has to do with a matrix that a subgroup holds together. */
  private static boolean isOfSubgroup(Operation operation) {
    return Walk.matrices(operation).stream().anyMatch(matrix -> !matrix.type().isVector())
        || Walk.groups(operation).stream()
            .flatMap(group -> group.members().stream())
            .anyMatch(type -> !type.isVector());
  }

  /** Whether instances go ways of their own anywhere in a body or in what it calls. */
  private boolean splits(List<Operation> body) {
    boolean[] found = new boolean[1];
    Walk.operations(
        body,
        operation ->
            found[0] |=
                switch (operation) {
                  case Repeat repeat -> !isTogether(repeat.count());
                  case If branch -> !isTogether(branch.condition());
                  case Switch branch -> !isTogether(branch.selector());
                  default -> mayPart(operation);
                });
    return found[0];
  }

  private static void counter(Index index, Operation operation, Around around) {
    if (index instanceof Index.Counter(String name)) {
      require(around.counters.contains(name), operation, name + " counts no loop around it");
    }
  }

  /** Whether instances may leave a body at different times. */
  private boolean parts(List<Operation> body) {
    boolean[] found = new boolean[1];
    Walk.own(body, operation -> found[0] |= mayPart(operation));
    return found[0];
  }

  private boolean mayPart(Operation operation) {
    return switch (operation) {
      case Break end -> !isTogether(end.condition());
      case Continue end -> !isTogether(end.condition());
      case Return end -> !isTogether(end.condition());
      default -> false;
    };
  }

  private boolean isTogether(Condition condition) {
    return isTogether(condition.left()) && isTogether(condition.right());
  }

  /** Whether a number is the same for all instances of a workgroup. */
  private boolean isTogether(Index index) {
    boolean[] own = new boolean[1];
    Walk.parts(
        index,
        part -> own[0] |= part instanceof Index.Instance || part instanceof Index.LocalInstance);
    return !own[0] || !severalInstances;
  }

  private static void require(boolean condition, Operation operation, String rule) {
    if (!condition) {
      throw new IllegalArgumentException(operation.getClass().getSimpleName() + ": " + rule);
    }
  }
}
