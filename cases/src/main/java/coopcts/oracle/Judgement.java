// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a comparison of memory with an {@link Expectation} found.
 *
 * @param misses number of mismatches by the tier of the rule that they break; tiers without any are
 *     missing
 * @param first the first 64 mismatches, and the first of each rule
 * @param evidence what was compared, from which all mismatches can be had
 */
public record Judgement(
    Map<Tier, Integer> misses, List<Mismatch> first, MismatchEvidence evidence) {

  /** {@return whether there is no mismatch of any tier} */
  public boolean clean() {
    return misses.isEmpty();
  }

  /**
   * {@return whether at least one of the mismatches is a failure; else they are warnings, if there
   * are any}
   *
   * @param strictness which tiers count as failures
   */
  public boolean fails(Strictness strictness) {
    return misses.keySet().stream().anyMatch(strictness::fails);
  }

  /** {@return the number of mismatches of all tiers; 0 if there are none} */
  public int missed() {
    return misses.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * {@return the number of mismatches of each tier in words, the strongest tier first, such as
   * {@code 3 against MUST (required by the specification), 2 against QUALITY (left open by the
   * specification)}; empty text if there are none}
   */
  public String words() {
    List<String> words = new ArrayList<>();
    for (Tier tier : Tier.values()) {
      if (misses.containsKey(tier)) {
        words.add("%d against %s (%s)".formatted(misses.get(tier), tier, tier.meaning()));
      }
    }
    return String.join(", ", words);
  }
}
