// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.LittleEndian;
import coopcts.numbers.NumberFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Compares memory with an {@link Expectation}, every byte of every buffer. It decides nothing:
 * which mismatches fail a case, a {@link Strictness} says.
 */
public final class Judge {

  /** Mismatches kept with their texts, beside the first of each rule; all are counted. */
  private static final int KEPT = 64;

  private final int kept;
  private final List<Mismatch> first = new ArrayList<>();
  private final Map<Tier, Integer> misses = new EnumMap<>(Tier.class);
  private final Set<Rule> missed = new HashSet<>();

  private Judge(int kept) {
    this.kept = kept;
  }

  /**
   * Compares every byte of every buffer that is judged, then totals and properties.
   *
   * @param expectation what the buffers may hold
   * @param names the buffers' names in order of binding; as many as the expectation has buffers
   * @param actual the buffers' bytes after the run, in the same order
   * @return all mismatches counted by tier, with the first 64 and the first of each rule in words
   * @throws IllegalArgumentException if a judged buffer has another size than expected
   */
  public static Judgement compare(
      Expectation expectation, List<String> names, List<byte[]> actual) {
    return compare(expectation, names, actual, KEPT);
  }

  /** The same with another number of mismatches. */
  static Judgement compare(
      Expectation expectation, List<String> names, List<byte[]> actual, int kept) {
    Judge judge = new Judge(kept);
    for (int i = 0; i < names.size(); i++) {
      if (expectation.buffers().get(i).isJudged()) {
        judge.buffer(names.get(i), expectation.buffers().get(i), actual.get(i));
      }
    }
    for (Expectation.Total total : expectation.totals()) {
      judge.total(total, names.get(total.buffer()), actual.get(total.buffer()));
    }
    for (Expectation.Property property : expectation.properties()) {
      for (String violation : property.violations().apply(actual)) {
        judge.add(
            property.rule(),
            () ->
                new Mismatch(
                    names.getFirst(),
                    0,
                    "all buffers",
                    "what the assertion says",
                    violation,
                    "",
                    property.rule()));
      }
    }
    return new Judgement(
        judge.misses, List.copyOf(judge.first), new MismatchEvidence(expectation, names, actual));
  }

  private void buffer(String name, Expectation.Buffer expected, byte[] actual) {
    if (actual.length != expected.bytes().length) {
      throw new IllegalArgumentException(name + " came back with another size");
    }
    byte[] rest = actual;
    if (!expected.open().isEmpty()) {
      rest = actual.clone();
      for (Map.Entry<Integer, Expectation.Open> entry : expected.open().entrySet()) {
        int offset = entry.getKey();
        Expectation.Open open = entry.getValue();
        int bytes = open.format().bits() / 8;
        long pattern = LittleEndian.get(actual, offset, bytes);
        if (!open.acceptance().accepts(open.format(), pattern)) {
          Rule rule = missed(open.rule(), open.format(), open.acceptance(), pattern);
          add(
              rule,
              () ->
                  new Mismatch(
                      name,
                      offset,
                      where(expected, offset),
                      open.acceptance().show(open.format()),
                      show(open.format(), pattern),
                      distance(open, pattern),
                      rule));
        }
        System.arraycopy(expected.bytes(), offset, rest, offset, bytes);
      }
    }
    int from = 0;
    while (true) {
      int distance =
          Arrays.mismatch(rest, from, rest.length, expected.bytes(), from, expected.bytes().length);
      if (distance < 0) {
        return;
      }
      from = difference(name, expected, actual, from + distance);
    }
  }

  /** Notes the element or the byte that differs and returns the offset behind it. */
  private int difference(String name, Expectation.Buffer expected, byte[] actual, int offset) {
    var element = expected.elementAt(offset);
    if (element.isEmpty()) {
      add(
          expected.untouched(),
          () ->
              new Mismatch(
                  name,
                  offset,
                  expected.untouched().equals(Expectation.CONTENTS) ? "byte" : Mismatch.NO_STORE,
                  hex(expected.bytes()[offset]),
                  hex(actual[offset]),
                  "",
                  expected.untouched()));
      return offset + 1;
    }
    var found = element.get();
    NumberFormat format = found.in().type().component().format();
    int bytes = format.bits() / 8;
    long wanted = LittleEndian.get(expected.bytes(), found.offset(), bytes);
    long got = LittleEndian.get(actual, found.offset(), bytes);
    Rule rule = missed(found.in().rule(), format, new Acceptance.OneOf(wanted), got);
    add(
        rule,
        () ->
            new Mismatch(
                name,
                found.offset(),
                where(expected, offset),
                show(format, wanted),
                show(format, got),
                error(format, wanted, got),
                rule));
    return found.offset() + bytes;
  }

