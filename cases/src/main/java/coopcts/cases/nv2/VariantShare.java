// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.combinations.Draw;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which pairs of a kind (of matrix) and a variant (of what is done with it) a family tries: all in
 * a full run, else a share that the pairs' names decide, so that every variant meets several kinds.
 * Each variant draws its kinds for itself: another variant only adds pairs of its own. Another kind
 * does the same, but that a variant with a single kind may have that one instead.
 *
 * @param byDefault in a default run, one pair in so many
 * @param inSmoke in a smoke run, one pair in so many
 */
public record VariantShare(int byDefault, int inSmoke) {

  /**
   * A kind with what is done with it.
   *
   * @param kind the first of the pair
   * @param variant the second of the pair
   * @param <K> kind, such as a matrix type
   * @param <V> variant of what is done
   */
  public record Pair<K, V>(K kind, V variant) {}

  private int oneIn(Profile profile) {
    return switch (profile) {
      case FULL -> 1;
      case DEFAULT -> byDefault;
      case SMOKE -> inSmoke;
    };
  }

  /**
   * The values that a key takes: some one in so many, one at the least.
   *
   * @param values told apart by what {@code toString} says
   */
  <T> List<T> of(Profile profile, List<T> values, Object... key) {
    int many = oneIn(profile);
    if (many == 1 || values.isEmpty()) {
      return values;
    }
    long[] hashes = Draw.hashes(values, key);
    T highest = values.get(Draw.highest(hashes));
    long bound = Long.MAX_VALUE - Long.divideUnsigned(-1L, many);
    return IntStream.range(0, hashes.length)
        .filter(i -> hashes[i] > bound || values.get(i).equals(highest))
        .mapToObj(values::get)
        .toList();
  }

  /**
   * The pairs that a family tries, kind by kind. The choice depends on the texts of kinds and
   * variants, not on their places in the lists.
   *
   * @param profile of the run; a full run takes all that fit
   * @param family keeps the draws of families apart
   * @param kinds of matrices
   * @param variants of what is done
   * @param fits which variants a kind takes at all
   * @param common variants of which every kind takes one, whatever comes to stand beside them
   * @param <K> kind, such as a matrix type
   * @param <V> variant of what is done
   * @return pairs in the order of the lists
   */
  public <K, V> Stream<Pair<K, V>> pairs(
      Profile profile,
      String family,
      List<K> kinds,
      List<V> variants,
      BiPredicate<K, V> fits,
      List<V> common) {
    Map<V, Set<K>> drawn = new HashMap<>();
    for (V variant : variants) {
      List<K> fitting = kinds.stream().filter(kind -> fits.test(kind, variant)).toList();
      drawn.put(variant, new HashSet<>(of(profile, fitting, family, variant)));
    }
    return kinds.stream()
        .flatMap(
            kind -> {
              List<V> always = common.stream().filter(one -> fits.test(kind, one)).toList();
              V own = always.isEmpty() ? null : always.get(Draw.index(always, family, kind));
              return variants.stream()
                  .filter(variant -> drawn.get(variant).contains(kind) || variant.equals(own))
                  .map(variant -> new Pair<>(kind, variant));
            });
  }
}
