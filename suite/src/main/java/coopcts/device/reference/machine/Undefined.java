// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.spirv.Type;
import java.util.Arrays;

/**
 * Which parts of a value are undefined, since they come of what was never set. The form is: null
 * where none is; {@link #WHOLE} where all of it is in all invocations; a {@code boolean[]} with an
 * entry for each invocation; or an {@code Object[]} with one of these for each part of a composite.
 * Of cooperative matrices {@link MatrixValue} knows it. Arrays in this form are never changed once
 * they are handed on.
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
   * {@return whether any part of a value is undefined in one invocation}
   *
   * @param lane number of the invocation, from 0; not checked
   * @param undefined which parts are, in the form of this class; null for none
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
   * {@return whether any part of a value is undefined in any active invocation}
   *
   * @param undefined which parts are, in the form of this class; null for none
   * @param machine the workgroup, whose mask counts
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
   * {@return what is undefined of one part of a composite, in the form of this class; null for
   * none}
   *
   * @param undefined what is undefined of the composite; null for none
   * @param index of the part, from 0; checked only where parts are told apart
   * @throws ArrayIndexOutOfBoundsException if parts are told apart and there is none of that index
   */
  public static Object part(Object undefined, int index) {
    return undefined instanceof Object[] parts ? parts[index] : undefined;
  }

  /**
   * Splits what is undefined of a composite, so that single parts can be changed.
   *
   * @param undefined what is undefined of the composite; null for none
   * @param count number of parts of the composite, at least 0
   * @return a new array with what is undefined of each part, in the form of this class
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
   * {@return null where a composite of up to 64 parts has no undefined part, else the given array}
   * Longer composites are not looked through.
   *
   * @param parts what is undefined of each part, in the form of this class; null entries for none
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
   * Says in which invocations a result is undefined that depends on all parts of a composite.
   *
   * @param undefined what is undefined of the composite; null for none
   * @param lanes number of invocations in the workgroup
   * @return null, {@link #WHOLE} or a {@code boolean[]}: true where any part is undefined
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
   * {@return null where no entry is true, else the given array}
   *
   * @param lanes one entry for each invocation: whether a value is undefined there
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
     * Decides whether a result is undefined in one invocation.
     *
     * @param a whether the first value is undefined there
     * @param b whether the second value is undefined there
     * @param lane number of the invocation, from 0
     * @return whether the result is undefined there
     */
    boolean of(boolean a, boolean b, int lane);
  }

  /**
   * Combines what is undefined of two values of the same type, part by part and invocation by
   * invocation.
   *
   * @param a what is undefined of the first value, in the form of this class; null for none
   * @param b what is undefined of the second value; null for none
   * @param lanes number of invocations in the workgroup
   * @param choice decides for each part in each invocation; not asked for parts that neither has
   *     undefined
   * @return what is undefined of the result, in the form of this class; null for none
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
   * {@return what is undefined of a result each part of which comes from the parts of two operands
   * at its place; null for none} A part is undefined where one of both is.
   *
   * @param a what is undefined of the first operand, in the form of this class; null for none
   * @param b what is undefined of the second operand; null for none
   * @param lanes number of invocations in the workgroup
   */
  public static Object either(Object a, Object b, int lanes) {
    return a == null || b == WHOLE
        ? b
        : b == null || a == WHOLE ? a : combined(a, b, lanes, (x, y, _) -> x || y);
  }

  /**
   * {@return what is undefined of a value that was replaced in the active invocations; null for
   * none}
   *
   * @param old what is undefined of the earlier value, in the form of this class; null for none
   * @param fresh what is undefined of the new value; null for none
   * @param machine the workgroup, whose mask says where the new value counts
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
   * {@return what is undefined of a value in which one invocation's part comes from another value;
   * null for none} Callers gather a value with it from several that invocations select.
   *
   * @param gathered what is undefined of the value so far, in the form of this class; null for none
   * @param part what is undefined of the other value; null for none
   * @param lane number of the invocation whose part is taken, from 0
   * @param lanes number of invocations in the workgroup
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
