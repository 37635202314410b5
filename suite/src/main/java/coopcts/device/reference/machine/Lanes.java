// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import java.util.Arrays;

/**
 * Values of all invocations of a workgroup at once: what registers, variables and arguments hold. A
 * scalar is a {@code long[]} of bit patterns, in the low bits: of length 1 where all invocations
 * have the same, else with one entry for each. A composite is an {@code Object[]} of its parts; a
 * cooperative matrix is a {@link MatrixValue}. Values are never changed in place.
 */
public final class Lanes {

  private Lanes() {}

  /**
   * {@return the bit pattern of one invocation, in the low bits}
   *
   * @param scalar patterns, either one that all invocations share or one for each
   * @param lane number of the invocation, from 0; ignored where the array has one entry
   */
  public static long get(long[] scalar, int lane) {
    return scalar.length == 1 ? scalar[0] : scalar[lane];
  }

  /**
   * {@return whether the array has a single entry, which all invocations share} An array of several
   * equal entries is not uniform.
   *
   * @param scalar bit patterns, one or one for each invocation
   */
  public static boolean isUniform(long[] scalar) {
    return scalar.length == 1;
  }

  /**
   * {@return a new array with one entry for each invocation, which the caller may change}
   *
   * @param scalar patterns, one or one for each invocation; of an array of any other length the
   *     first entry counts for all
   * @param lanes number of invocations
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
   * Replaces a value in the active invocations. Neither operand is changed.
   *
   * @param old value of the same type as {@code fresh}, or null where there is none; then {@code
   *     fresh} is returned
   * @param fresh value for the active invocations; a pointer into a {@link Variable} replaces the
   *     old one in all invocations
   * @param machine whose mask counts
   * @return a new value, or {@code fresh} itself where all invocations are active
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
   * {@return a copy of a composite with one part replaced, in all invocations} Parts beside the
   * path are shared with the original, which stays as it was.
   *
   * @param composite nested {@code Object[]} of parts
   * @param path indices from 0, from the outermost part inwards; the caller makes sure that they
   *     are within the composite
   * @param depth number of indices of the path that are already followed: 0 for callers
   * @param part new value at the end of the path; it is returned where the path is empty
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
   * {@return a new scalar that all invocations share, an array of one entry}
   *
   * @param value its bit pattern, in the low bits
   */
  public static long[] uniform(long value) {
    return new long[] {value};
  }
}
