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

  /** The plain way: {@code depth} products, partial sums in float32, rounded to nearest. */
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

  /** Which of A, B and C are sign-extended, and which range a saturating sum is clamped to. */
  public ProductSettings signs(boolean a, boolean b, boolean c, boolean result) {
    return with(
        s -> {
          s.signedA = a;
          s.signedB = b;
          s.signedC = c;
          s.signedResult = result;
        });
  }

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

  /** Takes the elements of a square B as those of its transpose. */
  public ProductSettings transposedB() {
    return with(s -> s.transposedB = true);
  }

  /** The number of products summed for each element. */
  public ProductSettings depth(int products) {
    return with(s -> s.depth = products);
  }

  /** The precision of A and B on their way in; null for their own. */
  ProductSettings operands(FloatFormat precision) {
    return with(s -> s.operands = precision);
  }

  /** The precision of partial sums; null for that of double. */
  public ProductSettings sums(FloatFormat precision) {
    return with(s -> s.sums = precision);
  }

  public boolean signedA() {
    return signedA;
  }

  public boolean signedB() {
    return signedB;
  }

  public boolean signedC() {
    return signedC;
  }

  public boolean signedResult() {
    return signedResult;
  }

  public boolean saturating() {
    return saturating;
  }

  public boolean hasPartialSaturation() {
    return partialSaturation;
  }

  public boolean hasLateMinimum() {
    return lateMinimum;
  }

  public boolean isShortWithoutC() {
    return shortWithoutC;
  }

  public boolean useC() {
    return useC;
  }

  public boolean hasTransposedB() {
    return transposedB;
  }

  public int depth() {
    return depth;
  }

  public FloatFormat operands() {
    return operands;
  }

  public FloatFormat sums() {
    return sums;
  }

  /** Whether partial sums are rounded to float32, to nearest. */
  public boolean hasSingleSums() {
    return sums == FloatFormat.FLOAT32;
  }

  /** A sum in the format that sums are kept in. */
  public double rounded(double sum) {
    if (sums == null) {
      return sum;
    }
    return hasSingleSums() ? (float) sum : sums.toDouble(sums.encode(sum, Rounding.NEAREST_EVEN));
  }
}
