// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.choice;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The choices that a device makes where the specifications leave it some. Those that are
 * <em>open</em> are drawn from a seed: {@link Choice} says what comes of them. Each of the others
 * goes one fixed way, as all do in {@link #PLAIN}. An object belongs to one device, which one
 * thread uses at a time.
 */
public final class ImplementationChoices {

  /** The plain choices. */
  public static final ImplementationChoices PLAIN = new ImplementationChoices(0, Set.of(), null);

  private static final long PLAIN_PADDING = 0x5A5A5A5A5A5A5A5AL;

  private final long seed;
  private final Set<Choice> open;

  /** The choices that were come by; null where nobody wants to know. */
  private final Set<Choice> met;

  private SplittableRandom draws;

  /** What the draws of one executed instruction have in common. */
  private long step;

  /** A number that a dispatch keeps, for what must not change while it runs. */
  private long kept;

  private ImplementationChoices(long seed, Set<Choice> open, Set<Choice> met) {
    this.seed = seed;
    this.met = met;
    this.open = open.isEmpty() ? EnumSet.noneOf(Choice.class) : EnumSet.copyOf(open);
    this.draws = new SplittableRandom(seed);
  }

  /**
   * {@return choices that are all open; for seed 0 the plain device, {@link #PLAIN}}
   *
   * @param seed of the draws; equal seeds give equal draws
   */
  public static ImplementationChoices all(long seed) {
    return seed == 0 ? PLAIN : of(seed, Choice.all());
  }

  /**
   * {@return choices of which some are open}
   *
   * @param seed of the draws, may be 0; equal seeds give equal draws
   * @param choices that are open, copied; for an empty set the result is {@link #PLAIN}
   */
  public static ImplementationChoices of(long seed, Set<Choice> choices) {
    return choices.isEmpty() ? PLAIN : new ImplementationChoices(seed, choices, null);
  }

  /**
   * {@return new choices of which none is open, and which record those that are asked for} {@link
   * #met} gives the record.
   */
  public static ImplementationChoices watching() {
    return new ImplementationChoices(0, Set.of(), EnumSet.noneOf(Choice.class));
  }

  /**
   * {@return a new set of the choices that {@link #has} and the draws were asked for since the last
   * call; empty for none} The record is cleared.
   *
   * @throws NullPointerException if the object does not come from {@link #watching}
   */
  public Set<Choice> met() {
    Set<Choice> all = EnumSet.copyOf(met);
    met.clear();
    return all;
  }

  /**
   * Starts the draws of a dispatch or of a conversion, so that it can be repeated alone. Without
   * open choices nothing is drawn.
   *
   * @param what distinguishes the dispatch; equal numbers give equal draws
   */
  public void begin(long what) {
    if (!isPlain()) {
      draws = new SplittableRandom(seed ^ what * 0x9E3779B97F4A7C15L);
      kept = draws.nextLong();
    }
  }

  /**
   * Starts the draws of one executed instruction. Draws from operands are alike until the next
   * call. Without open choices nothing is drawn.
   */
  public void step() {
    if (!open.isEmpty()) {
      step = draws.nextLong();
    }
  }

  /** {@return whether no choice is open and none is recorded, so that nothing need be asked} */
  public boolean isPlain() {
    return open.isEmpty() && met == null;
  }

  /**
   * {@return whether a choice is open} The question is recorded for {@link #met}, so callers ask
   * only where the answer makes a difference.
   *
   * @param choice that is asked for
   */
  public boolean has(Choice choice) {
    if (met != null) {
      met.add(choice);
    }
    return open.contains(choice);
  }

  /**
   * {@return a number from 0, inclusive, to the number of ways, exclusive, drawn anew at each call;
   * 0 where the choice is not open}
   *
   * @param choice that decides
   * @param ways number of ways, at least 1
   * @throws IllegalArgumentException if the choice is open and there are no ways
   */
  public int draw(Choice choice, int ways) {
    return has(choice) ? draws.nextInt(ways) : 0;
  }

  /**
   * The same of operands: in one executed instruction equal ones go equal ways, in all invocations.
   */
  int draw(Choice choice, int ways, long operands) {
    return has(choice) ? (int) Long.remainderUnsigned(mixed(choice, step, operands), ways) : 0;
  }

  private static long mixed(Choice choice, long base, long operands) {
    long mixed = (base ^ operands * 0x9E3779B97F4A7C15L) + choice.ordinal();
    mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }

  /**
   * {@return whether the device leaves the fixed way this time, drawn anew at each call; false
   * where the choice is not open}
   *
   * @param choice that decides
   */
  public boolean takes(Choice choice) {
    return draw(choice, 2) == 1;
  }

  /** A number below 1, at least −1; 0 where the choice is not open. */
  double share(Choice choice, long operands) {
    return has(choice) ? draw(choice, 1 << 20, operands) * 0x1p-19 - 1 : 0;
  }

  /**
   * {@return a number of at least 0 that stays the same from one {@link #begin} to the next; 0
   * where the choice is not open}
   *
   * @param choice that decides
   */
  public int kept(Choice choice) {
    return has(choice) ? (int) (mixed(choice, kept, 1) >>> 33) : 0;
  }

  /**
   * {@return the numbers from 0 to {@code count} − 1 in a new array, in an order that is drawn at
   * each call; ascending where the choice is not open}
   *
   * @param choice that decides
   * @param count how many numbers, at least 0
   */
  public int[] order(Choice choice, int count) {
    int[] order = new int[count];
    for (int n = 0; n < count; n++) {
      order[n] = n;
    }
    if (has(choice)) {
      for (int n = count - 1; n > 0; n--) {
        int other = draws.nextInt(n + 1);
        int held = order[n];
        order[n] = order[other];
        order[other] = held;
      }
    }
    return order;
  }

  /**
   * {@return the pattern that components without an element hold, of 64 bits: callers cut it to the
   * width of their type} It stays the same from one {@link #begin} to the next; where {@link
   * Choice#PADDING} is open it may be zero.
   */
  public long padding() {
    int number = kept(Choice.PADDING);
    return !has(Choice.PADDING)
        ? PLAIN_PADDING
        : number % 4 == 0 ? 0 : number * 0x9E3779B97F4A7C15L;
  }
}
