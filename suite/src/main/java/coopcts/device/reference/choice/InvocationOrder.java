// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.choice;

import java.util.Arrays;

/**
 * Which local invocation is which of which subgroup, as a device chooses it: {@link
 * Choice#INVOCATION_ORDER}. An invocation's number counts a workgroup's invocations subgroup after
 * subgroup; its local index is LocalInvocationIndex.
 */
public final class InvocationOrder {

  /** Sides of a tile. */
  private static final int SIDE = 4;

  private InvocationOrder() {}

  /**
   * {@return a new array with the local index of each invocation, by its number from 0; null where
   * both are equal, as where {@link Choice#INVOCATION_ORDER} is not open} Each call draws anew.
   *
   * @param freedom of the device
   * @param lanes invocations of the workgroup, at least 1
   * @param size invocations of a subgroup, at least 1
   * @param width invocations of the workgroup along x, at least 1
   */
  public static int[] draw(ImplementationChoices freedom, int lanes, int size, int width) {
    return switch (freedom.draw(Choice.INVOCATION_ORDER, 4)) {
      case 1 -> mirrored(lanes);
      case 2 -> cards(lanes, size);
      case 3 -> tiles(lanes, width);
      default -> null;
    };
  }

  private static int[] mirrored(int lanes) {
    int[] local = new int[lanes];
    Arrays.setAll(local, lane -> lanes - 1 - lane);
    return local;
  }

  /** One to each subgroup in turn; the odd ones out stay. */
  private static int[] cards(int lanes, int size) {
    int subgroups = lanes / size;
    int[] local = new int[lanes];
    Arrays.setAll(
        local, lane -> lane < subgroups * size ? lane % size * subgroups + lane / size : lane);
    return local;
  }

  /** By tiles of the workgroup as it lies along x and y, or of its line broken into rows. */
  private static int[] tiles(int lanes, int width) {
    int row = width < lanes ? width : 2 * SIDE;
    if (lanes % row != 0) {
      return mirrored(lanes);
    }
    int rows = lanes / row;
    int[] local = new int[lanes];
    int lane = 0;
    for (int y = 0; y < rows; y += SIDE) {
      for (int x = 0; x < row; x += SIDE) {
        for (int dy = y; dy < Math.min(rows, y + SIDE); dy++) {
          for (int dx = x; dx < Math.min(row, x + SIDE); dx++) {
            local[lane++] = dy * row + dx;
          }
        }
      }
    }
    return local;
  }
}
