// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.cover.Bins;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.cover.NumberClasses;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Type;
import coopcts.model.ComponentType;
import coopcts.model.Scope;

/** The classes of the numbers that an instruction takes and gives. */
final class NumberCoverage {

  /** The numbers at one place of an instruction; the id is 0 where there are none. */
  private record Slot(int id, NumberClasses classes, int[] bins) {}

  private static final int[] IN = NumberClasses.bins("in");
  private static final int[] WITH = NumberClasses.bins("with");
  private static final int[] PLUS = NumberClasses.bins("plus");
  private static final int[] OUT = NumberClasses.bins("out");

  private final Slot[] operands;
  private final Slot result;

  NumberCoverage(InstructionInfo standing, Module module) {
    operands =
        new Slot[] {
          slot(standing.kind, standing.in, IN, module),
          slot(standing.kind, standing.with, WITH, module),
          slot(standing.kind, standing.plus, PLUS, module)
        };
    result = slot(standing.kind, standing.i.result(), OUT, module);
  }

  private static Slot slot(InstructionKind kind, int id, int[] bins, Module module) {
    boolean has =
        id != 0
            && Bins.all().get(bins[0]).kinds().contains(kind)
            && module.definition(id) != null
            && module.definition(id).type() != 0;
    ComponentType type = has ? type(module.typeOf(id)) : null;
    return type == null ? null : new Slot(id, NumberClasses.of(type), bins);
  }

  private static ComponentType type(Type type) {
    Type component = type.component();
    return component instanceof Type.Int || component instanceof Type.Float
        ? component.componentType()
        : null;
  }

  void operands(long[] set, Scope scope, int instance, Machine machine) {
    for (Slot slot : operands) {
      note(slot, set, scope, instance, machine);
    }
  }

  void result(long[] set, Scope scope, int instance, Machine machine) {
    note(result, set, scope, instance, machine);
  }

  private static void note(Slot slot, long[] set, Scope scope, int instance, Machine machine) {
    if (slot == null) {
      return;
    }
    int found = classes(machine.get(slot.id), slot.classes, scope, instance, machine);
    for (; found != 0; found &= found - 1) {
      Bins.put(set, slot.bins[Integer.numberOfTrailingZeros(found)]);
    }
  }

  private static int classes(
      Object value, NumberClasses classes, Scope scope, int instance, Machine machine) {
    return switch (value) {
      case MatrixValue matrix ->
          instance < matrix.instances() && matrix.isSet(instance)
              ? classes.at(matrix.tile(instance))
              : 0;
      case long[] scalar when Lanes.isUniform(scalar) -> classes.at(scalar[0]);
      case long[] scalar -> {
        int all = 0;
        for (int lane = machine.firstLane(scope, instance);
            lane < machine.endLane(scope, instance);
            lane++) {
          if (machine.active(lane)) {
            all |= classes.at(scalar[lane]);
          }
        }
        yield all;
      }
      case Object[] parts -> {
        int all = 0;
        for (Object part : parts) {
          all |= classes(part, classes, scope, instance, machine);
        }
        yield all;
      }
      case null, default -> 0;
    };
  }
}
