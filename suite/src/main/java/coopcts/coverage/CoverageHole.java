// SPDX-License-Identifier: Apache-2.0
package coopcts.coverage;

import coopcts.device.reference.cover.Bin;
import coopcts.device.reference.cover.InstructionKind;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Something legal that no case tries.
 *
 * @param kinds the instructions at which it is not tried
 * @param bins what is not met there at once: one bin or two
 * @param legal the number of kinds at which it could be
 */
public record CoverageHole(List<InstructionKind> kinds, List<Bin> bins, int legal) {

  /** Above that many kinds they are counted, not named. */
  private static final int NAMED = 4;

  /** A bin that is missing weighs more than a pair. */
  int weight() {
    return (bins.size() == 1 ? 1000 : 1) * kinds.size();
  }

  /** The hole as a sentence without a stop. */
  String sentence() {
    return "no %s %s"
        .formatted(instructions(), bins.stream().map(Bin::words).collect(Collectors.joining(" ")));
  }

  private String instructions() {
    if (kinds.size() == legal && legal > NAMED) {
      return "cooperative instruction";
    }
    List<String> words = kinds.stream().limit(NAMED).map(InstructionKind::words).toList();
    int more = kinds.size() - words.size();
    if (words.size() == 1) {
      return words.getFirst();
    }
    return more > 0
        ? String.join(", ", words) + " or %d other kinds of instructions".formatted(more)
        : String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.getLast();
  }
}
