// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.choice.Choice;
import coopcts.device.reference.choice.ImplementationChoices;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.machine.Undefined;
import coopcts.model.Scope;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Calls a function of the module for each of many items on behalf of a scope instance, as many at a
 * time as it has invocations. Which invocation makes which call is the device's choice.
 */
final class ModuleCalls {

  private ModuleCalls() {}

  /** The arguments of a call, each a value of all invocations. */
  @FunctionalInterface
  interface Arguments {
    /**
     * @param items for each invocation the item that it calls for, −1 where it makes no call
     */
    Object[] of(int[] items);

    /** What of each argument is {@link Undefined}; null for nothing. */
    default Object[] undefined(int[] items) {
      return null;
    }
  }

  @FunctionalInterface
  interface Results {
    /**
     * @param undefined what of the result is {@link Undefined}
     */
    void take(int item, int lane, Object result, Object undefined);
  }

  /** Of a scalar, which of the invocations' items are undefined. */
  static Object undefinedPerLane(int[] items, IntPredicate undefined) {
    boolean[] lanes = new boolean[items.length];
    for (int lane = 0; lane < lanes.length; lane++) {
      lanes[lane] = items[lane] >= 0 && undefined.test(items[lane]);
    }
    return Undefined.simplest(lanes);
  }

  /** Of an element of a matrix for each item, which of them are undefined. */
  static Object undefinedPerLane(int[] items, MatrixValue matrix, int instance) {
    return matrix.isWhole(instance)
        ? null
        : undefinedPerLane(items, e -> matrix.isUndefined(instance, e));
  }

  /** A scalar with a value of its own in each invocation that has an item. */
  static long[] perLane(int[] items, ItemValue value) {
    long[] lanes = new long[items.length];
    for (int lane = 0; lane < lanes.length; lane++) {
      lanes[lane] = items[lane] < 0 ? 0 : value.of(items[lane]);
    }
    return lanes;
  }

  @FunctionalInterface
  interface ItemValue {
    long of(int item);
  }

  static void call(
      int function,
      Scope scope,
      int instance,
      int count,
      Machine machine,
      Arguments arguments,
      Results results) {
    ImplementationChoices freedom = machine.behaviour().freedom();
    int first = machine.firstLane(scope, instance);
    int lanes = machine.endLane(scope, instance) - first;
    int[] order = freedom.order(Choice.CALLERS, freedom.has(Choice.CALLERS) ? count : 0);
    for (int start = 0; start < count; start += lanes) {
      int[] items = new int[machine.lanes()];
      Arrays.fill(items, -1);
      boolean[] active = new boolean[machine.lanes()];
      int[] callers = freedom.order(Choice.CALLERS, lanes);
      for (int at = 0; at < Math.min(lanes, count - start); at++) {
        int lane = first + callers[at];
        items[lane] = order.length > 0 ? order[start + at] : start + at;
        active[lane] = true;
      }
      machine.callback(active, () -> once(function, items, machine, arguments, results));
      if (freedom.takes(Choice.REPEATS)) {
        machine.callback(active, () -> once(function, items, machine, arguments, results));
      }
    }
  }

  private static void once(
      int function, int[] items, Machine machine, Arguments arguments, Results results) {
    Object[] undefined = arguments.undefined(items);
    if (undefined != null) {
      machine.noteUndefined();
      machine.pass(undefined);
    }
    Object result = machine.call(function, arguments.of(items));
    Object givenBack = machine.takeGivenBack();
    for (int lane = 0; lane < items.length; lane++) {
      if (items[lane] >= 0) {
        results.take(items[lane], lane, result, givenBack);
      }
    }
  }
}
