// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.NumberFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Why a value is expected: the assertions that say so, and how strongly they bind. A mismatch names
 * its rule, and the case fails by it or warns.
 *
 * @param tier how strongly it binds
 * @param assertions IDs, at least one, of the assertions that together fix the value, the most
 *     specific first; a value that misses them breaks one of them
 */
public record Rule(Tier tier, List<String> assertions) {

  /**
   * Checks the tier against the catalogue.
   *
   * @param tier how strongly it binds
   * @param assertions IDs, at least one, of the assertions that together fix the value, the most
   *     specific first; a value that misses them breaks one of them
   * @throws IllegalArgumentException if there is no assertion, or the tier is stronger than {@link
   *     Binding#most} allows for one of them
   */
  public Rule {
    if (assertions.isEmpty()) {
      throw new IllegalArgumentException("a rule without a sentence");
    }
    Tier most = Binding.most(assertions);
    if (tier.compareTo(most) < 0) {
      throw new IllegalArgumentException(
          "%s is no rule of tier %s: the catalogue's tags let it bind as %s at most"
              .formatted(assertions, tier, most));
    }
  }

  /**
   * {@return a rule of tier {@link Tier#MUST}: the specification requires it}
   *
   * @param assertions at least one ID, the most specific first
   * @throws IllegalArgumentException if there is none, or the catalogue lets one of them bind less
   */
  public static Rule must(String... assertions) {
    return new Rule(Tier.MUST, List.of(assertions));
  }

  /** No text says so, but a test of the Khronos CTS that practice.tsv names does. */
  static Rule practice(String... assertions) {
    return demanded(Tier.PRACTICE, List.of(assertions));
  }

  private static Rule demanded(Tier tier, List<String> assertions) {
    if (assertions.stream().noneMatch(Binding::isPractice)) {
      throw new IllegalArgumentException(
          assertions + " is no rule of practice: practice.tsv names no test for any of them");
    }
    return new Rule(tier, assertions);
  }

  /**
   * {@return the rule of a product's element, of the given tier}
   *
   * @param tier MUST for a product of integers; else what {@link Sum#tier} or {@link Practice}
   *     gives
   * @param assertions at least one ID, the most specific first
   * @throws IllegalArgumentException if there is none, if the catalogue lets one of them bind less
   *     than the tier, or if the tier is PRACTICE or TOLERANT and {@code practice.tsv} names no
   *     test for any of them
   */
  public static Rule product(Tier tier, List<String> assertions) {
    return switch (tier) {
      case MUST, QUALITY -> new Rule(tier, assertions);
      case PRACTICE, TOLERANT -> demanded(tier, assertions);
    };
  }

  /**
   * {@return a rule of tier {@link Tier#QUALITY}: the specification leaves it open}
   *
   * @param assertions at least one ID, the most specific first
   * @throws IllegalArgumentException if there is none
   */
  public static Rule quality(String... assertions) {
    return new Rule(Tier.QUALITY, List.of(assertions));
  }

  /**
   * {@return a rule of the strongest tier that the catalogue allows all of the assertions}
   *
   * @param assertions at least one ID, the most specific first
   * @throws IllegalArgumentException if there is none
   */
  public static Rule most(String... assertions) {
    List<String> all = List.of(assertions);
    return new Rule(Binding.most(all), all);
  }

  /**
   * {@return a rule with further assertions behind this rule's own, weakened to the tier that each
   * of them may have}
   *
   * @param more IDs; those that this rule has already are not repeated; may be empty
   */
  public Rule and(List<String> more) {
    List<String> all = Stream.concat(assertions.stream(), more.stream()).distinct().toList();
    return weakest(tier, all);
  }

  /** The same of what comes of values that bind no more than a tier does. */
  Rule noMoreThan(Tier least) {
    return least.compareTo(tier) > 0 ? weakest(least, assertions) : this;
  }

  /**
   * What comes of values of a tier by sentences: a product's tier holds for what comes of it
   * whatever sentences say that, so that one of practice names what it is practice by.
   */
  private static Rule weakest(Tier tier, List<String> assertions) {
    Tier most = Binding.most(assertions);
    return new Rule(most.compareTo(tier) > 0 ? most : tier, assertions);
  }

  /** Whether a zero is acceptable but for its sign, which no sentence binds. */
  boolean mayLoseSign(NumberFormat format, Acceptance acceptance, long got) {
    return format instanceof FloatFormat floats
        && floats.isZero(got)
        && !keepsZeros()
        && acceptance.accepts(format, got ^ floats.signBit());
  }

  /**
   * {@return whether one of the assertions requires the sign of a zero; else a zero of the other
   * sign is at most a miss of quality}
   */
  public boolean keepsZeros() {
    return assertions.stream().anyMatch(Binding::keepsZeros);
  }

  /**
   * {@return the ID of the first assertion, the most specific one, by which reports sort the
   * failure}
   */
  public String assertion() {
    return assertions.getFirst();
  }
}
