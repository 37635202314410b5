// SPDX-License-Identifier: Apache-2.0
package coopcts.combinations;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Choices that hang on names alone: a value that comes or goes changes those choices only in which
 * it takes part. What a name is, {@code toString} says.
 */
public final class Draw {

  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private Draw() {}

  /** A number that the names, in their order, decide: FNV-1a, its bits spread. */
  public static long hash(Object... names) {
    long hash = OFFSET;
    for (Object name : names) {
      for (char c : String.valueOf(name).toCharArray()) {
        hash = (hash ^ c) * PRIME;
      }
      hash = (hash ^ 0xffff) * PRIME;
    }
    hash = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
    return hash ^ hash >>> 32;
  }

  /** Whether names belong to the one part in so many that is taken. */
  public static boolean oneIn(int many, Object... names) {
    return Math.floorMod(hash(names), many) == 0;
  }

  /**
   * The index of the value that a key draws: the one whose hash together with the key's is the
   * highest. Another value among them changes the draw only where it is drawn itself.
   *
   * @param values not empty
   */
  public static int index(List<?> values, Object... key) {
    int best = 0;
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < values.size(); i++) {
      long hash = together(values.get(i), key);
      if (hash > highest) {
        highest = hash;
        best = i;
      }
    }
    return best;
  }

  /**
   * So many of the values, in their order: those whose hashes together with the key's are the
   * highest. Another value among them takes the place of one at most.
   *
   * @param count how many; all where there are not more
   */
  public static <T> List<T> some(int count, List<T> values, Object... key) {
    long[] hashes = values.stream().mapToLong(value -> together(value, key)).sorted().toArray();
    if (count >= hashes.length) {
      return List.copyOf(values);
    }
    long least = hashes[hashes.length - Math.max(1, count)];
    return values.stream().filter(value -> together(value, key) >= least).toList();
  }

  /** The values in the order of numbers that are told of them, each asked once. */
  public static <T> Stream<T> ordered(Collection<T> values, ToLongFunction<T> hash) {
    return values.stream()
        .map(value -> Map.entry(hash.applyAsLong(value), value))
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue);
  }

  private static long together(Object value, Object... key) {
    Object[] names = Arrays.copyOf(key, key.length + 1, Object[].class);
    names[key.length] = value;
    return hash(names);
  }
}
