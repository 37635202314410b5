// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import java.util.Arrays;

/**
 * A matrix that invocations add outer products to, or a row of sums that they add vectors to:
 * {@code coopVecOuterProductAccumulateNV} and {@code coopVecReduceSumAccumulateNV} (CV §4.4). What
 * stood there is added to (CV-OUT-004), in whatever order the invocations come (CV-OUT-003,
 * CV-RED-003).
 */
public final class Accumulation {

  private final int columns;
  private final Sum[] sums;
  private Tier least = Tier.MUST;

  /**
   * Begins with the numbers of a matrix; a matrix of one row serves as a row of sums.
   *
   * @param before what memory holds before
   */
  public Accumulation(MatrixNumbers before) {
    this.columns = before.columns();
    this.sums = new Sum[before.numbers().length];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = new Sum().add(before.numbers()[i]);
    }
  }

  private Accumulation(int columns, Sum[] sums) {
    this.columns = columns;
    this.sums = sums;
  }

  /** The same at this moment. */
  Accumulation copy() {
    Accumulation copy =
        new Accumulation(columns, Arrays.stream(sums).map(Sum::copy).toArray(Sum[]::new));
    copy.least = least;
    return copy;
  }

  /** Whether every sum comes out as one number, whatever the order. */
  boolean isExactIn(ComponentType type) {
    FloatFormat format = (FloatFormat) type.format();
    double largest = format.toDouble(format.maxFinite());
    return Arrays.stream(sums)
        .allMatch(sum -> sum.magnitude() <= largest && sum.in(type) instanceof Acceptance.OneOf);
  }

  /**
   * {@return a sum of zeros}
   *
   * @param rows of the matrix, or 1 for a row of sums
   * @param columns of the matrix, or the number of sums
   */
  public static Accumulation zero(int rows, int columns) {
    return new Accumulation(new MatrixNumbers(rows, columns, new double[rows * columns]));
  }

  /**
   * Adds an invocation's outer product: element (i, j) grows by a[i] · b[j] (CV-OUT-001, -002).
   *
   * @param a as many numbers as the matrix has rows
   * @param b as many numbers as the matrix has columns
   */
  public void addOuter(double[] a, double[] b) {
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        sums[i * columns + j].addProduct(a[i], b[j]);
      }
    }
  }

  /**
   * Adds an invocation's vector: sum i grows by v[i] (CV-RED-001, -002).
   *
   * @param v as many numbers as there are sums
   */
  public void add(double[] v) {
    for (int i = 0; i < v.length; i++) {
      sums[i].add(v[i]);
    }
  }

  /** What was added binds no more than a tier does: nor do the sums. */
  void noMoreThan(Tier tier) {
    least = tier.compareTo(least) > 0 ? tier : least;
  }

  /** The same of a rule of the sums. */
  Rule bound(Rule rule) {
    return rule.noMoreThan(least);
  }

  /** How many sums there are. */
  int size() {
    return sums.length;
  }

  /**
   * The acceptable values of an element after all additions in any order.
   *
   * @param row counted from 0; 0 for a row of sums
   * @param column counted from 0
   * @param type component type in memory
   * @return one pattern where all partial sums are exact, else bounds
   */
  public Acceptance at(int row, int column, ComponentType type) {
    return sums[row * columns + column].in(type);
  }

  /**
   * {@return what it holds after all additions} The numbers have a meaning only where every partial
   * sum is exact.
   */
  public MatrixNumbers numbers() {
    double[] numbers = new double[sums.length];
    for (int i = 0; i < sums.length; i++) {
      numbers[i] = sums[i].value();
    }
    return new MatrixNumbers(sums.length / columns, columns, numbers);
  }
}
