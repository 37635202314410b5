// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.MatrixType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.Rounding;
import java.util.List;

/** {@code coopMatMulAdd}: D = A·B + C (KHR §4.3, §4.4). */
final class Product {

  /** Bits of a mantissa field at most, so that products of two numbers fit in a double's. */
  private static final int NARROW_MANTISSA = 25;

  private static final Rule WRAPPING = Rule.must("KHR-MULADD-001");
  private static final Rule WRAPPED = Rule.must("KHR-MULADD-005", "KHR-MULADD-001", "KHR-SAT-008");
  private static final Rule IN_RANGE = Rule.must("KHR-SAT-003");
  private static final Rule ABOVE = Rule.must("KHR-SAT-001");
  private static final Rule BELOW = Rule.must("KHR-SAT-002");
  private static final Rule UNSIGNED_ABOVE = Rule.must("KHR-SAT-004", "KHR-SAT-001");
  private static final Rule EXACT = Rule.practice("KHR-MULADD-009");
  private static final Rule EXACT_IF_LARGE = Rule.product(Tier.TOLERANT, List.of("KHR-MULADD-009"));
  private static final Rule EXACT_IF_PRECISE = Rule.quality("KHR-MULADD-009");
  private static final Rule BOUNDED = Rule.quality("KHR-MULADD-010");

  private Product() {}

  static Values mulAdd(MatrixType type, Values a, Values b, Values c, boolean saturating) {
    return switch (type.component().format()) {
      case IntegerFormat result -> integers(type, result, a, b, c, saturating);
      case FloatFormat result -> floats(type, result, a, b, c);
    };
  }

  private static Values integers(
      MatrixType type, IntegerFormat result, Values a, Values b, Values c, boolean saturating) {
    IntegerFormat formatA = (IntegerFormat) a.format();
    IntegerFormat formatB = (IntegerFormat) b.format();
    IntegerFormat formatC = (IntegerFormat) c.format();
    for (Values operand : List.of(a, b, c)) {
      operand.requireDetermined();
    }
    int depth = a.type().columns();
    int columns = type.columns();
    long[] bits = new long[type.size()];
    Rule[] rules = new Rule[bits.length];
    for (int row = 0; row < type.rows(); row++) {
      for (int column = 0; column < columns; column++) {
        long sum = 0;
        long magnitude = 0;
        for (int k = 0; k < depth; k++) {
          long product =
              formatA.value(a.bits()[row * depth + k])
                  * formatB.value(b.bits()[k * columns + column]);
          sum += product;
          magnitude += Math.abs(product);
        }
        int i = row * columns + column;
        if (saturating && magnitude > result.maximum()) {
          throw new IllegalStateException(
              "KHR-SAT-005: a partial sum may leave the result's range");
        }
        sum += formatC.value(c.bits()[i]);
        bits[i] = saturating ? result.saturate(sum) : result.wrap(sum);
        if (sum > result.maximum()) {
          rules[i] = !saturating ? WRAPPED : result.isSigned() ? ABOVE : UNSIGNED_ABOVE;
        } else if (sum < result.minimum()) {
          rules[i] = saturating ? BELOW : WRAPPED;
        }
      }
    }
    return new Values(type, bits, null, saturating ? IN_RANGE : WRAPPING, rules);
  }

  /**
   * Where every partial sum is exact in the result type the result is determined, whatever the
   * order; elsewhere it lies within (K + 2)·u·(Σ|a||b| + |c|) of the exact sum, u the unit roundoff
   * of the result type, but at least that of float16 for 16-bit results (KHR §4.4).
   */
  private static Values floats(MatrixType type, FloatFormat result, Values a, Values b, Values c) {
    Spread spreadA = new Spread(a);
    Spread spreadB = new Spread(b);
    int depth = a.type().columns();
    int columns = type.columns();
    double unit =
        result.bits() == 16
            ? Math.max(result.unitRoundoff(), FloatFormat.FLOAT16.unitRoundoff())
            : result.unitRoundoff();
    boolean areNarrow = isNarrow(a) && isNarrow(b);
    long[] bits = new long[type.size()];
    Acceptance[] open = new Acceptance[bits.length];
    Rule[] rules = new Rule[bits.length];
    boolean anyOpen = false;
    for (int row = 0; row < type.rows(); row++) {
      for (int column = 0; column < columns; column++) {
        int i = row * columns + column;
        double[] range = c.range(i);
        Sum sum = new Sum(areNarrow);
        sum.add(middle(range));
        double spread = radius(range);
        boolean isLike = true;
        for (int k = 0; k < depth; k++) {
          int atA = row * depth + k;
          int atB = k * columns + column;
          sum.add(spreadA.middle[atA], spreadB.middle[atB]);
          spread += spreadA.times(atA, spreadB, atB);
          isLike &=
              Practice.isFactor(spreadA.middle[atA]) && Practice.isFactor(spreadB.middle[atB]);
        }
        if (spread == 0 && sum.isExactIn(result)) {
          bits[i] = result.encode(sum.total, Rounding.NEAREST_EVEN);
          isLike &= Practice.isSum(sum.magnitude, Math.scalb(1.0, sum.place));
          Tier tier = Practice.ofMatrices(isLike, type.rows(), columns, depth);
          rules[i] = tier == EXACT.tier() ? null : exact(tier);
          if (result.isZero(bits[i])) {
            open[i] = new Acceptance.OneOf(0, result.signBit());
            anyOpen = true;
          }
        } else {
          double error =
              (depth + 2) * unit * (sum.magnitude + spread) + spread * (1 + 0x1p-40) + sum.lost();
          double floor = result.toDouble(1);
          // In another order a sum may leave the format on the way, and not come back.
          open[i] =
              sum.magnitude + error <= result.toDouble(result.maxFinite())
                  ? new Acceptance.Within(sum.total - error - floor, sum.total + error + floor)
                  : new Acceptance.Anything();
          anyOpen = true;
          rules[i] = BOUNDED;
        }
      }
    }
    return new Values(type, bits, anyOpen ? open : null, EXACT, rules);
  }

