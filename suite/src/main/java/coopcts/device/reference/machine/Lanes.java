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

  /**
   * {@return an invocation's bit pattern, in the low bits}
   *
   * @param scalar of one element or one for each invocation
   * @param lane number of the invocation, from 0
   */
  public static long get(long[] scalar, int lane) {
    return scalar.length == 1 ? scalar[0] : scalar[lane];
  }

  /**
   * {@return whether the array has a single element, which all invocations share} An array of
   * several equal elements is not uniform.
   *
   * @param scalar bit patterns
   */
  public static boolean isUniform(long[] scalar) {
    return scalar.length == 1;
  }

  /**
   * {@return a new array with one element for each invocation}
   *
   * @param scalar of one element or one for each invocation
   * @param lanes number of invocations; an array of another length counts as uniform
   */
  public static long[] spread(long[] scalar, int lanes) {
    if (scalar.length == lanes) {
      return scalar.clone();
    }
    long[] all = new long[lanes];
    Arrays.fill(all, scalar[0]);
    return all;
  }

  /**
   * The fresh value in active invocations, the old one in all others.
   *
   * @param old value of the same type, or null for none
   * @param fresh value for the active ones
   * @param machine whose mask counts
   * @return a new value, or the fresh one where all invocations are active
   */
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

  /**
   * A composite with one part replaced; the original stays as it was.
   *
   * @param composite nested arrays of parts
   * @param path indices from 0, from the outermost part inwards
   * @param depth indices of the path that are already followed, 0 for a caller
   * @param part new value at the end of the path
   * @return a copy along the path
   */
  public static Object insert(Object composite, int[] path, int depth, Object part) {
    if (depth == path.length) {
      return part;
    }
    Object[] copy = ((Object[]) composite).clone();
    copy[path[depth]] = insert(copy[path[depth]], path, depth + 1, part);
    return copy;
  }

  /**
   * {@return a scalar that all invocations share}
   *
   * @param value its bit pattern
   */
  public static long[] uniform(long value) {
    return new long[] {value};
  }
}
