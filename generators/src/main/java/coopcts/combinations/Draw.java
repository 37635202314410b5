package coopcts.combinations;

import java.util.List;

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
    Object[] names = new Object[key.length + 1];
    System.arraycopy(key, 0, names, 0, key.length);
    int best = 0;
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < values.size(); i++) {
      names[key.length] = values.get(i);
      long hash = hash(names);
      if (hash > highest) {
        highest = hash;
        best = i;
      }
    }
    return best;
  }
}
