// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.function.Consumer;

/** How a product is computed. Never changed in place: each change gives a copy. */
public final class ProductSettings implements Cloneable {

  private boolean signedA;
  private boolean signedB;
  private boolean signedC;
  private boolean signedResult;
  private boolean saturating;
  private boolean partialSaturation;
  private boolean lateMinimum;
  private boolean shortWithoutC;
  private boolean useC = true;
  private boolean transposedB;
  private int depth;
  private FloatFormat operands;
  private FloatFormat sums = FloatFormat.FLOAT32;

  /**
   * The usual way: partial sums in float32, rounded to nearest.
   *
   * @param depth number of products for each element
   */
  public ProductSettings(int depth) {
    this.depth = depth;
  }

  private ProductSettings with(Consumer<ProductSettings> change) {
    try {
      ProductSettings copy = (ProductSettings) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * {@return a copy with other signs}
   *
   * @param a whether A is sign-extended
   * @param b whether B is
   * @param c whether C is
   * @param result whether a saturating sum is clamped to a signed range
   */
  public ProductSettings signs(boolean a, boolean b, boolean c, boolean result) {
    return with(
        s -> {
          s.signedA = a;
          s.signedB = b;
          s.signedC = c;
          s.signedResult = result;
        });
  }

  /**
   * {@return a copy that clamps the sum to the result's range, or wraps it}
   *
   * @param on whether it clamps
   */
  public ProductSettings saturating(boolean on) {
    return with(s -> s.saturating = on);
  }

  /** Clamps every partial sum. */
  ProductSettings partialSaturation() {
    return with(s -> s.partialSaturation = true);
  }

  /** Clamps what is too small to one more than the minimum. */
  ProductSettings lateMinimum() {
    return with(s -> s.lateMinimum = true);
  }

  /** Leaves the last product out where C is zero throughout. */
  ProductSettings shortWithoutC() {
    return with(s -> s.shortWithoutC = true);
  }

  ProductSettings withoutC() {
    return with(s -> s.useC = false);
  }

  /** {@return a copy that takes the elements of a square B as those of its transpose} */
  public ProductSettings transposedB() {
    return with(s -> s.transposedB = true);
  }

  /**
   * {@return a copy that sums another number of products for each element}
   *
   * @param products the number
   */
  public ProductSettings depth(int products) {
    return with(s -> s.depth = products);
  }

  /** The precision of A and B on their way in; null for their own. */
  ProductSettings operands(FloatFormat precision) {
    return with(s -> s.operands = precision);
  }

  /**
   * {@return a copy with another precision of partial sums}
   *
   * @param precision format of partial sums; null for double
   */
  public ProductSettings sums(FloatFormat precision) {
    return with(s -> s.sums = precision);
  }

  /** {@return whether A is sign-extended} */
  public boolean signedA() {
    return signedA;
  }

  /** {@return whether B is sign-extended} */
  public boolean signedB() {
    return signedB;
  }

  /** {@return whether C is sign-extended} */
  public boolean signedC() {
    return signedC;
  }

  /** {@return whether a saturating sum is clamped to a signed range} */
  public boolean signedResult() {
    return signedResult;
  }

  /** {@return whether the sum is clamped to the result's range} */
  public boolean saturating() {
    return saturating;
  }

  /** {@return whether each partial sum is clamped, not only the last} */
  public boolean hasPartialSaturation() {
    return partialSaturation;
  }

  /** {@return whether the minimum of the range is applied too late (a fault)} */
  public boolean hasLateMinimum() {
    return lateMinimum;
  }

  /** {@return whether one product is left out where C is zero (a fault)} */
  public boolean isShortWithoutC() {
    return shortWithoutC;
  }

  /** {@return whether C is added} */
  public boolean useC() {
    return useC;
  }

  /** {@return whether B is taken as its transpose (a fault)} */
  public boolean hasTransposedB() {
    return transposedB;
  }

  /** {@return the number of products summed for each element} */
  public int depth() {
    return depth;
  }

  /** {@return the format that operands are rounded to, or null for their own} */
  public FloatFormat operands() {
    return operands;
  }

  /** {@return the format of partial sums, or null for double} */
  public FloatFormat sums() {
    return sums;
  }

  /** {@return whether partial sums are rounded to float32, to nearest} */
  public boolean hasSingleSums() {
    return sums == FloatFormat.FLOAT32;
  }

  /**
   * {@return a sum rounded to the format of partial sums, to the nearest, ties to even; the sum
   * itself where there is no such format}
   *
   * @param sum in double
   */
  public double rounded(double sum) {
    if (sums == null) {
      return sum;
    }
    return hasSingleSums() ? (float) sum : sums.toDouble(sums.encode(sum, Rounding.NEAREST_EVEN));
  }
}
