// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.choice;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;

/**
 * The sum of products of one matrix or vector product, in a precision and order that the device
 * chooses: the choices whose names start with {@code products.}. A new one is made for each product
 * of a scope instance or an invocation; {@link #factor} takes each operand, {@link #sum} adds, and
 * {@link #encoded} rounds.
 */
public final class FreeProduct {

  /** Bits that aligned products keep below the largest one. */
  private static final int ALIGNED_BITS = 24;

  /** Products that are aligned together. */
  private static final int TOGETHER = 8;

  /** Bits of a mantissa of TF32. */
  private static final int SHORT_BITS = 10;

  private final ImplementationChoices freedom;
  private final FloatFormat operands;
  private final FloatFormat sums;
  private final boolean isWide;

  /**
   * Decides on the precision of one product; its order is drawn for each sum.
   *
   * @param freedom of the device
   * @param operands format of A and B, or of a matrix and its input vector
   * @param result format of the result
   */
  public FreeProduct(ImplementationChoices freedom, FloatFormat operands, FloatFormat result) {
    this.freedom = freedom;
    this.operands = operands;
    this.isWide = result == FloatFormat.FLOAT64 || freedom.takes(Choice.PRODUCT_WIDE);
    this.sums =
        operands == FloatFormat.FLOAT16 && freedom.takes(Choice.PRODUCT_FLOAT16)
            ? FloatFormat.FLOAT16
            : FloatFormat.FLOAT32;
  }

  /**
   * {@return whether the device has any choice that changes the products of a format, so that a
   * {@code FreeProduct} is needed}
   *
   * @param freedom of the device
   * @param operands format of A and B, or of a matrix and its input vector
   */
  public static boolean isOpen(ImplementationChoices freedom, FloatFormat operands) {
    boolean isShort =
        operands == FloatFormat.FLOAT32 && freedom.has(Choice.PRODUCT_TF32)
            || operands == FloatFormat.FLOAT16 && freedom.has(Choice.PRODUCT_FLOAT16);
    // Each is asked for, whatever the others say.
    return isShort
        | freedom.has(Choice.PRODUCT_ORDER)
        | freedom.has(Choice.PRODUCT_ROUNDING)
        | freedom.has(Choice.PRODUCT_WIDE)
        | freedom.has(Choice.PRODUCT_TRUNCATED);
  }

  /**
   * {@return a factor as the product uses it} A float32 factor is cut off to 10 bits of mantissa
   * where {@link Choice#PRODUCT_TF32} is open; every other one, and zero, infinity and NaN, stay as
   * they are.
   *
   * @param value the operand's number, in the operands' format
   */
  public double factor(double value) {
    if (operands != FloatFormat.FLOAT32
        || !freedom.has(Choice.PRODUCT_TF32)
        || !Double.isFinite(value)
        || value == 0) {
      return value;
    }
    int lowest = Math.max(Math.getExponent(value), operands.minExponent()) - SHORT_BITS;
    double scaled = Math.scalb(value, -lowest);
    return Math.scalb(value < 0 ? Math.ceil(scaled) : Math.floor(scaled), lowest);
  }

  /**
   * {@return the sum of the products and of the start value, in the device's order and precision,
   * not yet rounded to the result's format}
   *
   * @param products in the order of k, may be empty; not changed
   * @param start the element of C, or of the bias; 0 without one
   */
  public double sum(double[] products, double start) {
    if (!isWide && sums == FloatFormat.FLOAT32 && freedom.takes(Choice.PRODUCT_TRUNCATED)) {
      return aligned(products, start);
    }
    double[] terms = new double[products.length + 1];
    int[] order = freedom.order(Choice.PRODUCT_ORDER, terms.length);
    for (int n = 0; n < terms.length; n++) {
      terms[n] = order[n] == 0 ? start : products[order[n] - 1];
    }
    return freedom.has(Choice.PRODUCT_ORDER) ? tree(terms, 0, terms.length) : chain(terms);
  }

  /**
   * {@return the pattern of a sum in the result's format, in the low bits, rounded either way where
   * {@link Choice#PRODUCT_ROUNDING} is open}
   *
   * @param format of the result
   * @param sum what {@link #sum} returned
   */
  public long encoded(FloatFormat format, double sum) {
    return format.encode(sum, FreeArithmetic.rounding(freedom, Choice.PRODUCT_ROUNDING));
  }

  private double chain(double[] terms) {
    double sum = terms[0];
    for (int n = 1; n < terms.length; n++) {
      sum = rounded(sum + terms[n]);
    }
    return sum;
  }

  private double tree(double[] terms, int from, int to) {
    if (to - from == 1) {
      return terms[from];
    }
    int middle = from + 1 + freedom.draw(Choice.PRODUCT_ORDER, to - from - 1);
    return rounded(tree(terms, from, middle) + tree(terms, middle, to));
  }

  /** The precision is the device's own, the range is not: what float16 cannot hold is float32's. */
  private double rounded(double sum) {
    if (isWide || !Double.isFinite(sum)) {
      return sum;
    }
    FloatFormat held = Math.abs(sum) > sums.toDouble(sums.maxFinite()) ? FloatFormat.FLOAT32 : sums;
    return held.toDouble(
        held.encode(sum, FreeArithmetic.rounding(freedom, Choice.PRODUCT_ROUNDING)));
  }

  private static double aligned(double[] products, double start) {
    double sum = start;
    for (int first = 0; first < products.length; first += TOGETHER) {
      int end = Math.min(products.length, first + TOGETHER);
      double largest = Math.abs(sum);
      double whole = sum;
      for (int n = first; n < end; n++) {
        largest = Math.max(largest, Math.abs(products[n]));
        whole += products[n];
      }
      if (largest == 0 || !Double.isFinite(whole)) {
        sum = whole;
        continue;
      }
      double unit = Math.scalb(1.0, Math.getExponent(largest) - ALIGNED_BITS);
      double cut = cut(sum, unit);
      for (int n = first; n < end; n++) {
        cut += cut(products[n], unit);
      }
      sum = FloatFormat.FLOAT32.toDouble(FloatFormat.FLOAT32.encode(cut, Rounding.TOWARD_ZERO));
    }
    return sum;
  }

  private static double cut(double value, double unit) {
    double scaled = value / unit;
    return (scaled < 0 ? Math.ceil(scaled) : Math.floor(scaled)) * unit;
  }
}
