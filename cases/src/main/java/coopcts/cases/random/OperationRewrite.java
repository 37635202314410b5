// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.random;

import coopcts.program.Function;
import coopcts.program.Operation;
import coopcts.program.QcomOperation;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Changes a program's operations, wherever they stand; those of functions come last. */
final class OperationRewrite {

  private OperationRewrite() {}

  /** What stands in the place of an operation. */
  interface Change {
    List<Operation> of(Operation operation);
  }

  /** All operations in the order in which {@link #at} counts them. */
  static List<Operation> all(List<Operation> body) {
    List<Operation> all = new ArrayList<>();
    Walk.operations(body, all::add);
    return all;
  }

  /** The body with something else in the place of operations from one number up to another. */
  static List<Operation> at(List<Operation> body, int from, int to, Change change) {
    int[] number = new int[1];
    Change counted =
        operation -> {
          int n = number[0]++;
          return n >= from && n < to ? change.of(operation) : null;
        };
    Set<Function> functions = Walk.functions(body);
    List<Function> instead = new ArrayList<>();
    List<Operation> changed = own(body, counted);
    for (Function function : functions) {
      List<Operation> inner = own(function.body(), counted);
      for (Function other : instead) {
        inner = replaced(inner, other);
      }
      if (!inner.equals(function.body())) {
        Function other =
            new Function(function.name(), function.parameters(), inner, function.result());
        instead.add(other);
        changed = replaced(changed, other);
      }
    }
    return changed;
  }

  /** The body with each operation changed. */
  static List<Operation> everywhere(List<Operation> body, Change change) {
    return at(body, 0, Integer.MAX_VALUE, change);
  }

  /** Operations in the order in which they are written; what is dropped is counted all the same. */
  private static List<Operation> own(List<Operation> body, Change change) {
    List<Operation> changed = new ArrayList<>();
    for (Operation operation : body) {
      List<Operation> instead = change.of(operation);
      Operation inner = within(operation, change);
      changed.addAll(instead == null ? List.of(inner) : instead);
    }
    return changed;
  }

  private static Operation within(Operation operation, Change change) {
    return switch (operation) {
      case Operation.Repeat(var counter, var count, var body) ->
          new Operation.Repeat(counter, count, own(body, change));
      case Operation.If(var condition, var then, var otherwise) ->
          new Operation.If(condition, own(then, change), own(otherwise, change));
      case Operation.Switch(var selector, var ways, var otherwise) -> {
        List<List<Operation>> changed = new ArrayList<>();
        ways.forEach(way -> changed.add(own(way, change)));
        yield new Operation.Switch(selector, changed, own(otherwise, change));
      }
      case QcomOperation.ThroughLines op -> op.with(own(op.between(), change));
      default -> operation;
    };
  }

  /** Calls of a function become calls of another one of its name, in functions too. */
  private static List<Operation> replaced(List<Operation> body, Function to) {
    return own(
        body,
        operation -> {
          if (!(operation instanceof Operation.Call call)) {
            return null;
          }
          Function function = call.function();
          Function other = to;
          if (!function.name().equals(to.name())) {
            List<Operation> inner = replaced(function.body(), to);
            other = new Function(function.name(), function.parameters(), inner, function.result());
          }
          return List.of(new Operation.Call(other, call.arguments(), call.result()));
        });
  }
}
