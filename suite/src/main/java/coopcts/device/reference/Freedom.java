package coopcts.device.reference;

import coopcts.numbers.FloatFormat;
import coopcts.numbers.Rounding;
import java.util.SplittableRandom;

/**
 * What a device does where the specifications leave it a choice: drawn from a seed, or the plain
 * choice without one. Ownership, rounding directions, flushing of subnormals, order and precision
 * of sums, what slots without an element hold.
 */
final class Freedom {

  static final Freedom PLAIN = new Freedom(0);

  private final boolean free;
  private final Rounding rounding;
  private final boolean flush;
  private final boolean doubleSums;
  private final int order;
  private final long padding;
  private final int dealing;
  private final boolean backwards;

  /**
   * @param seed 0 for the plain choice everywhere
   */
  Freedom(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    free = seed != 0;
    rounding = free ? Rounding.values()[random.nextInt(4)] : Rounding.NEAREST_EVEN;
    flush = free && random.nextBoolean();
    doubleSums = free && random.nextBoolean();
    order = free ? 1 + 2 * random.nextInt(4) : 1;
    padding = free ? random.nextLong() : 0x5A5A5A5A5A5A5A5AL;
    dealing = free ? random.nextInt(1 << 16) : 0;
    backwards = free && random.nextBoolean();
  }

  boolean isPlain() {
    return !free;
  }

  /** The direction of every rounding that is not fixed. */
  Rounding rounding() {
    return rounding;
  }

  /** An operand or result of arithmetic: zero if it is subnormal and this device flushes. */
  long flushed(FloatFormat format, long pattern) {
    return flush && format.isSubnormal(pattern) ? pattern & format.signBit() : pattern;
  }

  ProductSettings settings(ProductSettings plain) {
    if (!free) {
      return plain;
    }
    return plain.sums(doubleSums ? null : plain.sums()).order(order).rounding(rounding);
  }

  /** What a component without an element holds. */
  long padding() {
    return padding;
  }

  /** Picks the map of ownership, in a way that the kind of map makes sense of. */
  int dealing() {
    return dealing;
  }

  /** Whether workgroups run last to first. */
  boolean backwards() {
    return backwards;
  }
}
