// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a comparison found.
 *
 * @param misses number of mismatches by the tier of what they miss
 * @param first the first few of them, and the first of each rule
 * @param evidence what was compared, from which all of them can be had
 */
public record Judgement(
    Map<Tier, Integer> misses, List<Mismatch> first, MismatchEvidence evidence) {

  /** {@return whether no mismatch of any tier was found} */
  public boolean clean() {
    return misses.isEmpty();
  }

  /**
   * {@return whether one of the mismatches is a failure by a strictness}
   *
   * @param strictness which tiers count
   */
  public boolean fails(Strictness strictness) {
    return misses.keySet().stream().anyMatch(strictness::fails);
  }

  /** {@return the number of mismatches of all tiers} */
  public int missed() {
    return misses.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * {@return the mismatches by their tiers in words, such as {@code 3 against MUST (required by the
   * specification), 2 against QUALITY (left open by the specification)}}
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
