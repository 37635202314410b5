// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import java.util.Arrays;

/**
 * A matrix that invocations add outer products to, or a row of sums that they add vectors to:
 * {@code coopVecOuterProductAccumulateNV} and {@code coopVecReduceSumAccumulateNV} (CV §4.4). What
 * stood there is added to (CV-OUT-004), in whatever order the invocations come (CV-OUT-003,
 * CV-RED-003). Add what each invocation adds, in any order, then ask {@link #at} for the acceptable
 * results.
 */
public final class Accumulation {

  private final int columns;
  private final Sum[] sums;
  private Tier least = Tier.MUST;

  /**
   * Begins with the numbers of a matrix, which are copied; a matrix of one row serves as a row of
   * sums.
   *
   * @param before what memory holds before the run
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
   * {@return an accumulation that begins with zeros}
   *
   * @param rows of the matrix, at least 1; 1 for a row of sums
   * @param columns of the matrix, at least 1, or the number of sums
   */
  public static Accumulation zero(int rows, int columns) {
    return new Accumulation(new MatrixNumbers(rows, columns, new double[rows * columns]));
  }

  /**
   * Adds an invocation's outer product: element (i, j) grows by a[i] · b[j] (CV-OUT-001, -002).
   *
   * @param a as many numbers as the matrix has rows; not changed
   * @param b as many numbers as the matrix has columns; not changed
   */
  public void addOuter(double[] a, double[] b) {
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        sums[i * columns + j].addProduct(a[i], b[j]);
      }
    }
  }

  /**
   * Adds an invocation's vector: sum i grows by v[i] (CV-RED-001, -002). Only for a row of sums.
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
   * {@return what one element may hold after all additions so far, in any order: one pattern where
   * every partial sum is exact in the type, else a range}
   *
   * @param row counted from 0; 0 for a row of sums
   * @param column counted from 0
   * @param type component type of the matrix in memory, with scalar values
   */
  public Acceptance at(int row, int column, ComponentType type) {
    return sums[row * columns + column].in(type);
  }

  /**
   * {@return the sums after all additions so far, in the shape of the matrix} They are what a
   * device must hold only where every partial sum is exact; the method does not check that.
   */
  public MatrixNumbers numbers() {
    double[] numbers = new double[sums.length];
    for (int i = 0; i < sums.length; i++) {
      numbers[i] = sums[i].value();
    }
    return new MatrixNumbers(sums.length / columns, columns, numbers);
  }
}