  /** Whether a double holds every product of two such numbers. */
  private static boolean isNarrow(Values factors) {
    return factors.format() instanceof FloatFormat format
        && format.mantissaBits() <= NARROW_MANTISSA;
  }

  private static Rule exact(Tier tier) {
    return switch (tier) {
      case MUST, PRACTICE -> EXACT;
      case TOLERANT -> EXACT_IF_LARGE;
      case QUALITY -> EXACT_IF_PRECISE;
    };
  }

  private static double middle(double[] range) {
    return range[0] == range[1] ? range[0] : range[0] / 2 + range[1] / 2;
  }

  private static double radius(double[] range) {
    return range[1] / 2 - range[0] / 2;
  }

  /** The numbers of a matrix, each with how far it may be from there. */
  private static final class Spread {
    private final double[] middle;
    private final double[] radius;

    Spread(Values values) {
      this.middle = new double[values.bits().length];
      this.radius = new double[middle.length];
      for (int i = 0; i < middle.length; i++) {
        double[] range = values.range(i);
        middle[i] = middle(range);
        radius[i] = radius(range);
      }
    }

    /** How far a product may be from that of the middles. */
    double times(int i, Spread other, int j) {
      return radius[i] == 0 && other.radius[j] == 0
          ? 0
          : Math.abs(middle[i]) * other.radius[j]
              + Math.abs(other.middle[j]) * radius[i]
              + radius[i] * other.radius[j];
    }
  }

  /** A sum of doubles, its magnitude, and the finest place that any of its terms reaches. */
  private static final class Sum {
    private final boolean areNarrow;
    private double total;
    private double magnitude;
    private int place = Integer.MAX_VALUE;
    private int terms;

    /** The least that the rest of a product can be told of. */
    private static final double LEAST = 0x1p-960;

    /**
     * @param areNarrow whether a double holds every product of two factors
     */
    Sum(boolean areNarrow) {
      this.areNarrow = areNarrow;
    }

    /** Adds a product, which doubles hold where their factors are of a narrower format. */
    void add(double left, double right) {
      double product = left * right;
      boolean isHeld =
          areNarrow
              || left == 0
              || right == 0
              || Math.abs(product) > LEAST && Math.fma(left, right, -product) == 0;
      add(product);
      if (!isHeld) {
        place = Integer.MIN_VALUE;
      }
    }

    void add(double term) {
      total += term;
      magnitude += Math.abs(term);
      terms++;
      if (term != 0) {
        place = Math.min(place, lowestBit(term));
      }
    }

    private static int lowestBit(double value) {
      long bits = Double.doubleToRawLongBits(value);
      int zeros = Math.min(52, Long.numberOfTrailingZeros(bits));
      return Math.max(Math.getExponent(value), Double.MIN_EXPONENT) - 52 + zeros;
    }

    /**
     * Whether all partial sums, in any order, are multiples of one place and short enough for the
     * format.
     */
    boolean isExactIn(FloatFormat format) {
      return place == Integer.MAX_VALUE
          || place >= format.minExponent() - format.mantissaBits()
              && Math.scalb(magnitude, -place) <= Math.scalb(1.0, format.mantissaBits() + 1)
              && magnitude <= format.toDouble(format.maxFinite());
    }

    /** A bound for what this very sum lost to rounding. */
    double lost() {
      return terms * 0x1p-52 * magnitude;
    }
  }
}
