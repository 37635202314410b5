package coopcts.combinations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Covering arrays: few rows in which every pair of values of two axes stands together at least
 * once. Deterministic: the same sizes give the same rows.
 */
public final class Covering {

  private Covering() {}

  /** All combinations, the last axis fastest. Each row holds one index for each axis. */
  public static List<int[]> product(int... sizes) {
    List<int[]> rows = new ArrayList<>();
    int[] row = new int[sizes.length];
    int axis;
    do {
      rows.add(row.clone());
      axis = sizes.length - 1;
      while (axis >= 0 && ++row[axis] == sizes[axis]) {
        row[axis--] = 0;
      }
    } while (axis >= 0);
    return rows;
  }

  /**
   * Rows that hold every value of every axis at least once: as many as the longest axis has values.
   */
  public static List<int[]> each(int... sizes) {
    int most = Arrays.stream(sizes).max().orElse(1);
    return IntStream.range(0, most)
        .mapToObj(row -> Arrays.stream(sizes).map(size -> row % size).toArray())
        .toList();
  }

  /** Rows that hold every pair of values of any two axes, chosen greedily. */
  public static List<int[]> pairs(int... sizes) {
    if (sizes.length < 2) {
      return product(sizes);
    }
    List<int[]> candidates = product(sizes);
    int[][] offsets = new int[sizes.length][sizes.length];
    int total = 0;
    for (int i = 0; i < sizes.length; i++) {
      for (int j = i + 1; j < sizes.length; j++) {
        offsets[i][j] = total;
        total += sizes[i] * sizes[j];
      }
    }
    BitSet open = new BitSet(total);
    open.set(0, total);
    List<int[]> rows = new ArrayList<>();
    while (!open.isEmpty()) {
      int[] best = null;
      int most = 0;
      for (int[] candidate : candidates) {
        int gain = pairsOf(candidate, sizes, offsets).filter(open::get).toArray().length;
        if (gain > most) {
          most = gain;
          best = candidate;
        }
      }
      rows.add(best);
      pairsOf(best, sizes, offsets).forEach(open::clear);
    }
    return rows;
  }

  private static IntStream pairsOf(int[] row, int[] sizes, int[][] offsets) {
    return IntStream.range(0, row.length)
        .flatMap(
            i ->
                IntStream.range(i + 1, row.length)
                    .map(j -> offsets[i][j] + row[i] * sizes[j] + row[j]));
  }
}
