// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.spirv.Type;
import coopcts.model.Use;

/**
 * Which invocation owns which components of a matrix. It is implementation-defined, so each profile
 * of the reference device chooses (KHR §4.7).
 *
 * @param dealing how elements are dealt out to invocations
 * @param freedom the device's choices, which may deal the elements out in another order
 * @param fault the planted fault, which may deal them out wrongly where the profile promises a map
 */
public record Ownership(Dealing dealing, ImplementationChoices freedom, ActiveFault fault) {

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
   * {@return the number of components that an invocation owns, which is what
   * OpCooperativeMatrixLengthKHR returns; may be 0} Components that stand for no element count.
   *
   * @param type of the matrix
   * @param size invocations in a full scope instance, at least 1
   * @param lane number of the invocation in the scope instance, from 0, below {@code size}; not
   *     checked
   */
  public int length(Type.CooperativeMatrix type, int size, int lane) {
    int half = size / 2;
    return isShared(type, size)
        ? dealtLength(type, half, lane % half)
        : dealtLength(type, size, lane);
  }

  /** Whether two invocations own each element. */
  private boolean isShared(Type.CooperativeMatrix type, int size) {
    return freedom.has(Choice.OWNERSHIP_SHARED)
        && dealing != Dealing.TINY_TENSOR
        && type.use() != Use.ACCUMULATOR
        && size % 2 == 0;
  }

  /** Whether what an invocation has of a matrix is a copy, which no other instruction takes. */
  boolean isCopy(Type.CooperativeMatrix type, int size, int lane) {
    return isShared(type, size) && lane >= size / 2;
  }

  private int dealtLength(Type.CooperativeMatrix type, int size, int lane) {
    return switch (dealing) {
      case EVEN, COLUMNS -> share(type, size, lane);
      case UNEVEN -> share(type, size, lane) + lane % 2;
      case TINY_TENSOR -> tinyTensor(type, size).components();
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
    int half = size / 2;
    return isShared(type, size)
        ? dealtElement(type, half, lane % half, index)
        : dealtElement(type, size, lane, index);
  }

  private int dealtElement(Type.CooperativeMatrix type, int size, int lane, long index) {
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
      case TINY_TENSOR -> tinyTensor(type, size).element(lane, (int) index);
    };
  }

  private TinyTensorLayout tinyTensor(Type.CooperativeMatrix type, int size) {
    return new TinyTensorLayout(type, size, fault.at(Tap.Site.MAP, type, 0));
  }

  private int dealt(Type.CooperativeMatrix type, int number) {
    return freedom.has(Choice.OWNERSHIP) ? permuted(type, number) : number;
  }

  private int permuted(Type.CooperativeMatrix type, int number) {
    int other = 31 * type.rows() + 7 * type.columns() + type.use().ordinal();
    int step =
        STEPS[
            freedom.has(Choice.OWNERSHIP)
                ? (freedom.kept(Choice.OWNERSHIP) + other >>> 1) % STEPS.length
                : 0];
    int count = type.elements();
    return count % step != 0 ? (int) ((long) number * step % count) : count - 1 - number;
  }
}
