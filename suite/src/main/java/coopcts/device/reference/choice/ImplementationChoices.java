// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.choice;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The choices that a device makes where the specifications leave it some: those of a set are drawn,
 * the others are the plain ones. Of one device, which one thread uses at a time.
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
   * {@return all choices, drawn from a seed; 0 is the plain device}
   *
   * @param seed of the draws
   */
  public static ImplementationChoices all(long seed) {
    return seed == 0 ? PLAIN : of(seed, Choice.all());
  }

  /**
   * {@return some choices, drawn from a seed; the others are plain}
   *
   * @param seed of the draws
   * @param choices that are drawn; none gives the plain device
   */
  public static ImplementationChoices of(long seed, Set<Choice> choices) {
    return choices.isEmpty() ? PLAIN : new ImplementationChoices(seed, choices, null);
  }

  /** {@return the plain choices, which record what was asked for: {@link #met}} */
  public static ImplementationChoices watching() {
    return new ImplementationChoices(0, Set.of(), EnumSet.noneOf(Choice.class));
  }

  /**
   * {@return the choices that were asked for since the last call}
   *
   * @throws NullPointerException if it is not {@link #watching}
   */
  public Set<Choice> met() {
    Set<Choice> all = EnumSet.copyOf(met);
    met.clear();
    return all;
  }

  /**
   * Starts the draws of a dispatch or of a conversion. On the plain device nothing is drawn.
   *
   * @param what distinguishes it; equal numbers give equal draws
   */
  public void begin(long what) {
    if (!isPlain()) {
      draws = new SplittableRandom(seed ^ what * 0x9E3779B97F4A7C15L);
      kept = draws.nextLong();
    }
  }

  /** Starts the draws of one executed instruction. On the plain device nothing is drawn. */
  public void step() {
    if (!open.isEmpty()) {
      step = draws.nextLong();
    }
  }

  /** {@return whether no choice is open and nothing is recorded} */
  public boolean isPlain() {
    return open.isEmpty() && met == null;
  }

  /**
   * Whether a choice is open. Callers ask where the answer would make a difference, so that {@link
   * #met} is exact.
   *
   * @param choice that is asked for
   * @return whether its value is drawn
   */
  public boolean has(Choice choice) {
    if (met != null) {
      met.add(choice);
    }
    return open.contains(choice);
  }

  /**
   * {@return a number from 0 to one less than the number of ways; 0, the plain way, where the
   * choice is not open}
   *
   * @param choice that decides
   * @param ways number of ways, at least 1
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
   * {@return whether the device does the unusual this time; false where the choice is not open}
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
   * {@return a number that stays the same during a dispatch, at least 0; 0 where the choice is not
   * open}
   *
   * @param choice that decides
   */
  public int kept(Choice choice) {
    return has(choice) ? (int) (mixed(choice, kept, 1) >>> 33) : 0;
  }

  /**
   * {@return the numbers from 0 in an order that is drawn, ascending where the choice is not open}
   * The array is a new one.
   *
   * @param choice that decides
   * @param count of numbers
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
   * {@return the pattern of a component without an element} It stays the same during a dispatch;
   * zero is possible.
   */
  public long padding() {
    int number = kept(Choice.PADDING);
    return !has(Choice.PADDING)
        ? PLAIN_PADDING
        : number % 4 == 0 ? 0 : number * 0x9E3779B97F4A7C15L;
  }
}
