// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import coopcts.model.ComponentType;
import coopcts.program.Operation;
import coopcts.program.Operation.PerElement;
import coopcts.program.Operation.Reduce;
import coopcts.program.Program;
import coopcts.program.Walk;
import java.util.Map;
import java.util.TreeMap;

/** The functions of single elements that a program's operations call. */
final class Callbacks {

  private Callbacks() {}

  /** Each function once, in the order of their names. */
  static String of(Program program) {
    Map<String, String> functions = new TreeMap<>();
    Walk.operations(
        program.body(),
        operation -> {
          if (operation instanceof Reduce op) {
            functions.put(name(op), function(op));
          } else if (operation instanceof PerElement op) {
            functions.put(name(op), function(op));
          }
        });
    return String.join("", functions.values());
  }

  static String name(Reduce op) {
    return op.fold().name().toLowerCase(java.util.Locale.ROOT) + "_" + component(op);
  }

  static String name(PerElement op) {
    return op.function().name().toLowerCase(java.util.Locale.ROOT) + "_" + component(op);
  }

  private static ComponentType component(Operation operation) {
    return Walk.matrices(operation).getFirst().type().component();
  }

  private static String function(Reduce op) {
    String type = component(op).glsl(1);
    return "%s %s(const in %s x, const in %s y) { return %s; }\n\n"
        .formatted(type, name(op), type, type, op.fold().glsl());
  }

  private static String function(PerElement op) {
    String type = component(op).glsl(1);
    String called = "turned_" + component(op);
    String before =
        op.function().calls()
            ? "%1$s %2$s(%1$s x, uint32_t column) { return column %% 2 == 0 ? x : -x; }\n\n"
                .formatted(type, called)
            : "";
    return before
        + "%s %s(const in uint32_t row, const in uint32_t column, const in %s x%s%s) { return %s; }\n\n"
            .formatted(
                type,
                name(op),
                type,
                op.function().takesOther() ? ", const in " + type + " y" : "",
                op.function().takesNumber() ? ", const in uint32_t number" : "",
                op.function().glsl().replace("T(", type + "(").replace("turned(", called + "("));
  }
}
