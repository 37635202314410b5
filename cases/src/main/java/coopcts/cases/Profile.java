// SPDX-License-Identifier: Apache-2.0
package coopcts.cases;

import coopcts.combinations.Covering;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * How much of the space of cases a run takes. Which combinations of values these are depends on the
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
   * {@return this profile and the smaller ones, the largest first} A run of this profile has the
   * cases of all of them.
   */
  public List<Profile> withSmaller() {
    return Arrays.stream(values()).limit(ordinal() + 1L).toList().reversed();
  }

  /**
   * Chooses combinations of some axes: {@link #SMOKE} holds each value once, {@link #DEFAULT} each
   * pair of values of two axes, {@link #FULL} is the whole product.
   *
   * @param axes lists of values, at least one; the values of a list have distinct texts
   * @return rows that hold an index, from 0, into each axis; none if an axis has no values
   */
  public List<int[]> combine(List<?>... axes) {
    return combine(_ -> true, axes);
  }

  /**
   * Chooses combinations of some axes among those that are allowed: {@link #SMOKE} holds each value
   * that an allowed one has, {@link #DEFAULT} each pair of values of two axes, {@link #FULL} is all
   * of them.
   *
   * @param allowed which rows may be taken; a row has an index, from 0, into each axis and is
   *     neither kept nor changed
   * @param axes lists of values, at least one; the values of a list have distinct texts
   * @return rows that hold an index, from 0, into each axis; none if an axis has no values or no
   *     row is allowed
   */
  public List<int[]> combine(Predicate<int[]> allowed, List<?>... axes) {
    return switch (this) {
      case SMOKE -> Covering.each(List.of(axes), allowed);
      case DEFAULT -> Covering.pairs(List.of(axes), allowed);
      case FULL -> Covering.product(List.of(axes), allowed);
    };
  }

  /**
   * Chooses combinations of axes with many values, fewer than {@link #combine(List[])} does: {@link
   * #DEFAULT} holds every pair of values of the first two axes, with drawn values of the others.
   * The other profiles choose as {@code combine} does.
   *
   * @param axes lists of values, at least two; the values of a list have distinct texts
   * @return rows that hold an index, from 0, into each axis; none if an axis has no values
   */
  public List<int[]> inTurn(List<?>... axes) {
    return inTurn(_ -> true, axes);
  }

  /**
   * Chooses combinations of axes with many values among those that are allowed: {@link #DEFAULT}
   * holds every pair of values of the first two axes that an allowed row has, with drawn values of
   * the others. The other profiles choose as {@link #combine(Predicate, List[])} does.
   *
   * @param allowed which rows may be taken; a row has an index, from 0, into each axis and is
   *     neither kept nor changed
   * @param axes lists of values, at least two; the values of a list have distinct texts
   * @return rows that hold an index, from 0, into each axis; none if an axis has no values or no
   *     row is allowed
   */
  public List<int[]> inTurn(Predicate<int[]> allowed, List<?>... axes) {
    return this == DEFAULT ? Covering.leading(List.of(axes), allowed) : combine(allowed, axes);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
