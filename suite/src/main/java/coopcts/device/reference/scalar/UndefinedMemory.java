// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.Memory;
import coopcts.device.reference.machine.Undefined;
import coopcts.device.reference.spirv.Type;

/**
 * What is {@link Undefined} of values in shared memory. Stores mark it and loads read it; memory
 * that the host sees knows nothing undefined.
 */
public final class UndefinedMemory {

  private UndefinedMemory() {}

  /**
   * Marks parts of a value as undefined that the active invocations just stored in shared memory.
   * Other memory is left as it is.
   *
   * @param type of the value
   * @param layout of the matrix of columns that the place is in, or null where it is in none
   * @param address of the place, for all invocations (see {@link
   *     coopcts.device.reference.machine.Lanes})
   * @param undefined which parts of the value, in the form of {@link Undefined}; null for none
   * @param machine the workgroup
   */
  public static void spoil(
      Type type, Type.Member layout, long[] address, Object undefined, Machine machine) {
    if (undefined == null) {
      return;
    }
    if (isScalar(type)) {
      for (int lane = 0; lane < machine.lanes(); lane++) {
        if (machine.active(lane) && Undefined.in(lane, undefined)) {
          machine.memory().spoil(Lanes.get(address, lane), (int) type.size());
        }
      }
      return;
    }
    for (int at = 0; at < type.count(); at++) {
      spoil(
          Pointers.part(type, at),
          Pointers.partLayout(type, layout, at),
          Pointers.part(type, layout, address, at, machine),
          Undefined.part(undefined, at),
          machine);
    }
  }

  /**
   * {@return which parts of a value are undefined that the active invocations load from memory, in
   * the form of {@link Undefined}; null for none, and for memory that is not shared}
   *
   * @param type of the value
   * @param layout of the matrix of columns that the place is in, or null where it is in none
   * @param address of the place, for all invocations (see {@link
   *     coopcts.device.reference.machine.Lanes})
   * @param machine the workgroup
   */
  public static Object of(Type type, Type.Member layout, long[] address, Machine machine) {
    Memory memory = machine.memory();
    if (!memory.holdsUndefined()) {
      return null;
    }
    if (isScalar(type)) {
      boolean[] lanes = new boolean[machine.lanes()];
      for (int lane = 0; lane < lanes.length; lane++) {
        lanes[lane] =
            machine.active(lane) && memory.isUndefined(Lanes.get(address, lane), (int) type.size());
      }
      return Undefined.simplest(lanes);
    }
    Object[] parts = new Object[type.count()];
    for (int at = 0; at < parts.length; at++) {
      parts[at] =
          of(
              Pointers.part(type, at),
              Pointers.partLayout(type, layout, at),
              Pointers.part(type, layout, address, at, machine),
              machine);
    }
    return Undefined.simplest(parts);
  }

  private static boolean isScalar(Type type) {
    return switch (type) {
      case Type.Int _, Type.Float _, Type.Bool _, Type.Pointer _ -> true;
      default -> false;
    };
  }
}
