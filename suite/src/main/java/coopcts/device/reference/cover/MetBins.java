// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.cover;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the watched dispatches have met so far: bins and pairs of bins, by kind of instruction. It
 * is a listener of {@link CoverageWatch}; one thread at a time uses it.
 */
public final class MetBins implements CoverageWatch.Listener {

  /** Distinct events that are remembered, so that none of them is added twice. */
  private static final int REMEMBERED = 200_000;

  private final Map<InstructionKind, long[][]> pairs = new EnumMap<>(InstructionKind.class);
  private final Set<Event> known = new HashSet<>();

  /** Makes a record that has met nothing yet. */
  public MetBins() {}

  private record Event(InstructionKind kind, long[] bins) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Event event && kind == event.kind && Arrays.equals(bins, event.bins);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(bins) + kind.ordinal();
    }

    @Override
    public String toString() {
      return kind.toString();
    }
  }

  @Override
  public void met(InstructionKind kind, long[] bins) {
    Event event = new Event(kind, bins);
    if (known.contains(event)) {
      return;
    }
    if (known.size() < REMEMBERED) {
      known.add(new Event(kind, bins.clone()));
    }
    long[][] rows = pairs.computeIfAbsent(kind, _ -> new long[64 * Bins.WORDS][]);
    for (int word = 0; word < Bins.WORDS; word++) {
      for (long rest = bins[word]; rest != 0; rest &= rest - 1) {
        int bin = 64 * word + Long.numberOfTrailingZeros(rest);
        long[] row = rows[bin];
        if (row == null) {
          rows[bin] = bins.clone();
        } else {
          for (int w = 0; w < Bins.WORDS; w++) {
            row[w] |= bins[w];
          }
        }
      }
    }
  }

  /**
   * Adds what another record has met, of another device or thread.
   *
   * @param other which stays unchanged
   */
  public void addAll(MetBins other) {
    other.pairs.forEach(
        (kind, theirs) -> {
          long[][] rows = pairs.computeIfAbsent(kind, _ -> new long[64 * Bins.WORDS][]);
          for (int bin = 0; bin < theirs.length; bin++) {
            if (theirs[bin] != null) {
              rows[bin] = rows[bin] == null ? new long[Bins.WORDS] : rows[bin];
              for (int w = 0; w < Bins.WORDS; w++) {
                rows[bin][w] |= theirs[bin][w];
              }
            }
          }
        });
  }

  /**
   * {@return whether an instruction was executed that met two bins at once; false for a kind that
   * was never executed}
   *
   * @param kind of the instruction
   * @param one the first bin
   * @param other the second bin; the first again to ask for it alone
   */
  public boolean has(InstructionKind kind, Bin one, Bin other) {
    long[][] rows = pairs.get(kind);
    return rows != null && rows[one.id()] != null && Bins.has(rows[one.id()], other.id());
  }
}
