package coopcts.cases.nv2;

import coopcts.model.MatrixType;
import coopcts.numbers.NumberFormat;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntBinaryOperator;

/** What all numbers that meet in one element of a reduction have in common. */
final class Combined {

  private double sum;
  private double magnitude;
  private double low = Double.POSITIVE_INFINITY;
  private double high = Double.NEGATIVE_INFINITY;
  private int count;

  private void add(double value) {
    sum += value;
    magnitude += Math.abs(value);
    low = Math.min(low, value);
    high = Math.max(high, value);
    count++;
  }

  double sum() {
    return sum;
  }

  /** The sum of the magnitudes. */
  double magnitude() {
    return magnitude;
  }

  double low() {
    return low;
  }

  double high() {
    return high;
  }

  int count() {
    return count;
  }

  /** A matrix's elements by the element of the result that they meet in. */
  static final class Groups {
    private final IntBinaryOperator groupOf;
    private final Map<Integer, Combined> groups = new HashMap<>();

    /**
     * @param groupOf a number for all elements that meet, by row and column
     * @param m the elements, row-major
     */
    Groups(IntBinaryOperator groupOf, MatrixType type, long[] m) {
      this.groupOf = groupOf;
      NumberFormat format = NumberFormat.of(type.component());
      for (int row = 0, e = 0; row < type.rows(); row++) {
        for (int column = 0; column < type.columns(); column++, e++) {
          groups
              .computeIfAbsent(groupOf.applyAsInt(row, column), _ -> new Combined())
              .add(format.toDouble(m[e]));
        }
      }
    }

    /** All that meets where the element at a row and column does. */
    Combined at(int row, int column) {
      return groups.get(groupOf.applyAsInt(row, column));
    }
  }
}
