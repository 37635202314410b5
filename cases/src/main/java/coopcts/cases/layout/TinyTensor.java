// SPDX-License-Identifier: Apache-2.0
package coopcts.cases.layout;

import coopcts.model.Use;

/**
 * The work-item layout of Intel's tiny tensor compiler: which element component v of work-item p
 * is, as T-25a (LAY §1) and T-25b (LAY §2) have it.
 *
 * @param rows M
 * @param columns N
 * @param size work-items S of a subgroup, a power of two
 * @param bytes z of a component
 * @param use of the matrix
 */
public record TinyTensor(int rows, int columns, int size, int bytes, Use use) {

  /**
   * Checks that the layout is defined for the size.
   *
   * @param rows M
   * @param columns N
   * @param size work-items S of a subgroup, a power of two
   * @param bytes z of a component
   * @param use of the matrix
   * @throws IllegalArgumentException where the layout is not defined for the size (LAY-ACC-004,
   *     LAY-B-005)
   */
  public TinyTensor {
    if (Integer.bitCount(size) != 1) {
      throw new IllegalArgumentException("a subgroup of " + size + " is no power of two");
    }
    if (use == Use.B && Integer.bitCount(rows) != 1) {
      throw new IllegalArgumentException("use B has M a power of two, not " + rows);
    }
    if (use == Use.A && size % Math.max(1, 4 / bytes) != 0) {
      throw new IllegalArgumentException(
          "use A with components of " + bytes + " bytes needs more than " + size + " work-items");
    }
    if (use != Use.B && rows % size != 0) {
      throw new IllegalArgumentException("M " + rows + " is no multiple of the subgroup's " + size);
    }
  }

  /** Whether T-25a has a layout for matrices of so many rows in subgroups of a size. */
  static boolean isDefined(int rows, int size, int bytes, Use use) {
    return Integer.bitCount(size) == 1
        && (use == Use.B ? Integer.bitCount(rows) == 1 : rows % size == 0)
        && (use != Use.A || size % Math.max(1, 4 / bytes) == 0);
  }

  /** Operands per 32-bit channel. */
  int channel() {
    return Math.max(1, 4 / bytes);
  }

  /** J: columns with the padding that the layout needs; of the accumulator only on request. */
  int paddedColumns(boolean padColumns) {
    return switch (use) {
      case ACCUMULATOR -> padColumns ? up(columns, channel()) : columns;
      case A -> up(columns, channel());
      case B -> Math.ceilDiv(lines() * columns, size) * size / lines();
    };
  }

  private static int up(int value, int multiple) {
    return Math.ceilDiv(value, multiple) * multiple;
  }

  /** I of use B: rows next to each other in a component. */
  private int lines() {
    return Math.min(rows, size);
  }

  /** V: components of every work-item. */
  int components(boolean padColumns) {
    return rows * paddedColumns(padColumns) / size;
  }

  /**
   * The element of a component after T-25a: its row-major number, or −1 for padding.
   *
   * @param padColumns for the accumulator, whether columns are padded as in the text's load code
   */
  int element(int p, int v, boolean padColumns) {
    int row;
    int column;
    switch (use) {
      case ACCUMULATOR -> {
        int j = paddedColumns(padColumns);
        row = p + v / j * size;
        column = v % j;
      }
      case A -> {
        int o = channel();
        int j = paddedColumns(padColumns);
        int u = v % j;
        row = p / o + u % o * (size / o) + v / j * size;
        column = p % o + u / o * o;
      }
      default -> {
        int blocks = rows / lines();
        row = p % lines() + v % blocks * lines();
        column = p / lines() + v / blocks * (size / lines());
      }
    }
    return column < columns ? row * columns + column : -1;
  }

  /** The whole map of T-25a. */
  OwnershipMap map(boolean padColumns) {
    int[][] elements = new int[size][components(padColumns)];
    for (int p = 0; p < size; p++) {
      for (int v = 0; v < elements[p].length; v++) {
        elements[p][v] = element(p, v, padColumns);
      }
    }
    return new OwnershipMap(rows, columns, elements);
  }

  /**
   * The map of T-25b, which is defined for M a power of two, of whatever use.
   *
   * @throws IllegalArgumentException if M is none
   */
  static OwnershipMap general(int rows, int columns, int size, int bytes, Use use) {
    if (Integer.bitCount(rows) != 1) {
      throw new IllegalArgumentException("T-25b has M a power of two, not " + rows);
    }
    int i = Math.min(rows, size);
    int j = Math.ceilDiv(i * columns, size) * size / i;
    int blocks = rows / i;
    int k1 = use == Use.B && blocks > 1 ? Math.max(1, 2 / bytes) : 1;
    k1 = Math.min(k1, blocks);
    int omega = Math.max(1, 4 / bytes);
    boolean channels = use == Use.A && columns % omega == 0 && omega > 1;
    int components =
        channels
            ? omega * Math.ceilDiv(i * blocks * Math.ceilDiv(j, omega), size)
            : i * blocks * j / size;
    int[][] elements = new int[size][components];
    for (int p = 0; p < size; p++) {
      for (int v = 0; v < components; v++) {
        elements[p][v] =
            channels
                ? channelled(p, v, rows, columns, size, i, j, omega)
                : plain(p, v, rows, columns, size, i, k1, components / blocks);
      }
    }
    return new OwnershipMap(rows, columns, elements);
  }

  private static int plain(
      int p, int v, int rows, int columns, int size, int i, int k1, int perBlock) {
    int w1 = v % k1;
    int u = v / k1 % perBlock;
    int w2 = v / (k1 * perBlock);
    int row = p % i + w1 * i + w2 * i * k1;
    int column = p / i + u * (size / i);
    return row < rows && column < columns ? row * columns + column : -1;
  }

  /** Use A with channels: entries of ω columns, each owned whole by one work-item. */
  private static int channelled(
      int p, int v, int rows, int columns, int size, int i, int j, int omega) {
    int c = v % omega;
    int entry = v / omega * size + p;
    int perBlock = i * Math.ceilDiv(j, omega);
    int block = entry / perBlock;
    int row = entry % i + block * i;
    int column = c + entry % perBlock / i * omega;
    return row < rows && column < columns ? row * columns + column : -1;
  }
}
