// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A driver bug that nobody chose: an effect at the instructions of a kind at which some bins are
 * met together.
 */
public record Deviation(Kind kind, List<Bin> terms, Effect effect) {

  /** The name in lists. */
  public String name() {
    return kind
        + ":"
        + terms.stream().map(Bin::toString).collect(Collectors.joining("+"))
        + ":"
        + effect;
  }

  /** The whole in a sentence. */
  public String sentence() {
    return "at a %s %s, %s".formatted(kind.words(), condition(), effect.words());
  }

  /** What must be so, in words. */
  String condition() {
    return terms.stream().map(Bin::words).collect(Collectors.joining(" "));
  }

  /** The bins that must be met, as a set. */
  public long[] wanted() {
    long[] wanted = new long[Bins.WORDS];
    terms.forEach(bin -> Bins.put(wanted, bin.id()));
    return wanted;
  }
}
