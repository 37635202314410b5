// SPDX-License-Identifier: Apache-2.0
package coopcts.jobs;

import coopcts.model.ComponentType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import coopcts.oracle.Acceptance;
import coopcts.oracle.Expectation;
import coopcts.oracle.Rule;
import java.util.List;
import java.util.TreeMap;

/** How near a buffer's numbers have to come to those that are expected. */
final class ToleranceCheck {

  private static final Rule RULE = Rule.must("tolerance");

  private ToleranceCheck() {}

  /**
   * A buffer of which each number is judged by itself.
   *
   * @param before its bytes before the run, which bounds alone are judged with
   * @param expected the numbers that are expected, or null where there are bounds only
   */
  static Expectation.Buffer of(
      byte[] before, byte[] expected, ComponentType type, Job.Tolerance tolerance) {
    NumberFormat format = type.format();
    TreeMap<Integer, Expectation.Open> open = new TreeMap<>();
    byte[] bytes = expected == null ? before : expected;
    for (int at = 0; at + type.bytes() <= bytes.length; at += type.bytes()) {
      Acceptance acceptance =
          expected == null
              ? bounds(tolerance)
              : near(format, LittleEndian.get(expected, at, type.bytes()), tolerance);
      open.put(at, new Expectation.Open(format, acceptance, RULE));
    }
    return new Expectation.Buffer(bytes, open, List.of());
  }

  private static Acceptance.Within bounds(Job.Tolerance tolerance) {
    return new Acceptance.Within(
        tolerance.low() == null ? Double.NEGATIVE_INFINITY : tolerance.low(),
        tolerance.high() == null ? Double.POSITIVE_INFINITY : tolerance.high());
  }

  private static Acceptance near(NumberFormat format, long pattern, Job.Tolerance tolerance) {
    if (format instanceof FloatFormat floats && floats.isNan(pattern)) {
      return new Acceptance.NotANumber();
    }
    double right = format.toDouble(pattern);
    double absolute = tolerance.absolute() == null ? 0 : tolerance.absolute();
    double relative = tolerance.relative() == null ? 0 : tolerance.relative();
    double room = Double.isInfinite(right) ? 0 : absolute + relative * Math.abs(right);
    Acceptance.Within bounds = bounds(tolerance);
    return new Acceptance.Within(
        Math.max(right - room, bounds.low()), Math.min(right + room, bounds.high()));
  }
}
