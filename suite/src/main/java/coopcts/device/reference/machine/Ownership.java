// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.spirv.Type;

/**
 * Which invocation owns which components of a matrix: implementation-defined, so a profile chooses
 * (KHR §4.7).
 *
 * @param dealing how elements are dealt out
 * @param freedom deals the elements out in another order
 * @param fault deals them out wrongly where the profile promises a map
 */
public record Ownership(Dealing dealing, Freedom freedom, ActiveFault fault) {

  /** A way to deal out the elements of a matrix. */
  public enum Dealing {
    /** Row-major, one element to each invocation in turn, as evenly as it goes. */
    EVEN,
    /** Column-major, one element to each invocation in turn. */
    COLUMNS,
    /**
     * As Intel's tiny tensor compiler lays matrices out: sheet T-25a, and T-25b for matrices with
     * few rows.
     */
    TINY_TENSOR,
    /**
     * In another order, with a slot more in every other invocation that belongs to no element:
     * lengths differ, and no formula of a hardware vendor gives the map.
     */
    UNEVEN
  }

  /** Steps from element to element in the order of dealing, all prime; the plain one is first. */
  private static final int[] STEPS = {5, 3, 7, 11, 13};

  /**
   * Components of an invocation, slots without an element included.
   *
   * @param size invocations in the scope instance
   */
  public int length(Type.CooperativeMatrix type, int size, int lane) {
    return switch (dealing) {
      case EVEN, COLUMNS -> share(type, size, lane);
      case UNEVEN -> share(type, size, lane) + lane % 2;
      case TINY_TENSOR -> new TinyTensorLayout(type, size, fault).components();
    };
  }

  /**
   * The elements that an invocation owns: numbers lane, lane + size, ... in the order of dealing.
   */
  private static int share(Type.CooperativeMatrix type, int size, int lane) {
    return Math.max(0, Math.ceilDiv(type.elements() - lane, size));
  }

  /**
   * The row-major number of an invocation's component below {@link #length}, or −1 for a slot
   * without one.
   */
  int element(Type.CooperativeMatrix type, int size, int lane, long index) {
    return switch (dealing) {
      case EVEN -> dealt(type, (int) index * size + lane);
      case COLUMNS -> {
        int number = dealt(type, (int) index * size + lane);
        yield number % type.rows() * type.columns() + number / type.rows();
      }
      case UNEVEN -> {
        int slot = (int) index - lane % 2;
        int last = share(type, size, lane) - 1;
        yield slot < 0 ? -1 : permuted(type, (last - slot) * size + lane);
      }
      case TINY_TENSOR -> new TinyTensorLayout(type, size, fault).element(lane, (int) index);
    };
  }

  private int dealt(Type.CooperativeMatrix type, int number) {
    return freedom.isPlain() ? number : permuted(type, number);
  }

  private int permuted(Type.CooperativeMatrix type, int number) {
    int step = STEPS[freedom.dealing() % STEPS.length];
    int count = type.elements();
    return count % step != 0 ? (int) ((long) number * step % count) : count - 1 - number;
  }
}
