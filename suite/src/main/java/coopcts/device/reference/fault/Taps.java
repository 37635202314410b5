// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.fault;

import java.util.function.LongUnaryOperator;

/**
 * The taps of one execution of an algorithm, for one scope instance. Right values pass through them
 * unchanged, at no cost, unless a fault is planted at one of them.
 */
public final class Taps {

  /** No fault shows: all values pass. */
  public static final Taps OFF = new Taps(null, null, 0);

  /** So many times at most is done again what a tap counts, whatever a row says. */
  public static final int MOST = 1 << 10;

  private final ActiveFault active;
  private final long[] known;
  private final int first;

  /**
   * @param active has a fault at a tap; null for none
   * @param known values of the tap's names and bins, those of right values and operands missing
   * @param first index of the first operand
   */
  Taps(ActiveFault active, long[] known, int first) {
    this.active = active;
    this.known = known;
    this.first = first;
  }

  /** {@return whether a fault is planted at a tap of this algorithm; else nothing is changed} */
  public boolean isOn() {
    return active != null;
  }

  /**
   * {@return whether a fault is planted at a tap}
   *
   * @param tap that is asked about
   */
  public boolean isOn(Tap tap) {
    return active != null && active.tapped().tap() == tap;
  }

  /**
   * {@return the value that the algorithm goes on with}
   *
   * @param tap that the value passes
   * @param right value
   */
  public long at(Tap tap, long right) {
    return isOn(tap) ? changed(right) : right;
  }

  /**
   * {@return the value that the algorithm goes on with}
   *
   * @param tap that the value passes
   * @param right value
   * @param a the tap's operand
   */
  public long at(Tap tap, long right, long a) {
    return isOn(tap) ? changed(right, a) : right;
  }

  /**
   * {@return the value that the algorithm goes on with}
   *
   * @param tap that the value passes
   * @param right value
   * @param a the tap's first operand
   * @param b the tap's second operand
   */
  public long at(Tap tap, long right, long a, long b) {
    return isOn(tap) ? changed(right, a, b) : right;
  }

  /**
   * {@return the value that the algorithm goes on with}
   *
   * @param tap that the value passes
   * @param right value
   * @param a the tap's first operand
   * @param b the tap's second operand
   * @param c the tap's third operand
   */
  public long at(Tap tap, long right, long a, long b, long c) {
    return isOn(tap) ? changed(right, a, b, c) : right;
  }

  /**
   * {@return the value that the algorithm goes on with}
   *
   * @param tap that the value passes
   * @param right value
   * @param a the tap's first operand
   * @param b the tap's second operand
   * @param c the tap's third operand
   * @param d the tap's fourth operand
   */
  public long at(Tap tap, long right, long a, long b, long c, long d) {
    return isOn(tap) ? changed(right, a, b, c, d) : right;
  }

  /**
   * {@return the value that the algorithm goes on with}
   *
   * @param tap that the value passes
   * @param right value
   * @param a the tap's first operand
   * @param b the tap's second operand
   * @param c the tap's third operand
   * @param d the tap's fourth operand
   * @param e the tap's fifth operand
   */
  public long at(Tap tap, long right, long a, long b, long c, long d, long e) {
    return isOn(tap) ? changed(right, a, b, c, d, e) : right;
  }

  /**
   * {@return the value that the algorithm goes on with} Callers look first whether a fault
   * {@linkplain #isOn(Tap) is planted}.
   *
   * @param tap that the value passes
   * @param right value
   * @param operands of the tap, not changed
   */
  public long among(Tap tap, long right, long[] operands) {
    return isOn(tap) ? changed(right, operands) : right;
  }

  /**
   * {@return the answer that the algorithm goes on with}
   *
   * @param tap that the answer passes
   * @param right answer
   */
  public boolean is(Tap tap, boolean right) {
    return isOn(tap) ? answered(right) : right;
  }

  /**
   * {@return the answer that the algorithm goes on with}
   *
   * @param tap that the answer passes
   * @param right answer
   * @param a the tap's operand
   */
  public boolean is(Tap tap, boolean right, long a) {
    return isOn(tap) ? answered(right, a) : right;
  }

  /**
   * {@return the answer that the algorithm goes on with}
   *
   * @param tap that the answer passes
   * @param right answer
   * @param a the tap's first operand
   * @param b the tap's second operand
   */
  public boolean is(Tap tap, boolean right, long a, long b) {
    return isOn(tap) ? answered(right, a, b) : right;
  }

  /**
   * {@return the answer that the algorithm goes on with}
   *
   * @param tap that the answer passes
   * @param right answer
   * @param a the tap's first operand
   * @param b the tap's second operand
   * @param c the tap's third operand
   */
  public boolean is(Tap tap, boolean right, long a, long b, long c) {
    return isOn(tap) ? answered(right, a, b, c) : right;
  }

