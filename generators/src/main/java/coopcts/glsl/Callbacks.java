// SPDX-License-Identifier: Apache-2.0
package coopcts.glsl;

import coopcts.model.ComponentType;
import coopcts.program.ElementFunction;
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
    ComponentType component = component(op);
    String type = component.glsl(1);
    String body = body(op.function(), component);
    String called = "turned_" + component;
    String before =
        op.function().calls()
            ? "%1$s %2$s(%1$s x, uint32_t column) { %3$s }\n\n".formatted(type, called, body)
            : "";
    return before
        + "%s %s(const in uint32_t row, const in uint32_t column, const in %s x%s%s) { %s }\n\n"
            .formatted(
                type,
                name(op),
                type,
                op.function().takesOther() ? ", const in " + type + " y" : "",
                op.function().takesNumber() ? ", const in uint32_t number" : "",
                op.function().calls() ? "return " + called + "(x, column);" : body);
  }

  /** Types without arithmetic are chosen between by a branch, others by a selection. */
  private static String body(ElementFunction function, ComponentType component) {
    String then = value(function.then(), component);
    String otherwise = value(function.otherwise(), component);
    return component.hasArithmetic()
        ? "return %s ? %s : %s;".formatted(function.condition(), then, otherwise)
        : "if (%s) { return %s; } return %s;".formatted(function.condition(), then, otherwise);
  }

  private static String value(ElementFunction.Value value, ComponentType component) {
    return switch (value) {
      case SAME -> "x";
      case OTHER -> "y";
      case ZERO -> component.glsl(1) + "(0)";
      case NEGATIVE -> component.hasArithmetic() ? "-x" : component.glsl(1) + "(-float(x))";
    };
  }
}
