// SPDX-License-Identifier: Apache-2.0
package coopcts.program;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether barriers part what invocations do to shared memory and to coherent buffers: between a
 * store and a load of the same array, either way round, and between two stores there is one
 * (KHR-MEM-003). Where a store goes is not asked: what may be another invocation's is taken for
 * that.
 */
public final class Fences {

  private static final int LOADED = 1;
  private static final int STORED = 2;

  private boolean hold = true;

  private Fences() {}

  /**
   * {@return whether barriers order all accesses of a body} Loops are followed for two iterations,
   * called functions are entered, and each way of a branch is followed apart.
   *
   * @param body the operations of a program's {@code main}, in order
   */
  public static boolean hold(List<Operation> body) {
    Fences fences = new Fences();
    fences.follow(body, new HashMap<>());
    return fences.hold;
  }

  /**
   * @param since what was done to each array since the last barrier; changed to what was at the end
   */
  private void follow(List<Operation> body, Map<Array, Integer> since) {
    body.forEach(operation -> follow(operation, since));
  }

  private void follow(Operation operation, Map<Array, Integer> since) {
    switch (operation) {
      case Operation.Barrier _ -> since.keySet().removeIf(array -> !array.isBuffer());
      case Operation.BufferBarrier _ -> since.keySet().removeIf(Array::isBuffer);
      case Operation.Stage stage -> {
        touch(stage.from(), LOADED, since);
        touch(stage.to(), STORED, since);
        since.keySet().removeIf(array -> !array.isBuffer());
      }
      case Operation.Call call -> follow(call.function().body(), since);
      case Operation.Repeat repeat -> {
        follow(repeat.body(), since);
        follow(repeat.body(), since);
      }
      default -> {
        List<List<Operation>> ways = Walk.bodies(operation);
        if (ways.isEmpty()) {
          List<Array> written = Walk.written(operation);
          Walk.arrays(operation)
              .forEach(array -> touch(array, written.contains(array) ? STORED : LOADED, since));
        } else {
          either(ways, since);
        }
      }
    }
  }

  /** One of several ways, or none of them. */
  private void either(List<List<Operation>> ways, Map<Array, Integer> since) {
    Map<Array, Integer> before = Map.copyOf(since);
    for (List<Operation> way : ways) {
      Map<Array, Integer> here = new HashMap<>(before);
      follow(way, here);
      here.forEach((array, done) -> since.merge(array, done, (one, other) -> one | other));
    }
  }

  private void touch(Array array, int how, Map<Array, Integer> since) {
    if (!array.isBuffer() || array.access() == Array.Access.COHERENT) {
      int before = since.getOrDefault(array, 0);
      hold &= how == LOADED ? (before & STORED) == 0 : before == 0;
      since.put(array, before | how);
    }
  }
}
