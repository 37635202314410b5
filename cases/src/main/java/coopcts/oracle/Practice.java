// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.MatrixProperties;
import java.util.List;
import java.util.stream.Stream;

/**
 * How strictly the Khronos CTS holds products of floats, as {@code practice.tsv} lists its tests.
 * Its factors are (n mod 16 - 4) / 2. 10 bits of mantissa hold them, and sums of their products of
 * up to 512. So neither operands in TF32 nor partial sums in float16 change a result.
 */
public final class Practice {

  /** The largest factor, and what all are multiples of. */
  private static final double FACTOR = 5.5;

  private static final double STEP = 0.5;

  /** The largest sum of quarters that float16 holds whatever the order: 11 bits of them. */
  private static final double SUM = 512;

  /** Sides of matrices from which on it takes results within 3/1024. */
  static final int LARGE = 48;

  /** The longest input of a vector's product that it compares exactly. */
  private static final int LONGEST = 64;

  private Practice() {}

  /** Whether a factor is one of four significant bits like those of the CTS. */
  static boolean isFactor(double number) {
    return Math.abs(number) <= FACTOR && number / STEP == Math.rint(number / STEP);
  }

  /** Whether float16 holds a sum and all its parts. */
  static boolean isSum(double magnitude, double finest) {
    return magnitude <= SUM && finest >= STEP * STEP;
  }

  /**
   * How an exact sum of a product of matrices binds.
   *
   * @param isLike whether its factors and its sum are as short as those of the CTS
   * @param sides M, N and K
   */
  static Tier ofMatrices(boolean isLike, int... sides) {
    if (!isLike) {
      return Tier.QUALITY;
    }
    for (int side : sides) {
      if (side >= LARGE) {
        return Tier.TOLERANT;
      }
    }
    return Tier.PRACTICE;
  }

  /**
   * The same of products of whole numbers: each element of A and B no larger than a bound, each
   * result the sum of no more than a magnitude.
   */
  private static Tier ofMatrices(int factors, double magnitude, int... sides) {
    return ofMatrices(isFactor(factors) && isSum(magnitude, 1), sides);
  }

  /** The assertion on exact sums of products of float matrices. */
  public static final String EXACT = "KHR-MULADD-009";

  /**
   * {@return the rule by which every element of a product of whole numbers is expected to be exact}
   * It is {@link Tier#MUST} for integer results. For floats it is {@link Tier#PRACTICE}, or {@link
   * Tier#TOLERANT} from a side of 48 on, if factors and sums are as short as those of the CTS; else
   * {@link Tier#QUALITY}.
   *
   * @param row sizes and types of the product
   * @param factors the largest magnitude of an element of A and B
   * @param magnitude the largest sum of magnitudes, C included, of an element of the result
   * @param sentences IDs of the assertions that a wrong element breaks; {@link #EXACT} is added for
   *     floats
   */
  public static Rule rule(
      MatrixProperties row, int factors, double magnitude, List<String> sentences) {
    if (row.result().isInteger()) {
      return new Rule(Tier.MUST, sentences);
    }
    List<String> all = Stream.concat(sentences.stream(), Stream.of(EXACT)).distinct().toList();
    return Rule.product(ofMatrices(factors, magnitude, row.m(), row.n(), row.k()), all);
  }

  /** How an exact sum of a product of a matrix and a vector binds. */
  static Tier ofVector(boolean isLike, int k) {
    return isLike && k <= LONGEST ? Tier.PRACTICE : Tier.QUALITY;
  }

  /** Whether a result of a large product is as near to what is due as the CTS takes it. */
  static boolean isNear(double wanted, double got) {
    return Math.abs(wanted - got) / (Math.abs(wanted) + 0.001) <= 3.0 / 1024;
  }
}