  private void total(Expectation.Total total, String name, byte[] actual) {
    long sum = 0;
    for (int i = 0; i < total.count(); i++) {
      sum += (int) LittleEndian.get(actual, total.offset() + 4 * i, 4);
    }
    if (sum < total.bound()) {
      long found = sum;
      add(
          total.rule(),
          () ->
              new Mismatch(
                  name,
                  total.offset(),
                  "sum of length() over the scope instance",
                  "at least " + total.bound(),
                  Long.toString(found),
                  "",
                  total.rule()));
    }
  }

  /**
   * The rule that a number misses: of quality where the sign of a zero is all that is not as due
   * and no sentence binds it; of practice only where it is farther off than that takes.
   */
  private static Rule missed(Rule rule, NumberFormat format, Acceptance acceptance, long got) {
    if (rule.mayLoseSign(format, acceptance, got)) {
      return rule.noMoreThan(Tier.QUALITY);
    }
    if (rule.tier() != Tier.TOLERANT) {
      return rule;
    }
    double value = format.toDouble(got);
    boolean isNear =
        switch (acceptance) {
          case Acceptance.OneOf(long[] patterns) ->
              Arrays.stream(patterns).anyMatch(one -> Practice.isNear(format.toDouble(one), value));
          case Acceptance.Within(double low, double high) ->
              Practice.isNear(low, value) || Practice.isNear(high, value);
          case Acceptance.NotANumber _, Acceptance.Anything _ -> false;
        };
    return new Rule(isNear ? Tier.QUALITY : Tier.PRACTICE, rule.assertions());
  }

  private void add(Rule rule, Supplier<Mismatch> mismatch) {
    misses.merge(rule.tier(), 1, Integer::sum);
    if (missed.add(rule) || first.size() < kept) {
      first.add(mismatch.get());
    }
  }

  private static String where(Expectation.Buffer expected, int offset) {
    return expected
        .elementAt(offset)
        .map(
            element ->
                "instance %d, row %d, column %d"
                    .formatted(element.in().instance(), element.row(), element.column()))
        .orElse("element");
  }

  private static String show(NumberFormat format, long pattern) {
    return format.show(pattern)
        + " (0x"
        + HexFormat.of().toHexDigits(pattern, format.bits() / 4)
        + ")";
  }

  private static String hex(byte value) {
    return "0x" + HexFormat.of().toHexDigits(value);
  }

  private static String error(NumberFormat format, long wanted, long got) {
    if (format instanceof FloatFormat real && real.isFinite(wanted) && real.isFinite(got)) {
      return error(real, real.toDouble(wanted), real.toDouble(got));
    }
    return "";
  }

  /** How far a number is from the nearest acceptable one. */
  private static String distance(Expectation.Open open, long got) {
    if (open.format() instanceof FloatFormat real && real.isFinite(got)) {
      double value = real.toDouble(got);
      switch (open.acceptance()) {
        case Acceptance.Within(double low, double high) -> {
          double bound = value < low ? low : high;
          return Double.isInfinite(bound) ? "" : error(real, bound, value);
        }
        case Acceptance.OneOf(long[] patterns) -> {
          double nearest = Double.NaN;
          double least = Double.POSITIVE_INFINITY;
          for (long pattern : patterns) {
            double number = real.toDouble(pattern);
            double ulps = Math.abs(value - number) / real.ulp(number);
            if (ulps < least) {
              least = ulps;
              nearest = number;
            }
          }
          return least < Double.POSITIVE_INFINITY ? error(real, nearest, value) : "";
        }
        case Acceptance.NotANumber _, Acceptance.Anything _ -> {
          return "";
        }
      }
    }
    return "";
  }

  /**
   * The error in units of the wanted number, whole numbers as such. More units than the format has
   * numbers say nothing: then it is the difference itself.
   */
  private static String error(FloatFormat real, double wanted, double got) {
    double difference = Math.abs(got - wanted);
    double distance = difference / real.ulp(wanted);
    if (distance >= Math.scalb(1.0, real.bits())) {
      return "off by %.3g".formatted(difference);
    }
    String number =
        distance == Math.rint(distance) && distance < 1e6
            ? Long.toString((long) distance)
            : "%.3g".formatted(distance);
    return number + " ULP";
  }
}
