// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A driver bug that is drawn from the table of cover points in place of being thought up: an effect
 * at the instructions of a kind at which some bins are met together.
 *
 * @param kind of the instructions
 * @param terms bins that must be met together, at least one
 * @param effect what is done wrong
 */
public record DrawnFault(InstructionKind kind, List<Bin> terms, Change effect) {

  /**
   * {@return its name in lists: kind, bins and effect, joined by colons, the bins by plus signs}
   */
  public String name() {
    return kind
        + ":"
        + terms.stream().map(Bin::toString).collect(Collectors.joining("+"))
        + ":"
        + effect;
  }

  /**
   * {@return the deviation as a part of a sentence for a list, without a capital and a full stop}
   */
  public String sentence() {
    return "at a %s %s, %s".formatted(kind.words(), condition(), effect.words());
  }

  /** What must be so, in words. */
  String condition() {
    return terms.stream().map(Bin::words).collect(Collectors.joining(" "));
  }

  /** {@return the bins that must be met, as a new set of {@link Bins}} */
  public long[] wanted() {
    long[] wanted = new long[Bins.WORDS];
    terms.forEach(bin -> Bins.put(wanted, bin.id()));
    return wanted;
  }
}
