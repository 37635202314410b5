// SPDX-License-Identifier: Apache-2.0
package coopcts.device.reference.run;

import coopcts.device.reference.cover.Change;
import coopcts.device.reference.cover.InstructionKind;
import coopcts.device.reference.machine.Lanes;
import coopcts.device.reference.machine.Machine;
import coopcts.device.reference.machine.MatrixValue;
import coopcts.device.reference.module.Module;
import coopcts.device.reference.spirv.Type;
import coopcts.grammar.Role;
import coopcts.model.Scope;
import java.util.Arrays;
import org.lwjgl.util.spvc.Spv;

/** What a deviation makes of values and memory. */
final class FaultInjection {

  private static final int FOREIGN = 0x77;

  private FaultInjection() {}

  /**
   * A value with an effect in one scope instance, or in one subgroup's invocations; the value
   * itself where nothing changes.
   *
   * @param before what the result was the time before, or null
   */
  static Object changed(
      Change effect,
      InstructionInfo standing,
      Object value,
      Object before,
      Scope scope,
      int instance,
      Machine machine) {
    return switch (value) {
      case MatrixValue matrix when instance < matrix.instances() && matrix.isSet(instance) -> {
        Type.CooperativeMatrix type = matrix.type();
        long[] right = matrix.tile(instance);
        long[] then =
            before instanceof MatrixValue old && instance < old.instances() && old.isSet(instance)
                ? old.tile(instance)
                : null;
        long[] tile =
            effect.of(
                right, type.columns(), bits(type.component()), isSigned(type.component()), then);
        yield Arrays.equals(tile, right) ? value : matrix.withTile(instance, tile);
      }
      case long[] scalar when standing.component != null ->
          lanes(effect, standing, new Object[] {scalar}, null, scope, instance, machine)
                  instanceof Object[] parts
              ? parts[0]
              : value;
      case Object[] parts -> {
        Object changed =
            lanes(
                effect,
                standing,
                parts,
                before instanceof Object[] old && old.length == parts.length ? old : null,
                scope,
                instance,
                machine);
        yield changed == null ? value : changed;
      }
      case null, default -> value;
    };
  }

  private static int bits(Type component) {
    return 8 * (int) component.size();
  }

  private static boolean isSigned(Type component) {
    return component instanceof Type.Float
        || component instanceof Type.Int(var format) && format.isSigned();
  }

  /** The parts with the effect in each active invocation, or null where nothing changes. */
  private static Object[] lanes(
      Change effect,
      InstructionInfo standing,
      Object[] parts,
      Object[] before,
      Scope scope,
      int instance,
      Machine machine) {
    long[][] changed = new long[parts.length][];
    for (int at = 0; at < parts.length; at++) {
      if (!(parts[at] instanceof long[] part)) {
        return null;
      }
      changed[at] = Lanes.spread(part, machine.lanes());
    }
    boolean isOther = false;
    for (int lane = machine.firstLane(scope, instance);
        lane < machine.endLane(scope, instance);
        lane++) {
      if (machine.active(lane)) {
        long[] right = at(parts, lane);
        long[] then = before == null ? null : at(before, lane);
        long[] now =
            effect.of(
                right, right.length, bits(standing.component), isSigned(standing.component), then);
        isOther |= !Arrays.equals(right, now);
        for (int at = 0; at < now.length; at++) {
          changed[at][lane] = now[at];
        }
      }
    }
    return isOther ? Arrays.copyOf(changed, changed.length, Object[].class) : null;
  }

  private static long[] at(Object[] parts, int lane) {
    long[] values = new long[parts.length];
    for (int at = 0; at < values.length; at++) {
      values[at] = parts[at] instanceof long[] part ? Lanes.get(part, lane) : 0;
    }
    return values;
  }

  /** Overwrites what lies behind a store's last line; returns whether anything was there. */
  static boolean overwrite(
      InstructionInfo standing, Scope scope, int instance, Module module, Machine machine) {
    int lane = machine.firstLane(scope, instance);
    while (!machine.active(lane)) {
      lane++;
    }
    long end = Lanes.get(machine.scalar(standing.pointer), lane);
    if (standing.kind == InstructionKind.VECTOR_STORE) {
      end +=
          Lanes.get(machine.scalar(standing.offset), lane)
              + module.typeOf(standing.in).component().size() * module.typeOf(standing.in).count();
    } else {
      long layout = module.constantBits(standing.i.operand(Role.LAYOUT));
      boolean rowMajor = layout == Spv.SpvCooperativeMatrixLayoutRowMajorKHR;
      Type.CooperativeMatrix type = standing.matrix;
      long stride =
          standing.stride == 0
              ? 0
              : Lanes.get(machine.scalar(standing.stride), lane)
                  * module.pointee(standing.pointer).size();
      int lines = rowMajor ? type.rows() : type.columns();
      end +=
          (lines - 1) * stride
              + (long) (rowMajor ? type.columns() : type.rows()) * type.componentBytes();
    }
    if (!machine.memory().holds(end, 1)) {
      return false;
    }
    machine.memory().write(end, 1, FOREIGN);
    return true;
  }
}
