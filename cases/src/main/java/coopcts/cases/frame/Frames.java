// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.frame;

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
record Frames(
    List<Frame> around,
    List<Frame> made,
    List<Frame> open,
    List<Frame> madeOpen,
    Map<String, Frame> byName) {

  /** Of the frames around a shader for each way to make a module. */
  private static final int EACH = 5;

  /** For shaders whose subgroups work together. */
  static final Frames OF_SUBGROUPS = of(Frame.pairs(), Frame.open(), _ -> true);

  /**
   * For shaders whose invocations work for themselves: nothing in them is written with the sizes of
   * a matrix.
   */
  static final Frames OF_INVOCATIONS =
      of(OF_SUBGROUPS.around, OF_SUBGROUPS.open, making -> making.sizes() == Making.Sizes.WRITTEN);

  private static Frames of(List<Frame> around, List<Frame> open, Predicate<Making> makings) {
    List<Frame> made = made(around, makings);
    List<Frame> madeOpen = made(open, makings);
    return new Frames(
        around, made, open, madeOpen, byName(Stream.of(around, made, open, madeOpen)));
  }

  private static List<Frame> made(List<Frame> usual, Predicate<Making> makings) {
    return Making.pairs(makings).stream()
        .flatMap(making -> Draw.some(EACH, usual, making).stream().map(frame -> frame.made(making)))
        .toList();
  }

  /** The frame with a name. */
  Optional<Frame> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  private static Map<String, Frame> byName(Stream<List<Frame>> lists) {
    return lists
        .flatMap(List::stream)
        .collect(Collectors.toMap(Frame::toString, Function.identity(), (first, _) -> first));
  }

  /** Those that every family's cases are drawn into. */
  List<List<Frame>> lists() {
    return List.of(around, made);
  }

  /** Those that random programs are drawn into. */
  List<List<Frame>> all() {
    return List.of(around, made, open, madeOpen);
  }
}
