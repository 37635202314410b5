// SPDX-License-Identifier: Apache-2.0
package coopcts.combinations;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes random choices that depend on names alone, so that every machine chooses alike: a value
 * that comes or goes changes only those choices in which it takes part. A name is what {@code
 * toString} says.
 */
public final class Draw {

  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private Draw() {}

  /**
   * {@return 64 bits that the names, in their order, decide: FNV-1a of their characters, its bits
   * spread} Equal texts give equal bits on every machine and in every version.
   *
   * @param names objects whose texts count; null counts as {@code null}
   */
  public static long hash(Object... names) {
    return spread(begun(names));
  }

  private static long begun(Object... names) {
    long hash = OFFSET;
    for (Object name : names) {
      hash = with(hash, name);
    }
    return hash;
  }

  private static long with(long begun, Object name) {
    String text = String.valueOf(name);
    long hash = begun;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * PRIME;
    }
    return (hash ^ 0xffff) * PRIME;
  }

  private static long spread(long hash) {
    long folded = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
    return folded ^ folded >>> 32;
  }

  /**
   * {@return for each value, in order, the {@link #hash} of the key followed by the value}
   *
   * @param values objects whose texts count; may be empty
   * @param key names that every hash begins with
   */
  public static long[] hashes(List<?> values, Object... key) {
    long begun = begun(key);
    return values.stream().mapToLong(value -> spread(with(begun, value))).toArray();
  }

  /**
   * Whether names belong to a fixed sample: their {@link #hash} is a multiple of {@code many}.
   *
   * @param many 1 or more; one in {@code many} of all names is in the sample
   * @param names objects whose texts count
   * @return true if the names are in the sample; always for 1
   */
  public static boolean oneIn(int many, Object... names) {
    return Math.floorMod(hash(names), many) == 0;
  }

  /**
   * Draws one of some values: the one for which {@link #hash} of the key followed by the value is
   * the highest. A further value changes the draw only where it is drawn itself.
   *
   * @param values what is drawn from, not empty
   * @param key names that the choice depends on
   * @return the index of the value drawn, from 0
   */
  public static int index(List<?> values, Object... key) {
    return highest(hashes(values, key));
  }

  /**
   * Finds the highest of some numbers, compared as signed ones.
   *
   * @param hashes not empty
   * @return the index, from 0, of the highest number, the first one of equals
   */
  public static int highest(long[] hashes) {
    int best = 0;
    for (int i = 1; i < hashes.length; i++) {
      best = hashes[i] > hashes[best] ? i : best;
    }
    return best;
  }

  /**
   * Draws several of the values: those for which {@link #hash} of the key followed by the value is
   * the highest. A further value takes the place of one at most.
   *
   * @param count how many are drawn, at least 1; all where there are not more
   * @param <T> the type of the values
   * @param values what is drawn from; may be empty
   * @param key names that the choice depends on
   * @return the values drawn in the order that they have in {@code values}, unmodifiable
   */
  public static <T> List<T> some(int count, List<T> values, Object... key) {
    if (count >= values.size()) {
      return List.copyOf(values);
    }
    long[] hashes = hashes(values, key);
    long least = Arrays.stream(hashes).sorted().toArray()[hashes.length - Math.max(1, count)];
    return IntStream.range(0, hashes.length)
        .filter(i -> hashes[i] >= least)
        .mapToObj(values::get)
        .toList();
  }

  /**
   * {@return the values in ascending order of a number that each is given; equal numbers keep their
   * order}
   *
   * @param values what is to be ordered; not changed
   * @param hash gives a value's number, and is asked once for each value
   * @param <T> the type of the values
   */
  public static <T> Stream<T> ordered(Collection<T> values, ToLongFunction<T> hash) {
    return values.stream()
        .map(value -> Map.entry(hash.applyAsLong(value), value))
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue);
  }
}
