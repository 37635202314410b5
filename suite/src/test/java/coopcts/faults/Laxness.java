// SPDX-License-Identifier: Apache-2.0
package coopcts.faults;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.IntegerFormat;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Tier;
import java.util.function.Predicate;

/** The ways to judge less closely than the suite does: what each of them would let pass. */
enum Laxness {
  // What may stand in an element.
  ANY_VALUE(miss -> isElement(miss)),
  ANY_SIGN(miss -> isElement(miss) && accepts(miss, negated(miss.format(), miss.found()))),
  ANY_SIGN_OF_ZERO(
      miss ->
          miss.format() instanceof FloatFormat format
              && format.isZero(miss.found())
              && accepts(miss, miss.found() ^ format.signBit())),
  NEIGHBOURS(
      miss -> isElement(miss) && (accepts(miss, step(miss, 1)) || accepts(miss, step(miss, -1)))),
  LAST_BITS(miss -> isElement(miss) && isNear(miss, 1.0 / 16)),
  RANGE_16_TIMES(
      miss ->
          miss.accepted() instanceof Acceptance.Within(double low, double high)
              && Math.abs(miss.format().toDouble(miss.found()) - (low + high) / 2)
                  <= 16 * (high - low) / 2),
  RANGE_WITHOUT_LOWER_END(
      miss ->
          miss.accepted() instanceof Acceptance.Within(double _, double high)
              && miss.format().toDouble(miss.found()) <= high),
  RANGE_WITHOUT_UPPER_END(
      miss ->
          miss.accepted() instanceof Acceptance.Within(double low, double _)
              && miss.format().toDouble(miss.found()) >= low),
  LOW_BYTE_ALONE(
      miss ->
          miss.format() instanceof IntegerFormat
              && miss.accepted() instanceof Acceptance.OneOf(long[] patterns)
              && (patterns[0] & 0xFF) == (miss.found() & 0xFF)),
  ZERO_FOR_ANYTHING(
      miss ->
          miss.format() instanceof FloatFormat format
              ? format.isZero(miss.found())
              : isElement(miss) && miss.found() == 0),
  ZERO_FOR_SUBNORMALS(
      miss ->
          miss.format() instanceof FloatFormat format
              && format.isZero(miss.found())
              && miss.accepted() instanceof Acceptance.OneOf(long[] patterns)
              && format.isSubnormal(patterns[0])),
  NAN_FOR_ANYTHING(
      miss -> miss.format() instanceof FloatFormat format && format.isNan(miss.found())),
  ANYTHING_FOR_NAN(miss -> miss.accepted() instanceof Acceptance.NotANumber),
  INFINITY_FOR_ANYTHING(
      miss -> miss.format() instanceof FloatFormat format && format.isInfinite(miss.found())),
  ANYTHING_FOR_INFINITY(
      miss ->
          miss.format() instanceof FloatFormat format
              && miss.accepted() instanceof Acceptance.OneOf(long[] patterns)
              && format.isInfinite(patterns[0])),
  LIMITS_FOR_ANYTHING(
      miss ->
          miss.format() instanceof IntegerFormat format
              && (format.value(miss.found()) == format.minimum() && format.isSigned()
                  || format.value(miss.found()) == format.maximum())),
  ANYTHING_FOR_LIMITS(
      miss ->
          miss.format() instanceof IntegerFormat format
              && (accepts(miss, format.maximum())
                  || format.isSigned() && accepts(miss, format.wrap(format.minimum())))),
  // Which elements are looked at.
  BYTES_BETWEEN(miss -> miss.what() == Miss.What.BYTE),
  SINGLE_ELEMENTS(miss -> isElement(miss) && miss.place().alone()),
  FIRST_ROW(miss -> isOfMatrix(miss) && miss.place().row() == 0),
  LAST_ROW(miss -> isOfMatrix(miss) && miss.place().row() == miss.place().rows() - 1),
  FIRST_COLUMN(miss -> isOfMatrix(miss) && miss.place().column() == 0),
  LAST_COLUMN(miss -> isOfMatrix(miss) && miss.place().column() == miss.place().columns() - 1),
  ROWS_FROM_16(miss -> isOfMatrix(miss) && miss.place().row() >= 16),
  COLUMNS_FROM_16(miss -> isOfMatrix(miss) && miss.place().column() >= 16),
  LATER_INSTANCES(miss -> miss.place().instance() > 0),
  LATER_BUFFERS(miss -> isElement(miss) && miss.place().buffer() > 1),
  FIRST_SUBCASE(miss -> miss.place().subcase() == 0),
  LATER_SUBCASES(miss -> miss.place().subcase() > 0),
  // What is held against more than one element.
  TOTALS(miss -> miss.what() == Miss.What.TOTAL),
  PROPERTIES(miss -> miss.what() == Miss.What.PROPERTY),
  // What binds.
  PRACTICE_IS_A_WARNING(miss -> miss.rule().tier() == Tier.PRACTICE),
  QUALITY_IS_A_WARNING(miss -> miss.rule().tier() == Tier.QUALITY);

  private final Predicate<Miss> forgives;

  Laxness(Predicate<Miss> forgives) {
    this.forgives = forgives;
  }

  /** Whether it would not see this. */
  boolean forgives(Miss miss) {
    return forgives.test(miss);
  }

  private static boolean isElement(Miss miss) {
    return miss.what() == Miss.What.ELEMENT;
  }

  private static boolean isOfMatrix(Miss miss) {
    return isElement(miss) && miss.place().instance() >= 0;
  }

  private static boolean accepts(Miss miss, long pattern) {
    return miss.accepted().accepts(miss.format(), pattern & miss.format().mask());
  }

  private static long negated(NumberFormat format, long pattern) {
    return switch (format) {
      case FloatFormat floats -> pattern ^ floats.signBit();
      case IntegerFormat integers -> integers.wrap(-pattern);
    };
  }

  /** The number next to the one that was found. */
  private static long step(Miss miss, int by) {
    return switch (miss.format()) {
      case FloatFormat format when !format.isFinite(miss.found()) -> miss.found();
      case FloatFormat format ->
          by > 0 ? format.nextUp(miss.found()) : format.nextDown(miss.found());
      case IntegerFormat format -> format.wrap(miss.found() + by);
    };
  }

  /** Whether it is as large as a number that is acceptable, but for a share of it. */
  private static boolean isNear(Miss miss, double share) {
    double found = miss.format().toDouble(miss.found());
    return switch (miss.accepted()) {
      case Acceptance.OneOf(long[] patterns) -> {
        double wanted = miss.format().toDouble(patterns[0]);
        yield Math.abs(found - wanted) <= share * Math.abs(wanted);
      }
      case Acceptance.Within(double low, double high) ->
          Math.abs(found - (low + high) / 2)
              <= (high - low) / 2 + share * Math.max(Math.abs(low), Math.abs(high));
      case Acceptance.NotANumber _, Acceptance.Anything _ -> false;
    };
  }
}
