// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.NumberFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Why a value is expected.
 *
 * @param tier how strongly it binds
 * @param assertions the sentences that together say so, by their IDs in the catalogue, the one that
 *     says most first; a value that misses them breaks one of them
 */
public record Rule(Tier tier, List<String> assertions) {

  /**
   * Checks the tier against the catalogue.
   *
   * @param tier how strongly it binds
   * @param assertions the sentences that together say so, by their IDs in the catalogue, the one
   *     that says most first; a value that misses them breaks one of them
   * @throws IllegalArgumentException if there is no assertion, or the tier is stronger than the
   *     catalogue's tags allow
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
   * {@return a rule that the specification requires}
   *
   * @param assertions at least one ID, the one that says most first
   * @throws IllegalArgumentException if the catalogue lets one of them bind less
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
   * The rule of a product of floats. Where the catalogue lets an assertion bind less than the tier,
   * the rule binds less too.
   *
   * @param tier MUST for one of integers
   * @param assertions at least one ID
   * @return a rule of the tier or of a weaker one
   * @throws IllegalArgumentException if the rule would be one of practice and {@code practice.tsv}
   *     names no test for any of the assertions
   */
  public static Rule product(Tier tier, List<String> assertions) {
    return switch (tier) {
      case MUST, QUALITY -> new Rule(tier, assertions);
      case PRACTICE, TOLERANT -> demanded(tier, assertions);
    };
  }

  /**
   * {@return a rule that the specification leaves open}
   *
   * @param assertions at least one ID, the one that says most first
   */
  public static Rule quality(String... assertions) {
    return new Rule(Tier.QUALITY, List.of(assertions));
  }

  /**
   * {@return a rule of the strongest tier that the catalogue allows all the assertions}
   *
   * @param assertions at least one ID, the one that says most first
   */
  public static Rule most(String... assertions) {
    List<String> all = List.of(assertions);
    return new Rule(Binding.most(all), all);
  }

  /**
   * {@return a rule with more assertions, which binds no more than each of them may}
   *
   * @param more IDs; those that it has already are not repeated
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

  /** {@return whether one of the assertions binds the sign of a zero} */
  public boolean keepsZeros() {
    return assertions.stream().anyMatch(Binding::keepsZeros);
  }

  /** {@return the ID of the assertion that says most} */
  public String assertion() {
    return assertions.getFirst();
  }
}
