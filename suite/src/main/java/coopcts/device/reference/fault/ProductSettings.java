// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.function.Consumer;

/**
 * How a matrix product is computed: what the instruction asks for, and what a fault makes of it.
 * Never changed in place: each change gives a copy.
 */
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
   * Makes the settings of a product of unsigned or floating-point operands that wraps: C is added,
   * and partial sums are rounded to float32, to nearest.
   *
   * @param depth number of products that are summed for each element, K
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
   * {@return a copy for other signs of integer operands}
   *
   * @param a whether elements of A are sign-extended, not zero-extended
   * @param b whether elements of B are sign-extended
   * @param c whether elements of C are sign-extended
   * @param result whether a saturating sum is clamped to a signed range, not to an unsigned one
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
   * {@return a copy that clamps the integer sum to the result's range, or wraps it}
   *
   * @param on true to clamp, false to wrap
   */
  public ProductSettings saturating(boolean on) {
    return with(s -> s.saturating = on);
  }

  /** {@return a copy that clamps every partial sum} */
  public ProductSettings partialSaturation() {
    return with(s -> s.partialSaturation = true);
  }

  /** {@return a copy that clamps what is too small to one more than the minimum} */
  public ProductSettings lateMinimum() {
    return with(s -> s.lateMinimum = true);
  }

  /** {@return a copy that leaves the last product out where C is zero throughout} */
  public ProductSettings shortWithoutC() {
    return with(s -> s.shortWithoutC = true);
  }

  /** {@return a copy that does not add C} */
  public ProductSettings withoutC() {
    return with(s -> s.useC = false);
  }

  /** {@return a copy that takes the elements of a square B as those of its transpose, a fault} */
  public ProductSettings transposedB() {
    return with(s -> s.transposedB = true);
  }

  /**
   * {@return a copy that sums another number of products for each element}
   *
   * @param products the number, from 0 to K
   */
  public ProductSettings depth(int products) {
    return with(s -> s.depth = products);
  }

  /**
   * {@return a copy with another precision of A and B on their way in}
   *
   * @param precision the format; null for their own
   */
  public ProductSettings operands(FloatFormat precision) {
    return with(s -> s.operands = precision);
  }

  /**
   * {@return a copy with another precision of partial sums}
   *
   * @param precision format to which each partial sum is rounded; null to keep them in double
   */
  public ProductSettings sums(FloatFormat precision) {
    return with(s -> s.sums = precision);
  }

  /** {@return whether integer elements of A are sign-extended, not zero-extended} */
  public boolean signedA() {
    return signedA;
  }

  /** {@return whether integer elements of B are sign-extended, not zero-extended} */
  public boolean signedB() {
    return signedB;
  }

  /** {@return whether integer elements of C are sign-extended, not zero-extended} */
  public boolean signedC() {
    return signedC;
  }

  /** {@return whether a saturating sum is clamped to a signed range, not to an unsigned one} */
  public boolean signedResult() {
    return signedResult;
  }

  /** {@return whether the integer sum is clamped to the result's range, not wrapped} */
  public boolean saturating() {
    return saturating;
  }

  /**
   * {@return whether each partial sum of integers is clamped to the result's range, not only the
   * last (a fault)}
   */
  public boolean hasPartialSaturation() {
    return partialSaturation;
  }

  /**
   * {@return whether an integer sum below the result's minimum counts as that minimum plus 1 before
   * it is clamped or wrapped (a fault)}
   */
  public boolean hasLateMinimum() {
    return lateMinimum;
  }

  /**
   * {@return whether an integer product leaves the last factor pair out where all elements of C are
   * zero (a fault)}
   */
  public boolean isShortWithoutC() {
    return shortWithoutC;
  }

  /** {@return whether C is added; false is a fault} */
  public boolean useC() {
    return useC;
  }

  /** {@return whether the elements of a square B are taken as those of its transpose (a fault)} */
  public boolean hasTransposedB() {
    return transposedB;
  }

  /** {@return the number of products that are summed for each element: K, but for a fault} */
  public int depth() {
    return depth;
  }

  /**
   * {@return the format to which float operands are rounded first; null for their own, which is
   * right}
   */
  public FloatFormat operands() {
    return operands;
  }

  /**
   * {@return the format to which each partial sum of floats is rounded; null where they are kept in
   * double}
   */
  public FloatFormat sums() {
    return sums;
  }

  /** {@return whether each partial sum of floats is rounded to float32} */
  public boolean hasSingleSums() {
    return sums == FloatFormat.FLOAT32;
  }

  /**
   * {@return a sum rounded to the format of partial sums, to nearest even; the sum itself where
   * partial sums are kept in double}
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
