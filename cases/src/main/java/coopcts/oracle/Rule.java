// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import java.util.List;
import java.util.stream.Stream;

/**
 * Why a value is expected.
 *
 * @param assertions the sentences that together say so, by their IDs in the catalogue, the one that
 *     says most first; a value that misses them breaks one of them
 */
public record Rule(Tier tier, List<String> assertions) {

  public Rule {
    if (assertions.isEmpty()) {
      throw new IllegalArgumentException("a rule without a sentence");
    }
  }

  public static Rule must(String... assertions) {
    return new Rule(Tier.MUST, List.of(assertions));
  }

  /** No text says so, but the Khronos CTS fails a driver for it and users rely on it. */
  public static Rule practice(String... assertions) {
    return new Rule(Tier.PRACTICE, List.of(assertions));
  }

  public static Rule quality(String... assertions) {
    return new Rule(Tier.QUALITY, List.of(assertions));
  }

  /** The same with more sentences. */
  public Rule and(List<String> more) {
    return new Rule(tier, Stream.concat(assertions.stream(), more.stream()).distinct().toList());
  }

  /** The same of what comes of values that bind no more than a tier does. */
  public Rule noMoreThan(Tier least) {
    return least.compareTo(tier) > 0 ? new Rule(least, assertions) : this;
  }

  /** The sentence that says most. */
  public String assertion() {
    return assertions.getFirst();
  }
}
