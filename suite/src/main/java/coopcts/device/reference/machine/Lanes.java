// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import java.util.Arrays;

/**
 * Values of many invocations at once. A scalar is a {@code long[]} of bit patterns: of length 1
 * where all invocations have the same, else one for each. A composite is an {@code Object[]} of its
 * parts; a cooperative matrix is a {@link MatrixValue}.
 */
public final class Lanes {

  private Lanes() {}

  public static long get(long[] scalar, int lane) {
    return scalar.length == 1 ? scalar[0] : scalar[lane];
  }

  public static boolean isUniform(long[] scalar) {
    return scalar.length == 1;
  }

  public static long[] spread(long[] scalar, int lanes) {
    if (scalar.length == lanes) {
      return scalar.clone();
    }
    long[] all = new long[lanes];
    Arrays.fill(all, scalar[0]);
    return all;
  }

  /** The fresh value in active lanes, the old one elsewhere. */
  public static Object merge(Object old, Object fresh, Machine machine) {
    if (machine.full() || old == null) {
      return fresh;
    }
    return switch (fresh) {
      case long[] scalar -> {
        long[] merged = spread((long[]) old, machine.lanes());
        for (int lane = 0; lane < merged.length; lane++) {
          if (machine.active(lane)) {
            merged[lane] = get(scalar, lane);
          }
        }
        yield merged;
      }
      case Object[] parts -> {
        Object[] merged = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
          merged[i] = merge(((Object[]) old)[i], parts[i], machine);
        }
        yield merged;
      }
      case MatrixValue matrix -> ((MatrixValue) old).merged(matrix, machine);
      default -> fresh;
    };
  }

  /** The composite with the part at an index path replaced. */
  public static Object insert(Object composite, int[] path, int depth, Object part) {
    if (depth == path.length) {
      return part;
    }
    Object[] copy = ((Object[]) composite).clone();
    copy[path[depth]] = insert(copy[path[depth]], path, depth + 1, part);
    return copy;
  }

  public static long[] uniform(long value) {
    return new long[] {value};
  }
}
