// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.combinations.Covering;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * How much of the space of cases a run takes. Which combinations of values these are hangs on the
 * values' names (what {@code toString} says), never on their places in a list.
 */
public enum Profile {
  /** Each kind of case and each value of each axis at least once. */
  SMOKE,
  /** Every type and size, and every pair of values of the other axes. */
  DEFAULT,
  /** Every combination. */
  FULL;

  /**
   * {@return this profile and the smaller ones, the largest first} A run has the cases of all of
   * them.
   */
  public List<Profile> withSmaller() {
    return Arrays.stream(values()).limit(ordinal() + 1L).toList().reversed();
  }

  /**
   * The combinations of some axes that the profile takes.
   *
   * @param axes lists of values, each of which has a distinct text
   * @return rows that hold an index, from 0, into each axis
   */
  public List<int[]> combine(List<?>... axes) {
    return combine(_ -> true, axes);
  }

  /**
   * The combinations of some axes that the profile takes among those that are allowed: each value
   * once, each pair of values, or all.
   *
   * @param allowed takes a row of indices, which it neither keeps nor changes
   * @param axes lists of values
   * @return rows that hold an index, from 0, into each axis
   */
  public List<int[]> combine(Predicate<int[]> allowed, List<?>... axes) {
    return switch (this) {
      case SMOKE -> Covering.each(List.of(axes), allowed);
      case DEFAULT -> Covering.pairs(List.of(axes), allowed);
      case FULL -> Covering.product(List.of(axes), allowed);
    };
  }

  /**
   * The combinations of axes with many values, at less work: a default run takes every pair of the
   * first two axes, with drawn values of the others.
   *
   * @param axes lists of values
   * @return rows that hold an index, from 0, into each axis
   */
  public List<int[]> inTurn(List<?>... axes) {
    return inTurn(_ -> true, axes);
  }

  /**
   * The same among the rows that are allowed.
   *
   * @param allowed takes a row of indices, which it neither keeps nor changes
   * @param axes lists of values
   * @return rows that hold an index, from 0, into each axis
   */
  public List<int[]> inTurn(Predicate<int[]> allowed, List<?>... axes) {
    return this == DEFAULT ? Covering.leading(List.of(axes), allowed) : combine(allowed, axes);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
