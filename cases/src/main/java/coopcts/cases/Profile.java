package coopcts.cases;

import coopcts.combinations.Covering;
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

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
