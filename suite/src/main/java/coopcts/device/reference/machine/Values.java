// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.machine;

import coopcts.device.reference.fault.Tap;
import coopcts.device.reference.fault.Taps;
import coopcts.device.reference.spirv.SpirvException;
import coopcts.device.reference.spirv.Type;
import java.util.Arrays;

/**
 * The values that constants and variables begin with, in the form of {@link Lanes}. Modules make
 * constants of them; workgroups make variables.
 */
public final class Values {

  private Values() {}

  /**
   * {@return the value with all bits zero, for all invocations (see {@link Lanes})} A cooperative
   * matrix is a {@link MatrixConstant}, which {@link #settle} turns into a value.
   *
   * @param type of the value; a runtime array, a function and void have none
   * @throws coopcts.device.reference.spirv.SpirvException for a type that has no values of a fixed
   *     size
   */
  public static Object zero(Type type) {
    return switch (type) {
      case Type.Bool _, Type.Int _, Type.Float _, Type.Pointer _ -> Lanes.uniform(0);
      case Type.Vector vector -> repeated(vector.element(), vector.count());
      case Type.ColumnMatrix matrix -> repeated(matrix.column(), matrix.count());
      case Type.Array array -> repeated(array.element(), array.length());
      case Type.Struct struct -> struct.members().stream().map(Values::zero).toArray();
      case Type.CooperativeMatrix matrix -> new MatrixConstant(matrix, 0);
      case Type.TensorLayout layout -> repeated(new Type.Bool(), layout.parts());
      case Type.TensorView view -> repeated(new Type.Bool(), view.parts());
      case Type.Void _, Type.RuntimeArray _, Type.Function _ ->
          throw new SpirvException("no value of " + type);
    };
  }

  private static Object[] repeated(Type element, int count) {
    Object[] parts = new Object[count];
    Arrays.fill(parts, zero(element));
    return parts;
  }

  /**
   * {@return the value that an uninitialised variable reads as} Scalars and vectors are zero.
   * Cooperative matrices have no value where {@link Check#INITIALIZATION} is on, else each element
   * is the device's padding.
   *
   * @param type of the variable; a runtime array, a function and void have no value
   * @param machine the workgroup
   * @throws SpirvException for a type that has no values of a fixed size
   */
  public static Object undefined(Type type, Machine machine) {
    return switch (type) {
      case Type.CooperativeMatrix matrix ->
          machine.behaviour().checks(Check.INITIALIZATION)
              ? new MatrixValue(matrix, new long[machine.instances(matrix.scope())][])
              : new MatrixConstant(matrix, machine.behaviour().freedom().padding() & matrix.mask())
                  .value(machine);
      case Type.Array array when type.containsMatrix() -> {
        Object[] parts = new Object[array.length()];
        Arrays.setAll(parts, _ -> undefined(array.element(), machine));
        yield parts;
      }
      case Type.Struct struct when type.containsMatrix() ->
          struct.members().stream().map(member -> undefined(member, machine)).toArray();
      default -> zero(type);
    };
  }

  /**
   * A matrix constant, before it is known how many scope instances there are.
   *
   * @param type of the matrix
   * @param bits pattern of every element
   */
  public record MatrixConstant(Type.CooperativeMatrix type, long bits) {

    MatrixValue value(Machine machine) {
      long[][] tiles = new long[machine.instances(type.scope())][type.elements()];
      for (long[] tile : tiles) {
        Arrays.fill(tile, bits);
        Taps taps = machine.taps(Tap.Site.CONSTANT, type, 0);
        if (taps.isOn(Tap.CONSTANT_ELEMENT)) {
          Arrays.setAll(tile, e -> taps.at(Tap.CONSTANT_ELEMENT, bits, e));
        }
      }
      return new MatrixValue(type, tiles);
    }
  }

  /**
   * Turns each {@link MatrixConstant} among the registers, or inside composites, into a {@link
   * MatrixValue} for the scope instances of a workgroup. It is called once, before the workgroup
   * runs.
   *
   * @param registers constants by id, null where there is none; changed in place
   * @param machine the workgroup
   */
  public static void settle(Object[] registers, Machine machine) {
    for (int id = 0; id < registers.length; id++) {
      registers[id] = settled(registers[id], machine);
    }
  }

  private static Object settled(Object value, Machine machine) {
    return switch (value) {
      case MatrixConstant constant -> constant.value(machine);
      case Object[] parts -> {
        Object[] copy = new Object[parts.length];
        Arrays.setAll(copy, i -> settled(parts[i], machine));
        yield copy;
      }
      case null, default -> value;
    };
  }
}
