// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

import java.util.Arrays;
import java.util.Set;

/**
 * Which missed expectations are failures; the others are warnings. A run has one, by its options
 * {@code --strict-spec} and {@code --strict}.
 */
public enum Strictness {
  /** What a specification says, and nothing else. */
  BY_THE_LETTER,
  /** What a specification says, and what a named test of the Khronos CTS fails a driver for. */
  USUAL,
  /** Whatever is expected. */
  STRICT;

  /**
   * {@return the mildest strictness, in the order of the constants, by which one of these misses is
   * a failure; {@link #STRICT} if there are no misses}
   *
   * @param misses tiers of the missed expectations of a case
   */
  public static Strictness least(Set<Tier> misses) {
    return Arrays.stream(values())
        .filter(strictness -> misses.stream().anyMatch(strictness::fails))
        .findFirst()
        .orElse(STRICT);
  }

  /**
   * {@return whether a missed expectation of a tier is a failure; else it is a warning}
   *
   * @param tier of the missed expectation
   */
  public boolean fails(Tier tier) {
    return switch (tier) {
      case MUST -> true;
      case PRACTICE -> this != BY_THE_LETTER;
      case TOLERANT, QUALITY -> this == STRICT;
    };
  }
}
