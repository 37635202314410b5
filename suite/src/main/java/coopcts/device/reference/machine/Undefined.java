// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.spirv.Type;
import java.util.Arrays;

/**
 * Which parts of a value are undefined, since they come of what was never set: null where none is,
 * {@link #WHOLE}, a {@code boolean[]} with a place for each invocation, or an {@code Object[]} with
 * one of these for each part of a composite. Cooperative matrices know it themselves.
 */
public final class Undefined {

  /** All of it, in all invocations. */
  public static final Object WHOLE = new Object();

  /** Composites up to this size are looked through for what is left of them. */
  private static final int SMALL = 64;

  private Undefined() {}

  /** What is undefined in an uninitialised variable. */
  static Object of(Type type) {
    return switch (type) {
      case Type.CooperativeMatrix _ -> null;
      case Type.Array _ when type.containsMatrix() -> null;
      case Type.Struct struct when type.containsMatrix() ->
          simplest(struct.members().stream().map(Undefined::of).toArray());
      default -> WHOLE;
    };
  }

  /**
   * {@return whether any of it is undefined in an invocation}
   *
   * @param lane number of the invocation, from 0
   * @param undefined which parts are, or null
   */
  public static boolean in(int lane, Object undefined) {
    return switch (undefined) {
      case null -> false;
      case boolean[] lanes -> lanes[lane];
      case Object[] parts -> Arrays.stream(parts).anyMatch(part -> in(lane, part));
      default -> true;
    };
  }

  /**
   * {@return whether any of it is undefined in an active invocation}
   *
   * @param undefined which parts are, or null
   * @param machine the workgroup
   */
  public static boolean inAny(Object undefined, Machine machine) {
    if (undefined == null) {
      return false;
    }
    for (int lane = 0; lane < machine.lanes(); lane++) {
      if (machine.active(lane) && in(lane, undefined)) {
        return true;
      }
    }
    return false;
  }

  /**
   * {@return which parts of one part of a composite are undefined, in the form of {@link
   * Undefined}; null for none}
   *
   * @param undefined of the composite, or null
   * @param index of the part, from 0
   */
  public static Object part(Object undefined, int index) {
    return undefined instanceof Object[] parts ? parts[index] : undefined;
  }

  /**
   * {@return in the form of {@link Undefined} which parts of each part of a composite are
   * undefined, in a new array}
   *
   * @param undefined of the composite, or null
   * @param count number of parts
   */
  public static Object[] parts(Object undefined, int count) {
    if (undefined instanceof Object[] parts) {
      return parts.clone();
    }
    Object[] parts = new Object[count];
    Arrays.fill(parts, undefined);
    return parts;
  }

  /**
   * {@return the same in its simplest form: null where no part has anything undefined}
   *
   * @param parts of a composite, one entry each; kept as they are in long composites
   */
  public static Object simplest(Object[] parts) {
    if (parts.length <= SMALL) {
      for (Object part : parts) {
        if (part != null) {
          return parts;
        }
      }
      return null;
    }
    return parts;
  }

  /**
   * Which invocations have an undefined value that was made of all parts of a composite.
   *
   * @param undefined of the composite, or null
   * @param lanes number of invocations
   * @return a form without parts
   */
  public static Object folded(Object undefined, int lanes) {
    if (!(undefined instanceof Object[])) {
      return undefined;
    }
    boolean[] all = new boolean[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      all[lane] = in(lane, undefined);
    }
    return simplest(all);
  }

  /**
   * {@return the same array, or null where no invocation is in it}
   *
   * @param lanes one entry for each invocation
   */
  public static Object simplest(boolean[] lanes) {
    for (boolean lane : lanes) {
      if (lane) {
        return lanes;
      }
    }
    return null;
  }

  /** Says for an invocation what comes of two. */
  public interface Choice {
    /**
     * Decides on one invocation.
     *
     * @param a whether the first is undefined
     * @param b whether the second is undefined
     * @param lane number of the invocation
     * @return whether the result is undefined
     */
    boolean of(boolean a, boolean b, int lane);
  }

  /**
   * Combines what is undefined of two values of the same shape, part by part and invocation by
   * invocation.
   *
   * @param a of the first value, or null
   * @param b of the second value, or null
   * @param lanes number of invocations
   * @param choice decides for each
   * @return the combination in its simplest form
   */
  public static Object combined(Object a, Object b, int lanes, Choice choice) {
    if (a instanceof Object[] || b instanceof Object[]) {
      int count = (a instanceof Object[] parts ? parts : (Object[]) b).length;
      Object[] result = new Object[count];
      Arrays.setAll(result, at -> combined(part(a, at), part(b, at), lanes, choice));
      return simplest(result);
    }
    if (a == null && b == null) {
      return null;
    }
    boolean[] result = new boolean[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      result[lane] = choice.of(inScalar(lane, a), inScalar(lane, b), lane);
    }
    return simplest(result);
  }

  /** Whether something without parts is undefined in an invocation. */
  private static boolean inScalar(int lane, Object undefined) {
    return undefined instanceof boolean[] lanes ? lanes[lane] : undefined != null;
  }

  /**
   * {@return what is undefined of a result whose parts come from the same parts of two operands}
   *
   * @param a of the first operand, or null
   * @param b of the second operand, or null
   * @param lanes number of invocations
   */
  public static Object either(Object a, Object b, int lanes) {
    return a == null || b == WHOLE
        ? b
        : b == null || a == WHOLE ? a : combined(a, b, lanes, (x, y, _) -> x || y);
  }

  /**
   * {@return what is undefined of a value that was replaced in active invocations}
   *
   * @param old of the earlier value, or null
   * @param fresh of the new value, or null
   * @param machine whose mask counts
   */
  public static Object merged(Object old, Object fresh, Machine machine) {
    if (machine.full() || old == fresh) {
      return fresh;
    }
    if (old instanceof Object[] || fresh instanceof Object[]) {
      return combined(old, fresh, machine.lanes(), (x, y, lane) -> machine.active(lane) ? y : x);
    }
    boolean[] result = new boolean[machine.lanes()];
    boolean isAny = false;
    for (int lane = 0; lane < result.length; lane++) {
      result[lane] = inScalar(lane, machine.active(lane) ? fresh : old);
      isAny |= result[lane];
    }
    return isAny ? result : null;
  }

  /**
   * {@return what is undefined of a value gathered from several, with one invocation's part from
   * another value}
   *
   * @param gathered so far, or null
   * @param part of the other value, or null
   * @param lane number of the invocation, from 0
   * @param lanes number of invocations
   */
  public static Object withLane(Object gathered, Object part, int lane, int lanes) {
    if (gathered == part) {
      return gathered;
    }
    if (part == null && gathered instanceof boolean[] all && !all[lane]) {
      return gathered;
    }
    return combined(gathered, part, lanes, (x, y, at) -> at == lane ? y : x);
  }
}
