// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.nv2;

import coopcts.cases.Profile;
import coopcts.combinations.Draw;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which pairs of a kind (of matrix) and a variant (of what is done with it) a family tries: all in
 * a full run, else a share that the pairs' names decide, so that every variant meets several kinds.
 * Each variant draws its kinds for itself: another variant only adds pairs of its own. Another kind
 * does the same, but that a variant with a single kind may have that one instead.
 *
 * @param byDefault a default run takes one pair in this many, at least one for each variant
 * @param inSmoke a smoke run takes one pair in this many, at least one for each variant
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
    List<String> texts = values.stream().map(String::valueOf).toList();
    return taken(profile, IntStream.range(0, texts.size()).toArray(), texts, key)
        .mapToObj(values::get)
        .toList();
  }

  /** The places of those values that a key takes, in their order. */
  private IntStream taken(Profile profile, int[] places, List<String> texts, Object... key) {
    int many = oneIn(profile);
    if (many == 1 || places.length == 0) {
      return IntStream.of(places);
    }
    long[] hashes = Draw.hashes(IntStream.of(places).mapToObj(texts::get).toList(), key);
    String highest = texts.get(places[Draw.highest(hashes)]);
    long bound = Long.MAX_VALUE - Long.divideUnsigned(-1L, many);
    return IntStream.range(0, hashes.length)
        .filter(i -> hashes[i] > bound || texts.get(places[i]).equals(highest))
        .map(i -> places[i]);
  }

  /**
   * Chooses the pairs that a family tries. The choice depends on the texts of kinds and variants,
   * not on their places in the lists.
   *
   * @param profile of the run; a full run takes all that fit
   * @param family name of the family, so that each draws its own pairs
   * @param kinds of matrices, with distinct texts
   * @param variants of what is done, with distinct texts
   * @param fits whether a kind takes a variant at all
   * @param common variants of which every kind takes one that fits, drawn by its text, in addition;
   *     may be empty
   * @param <K> kind, such as a matrix type
   * @param <V> variant of what is done
   * @return pairs kind by kind, in the order of the lists
   */
  public <K, V> Stream<Pair<K, V>> pairs(
      Profile profile,
      String family,
      List<K> kinds,
      List<V> variants,
      BiPredicate<K, V> fits,
      List<V> common) {
    // A text takes longer to make than to hash: each is made once, not for every variant.
    List<String> texts = kinds.stream().map(String::valueOf).toList();
    List<BitSet> drawn = new ArrayList<>();
    for (V variant : variants) {
      int[] fitting =
          IntStream.range(0, kinds.size())
              .filter(kind -> fits.test(kinds.get(kind), variant))
              .toArray();
      BitSet places = new BitSet();
      taken(profile, fitting, texts, family, variant).forEach(places::set);
      drawn.add(places);
    }
    return IntStream.range(0, kinds.size())
        .boxed()
        .flatMap(
            place -> {
              K kind = kinds.get(place);
              List<V> always = common.stream().filter(one -> fits.test(kind, one)).toList();
              V own =
                  always.isEmpty()
                      ? null
                      : always.get(Draw.index(always, family, texts.get(place)));
              return IntStream.range(0, variants.size())
                  .filter(i -> drawn.get(i).get(place) || variants.get(i).equals(own))
                  .mapToObj(i -> new Pair<>(kind, variants.get(i)));
            });
  }
}
