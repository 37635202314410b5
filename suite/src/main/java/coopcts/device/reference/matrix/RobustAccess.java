// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.fault.ActiveFault;
import coopcts.device.reference.fault.FaultPoint;
import coopcts.device.reference.fault.Grid;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.spirv.Type;
import java.util.Arrays;

/**
 * Cooperative accesses outside of a bound buffer where the device has them robust (KHR §4.10): what
 * is read is 0, and what is stored is dropped.
 */
final class RobustAccess {

  /** What no buffer holds. */
  private static final long WILD = 0x5ADE_C0DE_5ADE_C0DEL;

  private RobustAccess() {}

  static long read(long address, int bytes, Type.CooperativeMatrix type, Machine machine) {
    ActiveFault fault = machine.fault();
    if (fault.has(FaultPoint.ROBUST_LOAD_WILD, type)) {
      return WILD & type.mask();
    }
    return fault.has(FaultPoint.ROBUST_LOAD_CLAMPS, type)
        ? machine.memory().read(machine.memory().lastInBlock(address, bytes), bytes)
        : 0;
  }

  /** Changes what was loaded as the fault that is switched on has it. */
  static void spoil(long[] tile, Type.CooperativeMatrix type, Grid grid, Machine machine) {
    if (!machine.fault().plants(FaultPoint.ROBUST_LOAD_ALL_LOST)) {
      return;
    }
    long last = grid.address(type.rows() - 1, type.columns() - 1);
    if (!machine.memory().holds(last, grid.bytes())
        && machine.fault().has(FaultPoint.ROBUST_LOAD_ALL_LOST, type)) {
      Arrays.fill(tile, 0);
    }
  }

  /** Stores what lies outside, where a fault has it go somewhere. */
  static void write(
      long address, int bytes, long value, Type.CooperativeMatrix type, Machine machine) {
    ActiveFault fault = machine.fault();
    if (fault.has(FaultPoint.ROBUST_STORE_NEXT, type)) {
      long next = machine.memory().inNextBlock(address);
      if (machine.memory().holds(next, bytes)) {
        machine.memory().write(next, bytes, value);
      }
    } else if (fault.has(FaultPoint.ROBUST_STORE_CLAMPS, type)) {
      machine.memory().write(machine.memory().lastInBlock(address, bytes), bytes, value);
    }
  }
}