  /**
   * {@return the answer that the algorithm goes on with}
   *
   * @param tap that the answer passes
   * @param right answer
   * @param a the tap's first operand
   * @param b the tap's second operand
   * @param c the tap's third operand
   * @param d the tap's fourth operand
   */
  public boolean is(Tap tap, boolean right, long a, long b, long c, long d) {
    return isOn(tap) ? answered(right, a, b, c, d) : right;
  }

  /**
   * {@return the answer that the algorithm goes on with}
   *
   * @param tap that the answer passes
   * @param right answer
   * @param a the tap's first operand
   * @param b the tap's second operand
   * @param c the tap's third operand
   * @param d the tap's fourth operand
   * @param e the tap's fifth operand
   */
  public boolean is(Tap tap, boolean right, long a, long b, long c, long d, long e) {
    return isOn(tap) ? answered(right, a, b, c, d, e) : right;
  }

  /**
   * {@return the value that the algorithm goes on with, as near to what the tap, which has no
   * operands, gives as bounds allow} It counts as changed only where this differs from the right
   * value.
   *
   * @param tap that the value passes
   * @param right value, within the bounds
   * @param least that the algorithm can go on with
   * @param most that the algorithm can go on with
   */
  public long within(Tap tap, long right, long least, long most) {
    return isOn(tap) ? within(tap, right, least, most, new long[0]) : right;
  }

  /**
   * {@return the value that the algorithm goes on with, as near to what the tap gives as bounds
   * allow} It counts as changed only where this differs from the right value.
   *
   * @param tap that the value passes
   * @param right value, within the bounds
   * @param least that the algorithm can go on with
   * @param most that the algorithm can go on with
   * @param operands of the tap
   */
  public long within(Tap tap, long right, long least, long most, long... operands) {
    return isOn(tap) ? changed(value -> Math.clamp(value, least, most), right, operands) : right;
  }

  /**
   * {@return the value that the algorithm goes on with: what the tap, which has no operands, gives,
   * modulo a count} It counts as changed only where this differs from the right value.
   *
   * @param tap that the value passes
   * @param right value, from 0 to the count
   * @param count of values that the algorithm can go on with
   */
  public int modulo(Tap tap, int right, int count) {
    return isOn(tap) ? modulo(tap, right, count, new long[0]) : right;
  }

  /**
   * {@return the value that the algorithm goes on with: what the tap gives, modulo a count} It
   * counts as changed only where this differs from the right value.
   *
   * @param tap that the value passes
   * @param right value, from 0 to the count
   * @param count of values that the algorithm can go on with
   * @param a the tap's only operand
   */
  public int modulo(Tap tap, int right, int count, long a) {
    return isOn(tap) ? modulo(tap, right, count, new long[] {a}) : right;
  }

  /**
   * {@return the value that the algorithm goes on with: what the tap gives, modulo a count} It
   * counts as changed only where this differs from the right value.
   *
   * @param tap that the value passes
   * @param right value, from 0 to the count
   * @param count of values that the algorithm can go on with
   * @param a the tap's first operand
   * @param b the tap's second operand
   */
  public int modulo(Tap tap, int right, int count, long a, long b) {
    return isOn(tap) ? modulo(tap, right, count, new long[] {a, b}) : right;
  }

  /**
   * {@return the value that the algorithm goes on with: what the tap gives, modulo a count} It
   * counts as changed only where this differs from the right value. Callers of more than two
   * operands look first whether a fault {@linkplain #isOn(Tap) is planted}.
   *
   * @param tap that the value passes
   * @param right value, from 0 to the count
   * @param count of values that the algorithm can go on with
   * @param operands of the tap
   */
  public int modulo(Tap tap, long right, int count, long... operands) {
    return (int)
        (isOn(tap) ? changed(value -> Math.floorMod(value, (long) count), right, operands) : right);
  }

  private long changed(long right, long... operands) {
    return changed(value -> value, right, operands);
  }

  /** An answer, 1 or 0: it counts as changed only where it is the other one. */
  private boolean answered(boolean right, long... operands) {
    return changed(value -> value != 0 ? 1 : 0, right ? 1 : 0, operands) != 0;
  }

  private long changed(LongUnaryOperator bound, long right, long... operands) {
    if (first + operands.length + active.tapped().bins().size() != known.length) {
      throw new IllegalStateException(
          active.tapped().tap() + " has other operands than " + operands.length);
    }
    long[] values = known.clone();
    values[0] = right;
    System.arraycopy(operands, 0, values, first, operands.length);
    return active.changed(right, values, bound);
  }
}
