// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.context;

import coopcts.combinations.Draw;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The frames that a shader may draw from.
 *
 * @param around every pair of values of two axes; the module is made as it always is
 * @param made some of them for each way to make a module that is not the usual one
 * @param open those that leave the shader in {@code main}, or its workgroups along another axis
 * @param madeOpen some of these for each way to make a module
 * @param byName all of them
 */
record ExecutionContexts(
    List<ExecutionContext> around,
    List<ExecutionContext> made,
    List<ExecutionContext> open,
    List<ExecutionContext> madeOpen,
    Map<String, ExecutionContext> byName) {

  /** Of the frames around a shader for each way to make a module. */
  private static final int EACH = 5;

  /** For shaders whose subgroups work together. */
  static final ExecutionContexts OF_SUBGROUPS =
      of(ExecutionContext.pairs(), ExecutionContext.open(), _ -> true);

  /**
   * For shaders whose invocations work for themselves: nothing in them is written with the sizes of
   * a matrix.
   */
  static final ExecutionContexts OF_INVOCATIONS =
      of(
          OF_SUBGROUPS.around,
          OF_SUBGROUPS.open,
          making -> making.sizes() == ModuleVariant.Sizes.WRITTEN);

  private static ExecutionContexts of(
      List<ExecutionContext> around,
      List<ExecutionContext> open,
      Predicate<ModuleVariant> makings) {
    List<ExecutionContext> made = made(around, makings);
    List<ExecutionContext> madeOpen = made(open, makings);
    return new ExecutionContexts(
        around, made, open, madeOpen, byName(Stream.of(around, made, open, madeOpen)));
  }

  private static List<ExecutionContext> made(
      List<ExecutionContext> usual, Predicate<ModuleVariant> makings) {
    return ModuleVariant.pairs(makings).stream()
        .flatMap(making -> Draw.some(EACH, usual, making).stream().map(frame -> frame.made(making)))
        .toList();
  }

  /** The frame with a name. */
  Optional<ExecutionContext> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  private static Map<String, ExecutionContext> byName(Stream<List<ExecutionContext>> lists) {
    return lists
        .flatMap(List::stream)
        .collect(
            Collectors.toMap(ExecutionContext::toString, Function.identity(), (first, _) -> first));
  }

  /** Those that every family's cases are drawn into. */
  List<List<ExecutionContext>> lists() {
    return List.of(around, made);
  }

  /** Those that random programs are drawn into. */
  List<List<ExecutionContext>> all() {
    return List.of(around, made, open, madeOpen);
  }
}
