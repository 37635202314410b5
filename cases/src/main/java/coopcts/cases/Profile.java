package coopcts.cases;

import coopcts.combinations.Covering;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How much of the space of cases a run takes. */
public enum Profile {
  /** Each kind of case and each value of each axis at least once. */
  SMOKE,
  /** Every type and size, and every pair of values of the other axes. */
  DEFAULT,
  /** Every combination. */
  FULL;

  /**
   * The combinations of axes with these numbers of values; each row holds one index for each axis.
   */
  public List<int[]> combine(int... sizes) {
    return switch (this) {
      case SMOKE -> Covering.each(sizes);
      case DEFAULT -> Covering.pairs(sizes);
      case FULL -> Covering.product(sizes);
    };
  }

  /**
   * The same with less work for many values: a default run takes every pair of the first two axes,
   * the others in turn.
   */
  public List<int[]> inTurn(int... sizes) {
    if (this != DEFAULT) {
      return combine(sizes);
    }
    List<int[]> rows = new ArrayList<>();
    for (int first = 0; first < sizes[0]; first++) {
      for (int second = 0; second < sizes[1]; second++) {
        int[] row = new int[sizes.length];
        row[0] = first;
        row[1] = second;
        int turn = 7 * first + 3 * second;
        for (int axis = 2; axis < sizes.length; axis++) {
          row[axis] = turn % sizes[axis];
          turn = turn / 2 + first + axis * second;
        }
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
