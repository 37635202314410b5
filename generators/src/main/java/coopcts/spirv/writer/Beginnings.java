// SPDX-License-Identifier: Apache-2.0
package coopcts.spirv.writer;

import coopcts.program.Function;
import coopcts.program.Group;
import coopcts.program.Index;
import coopcts.program.Matrix;
import coopcts.program.Operation;
import coopcts.program.Program;
import coopcts.program.Scalar;
import coopcts.program.Walk;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The literals that fill variables before anything else has to do with them. */
final class Beginnings {

  private Beginnings() {}

  /**
   * {@return the operations that could be initializers, by their variables}
   *
   * @param body of a function, or of {@code main}
   * @param others variables that have a value before
   */
  static Map<Matrix, Operation.Fill> of(List<Operation> body, Collection<Matrix> others) {
    Set<Matrix> named = new HashSet<>(others);
    Map<Matrix, Operation.Fill> found = new HashMap<>();
    for (Operation operation : body) {
      if (operation instanceof Operation.Fill fill
          && fill.value() instanceof Scalar.Literal
          && fill.result().rows().isEmpty()
          && !named.contains(fill.result())) {
        found.put(fill.result(), fill);
      }
      Walk.own(List.of(operation), inner -> named.addAll(Walk.matrices(inner)));
    }
    return found;
  }

  /**
   * {@return the operations that put zeros into every member of a group before anything else has to
   * do with it, as they stand in the body}
   *
   * @param body of a function, or of {@code main}
   */
  static List<Operation.Put> nulls(List<Operation> body) {
    Set<Matrix> zeros = new HashSet<>();
    Set<Group> named = new HashSet<>();
    Map<Group, List<Operation.Put>> found = new HashMap<>();
    for (Operation operation : body) {
      if (operation instanceof Operation.Fill(Matrix result, Scalar.Literal(var _, long bits))
          && bits == 0) {
        zeros.add(result);
      } else if (operation instanceof Operation.Put put
          && zeros.contains(put.source())
          && !named.contains(put.group())
          && put.member().equals(Index.of(puts(found, put.group()).size()))) {
        puts(found, put.group()).add(put);
      } else {
        Walk.own(
            List.of(operation),
            inner -> {
              zeros.removeAll(Walk.matrices(inner));
              named.addAll(Walk.groups(inner));
            });
      }
    }
    return found.entrySet().stream()
        .filter(group -> group.getValue().size() == group.getKey().members().size())
        .flatMap(group -> group.getValue().stream())
        .toList();
  }

  private static List<Operation.Put> puts(Map<Group, List<Operation.Put>> found, Group group) {
    return found.computeIfAbsent(group, _ -> new ArrayList<>());
  }

  /** Whether there are some in {@code main}. */
  static boolean areInMain(Program program) {
    return !of(program.body(), Set.of()).isEmpty();
  }

  /** Whether there are some in any function. */
  static boolean areInAny(Program program) {
    return areInMain(program)
        || program.functions().stream()
            .anyMatch(
                function ->
                    !of(
                            function.body(),
                            function.parameters().stream().map(Function.Parameter::matrix).toList())
                        .isEmpty());
  }
}
