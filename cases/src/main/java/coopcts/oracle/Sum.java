// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;

/**
 * A sum whose terms a device may add in any order and round after each. {@link VectorProduct} and
 * {@link Accumulation} add the terms; then {@link #in} gives the acceptable results.
 *
 * <p>In an integer type it is exact and wraps (CV-MUL-016). In a float type it is exact where every
 * partial sum is (CV-MUL-017, CV-RED-003), else as far from it as the rounding of every addition in
 * either direction may lead (CV-MUL-018, CV-RED-007).
 */
public final class Sum {

  private long whole;
  private double value;
  private double magnitude;
  private int terms;
  private boolean fractional;
  private boolean isLike = true;
  private int products;

  /** A sum without terms, which is 0. */
  public Sum() {}

  /** Adds a number; a zero is rounded nowhere. */
  Sum add(double term) {
    return add(term, 1);
  }

  /** Adds a product, which is no less precise than the sum. */
  Sum addProduct(double a, double b) {
    products++;
    isLike &= Practice.isFactor(a) && Practice.isFactor(b);
    return add(a, b);
  }

  private Sum add(double a, double b) {
    double product = a * b;
    if (product != 0) {
      whole += (long) a * (long) b;
      value += product;
      magnitude += Math.abs(product);
      terms++;
      fractional |= product != Math.rint(product);
    }
    return this;
  }

  /**
   * {@return the sum of the terms in double arithmetic, added in the order given} It is the exact
   * sum where doubles round no partial sum.
   */
  public double value() {
    return value;
  }

  /** No partial sum is larger, in whatever order. */
  double magnitude() {
    return magnitude;
  }

  /** The same at this moment. */
  Sum copy() {
    Sum copy = new Sum();
    copy.whole = whole;
    copy.value = value;
    copy.magnitude = magnitude;
    copy.terms = terms;
    copy.fractional = fractional;
    copy.isLike = isLike;
    copy.products = products;
    return copy;
  }

  /**
   * {@return the tier of the {@link Rule} by which the exact sum is expected} It is {@link
   * Tier#MUST} in integer types. In a float type it is {@link Tier#PRACTICE} if the terms are as
   * the Khronos CTS has them: up to 64 products, factors that are multiples of 0.5 up to 5.5, and a
   * sum that float16 holds; else {@link Tier#QUALITY}.
   *
   * @param type of the sum and of all partial sums, with scalar values
   */
  public Tier tier(ComponentType type) {
    return switch (type.format()) {
      case IntegerFormat _ -> Tier.MUST;
      case FloatFormat format ->
          Practice.ofVector(
              isLike && isExact(format) && Practice.isSum(magnitude, fractional ? 0 : 1), products);
    };
  }

  /**
   * {@return the acceptable values of the sum in a type: one number, a zero with either sign, if
   * all partial sums are exact; else a range}
   *
   * @param type of the sum and of all partial sums, with scalar values
   */
  public Acceptance in(ComponentType type) {
    return switch (type.format()) {
      case IntegerFormat format -> new Acceptance.OneOf(format.wrap(whole));
      case FloatFormat format ->
          isExact(format)
              ? exactly(format)
              : around((terms + 2) * Math.scalb(magnitude, -format.mantissaBits()));
    };
  }

  /** The sign of a zero is open: it hangs on what a device starts from (NUM-NAN-002). */
  private Acceptance exactly(FloatFormat format) {
    return value == 0
        ? new Acceptance.OneOf(
            format.encode(0.0, Rounding.NEAREST_EVEN), format.encode(-0.0, Rounding.NEAREST_EVEN))
        : new Acceptance.OneOf(format.encode(value, Rounding.NEAREST_EVEN));
  }

  /** Whether no addition is rounded, in whatever order: a single term is the sum. */
  private boolean isExact(FloatFormat format) {
    return terms <= 1
        ? format.toDouble(format.encode(value, Rounding.NEAREST_EVEN)) == value
        : !fractional && magnitude <= Math.scalb(1.0, format.mantissaBits() + 1);
  }

  private Acceptance around(double error) {
    return new Acceptance.Within(value - error, value + error);
  }
}
