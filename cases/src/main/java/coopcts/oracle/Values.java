// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.model.MatrixType;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.NumberFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * What is known of a matrix: for each element, row-major, the pattern, or a set of acceptable
 * patterns where the specifications leave a choice. Patterns stand in the low bits of a {@code
 * long}.
 *
 * @param type component type and shape
 * @param bits the pattern of each element; one of the acceptable ones where there are several
 * @param open null where all is determined, else for each element null or its acceptable patterns
 * @param rule why these values are expected
 * @param own null where that holds for all, else for each element null or a rule of its own
 * @param grain how component-wise arithmetic made them, or null where none did
 */
public record Values(
    MatrixType type, long[] bits, Acceptance[] open, Rule rule, Rule[] own, ExactnessBound grain) {

  /** A matrix that no component-wise arithmetic made. */
  Values(MatrixType type, long[] bits, Acceptance[] open, Rule rule, Rule[] own) {
    this(type, bits, open, rule, own, null);
  }

  /** A matrix whose elements share a rule. */
  Values(MatrixType type, long[] bits, Acceptance[] open, Rule rule) {
    this(type, bits, open, rule, null);
  }

  /**
   * {@return a matrix of which each element has one acceptable pattern}
   *
   * @param type component type and shape
   * @param bits pattern of each element, row-major, as many as the type has elements; the array is
   *     kept
   * @param rule why they are expected
   */
  public static Values exact(MatrixType type, long[] bits, Rule rule) {
    return new Values(type, bits, null, rule);
  }

  /**
   * {@return a matrix by what is acceptable for each element}
   *
   * @param type component type and shape
   * @param rule why it is expected
   * @param element gives the acceptable patterns of an element by its row-major index, from 0;
   *     never null
   */
  public static Values each(MatrixType type, Rule rule, IntFunction<Acceptance> element) {
    long[] bits = new long[type.size()];
    Acceptance[] open = null;
    for (int i = 0; i < bits.length; i++) {
      Acceptance acceptance = element.apply(i);
      if (acceptance instanceof Acceptance.OneOf(long[] patterns)) {
        bits[i] = patterns[0];
        if (patterns.length == 1) {
          continue;
        }
      }
      if (open == null) {
        open = new Acceptance[bits.length];
      }
      open[i] = acceptance;
    }
    return new Values(type, bits, open, rule);
  }

  NumberFormat format() {
    return type.component().format();
  }

  /**
   * {@return a copy in which each zero may have either sign, as after arithmetic (NUM §5)} For a
   * matrix of integers it is this matrix.
   */
  public Values withOpenZeros() {
    if (!(format() instanceof FloatFormat floats)) {
      return this;
    }
    Acceptance[] signed = open == null ? new Acceptance[bits.length] : open.clone();
    for (int i = 0; i < bits.length; i++) {
      if (signed[i] == null && floats.isZero(bits[i])) {
        signed[i] = new Acceptance.OneOf(0, floats.signBit());
      }
    }
    return new Values(type, bits, signed, rule, own, grain);
  }

  /** The same with more sentences in every rule. */
  Values and(List<String> more) {
    if (more.isEmpty()) {
      return this;
    }
    Map<Rule, Rule> longer = new HashMap<>();
    Rule[] rules = own == null ? null : new Rule[own.length];
    for (int i = 0; own != null && i < own.length; i++) {
      rules[i] = own[i] == null ? null : longer.computeIfAbsent(own[i], one -> one.and(more));
    }
    return new Values(type, bits, open, rule.and(more), rules, grain);
  }

  /** The tier of the element that binds least. */
  Tier tier() {
    Tier least = rule.tier();
    for (int i = 0; own != null && i < own.length; i++) {
      if (own[i] != null && own[i].tier().compareTo(least) > 0) {
        least = own[i].tier();
      }
    }
    return least;
  }

  /** The same where no element binds more than a tier does. */
  Values noMoreThan(Tier least) {
    return least == Tier.MUST ? this : by(rule.noMoreThan(least).noMoreThan(tier()));
  }

  /** Why an element is expected. */
  Rule rule(int i) {
    return own == null || own[i] == null ? rule : own[i];
  }

  /**
   * {@return the acceptable patterns of an element}
   *
   * @param i its row-major index, from 0
   */
  public Acceptance acceptance(int i) {
    return open(i) == null ? new Acceptance.OneOf(bits[i]) : open(i);
  }

  /** The acceptable patterns of an element, or null where there is only {@code bits[i]}. */
  Acceptance open(int i) {
    return open == null ? null : open[i];
  }

  /** The finite list of acceptable patterns of an element, or null where they are not listed. */
  long[] candidates(int i) {
    return switch (open(i)) {
      case null -> new long[] {bits[i]};
      case Acceptance.OneOf(long[] patterns) -> patterns;
      case Acceptance.Within _, Acceptance.Anything _, Acceptance.NotANumber _ -> null;
    };
  }

  /** The same values under another name: a copy of a variable. */
  Values as(MatrixType other) {
    return new Values(other, bits, open, rule, own, grain);
  }

  /**
   * @throws IllegalStateException if an element has more than one acceptable pattern
   */
  void requireDetermined() {
    for (int i = 0; open != null && i < open.length; i++) {
      if (open[i] != null
          && !(open[i] instanceof Acceptance.OneOf(long[] patterns) && patterns.length == 1)) {
        throw new IllegalStateException("a product of integers that are not determined");
      }
    }
  }

  /** The same by another rule. */
  Values by(Rule other) {
    return new Values(type, bits, open, other, null, grain);
  }

  /** The same made by component-wise arithmetic. */
  Values of(ExactnessBound other) {
    return new Values(type, bits, open, rule, own, other);
  }

  /**
   * The least and the greatest number that a float element may be.
   *
   * @throws IllegalStateException if it may be no number, or anything
   */
  double[] range(int i) {
    return switch (open(i)) {
      case null -> {
        double value = format().toDouble(bits[i]);
        yield new double[] {value, value};
      }
      case Acceptance.Within(double low, double high) -> new double[] {low, high};
      case Acceptance.OneOf(long[] patterns) -> {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (long pattern : patterns) {
          low = Math.min(low, format().toDouble(pattern) + 0.0);
          high = Math.max(high, format().toDouble(pattern) + 0.0);
        }
        yield new double[] {low, high};
      }
      case Acceptance.Anything _, Acceptance.NotANumber _ ->
          throw new IllegalStateException("arithmetic on an undefined value");
    };
  }
}
