// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.fault.ProductSettings;
import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.SplittableRandom;

/**
 * What a device does where the specifications leave it a choice: drawn from a seed, or the plain
 * choice without one. Ownership, rounding directions, flushing of subnormals, order and precision
 * of sums, what slots without an element hold.
 */
public final class Freedom {

  public static final Freedom PLAIN = new Freedom(0);

  private final boolean free;
  private final Rounding rounding;
  private final boolean flush;
  private final boolean doubleSums;
  private final int order;
  private final long padding;
  private final int dealing;
  private final boolean backwards;
  private final boolean repeats;
  private final int decoding;
  private final boolean wrapsClips;
  private final boolean padsStructs;
  private final boolean saturates;

  /**
   * @param seed 0 for the plain choice everywhere
   */
  public Freedom(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    free = seed != 0;
    rounding = free ? Rounding.values()[random.nextInt(4)] : Rounding.NEAREST_EVEN;
    flush = free && random.nextBoolean();
    doubleSums = free && random.nextBoolean();
    order = free ? 1 + 2 * random.nextInt(4) : 1;
    padding = free ? sometimesZero(random.nextLong()) : 0x5A5A5A5A5A5A5A5AL;
    dealing = free ? random.nextInt(1 << 16) : 0;
    backwards = free && random.nextBoolean();
    repeats = free && random.nextBoolean();
    decoding = free ? random.nextInt(1 << 16) : 0;
    wrapsClips = free && random.nextBoolean();
    padsStructs = free && random.nextBoolean();
    saturates = free && random.nextBoolean();
  }

  /**
   * Zero is what components without an element may hold as well, and what nothing is divided by.
   */
  private static long sometimesZero(long drawn) {
    return drawn % 4 == 0 ? 0 : drawn;
  }

  public boolean isPlain() {
    return !free;
  }

  /** The direction of every rounding that is not fixed. */
  public Rounding rounding() {
    return rounding;
  }

  /** An operand or result of arithmetic: zero if it is subnormal and this device flushes. */
  public long flushed(FloatFormat format, long pattern) {
    return flush && format.isSubnormal(pattern) ? pattern & format.signBit() : pattern;
  }

  public ProductSettings settings(ProductSettings plain) {
    if (!free) {
      return plain;
    }
    return plain.sums(doubleSums ? null : plain.sums()).order(order).rounding(rounding);
  }

  /** What a component without an element holds. */
  public long padding() {
    return padding;
  }

  /** Picks the map of ownership, in a way that the kind of map makes sense of. */
  int dealing() {
    return dealing;
  }

  /** Whether callbacks are called twice. */
  public boolean repeats() {
    return repeats;
  }

  /**
   * Whether a group of elements is decoded by the vector function: plainly all whole groups, else
   * none, any that the seed picks, or all.
   *
   * @param group number that tells groups apart
   * @param whole whether every element of the group is wanted
   */
  public boolean decodesVector(int group, boolean whole) {
    return switch (decoding % 4) {
      case 0 -> whole;
      case 1 -> false;
      case 2 -> true;
      default -> (Integer.hashCode(group * 0x9E3779B9 + decoding) >>> 7 & 1) == 1;
    };
  }

  /** Whether the end of a clip is a sum of 32 bits (CM2-CLIP-009). */
  public boolean wrapsClips() {
    return wrapsClips;
  }

  /** Whether the padding at a struct's end counts for its size (CM2-DEC-017). */
  public boolean padsStructs() {
    return padsStructs;
  }

  /** Whether what is beyond an 8-bit float's range becomes its largest number (CV-CNV-007). */
  public boolean saturates() {
    return saturates;
  }

  /** Whether workgroups run last to first. */
  public boolean backwards() {
    return backwards;
  }
}
