// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.layout;

import java.util.ArrayList;
import java.util.List;

/**
 * Which element each component of each invocation is.
 *
 * @param rows of the matrix
 * @param columns of the matrix
 * @param elements by invocation and component the row-major number, or −1 for padding
 */
public record OwnershipMap(int rows, int columns, int[][] elements) {

  /**
   * An invocation and one of its components.
   *
   * @param invocation its number in the scope instance
   * @param component its index in the invocation's part
   */
  public record Slot(int invocation, int component) {}

  /** The slots that hold an element. */
  List<Slot> slots(int element) {
    List<Slot> slots = new ArrayList<>();
    for (int p = 0; p < elements.length; p++) {
      for (int v = 0; v < elements[p].length; v++) {
        if (elements[p][v] == element) {
          slots.add(new Slot(p, v));
        }
      }
    }
    return slots;
  }

  /** How often each element is held. */
  int[] counts() {
    int[] counts = new int[rows * columns];
    for (int[] own : elements) {
      for (int element : own) {
        if (element >= 0) {
          counts[element]++;
        }
      }
    }
    return counts;
  }

  /** Whether another map puts the same elements at the same places, padding aside. */
  boolean agrees(OwnershipMap other) {
    if (rows != other.rows
        || columns != other.columns
        || elements.length != other.elements.length) {
      return false;
    }
    for (int p = 0; p < elements.length; p++) {
      int length = Math.max(elements[p].length, other.elements[p].length);
      for (int v = 0; v < length; v++) {
        if (at(p, v) != other.at(p, v)) {
          return false;
        }
      }
    }
    return true;
  }

  /** The element of a component, or −1 for padding and for what an invocation does not have. */
  int at(int p, int v) {
    if (p >= elements.length) {
      return -1;
    }
    return v < elements[p].length ? elements[p][v] : -1;
  }
}
