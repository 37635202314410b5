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
 * Choices that hang on names alone: a value that comes or goes changes those choices only in which
 * it takes part. What a name is, {@code toString} says.
 */
public final class Draw {

  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private Draw() {}

  /**
   * A number that the names, in their order, decide: FNV-1a, its bits spread.
   *
   * @param names objects whose texts count
   * @return the same 64 bits for the same texts, on every machine
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
   * The hash of each value together with a key.
   *
   * @param values the objects
   * @param key names that every hash begins with
   * @return as many hashes, in their order
   */
  public static long[] hashes(List<?> values, Object... key) {
    long begun = begun(key);
    return values.stream().mapToLong(value -> spread(with(begun, value))).toArray();
  }

  /**
   * Whether names belong to the one part in so many that is taken.
   *
   * @param many how many parts there are, 1 or more
   * @param names objects whose texts count
   * @return true for one in {@code many} of all names
   */
  public static boolean oneIn(int many, Object... names) {
    return Math.floorMod(hash(names), many) == 0;
  }

  /**
   * The index of the value that a key draws: the one whose hash together with the key's is the
   * highest. Another value among them changes the draw only where it is drawn itself.
   *
   * @param values not empty
   * @param key names that the choice depends on
   * @return an index, from 0, into the values
   */
  public static int index(List<?> values, Object... key) {
    return highest(hashes(values, key));
  }

  /**
   * The index of the highest number, the first one of equals.
   *
   * @param hashes not empty
   * @return an index, from 0, into them
   */
  public static int highest(long[] hashes) {
    int best = 0;
    for (int i = 1; i < hashes.length; i++) {
      best = hashes[i] > hashes[best] ? i : best;
    }
    return best;
  }

  /**
   * So many of the values, in their order: those whose hashes together with the key's are the
   * highest. Another value among them takes the place of one at most.
   *
   * @param count how many; all where there are not more
   * @param <T> the type of the values
   * @param values those that are chosen from
   * @param key names that the choice depends on
   * @return {@code count} of the values, or all, in their order
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
   * The values in ascending order of a number that each gives, asked once for each value.
   *
   * @param values what is to be ordered
   * @param hash gives a value's number
   * @param <T> the type of the values
   * @return the values, that with the smallest number first; equal numbers keep their order
   */
  public static <T> Stream<T> ordered(Collection<T> values, ToLongFunction<T> hash) {
    return values.stream()
        .map(value -> Map.entry(hash.applyAsLong(value), value))
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue);
  }
}
