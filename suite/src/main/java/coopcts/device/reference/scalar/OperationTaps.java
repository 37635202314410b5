// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.scalar;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.spirv.Instruction;
import coopcts.device.reference.spirv.Type;
import coopcts.model.ComponentType;
import java.util.Arrays;
import java.util.Set;

/** The taps of what makes a matrix element by element. */
public final class OperationTaps {

  private OperationTaps() {}

  /**
   * {@return the taps of an operation for one scope instance} Where any is on, a call for instance
   * 0 counts as an execution: {@link Machine#visit}.
   *
   * @param i the instruction
   * @param operation what it does
   * @param type of the new matrix
   * @param from component type of the first operand
   * @param instance number of the scope instance, from 0
   * @param machine the workgroup
   */
  public static Taps of(
      Instruction i,
      Tap.Operation operation,
      Type.CooperativeMatrix type,
      Type from,
      int instance,
      Machine machine) {
    if (!machine.isTapped(Tap.Site.OPERATE)) {
      return Taps.OFF;
    }
    ComponentType source = from.componentType();
    return machine
        .fault()
        .at(
            Tap.Site.OPERATE,
            type,
            instance,
            operation.ordinal(),
            source.ordinal(),
            source.bytes(),
            source.isFloat() ? 1 : 0,
            source.isSigned() ? 1 : 0,
            instance,
            machine.workgroup(),
            machine.visit(i, instance),
            machine.around(Set.of()));
  }

  /** The element that an operation takes. */
  static int place(Tap tap, int right, int elements, Taps taps) {
    return taps.isOn(tap) ? (int) Math.floorMod(taps.at(tap, right), (long) elements) : right;
  }

  /**
   * Passes the elements of a new matrix through the tap.
   *
   * @param tile the right elements, row-major, patterns in the low bits; changed in place
   * @param source elements of the first operand, which may be the tile itself; not changed
   * @param from component type of the first operand
   * @param type of the new matrix
   * @param taps of the operation
   */
  public static void pass(
      long[] tile, long[] source, Type from, Type.CooperativeMatrix type, Taps taps) {
    if (taps.isOn(Tap.OPERATE_ELEMENT)) {
      Arrays.setAll(
          tile,
          e ->
              taps.at(Tap.OPERATE_ELEMENT, tile[e], source[e], e, fraction(from, source[e]))
                  & type.mask());
    }
  }

  /** The sign of a float that is no whole number and not large, else 0. */
  private static long fraction(Type from, long bits) {
    double value = from instanceof Type.Float(var format) ? format.toDouble(bits) : 0;
    return value != Math.rint(value) && Math.abs(value) < 100 ? (long) Math.signum(value) : 0;
  }
}
