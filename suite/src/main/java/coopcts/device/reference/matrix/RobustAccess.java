// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.matrix;

import coopcts.device.reference.fault.Grid;
import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.spirv.Type;
import java.util.Arrays;

/**
 * Cooperative accesses outside of a bound buffer where the device has them robust (KHR §4.10): what
 * is read is 0, and what is stored is dropped.
 */
final class RobustAccess {

  private RobustAccess() {}

  static long read(long address, int bytes, Type.CooperativeMatrix type, Machine machine) {
    Taps taps = machine.taps(Tap.Site.ROBUST, type, 0);
    return taps.isOn(Tap.ROBUST_READ)
        ? taps.at(
            Tap.ROBUST_READ,
            0,
            machine.memory().read(machine.memory().lastInBlock(address, bytes), bytes))
        : 0;
  }

  /** Passes what was loaded through the tap. */
  static void pass(long[] tile, Type.CooperativeMatrix type, Grid grid, Machine machine) {
    Taps taps = machine.taps(Tap.Site.ROBUST, type, 0);
    if (taps.isOn(Tap.ROBUST_LOADED)) {
      long last = grid.address(type.rows() - 1, type.columns() - 1);
      long isInside = machine.memory().holds(last, grid.bytes()) ? 1 : 0;
      Arrays.setAll(tile, e -> taps.at(Tap.ROBUST_LOADED, tile[e], isInside));
    }
  }

  /** Stores what lies outside: nowhere. */
  static void write(
      long address, int bytes, long value, Type.CooperativeMatrix type, Machine machine) {
    Taps taps = machine.taps(Tap.Site.ROBUST, type, 0);
    if (taps.isOn(Tap.ROBUST_PLACE)) {
      long place =
          taps.at(
              Tap.ROBUST_PLACE,
              0,
              machine.memory().inNextBlock(address),
              machine.memory().lastInBlock(address, bytes));
      if (machine.memory().holds(place, bytes)) {
        machine.memory().write(place, bytes, value);
      }
    }
  }
}
