// SPDX-License-Identifier: Apache-2.0
package coopcts.oracle;

/** Which missed expectations are failures; the others are warnings. */
public enum Strictness {
  /** What a specification says, and nothing else. */
  BY_THE_LETTER,
  /** What a specification says, and what the Khronos CTS fails a driver for. */
  USUAL,
  /** Whatever is expected. */
  STRICT;

  /** Whether a missed expectation of a tier is a failure. */
  public boolean fails(Tier tier) {
    return switch (tier) {
      case MUST -> true;
      case PRACTICE -> this != BY_THE_LETTER;
      case QUALITY -> this == STRICT;
    };
  }
}
